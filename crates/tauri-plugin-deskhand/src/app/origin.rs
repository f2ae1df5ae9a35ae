//! Where in its view a document is.

use deskhand_page::PageRect;
use serde::Deserialize;

/// A point of a page's viewport.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Point {
    /// From the left.
    pub(crate) x: f64,
    /// From the top.
    pub(crate) y: f64,
}

/// The corner of a viewport, and how many pixels of what is around it make one of its own.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub(crate) struct Origin {
    x: f64,
    y: f64,
    across: f64,
    down: f64,
}

impl Origin {
    /// That of the top document.
    pub(crate) const TOP: Origin = Origin { x: 0.0, y: 0.0, across: 1.0, down: 1.0 };

    /// That of a frame in here.
    pub(crate) fn of_frame(self, frame: Origin) -> Origin {
        let Point { x, y } = self.point(frame.x, frame.y);
        Origin { x, y, across: self.across * frame.across, down: self.down * frame.down }
    }

    /// A rectangle of this viewport in the view.
    pub(crate) fn rectangle(self, part: PageRect) -> PageRect {
        let Point { x, y } = self.point(part.x, part.y);
        PageRect { x, y, width: self.across * part.width, height: self.down * part.height }
    }

    /// A point of this viewport in the view.
    pub(crate) fn point(self, x: f64, y: f64) -> Point {
        Point { x: self.x + self.across * x, y: self.y + self.down * y }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_of_the_top_document_is_where_it_is() {
        assert_eq!(Origin::TOP.point(3.0, 4.0), Point { x: 3.0, y: 4.0 });
    }

    #[test]
    fn a_frame_in_a_scaled_frame_is_scaled_too() {
        let outer = Origin { x: 100.0, y: 50.0, across: 0.5, down: 2.0 };
        let inner = Origin { x: 10.0, y: 10.0, across: 1.0, down: 1.0 };
        let origin = Origin::TOP.of_frame(outer).of_frame(inner);
        assert_eq!(origin.point(2.0, 2.0), Point { x: 106.0, y: 74.0 });
    }
}
