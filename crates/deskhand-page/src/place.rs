use std::fmt;

use serde::{Deserialize, Serialize};

/// A web view: a top-level browsing context. The same for as long as the view is open, whatever it shows.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ViewId(pub String);

/// A frame of a view, at any depth. The same for as long as the frame is there, whatever it shows.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FrameId(pub String);

impl fmt::Display for ViewId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for FrameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The document that something is asked of: the top one of a view, or that of a frame in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Place {
    /// The web view.
    pub view: ViewId,
    /// The frames from the top document down to the one that is meant; empty for the top document.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub frames: Vec<FrameId>,
}

impl Place {
    /// The top document of a view.
    pub fn top(view: ViewId) -> Place {
        Place { view, frames: Vec::new() }
    }
}

/// Which frame of a document is meant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FrameChoice {
    /// The frame with this number in `window.frames`.
    Index(u32),
    /// The frame that this element (an `iframe` or `frame`) shows, by its reference.
    Node(String),
}
