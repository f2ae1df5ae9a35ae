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
pub(super) const LARGEST: u32 = i16::MAX as u32;

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

/// Which point of a window its place is told by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gravity {
    /// The corner of the manager's frame; what windows have that do not say anything.
    NorthWest,
    /// The window's own corner, wherever the frame ends.
    Static,
    /// Another one.
    Other,
}

impl Gravity {
    /// From `WM_NORMAL_HINTS`.
    pub(super) fn from_hints(hints: &[u32]) -> Gravity {
        const TELLS_GRAVITY: u32 = 1 << 9;
        let flags = hints.first().copied().unwrap_or(0);
        match hints.get(17).filter(|_| flags & TELLS_GRAVITY != 0) {
            None | Some(1) => Gravity::NorthWest,
            Some(10) => Gravity::Static,
            Some(_) => Gravity::Other,
        }
    }
}

const X_AND_Y: u32 = 0b0011 << 8;
const WIDTH_AND_HEIGHT: u32 = 0b1100 << 8;

/// The data of a `_NET_MOVERESIZE_WINDOW` request that puts the outer frame's corner at `outer`.
///
/// The place is told by the window's own gravity where that is possible. openbox (3.6) remembers the numbers of a request
/// and not by which gravity they were meant, and the window jumps by the width of its frame when it is next restored.
pub(super) fn move_request(
    outer: Point,
    decoration: Insets,
    shadow: Insets,
    gravity: Gravity,
    source: u32,
) -> [u32; 5] {
    const ITS_OWN: u32 = 0;
    const NORTH_WEST: u32 = 1;
    let frame = client_origin(outer, Insets::default(), shadow);
    let (gravity, at) = match gravity {
        Gravity::NorthWest => (ITS_OWN, frame),
        Gravity::Static => (ITS_OWN, client_origin(outer, decoration, shadow)),
        Gravity::Other => (NORTH_WEST, frame),
    };
    [gravity | X_AND_Y | source << 12, at.x as u32, at.y as u32, 0, 0]
}

/// The data of a `_NET_MOVERESIZE_WINDOW` request that gives the content this size. The point that the window's place is
/// told by stays where it is.
pub(super) fn resize_request(content: Size, shadow: Insets, source: u32) -> [u32; 5] {
    let size = client_size(content, shadow);
    [WIDTH_AND_HEIGHT | source << 12, 0, 0, size.width, size.height]
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
        let outer = Point { x: -1, y: 50 };
        let by = |gravity| move_request(outer, DECORATION, SHADOW, gravity, 2);
        assert_eq!(by(Gravity::NorthWest), [0x2300, (-1 - 26_i32) as u32, 50 - 23, 0, 0]);
        assert_eq!(by(Gravity::Static), [0x2300, (-1 + 1 - 26_i32) as u32, 50 + 20 - 23, 0, 0]);
        assert_eq!(by(Gravity::Other), [0x2301, (-1 - 26_i32) as u32, 50 - 23, 0, 0]);
        let request = resize_request(Size { width: 3, height: 4 }, Insets::default(), 2);
        assert_eq!(request, [0x2c00, 0, 0, 3, 4]);
    }

    #[test]
    fn a_window_tells_its_gravity_or_has_the_usual_one() {
        let hints = |flags: u32, gravity: u32| {
            let mut hints = [0; 18];
            (hints[0], hints[17]) = (flags, gravity);
            Gravity::from_hints(&hints)
        };
        assert_eq!(hints(1 << 9, 10), Gravity::Static);
        assert_eq!(hints(1 << 9, 5), Gravity::Other);
        assert_eq!(hints(1 << 9, 1), Gravity::NorthWest);
        assert_eq!(hints(3, 10), Gravity::NorthWest, "it does not say that it does");
        assert_eq!(Gravity::from_hints(&[1 << 9]), Gravity::NorthWest, "cut off");
        assert_eq!(Gravity::from_hints(&[]), Gravity::NorthWest);
    }
}
