//! Rectangles and borders, in whole pixels from the top left.

use deskhand_model as model;
use schemars::JsonSchema;
use serde::Serialize;

/// A rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Rect {
    /// Left edge.
    pub x: i32,
    /// Top edge.
    pub y: i32,
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
}

impl From<model::Rect> for Rect {
    fn from(rect: model::Rect) -> Rect {
        Rect { x: rect.x, y: rect.y, width: rect.width, height: rect.height }
    }
}

/// Widths of four borders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Insets {
    pub left: u32,
    pub right: u32,
    pub top: u32,
    pub bottom: u32,
}

impl From<model::Insets> for Insets {
    fn from(insets: model::Insets) -> Insets {
        Insets { left: insets.left, right: insets.right, top: insets.top, bottom: insets.bottom }
    }
}
