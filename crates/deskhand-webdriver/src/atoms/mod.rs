//! Our functions that run in a page, beside its own: what is displayed, what text is seen, where a click goes.
//!
//! Each file has functions of one subject. They see each other, and nothing of the page's scripts. A function that
//! refuses throws `{webdriver: "<error code>", message: "..."}`.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;

use deskhand_page::{Call, Code, Library, World};
use serde_json::Value;

/// An expression whose value is the object with all functions that can be called.
const SOURCE: &str = concat!(
    "(() => {\n\"use strict\";\n",
    include_str!("refuse.js"),
    include_str!("tree.js"),
    include_str!("maps.js"),
    include_str!("overflow.js"),
    include_str!("displayed.js"),
    include_str!("text.js"),
    include_str!("find.js"),
    include_str!("state.js"),
    include_str!("point.js"),
    include_str!("frames.js"),
    include_str!("select.js"),
    include_str!("edit.js"),
    include_str!("role.js"),
    include_str!("name.js"),
    include_str!("scripts.js"),
    include_str!("exports.js"),
    "})()",
);

/// A call of one of them.
pub(crate) fn call(name: &str, args: Vec<Value>) -> Call {
    Call { world: World::Own, code: Code::Member { library: library(), name: name.to_owned() }, args }
}

/// The library with all of them.
fn library() -> Library {
    static ID: LazyLock<String> =
        LazyLock::new(|| format!("deskhand-webdriver-{:016x}", fingerprint(SOURCE)));
    Library { id: Cow::Borrowed(&ID), source: Some(Cow::Borrowed(SOURCE)) }
}

/// Tells one version of the library from another, also between two builds with the same version number.
fn fingerprint(source: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    source.hash(&mut hasher);
    hasher.finish()
}
