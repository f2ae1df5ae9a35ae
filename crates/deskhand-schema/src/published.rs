//! The JSON Schema of every document, as committed in `docs/schemas/`.

use schemars::{JsonSchema, SchemaGenerator, generate::SchemaSettings};
use serde_json::Value;

use crate::{
    Apps, Body, Changed, Clipboard, Desktop, Desktops, Discovery, Doctor, Document, Elements, Failure,
    Fingerprints, HealChanges, Heals, Idleness, Listening, Matches, Reading, Receipt, Run, SCHEMA_VERSION,
    Screenshot, Snapshot, Text, Trace, TraceList, TracePage, TraceStep, Tree, WindowEvent, WindowGap,
    WindowSnapshot, WindowView, Windows,
};

/// The schema of one kind of document.
#[derive(Clone, Debug)]
pub struct Published {
    /// The kind; its file is `docs/schemas/<kind>.json`.
    pub kind: &'static str,
    /// The schema (JSON Schema 2020-12).
    pub schema: Value,
}

/// All of them, by name.
pub fn published() -> Vec<Published> {
    vec![
        of::<Apps>(),
        of::<Changed>(),
        of::<Clipboard>(),
        of::<Desktop>(),
        of::<Desktops>(),
        of::<Discovery>(),
        of::<Doctor>(),
        of::<Elements>(),
        of::<Failure>(),
        of::<Fingerprints>(),
        of::<HealChanges>(),
        of::<Heals>(),
        of::<Idleness>(),
        of::<Listening>(),
        of::<Matches>(),
        of::<Reading>(),
        of::<Receipt>(),
        of::<Run>(),
        of::<Screenshot>(),
        of::<Snapshot>(),
        of::<Text>(),
        of::<Trace>(),
        of::<TraceList>(),
        of::<TracePage>(),
        of::<TraceStep>(),
        of::<Tree>(),
        of::<WindowView>(),
        of::<WindowEvent>(),
        of::<WindowGap>(),
        of::<WindowSnapshot>(),
        of::<Windows>(),
    ]
}

fn of<B: Body>() -> Published {
    Published { kind: B::KIND, schema: schema::<Document<B>>(B::KIND) }
}

fn schema<D: JsonSchema>(kind: &'static str) -> Value {
    // What we write is described, not what we would accept: keys that may be left out are optional, others required.
    let generator = SchemaGenerator::new(SchemaSettings::draft2020_12().for_serialize());
    let mut schema = generator.into_root_schema_for::<D>().to_value();
    schema["title"] = format!("deskhand {kind}").into();
    schema["properties"]["kind"]["const"] = kind.into();
    schema["properties"]["schema_version"]["const"] = SCHEMA_VERSION.into();
    forbid_null(&mut schema);
    // Otherwise the order of keys depends on what else is built.
    schema.sort_all_objects();
    schema
}

/// An optional key is absent, never null; the generator cannot know and allows both.
fn forbid_null(schema: &mut Value) {
    match schema {
        Value::Object(keys) => {
            if let Some(Value::Array(types)) = keys.get_mut("type") {
                types.retain(|name| name != "null");
                if let [only] = types.as_slice() {
                    keys["type"] = only.clone();
                }
            }
            if let Some(Value::Array(choices)) = keys.get_mut("anyOf") {
                choices.retain(|choice| choice.get("type") != Some(&"null".into()));
                if let [Value::Object(only)] = choices.as_slice() {
                    let only = only.clone();
                    keys.remove("anyOf");
                    keys.extend(only);
                }
            }
            keys.values_mut().for_each(forbid_null);
        }
        Value::Array(items) => items.iter_mut().for_each(forbid_null),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn folder() -> PathBuf {
        PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/schemas"))
    }

    /// Set `UPDATE_SCHEMAS=1` to write the files instead of comparing them.
    #[test]
    fn the_published_files_are_current() {
        let update = std::env::var_os("UPDATE_SCHEMAS").is_some();
        for Published { kind, schema } in published() {
            let file = folder().join(format!("{kind}.json"));
            let text = format!("{schema:#}\n");
            if update {
                std::fs::write(&file, &text).unwrap();
            }
            let committed = std::fs::read_to_string(&file).unwrap_or_default();
            assert!(
                committed == text,
                "docs/schemas/{kind}.json is out of date; run `UPDATE_SCHEMAS=1 cargo test -p deskhand-schema`"
            );
        }
    }

    #[test]
    fn there_is_a_file_for_every_kind_and_no_other() {
        let mut kinds: Vec<String> = published().iter().map(|one| format!("{}.json", one.kind)).collect();
        kinds.sort();
        let mut files: Vec<String> = std::fs::read_dir(folder())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| name.ends_with(".json"))
            .collect();
        files.sort();
        assert_eq!(files, kinds);
    }

    #[test]
    fn no_schema_allows_null() {
        for Published { kind, schema } in published() {
            assert!(!schema.to_string().contains("\"null\""), "{kind}");
        }
    }

    #[test]
    fn a_schema_pins_version_and_kind_and_requires_both() {
        for Published { kind, schema } in published() {
            assert_eq!(schema["properties"]["kind"]["const"], kind);
            assert_eq!(schema["properties"]["schema_version"]["const"], SCHEMA_VERSION);
            let required = schema["required"].as_array().unwrap();
            assert!(
                required.contains(&"kind".into()) && required.contains(&"schema_version".into()),
                "{kind}"
            );
        }
    }
}
