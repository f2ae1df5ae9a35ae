//! Parts of an OpenAPI document that do not depend on types.

use serde_json::{Map, Value, json};

/// An answer in JSON.
pub(super) fn json_body(description: &str, schema: &Value) -> Value {
    json!({ "description": description, "content": { "application/json": { "schema": schema } } })
}

/// Something that can be asked for in the query of an address.
pub(super) fn parameter(name: &str, mut schema: Value) -> Value {
    let description = schema["description"].take();
    if let Some(keys) = schema.as_object_mut() {
        keys.remove("description");
    }
    json!({ "name": name, "in": "query", "description": description, "schema": schema })
}

/// The body of a request.
pub(super) struct Body {
    content: Map<String, Value>,
    required: bool,
}

impl Body {
    /// A body in JSON.
    pub(super) fn json(schema: Value, required: bool) -> Body {
        let content = Map::from_iter([("application/json".to_owned(), json!({ "schema": schema }))]);
        Body { content, required }
    }

    /// An object in which nothing is looked at, or nothing at all.
    pub(super) fn anything() -> Body {
        Body::json(json!({ "type": "object" }), false)
    }

    /// This one, or one of another type.
    pub(super) fn or(mut self, media_type: &str, content: Value) -> Body {
        self.content.insert(media_type.to_owned(), content);
        self
    }

    /// This one, or none.
    pub(super) fn optional(self) -> Body {
        Body { required: false, ..self }
    }

    pub(super) fn into_value(self) -> Value {
        json!({ "content": self.content, "required": self.required })
    }
}

/// The name of an operation: its path in camel case.
pub(super) fn named(path: &str) -> String {
    let words = path.split(['/', '-', '.']).filter(|word| !word.is_empty());
    let capital = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
    words.enumerate().map(|(at, word)| if at == 0 { word.to_owned() } else { capital(word) }).collect()
}
