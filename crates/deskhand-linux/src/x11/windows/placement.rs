//! Where a window has to be asked to go so that it ends up where the user wants it.
//!
//! Three rectangles are in play: what the user sees (*outer*: with the manager's decoration, without shadow), the
//! application's area without shadow (*content*), and the X window itself (*client*: without decoration, with the
//! shadow that GTK and Chromium draw inside of it). People and [`Window::outer`] speak of the first two, X11 of
//! the third.
//!
//! [`Window::outer`]: deskhand_model::Window::outer

use deskhand_model::{Insets, Point, Size};

/// Widest and highest that an X window can be.
const LARGEST: u32 = i16::MAX as u32;

/// Where the client's corner has to be for the outer frame's corner to be at `outer`.
pub(super) fn client_origin(outer: Point, decoration: Insets, shadow: Insets) -> Point {
    Point {
        x: outer.x.saturating_add_unsigned(decoration.left).saturating_sub_unsigned(shadow.left),
        y: outer.y.saturating_add_unsigned(decoration.top).saturating_sub_unsigned(shadow.top),
    }
}

/// How large the client has to be for the content to have this size.
pub(super) fn client_size(content: Size, shadow: Insets) -> Size {
    let sum = |size: u32, before: u32, after: u32| {
        size.saturating_add(before).saturating_add(after).clamp(1, LARGEST)
    };
    Size {
        width: sum(content.width, shadow.left, shadow.right),
        height: sum(content.height, shadow.top, shadow.bottom),
    }
}

/// Which numbers of a `_NET_MOVERESIZE_WINDOW` request are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Position(Point),
    Size(Size),
}

/// The data of a `_NET_MOVERESIZE_WINDOW` request. With static gravity the position is the client's own, wherever
/// the manager's decoration ends; the other gravities would be relative to the frame.
pub(super) fn move_resize_request(part: Part, source: u32) -> [u32; 5] {
    const STATIC: u32 = 10;
    const X_AND_Y: u32 = 0b0011 << 8;
    const WIDTH_AND_HEIGHT: u32 = 0b1100 << 8;
    let from = source << 12;
    match part {
        Part::Position(at) => [STATIC | X_AND_Y | from, at.x as u32, at.y as u32, 0, 0],
        Part::Size(size) => [STATIC | WIDTH_AND_HEIGHT | from, 0, 0, size.width, size.height],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskhand_model::Rect;

    const DECORATION: Insets = Insets { left: 1, right: 1, top: 20, bottom: 5 };
    const SHADOW: Insets = Insets { left: 26, right: 26, top: 23, bottom: 29 };

    #[test]
    fn the_outer_corner_ends_up_where_it_was_asked_to() {
        for (decoration, shadow) in
            [(DECORATION, Insets::default()), (Insets::default(), SHADOW), (DECORATION, SHADOW)]
        {
            let at = client_origin(Point { x: 100, y: -7 }, decoration, shadow);
            let outer = Rect::new(at.x, at.y, 500, 400).shrunk(shadow).grown(decoration);
            assert_eq!(outer.origin(), Point { x: 100, y: -7 });
        }
    }

    #[test]
    fn the_content_gets_the_size_that_was_asked_for() {
        let size = client_size(Size { width: 300, height: 200 }, SHADOW);
        assert_eq!(
            Rect::new(0, 0, size.width, size.height).shrunk(SHADOW).size(),
            Size { width: 300, height: 200 }
        );
    }

    #[test]
    fn impossible_sizes_become_the_nearest_possible_ones() {
        assert_eq!(
            client_size(Size { width: 0, height: 0 }, Insets::default()),
            Size { width: 1, height: 1 }
        );
        let size = client_size(Size { width: u32::MAX, height: 40_000 }, SHADOW);
        assert_eq!(size, Size { width: LARGEST, height: LARGEST });
    }

    #[test]
    fn a_request_names_only_the_numbers_that_it_changes() {
        let request = move_resize_request(Part::Position(Point { x: -1, y: 2 }), 2);
        assert_eq!(request, [10 | 0x300 | 0x2000, u32::MAX, 2, 0, 0]);
        let request = move_resize_request(Part::Size(Size { width: 3, height: 4 }), 2);
        assert_eq!(request, [10 | 0xc00 | 0x2000, 0, 0, 3, 4]);
    }
}
