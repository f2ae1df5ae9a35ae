use serde::{Deserialize, Serialize};

/// Where to go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Navigation {
    /// To an address.
    To(String),
    /// To the page before.
    Back,
    /// To the page after.
    Forward,
    /// To the same page again.
    Reload,
}

/// How far a page has loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LoadState {
    /// On its way: nothing is waited for, but for the first document of a view.
    Started,
    /// The document is read (`DOMContentLoaded`).
    Interactive,
    /// The document and all that it shows are there (`load`).
    Complete,
}
