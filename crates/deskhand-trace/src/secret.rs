//! Keeping passwords out of traces.
//!
//! What goes into a password field is not recorded, and what goes into an element that is not known to be something else
//! is not recorded either.

use std::sync::Arc;

use deskhand_engine::Snapshot;
use deskhand_model::{NodeData, Tree};
use serde_json::Value;

/// What stands where a secret was.
pub(crate) const MASK: &str = "•••";

/// Shortest text that is looked for inside of others. A shorter one would be found by chance everywhere.
const TELLING: usize = 3;

/// Whether the element is one that people type secrets into. Our roles do not tell it from other fields, but the
/// platforms' own do: `password text` (AT-SPI), `AXSecureTextField` (macOS), `PasswordBox` (UI Automation).
pub(crate) fn keeps_one(node: &NodeData) -> bool {
    let says_so = |text: &str| {
        let text = text.to_ascii_lowercase();
        text.contains("password") || text.contains("securetext")
    };
    says_so(&node.platform_role) || node.attribute("text-input-type").is_some_and(says_so)
}

/// The tree without what stands in its password fields.
pub(crate) fn without(snapshot: Snapshot) -> Snapshot {
    let tree = without_in(snapshot.tree);
    Snapshot { tree, ..snapshot }
}

/// The same for a tree alone. One without such fields is handed back as it is.
pub(crate) fn without_in(tree: Arc<Tree>) -> Arc<Tree> {
    if !tree.ids().any(|id| keeps_one(tree.node(id))) {
        return tree;
    }
    Arc::new(tree.map(|_, node| {
        if keeps_one(node) {
            node.text = node.text.take().map(|_| MASK.into());
            node.value = None;
            node.attributes.retain(|(key, _)| !key.contains("value") && !key.contains("text"));
        }
    }))
}

/// What stands in the password fields of a tree. Errors and logs may tell of it.
pub(crate) fn texts_in(tree: &Tree) -> impl Iterator<Item = String> {
    let fields = tree.ids().map(|id| tree.node(id)).filter(|node| keeps_one(node));
    fields.filter_map(|node| node.text.as_deref().map(str::to_owned))
}

/// Takes every occurrence of `secret` out of the texts of a document.
pub(crate) fn scrub(document: &mut Value, secret: &str) {
    match document {
        Value::String(text) => *text = scrubbed(text, secret),
        Value::Array(items) => items.iter_mut().for_each(|item| scrub(item, secret)),
        Value::Object(keys) => keys.values_mut().for_each(|value| scrub(value, secret)),
        _ => {}
    }
}

/// The text without the secret.
pub(crate) fn scrubbed(text: &str, secret: &str) -> String {
    if secret.is_empty() {
        text.to_owned()
    } else if text == secret {
        MASK.to_owned()
    } else if secret.chars().count() >= TELLING {
        text.replace(secret, MASK)
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use deskhand_model::{Handle, NodeId, Role, TreeBuilder};
    use serde_json::json;

    use super::*;

    fn field(platform_role: &str, text: &str) -> NodeData {
        let mut node = NodeData::new(Handle::new(platform_role), Role::Textfield, platform_role.into());
        node.text = Some(text.into());
        node
    }

    #[test]
    fn a_password_field_is_known_by_the_platforms_own_role() {
        for (role, secret) in [
            ("password text", true),
            ("PASSWORD_TEXT", true),
            ("AXSecureTextField", true),
            ("text", false),
            ("entry", false),
        ] {
            assert_eq!(keeps_one(&field(role, "")), secret, "{role}");
        }
    }

    #[test]
    fn a_tree_keeps_every_text_but_those_of_password_fields() {
        let mut builder = TreeBuilder::new();
        let [root, password] =
            [field("text", "shown"), field("password text", "hunter2")].map(|node| builder.add(node));
        builder.link(root, password);
        let tree = Arc::new(builder.build().unwrap());
        assert!(texts_in(&tree).eq(["hunter2"]));
        let tree = without_in(tree);
        assert_eq!(tree.node(NodeId(0)).text.as_deref(), Some("shown"));
        assert_eq!(tree.node(NodeId(1)).text.as_deref(), Some(MASK));
    }

    #[test]
    fn a_secret_is_taken_out_wherever_it_stands() {
        let mut document = json!({"a": ["hunter2", "say hunter2!"], "b": {"c": "fine"}, "n": 2});
        scrub(&mut document, "hunter2");
        assert_eq!(document, json!({"a": [MASK, format!("say {MASK}!")], "b": {"c": "fine"}, "n": 2}));
    }

    #[test]
    fn a_short_secret_is_taken_out_where_it_stands_alone() {
        assert_eq!((scrubbed("ab", "ab").as_str(), scrubbed("cab", "ab").as_str()), (MASK, "cab"));
        assert_eq!(scrubbed("text", ""), "text");
    }
}
