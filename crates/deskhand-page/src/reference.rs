//! How references travel inside JSON values: an object with exactly one of these keys, whose value is the reference.

/// An element.
pub const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";
/// A shadow root.
pub const SHADOW: &str = "shadow-6066-11e4-a52e-4f735466cecf";
/// A frame's window.
pub const FRAME: &str = "frame-075b-4da1-b6ba-e579c2d3230a";
/// The window of a top-level browsing context.
pub const WINDOW: &str = "window-fcc6-11e5-b4f8-330a88ab9d7f";
