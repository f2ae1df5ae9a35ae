//! Points, sizes and rectangles, in whole pixels.
//!
//! One convention everywhere: the origin is the top left corner, x grows to the right and y downwards.
//! *Screen coordinates* start at the top left corner of the whole screen (the X11 root window, all monitors).
//! *Window coordinates* start at the top left corner of what the user sees of the application's own area: the
//! client area without the window manager's decoration, and without the invisible shadow that client-side
//! decorations draw around it.

/// A position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Point {
    /// Pixels to the right of the origin.
    pub x: i32,
    /// Pixels below the origin.
    pub y: i32,
}

/// An extent; never negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Size {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
}

/// A rectangle: a position and an extent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
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

impl Rect {
    /// A rectangle from its four numbers.
    pub const fn new(x: i32, y: i32, width: u32, height: u32) -> Rect {
        Rect { x, y, width, height }
    }

    /// The top left corner.
    pub const fn origin(self) -> Point {
        Point { x: self.x, y: self.y }
    }

    /// The extent.
    pub const fn size(self) -> Size {
        Size { width: self.width, height: self.height }
    }

    /// The middle, where a pointer would press.
    pub fn center(self) -> Point {
        Point {
            x: self.x.saturating_add((self.width / 2) as i32),
            y: self.y.saturating_add((self.height / 2) as i32),
        }
    }

    /// Whether it covers no pixel.
    pub const fn is_empty(self) -> bool {
        self.width == 0 || self.height == 0
    }

    /// First column to the right of it.
    pub fn right(self) -> i32 {
        self.x.saturating_add_unsigned(self.width)
    }

    /// First row below it.
    pub fn bottom(self) -> i32 {
        self.y.saturating_add_unsigned(self.height)
    }

    /// Whether the pixel at `point` belongs to it.
    pub fn contains(self, point: Point) -> bool {
        point.x >= self.x && point.x < self.right() && point.y >= self.y && point.y < self.bottom()
    }

    /// The part that both cover, if there is one.
    pub fn intersection(self, other: Rect) -> Option<Rect> {
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let (right, bottom) = (self.right().min(other.right()), self.bottom().min(other.bottom()));
        (right > x && bottom > y).then(|| Rect::new(x, y, right.abs_diff(x), bottom.abs_diff(y)))
    }

    /// The same rectangle shifted by `by`.
    pub fn translated(self, by: Point) -> Rect {
        Rect { x: self.x.saturating_add(by.x), y: self.y.saturating_add(by.y), ..self }
    }

    /// The rectangle without `insets` on its four sides.
    pub fn shrunk(self, insets: Insets) -> Rect {
        Rect {
            x: self.x.saturating_add_unsigned(insets.left),
            y: self.y.saturating_add_unsigned(insets.top),
            width: self.width.saturating_sub(insets.left.saturating_add(insets.right)),
            height: self.height.saturating_sub(insets.top.saturating_add(insets.bottom)),
        }
    }

    /// The rectangle with `insets` added on its four sides.
    pub fn grown(self, insets: Insets) -> Rect {
        Rect {
            x: self.x.saturating_sub_unsigned(insets.left),
            y: self.y.saturating_sub_unsigned(insets.top),
            width: self.width.saturating_add(insets.left.saturating_add(insets.right)),
            height: self.height.saturating_add(insets.top.saturating_add(insets.bottom)),
        }
    }
}

/// Widths of the four borders of something: decoration, shadow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Insets {
    /// Left border.
    pub left: u32,
    /// Right border.
    pub right: u32,
    /// Top border.
    pub top: u32,
    /// Bottom border.
    pub bottom: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growing_undoes_shrinking() {
        let insets = Insets { left: 1, right: 2, top: 3, bottom: 4 };
        let rect = Rect::new(10, 20, 100, 50);
        assert_eq!(rect.grown(insets).shrunk(insets), rect);
    }

    #[test]
    fn extreme_numbers_saturate_instead_of_wrapping() {
        let rect = Rect::new(i32::MAX, i32::MIN, u32::MAX, u32::MAX);
        assert_eq!(rect.right(), i32::MAX);
        assert_eq!(rect.translated(Point { x: 5, y: -5 }).x, i32::MAX);
        assert_eq!(rect.center().x, i32::MAX);
        let everything = Rect::new(i32::MIN, i32::MIN, u32::MAX, u32::MAX);
        assert_eq!(everything.intersection(everything), Some(everything));
    }

    #[test]
    fn rectangles_that_only_touch_do_not_intersect() {
        let left = Rect::new(0, 0, 10, 10);
        assert_eq!(left.intersection(Rect::new(10, 0, 10, 10)), None);
        assert_eq!(left.intersection(Rect::new(9, 9, 10, 10)), Some(Rect::new(9, 9, 1, 1)));
    }
}
