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

/// The same with what searching by anything but text takes. A search is what comes first in a page, often while it still
/// loads, and is not to wait until the page has read all of the functions.
const SEARCH: &str = concat!(
    "(() => {\n\"use strict\";\n",
    include_str!("refuse.js"),
    include_str!("tree.js"),
    include_str!("find.js"),
    "return { find };\n})()",
);

/// A call of one of them.
pub(crate) fn call(name: &str, args: Vec<Value>) -> Call {
    static ID: LazyLock<String> = LazyLock::new(|| id(SOURCE));
    of(&ID, SOURCE, name, args)
}

/// A search. Those for a text that is seen need all functions.
pub(crate) fn find(by_text: bool, args: Vec<Value>) -> Call {
    static ID: LazyLock<String> = LazyLock::new(|| id(SEARCH));
    if by_text { call("find", args) } else { of(&ID, SEARCH, "find", args) }
}

fn of(id: &'static str, source: &'static str, name: &str, args: Vec<Value>) -> Call {
    let library = Library { id: Cow::Borrowed(id), source: Some(Cow::Borrowed(source)) };
    Call { world: World::Own, code: Code::Member { library, name: name.to_owned() }, args }
}

/// Tells one version of a library from another, also between two builds with the same version number.
fn id(source: &str) -> String {
    let mut hasher = DefaultHasher::new();
    source.hash(&mut hasher);
    format!("deskhand-webdriver-{:016x}", hasher.finish())
}
