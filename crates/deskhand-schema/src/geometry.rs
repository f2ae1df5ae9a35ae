//! Places, extents, rectangles and borders, in whole pixels from the top left.

use deskhand_model as model;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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

impl From<Rect> for model::Rect {
    fn from(rect: Rect) -> model::Rect {
        model::Rect { x: rect.x, y: rect.y, width: rect.width, height: rect.height }
    }
}

/// Widths of four borders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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

impl From<Insets> for model::Insets {
    fn from(insets: Insets) -> model::Insets {
        model::Insets { left: insets.left, right: insets.right, top: insets.top, bottom: insets.bottom }
    }
}

/// A place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Point {
    /// Pixels to the right.
    pub x: i32,
    /// Pixels down.
    pub y: i32,
}

impl From<model::Point> for Point {
    fn from(point: model::Point) -> Point {
        Point { x: point.x, y: point.y }
    }
}

impl From<Point> for model::Point {
    fn from(point: Point) -> model::Point {
        model::Point { x: point.x, y: point.y }
    }
}

/// An extent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Size {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
}

impl From<model::Size> for Size {
    fn from(size: model::Size) -> Size {
        Size { width: size.width, height: size.height }
    }
}

impl From<Size> for model::Size {
    fn from(size: Size) -> model::Size {
        model::Size { width: size.width, height: size.height }
    }
}
