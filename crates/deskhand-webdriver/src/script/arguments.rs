//! What a client hands to its scripts.

use deskhand_page::reference;
use serde_json::Value;
use webdriver::error::ErrorStatus;

use crate::errors::{Outcome, error};

const REFERENCES: [&str; 4] = [reference::ELEMENT, reference::SHADOW, reference::FRAME, reference::WINDOW];

/// Refuses references that are no texts, at any depth.
pub(super) fn check(value: &Value) -> Outcome<()> {
    match value {
        Value::Array(items) => items.iter().try_for_each(check),
        Value::Object(fields) => {
            let no_text = REFERENCES.iter().filter_map(|key| Some((key, fields.get(*key)?)));
            match no_text.into_iter().find(|(_, reference)| !reference.is_string()) {
                Some((key, reference)) => Err(error(
                    ErrorStatus::InvalidArgument,
                    format!("{key} is {reference}, which is no text."),
                )),
                None => fields.values().try_for_each(check),
            }
        }
        _ => Ok(()),
    }
}

/// Whether a frame is referred to, at any depth.
pub(super) fn mention_frame(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(mention_frame),
        Value::Object(fields) => fields.contains_key(reference::FRAME) || fields.values().any(mention_frame),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn references_are_texts() {
        for key in REFERENCES {
            assert!(check(&json!([{ "deep": [{ key: "main.d.1" }] }])).is_ok());
            for bad in [json!(null), json!(false), json!(42), json!([]), json!({})] {
                let refused = check(&json!([1, { "deep": [{ key: bad }] }])).unwrap_err();
                assert_eq!(refused.error, ErrorStatus::InvalidArgument, "{bad}");
            }
        }
    }

    #[test]
    fn a_frame_is_found_at_any_depth() {
        assert!(mention_frame(&json!([{ "deep": [{ reference::FRAME: "f" }] }])));
        assert!(!mention_frame(&json!([{ "deep": [{ reference::WINDOW: "w" }] }, "frame"])));
    }
}
