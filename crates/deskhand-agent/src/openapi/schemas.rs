//! The JSON Schemas of requests and answers.

use deskhand_model::Role;
use deskhand_schema::{self as schema, Document, SCHEMA_VERSION};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::parts::{Body, json_body, parameter};

/// Where the document keeps them.
const COMPONENTS: &str = "/components/schemas";
/// Objects of the contract, and of ours, that name a role as such.
const WITH_ROLES: &[&str] =
    &["ElementInfo", "ElementQuery", "SetValueRequest", "SnapshotRequest", "Description"];

/// Collects the schemas of types: what is accepted in requests, what is written in answers.
pub(super) struct Schemas {
    requests: SchemaGenerator,
    answers: SchemaGenerator,
    /// Whole documents, by name.
    documents: Map<String, Value>,
}

impl Schemas {
    pub(super) fn new() -> Schemas {
        let settings = || {
            SchemaSettings::draft2020_12().with(|settings| {
                settings.definitions_path = COMPONENTS.into();
                settings.meta_schema = None;
            })
        };
        Schemas {
            requests: settings().for_deserialize().into_generator(),
            answers: settings().for_serialize().into_generator(),
            documents: Map::new(),
        }
    }

    /// A request with this body. It can be left out when there is nothing that it must say.
    pub(super) fn takes<T: JsonSchema>(&mut self) -> Body {
        let reference = self.requests.subschema_for::<T>().to_value();
        let required = T::json_schema(&mut self.requests).get("required").is_some();
        Body::json(reference, required)
    }

    /// What can be asked for in the query of an address.
    pub(super) fn parameters<T: JsonSchema>(&mut self) -> Vec<Value> {
        let mut schema = T::json_schema(&mut self.requests).to_value();
        // In an address there is nothing that could be null.
        forbid_null_in_properties(&mut schema);
        bound(&mut schema);
        schema.sort_all_objects();
        let properties = schema["properties"].as_object_mut().map(std::mem::take).unwrap_or_default();
        properties.into_iter().map(|(name, schema)| parameter(&name, schema)).collect()
    }

    /// An answer with this body.
    pub(super) fn answer<T: JsonSchema>(&mut self, description: &str) -> Value {
        json_body(description, &self.reference::<T>())
    }

    /// The schema of something that is answered.
    pub(super) fn reference<T: JsonSchema>(&mut self) -> Value {
        self.answers.subschema_for::<T>().to_value()
    }

    /// An answer with this document.
    pub(super) fn document<B: schema::Body>(&mut self) -> Value {
        json_body(&format!("A document of the kind `{}`", B::KIND), &self.document_reference::<B>())
    }

    /// The schema of a document.
    pub(super) fn document_reference<B: schema::Body>(&mut self) -> Value {
        let name = format!("{}Document", B::schema_name());
        let mut schema = Document::<B>::json_schema(&mut self.answers).to_value();
        schema["description"] = format!("A document of the kind `{}`.", B::KIND).into();
        schema["properties"]["kind"]["const"] = B::KIND.into();
        schema["properties"]["schema_version"]["const"] = SCHEMA_VERSION.into();
        self.documents.insert(name.clone(), schema);
        json!({ "$ref": format!("#{COMPONENTS}/{name}") })
    }

    /// Those of requests and those of answers.
    pub(super) fn both(mut self) -> (Map<String, Value>, Map<String, Value>) {
        let mut answers = self.answers.take_definitions(true);
        answers.append(&mut self.documents);
        answers.values_mut().for_each(forbid_null);
        (self.requests.take_definitions(true), answers)
    }

    /// All of them. What is both read and written has to look the same, because it has one name.
    pub(super) fn into_components(self) -> Map<String, Value> {
        let (mut all, answers) = self.both();
        all.extend(answers);
        for name in WITH_ROLES {
            if let Some(schema) = all.get_mut(*name) {
                name_roles(schema);
            }
        }
        all.values_mut().for_each(bound);
        all.insert("UnifiedRole".to_owned(), roles());
        all
    }
}

/// The 133 roles.
fn roles() -> Value {
    let names: Vec<&str> = Role::ALL.iter().map(|role| role.name()).collect();
    json!({ "description": "What an element is", "type": "string", "enum": names })
}

/// Says that the role of an object is one of those, or not given where it need not be.
fn name_roles(schema: &mut Value) {
    let Some(role) = schema.pointer_mut("/properties/role") else { return };
    let reference = json!({ "$ref": format!("#{COMPONENTS}/UnifiedRole") });
    let is_nullable = role["type"].as_array().is_some_and(|types| types.contains(&"null".into()));
    let mut named = if is_nullable { json!({ "anyOf": [reference, { "type": "null" }] }) } else { reference };
    named["description"] = role["description"].clone();
    *role = named;
}

/// In an answer, a key that may be left out is never null; the generator cannot know and allows both.
fn forbid_null(schema: &mut Value) {
    forbid_null_in_properties(schema);
    each(schema, &mut forbid_null);
}

fn forbid_null_in_properties(schema: &mut Value) {
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) else { return };
    for (name, property) in properties {
        if !required.contains(&name.as_str().into()) {
            never_null(property);
        }
    }
}

fn never_null(property: &mut Value) {
    let Some(keys) = property.as_object_mut() else { return };
    if let Some(Value::Array(types)) = keys.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = types.as_slice() {
            keys["type"] = only.clone();
        }
    }
    if let Some(Value::Array(choices)) = keys.get_mut("anyOf") {
        choices.retain(|choice| choice["type"] != "null");
        if let [Value::Object(only)] = choices.as_slice() {
            let only = only.clone();
            keys.remove("anyOf");
            keys.extend(only);
        }
    }
}

/// Says how large a whole number can be; its format alone binds nobody.
fn bound(schema: &mut Value) {
    if let Some(keys) = schema.as_object_mut() {
        let (least, most): (i64, u64) = match keys.get("format").and_then(Value::as_str) {
            Some("int32") => (i32::MIN.into(), i32::MAX.unsigned_abs().into()),
            Some("uint32") => (0, u32::MAX.into()),
            Some("uint" | "uint64") => (0, u64::MAX),
            _ => return each(schema, &mut bound),
        };
        keys.entry("minimum").or_insert(least.into());
        keys.entry("maximum").or_insert(most.into());
    }
    each(schema, &mut bound);
}

fn each(schema: &mut Value, change: &mut dyn FnMut(&mut Value)) {
    match schema {
        Value::Object(keys) => keys.values_mut().for_each(change),
        Value::Array(items) => items.iter_mut().for_each(change),
        _ => {}
    }
}
