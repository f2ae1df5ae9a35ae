//! How an element looked when its locator last matched: the evidence for finding it again.

use std::sync::Arc;

use deskhand_model::{Rect, Role, Size};

use crate::ports::Image;

/// What a fingerprint belongs to: a locator as it is written in a test.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LocatorKey {
    /// The application's name. Not its process, which is another one in every run.
    pub app: String,
    /// The query as written.
    pub query: String,
    /// Which of several matches.
    pub nth: Option<usize>,
}

/// How an element looked.
#[derive(Clone, Debug, PartialEq)]
pub struct Fingerprint {
    /// Its role.
    pub role: Role,
    /// Its name.
    pub name: String,
    /// Its description.
    pub description: String,
    /// The id that its developer set for tests, where the toolkit tells it.
    pub test_id: String,
    /// Its identifier.
    pub id: String,
    /// The title of its window.
    pub window: String,
    /// The way to it: from the child of its window down to itself.
    pub path: Vec<Step>,
    /// What comes before it in tree order and has a name or an identifier, the nearest first.
    pub before: Vec<Neighbour>,
    /// What comes after it in tree order and has a name or an identifier, the nearest first.
    pub after: Vec<Neighbour>,
    /// Other elements that one could have taken for it at that time. What is one of these is not it.
    pub others: Vec<Other>,
    /// Where it was, in the coordinates of its window.
    pub bounds: Option<Rect>,
    /// How large its window was.
    pub window_size: Option<Size>,
    /// How it looked.
    pub thumbnail: Option<Arc<Image>>,
}

/// One step of the way to an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Role of the element on the way.
    pub role: Role,
    /// Its name.
    pub name: String,
    /// Its identifier.
    pub id: String,
    /// How many of its siblings with the same role come before it.
    pub nth: usize,
    /// How many siblings there are with the same role, itself included.
    pub of: usize,
}

/// Something beside an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Neighbour {
    /// Its name.
    pub name: String,
    /// Its identifier.
    pub id: String,
}

/// An element that was not it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Other {
    /// Its role.
    pub role: Role,
    /// Its name.
    pub name: String,
    /// Its description.
    pub description: String,
    /// Its identifier.
    pub id: String,
    /// The id that its developer set for tests.
    pub test_id: String,
    /// The nearest thing before it in tree order that has a name or an identifier.
    pub before: Option<Neighbour>,
    /// The nearest thing after it in tree order that has a name or an identifier.
    pub after: Option<Neighbour>,
    /// Where it was, in the coordinates of its window.
    pub bounds: Option<Rect>,
}
