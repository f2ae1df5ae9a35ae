//! Which pixels of a picture show a part of a page.

use deskhand_page::PageRect;

use crate::app::part_of_view;

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
    let part = part_of_view(rect, scale, f64::from(width), f64::from(height))?;
    // Within the picture, whose size was whole numbers of this kind.
    let [x, y, width, height] = [part.x, part.y, part.width, part.height].map(|number| number as i32);
    Some(Crop { x, y, width, height })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_as_much_larger_as_the_pixels_are_smaller() {
        let found = crop(PageRect { x: 10.0, y: 20.0, width: 5.0, height: 95.0 }, 2.0, 100, 100);
        assert_eq!(found, Some(Crop { x: 20, y: 40, width: 10, height: 60 }));
    }
}
