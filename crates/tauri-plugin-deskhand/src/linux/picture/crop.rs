//! Which pixels of a picture show a part of a page.

use deskhand_page::PageRect;

/// A part of a picture, in its pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Crop {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) width: i32,
    pub(super) height: i32,
}

/// What of a picture covers a rectangle of the page, where a CSS pixel is `scale` of its own; none when nothing does.
pub(super) fn crop(rect: PageRect, scale: f64, width: i32, height: i32) -> Option<Crop> {
    // Casts to integers end at their limits, and make 0 of what is not a number.
    let from = |start: f64| ((start * scale).floor() as i32).max(0);
    let to = |end: f64, most: i32| ((end * scale).ceil() as i32).min(most);
    let (x, y) = (from(rect.x), from(rect.y));
    let (right, bottom) = (to(rect.x + rect.width, width), to(rect.y + rect.height, height));
    (rect.width > 0.0 && rect.height > 0.0 && x < right && y < bottom).then(|| Crop {
        x,
        y,
        width: right - x,
        height: bottom - y,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rect(x: f64, y: f64, width: f64, height: f64) -> PageRect {
        PageRect { x, y, width, height }
    }

    #[test]
    fn a_part_covers_all_pixels_that_it_touches() {
        let found = crop(rect(10.2, 20.0, 5.0, 5.5), 1.0, 100, 100);
        assert_eq!(found, Some(Crop { x: 10, y: 20, width: 6, height: 6 }));
    }

    #[test]
    fn a_part_is_as_much_larger_as_the_pixels_are_smaller() {
        let found = crop(rect(10.0, 20.0, 5.0, 5.0), 2.0, 100, 100);
        assert_eq!(found, Some(Crop { x: 20, y: 40, width: 10, height: 10 }));
    }

    #[test]
    fn a_part_ends_with_the_picture() {
        let found = crop(rect(-10.0, 90.0, 30.0, 30.0), 1.0, 100, 100);
        assert_eq!(found, Some(Crop { x: 0, y: 90, width: 20, height: 10 }));
    }

    #[test]
    fn what_is_elsewhere_or_has_no_size_is_not_in_the_picture() {
        let nowhere = [
            rect(200.0, 0.0, 5.0, 5.0),
            rect(-20.0, 0.0, 5.0, 5.0),
            rect(5.5, 5.0, 0.0, 5.0),
            rect(f64::NAN, 0.0, f64::NAN, 1.0),
        ];
        for rect in nowhere {
            assert_eq!(crop(rect, 1.0, 100, 100), None, "{rect:?}");
        }
    }
}
