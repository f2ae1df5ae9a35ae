use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Where a function runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum World {
    /// Beside the page: the same document, other globals. The page sees nothing of it and cannot change what it uses.
    Own,
    /// In the page, among its globals.
    Page,
}

/// A function to call in a document.
///
/// It may return a promise, which is waited for. What it returns is cloned as WebDriver says: nodes, shadow roots and
/// windows become references; something that refers to itself is a fault.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Call {
    /// Where it runs.
    pub world: World,
    /// What is called.
    pub code: Code,
    /// Its arguments. References in them, at any depth, become what they refer to.
    #[serde(default)]
    pub args: Vec<Value>,
}

/// The code of a call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The text between the braces of a function, which reads its arguments from `arguments`.
    Body(String),
    /// A function of a library, by name. Only in a world of our own.
    Member {
        /// The library.
        library: Library,
        /// The property of the library's value that is called.
        name: String,
    },
}

/// Functions that are handed to a document once and then called by name. They are long and named often, so they are borrowed
/// where that can be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Library {
    /// Tells this library and this version of it from all others.
    pub id: Cow<'static, str>,
    /// An expression whose value is an object with functions. Left out when the document is thought to have it; one
    /// that does not answers with [`crate::FaultKind::LibraryMissing`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Cow<'static, str>>,
}
