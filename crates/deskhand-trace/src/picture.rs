//! Pictures of a size that a trace can hold, and where in them an element is.

use deskhand_engine::ports::Image;
use deskhand_model::{Point, Rect};

/// A picture with what it shows.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    pub(crate) image: Image,
    /// What it shows, in words.
    pub(crate) of: String,
    /// Where its top left corner is on the screen; not known of a picture that somebody else asked for.
    pub(crate) origin: Option<Point>,
    /// Where the step's element is on the screen.
    pub(crate) target: Option<Rect>,
}

impl Picture {
    /// Where the element is in the picture, as far as it is to be seen there.
    pub(crate) fn target_inside(&self) -> Option<Rect> {
        let (origin, target) = (self.origin?, self.target?);
        let moved = target.translated(Point { x: origin.x.saturating_neg(), y: origin.y.saturating_neg() });
        moved.intersection(Rect::new(0, 0, self.image.width, self.image.height))
    }
}

/// How large a picture of this size may be: at most 1.
pub(crate) fn scale(width: u32, height: u32, largest: u32) -> f64 {
    let longest = width.max(height).max(1);
    (f64::from(largest.max(1)) / f64::from(longest)).min(1.0)
}

/// The place that `rect` has in a picture made smaller by `scale`.
pub(crate) fn scaled(rect: Rect, scale: f64) -> Rect {
    let across = |number: i32| (f64::from(number) * scale).round() as i32;
    let size = |number: u32| ((f64::from(number) * scale).round() as u32).max(1);
    Rect::new(across(rect.x), across(rect.y), size(rect.width), size(rect.height))
}

/// The picture with each pixel the mean of those that it stands for; `None` when it has too few bytes for its size.
pub(crate) fn smaller(image: &Image, scale: f64) -> Option<Image> {
    let (from_width, from_height) = (image.width as usize, image.height as usize);
    if image.rgb.len() < from_width.checked_mul(from_height)?.checked_mul(3)? {
        return None;
    }
    let shrunk = |length: u32| ((f64::from(length) * scale).round() as u32).clamp(1, length.max(1));
    let (width, height) = (shrunk(image.width), shrunk(image.height));
    let mut rgb = Vec::with_capacity(width as usize * height as usize * 3);
    for y in 0..height as usize {
        let rows = span(y, height as usize, from_height);
        for x in 0..width as usize {
            let columns = span(x, width as usize, from_width);
            let mut sums = [0u64; 3];
            for row in rows.clone() {
                let start = (row * from_width + columns.start) * 3;
                let end = (row * from_width + columns.end) * 3;
                for pixel in image.rgb.get(start..end)?.chunks_exact(3) {
                    (0..3).for_each(|channel| sums[channel] += u64::from(pixel[channel]));
                }
            }
            let count = (rows.len() * columns.len()).max(1) as u64;
            rgb.extend(sums.map(|sum| (sum / count) as u8));
        }
    }
    Some(Image { width, height, rgb })
}

/// The pixels that the one at `at` of `len` stands for, among `from`; at least one.
fn span(at: usize, len: usize, from: usize) -> std::ops::Range<usize> {
    let start = at * from / len;
    start..((at + 1) * from / len).max(start + 1).min(from)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn gray(width: u32, pixels: &[u8]) -> Image {
        Image {
            width,
            height: pixels.len() as u32 / width,
            rgb: pixels.iter().flat_map(|&gray| [gray; 3]).collect(),
        }
    }

    #[test]
    fn a_picture_is_made_smaller_only_when_it_is_too_large() {
        assert_eq!(scale(1600, 900, 1600), 1.0);
        assert_eq!(scale(100, 3200, 1600), 0.5);
        assert_eq!(scale(0, 0, 1600), 1.0);
    }

    #[test]
    fn pixels_of_a_smaller_picture_are_means() {
        let small = smaller(&gray(4, &[0, 100, 10, 30, 0, 100, 50, 70]), 0.5).unwrap();
        assert_eq!((small.width, small.height), (2, 1));
        assert_eq!(small.rgb, [50, 50, 50, 40, 40, 40]);
    }

    #[test]
    fn a_picture_with_too_few_bytes_is_none_and_no_panic() {
        let image = Image { width: 10, height: 10, rgb: vec![0; 10] };
        assert!(smaller(&image, 0.5).is_none());
        assert!(smaller(&Image { width: u32::MAX, height: u32::MAX, rgb: Vec::new() }, 0.1).is_none());
    }

    #[test]
    fn an_element_is_marked_where_it_is_to_be_seen() {
        let picture = |target| Picture {
            image: gray(4, &[0; 16]),
            of: String::new(),
            origin: Some(Point { x: 100, y: 50 }),
            target,
        };
        let inside = |target| picture(Some(target)).target_inside();
        assert_eq!(inside(Rect::new(101, 52, 2, 1)), Some(Rect::new(1, 2, 2, 1)));
        assert_eq!(inside(Rect::new(103, 50, 9, 9)), Some(Rect::new(3, 0, 1, 4)));
        assert_eq!(inside(Rect::new(0, 0, 5, 5)), None);
        assert_eq!(picture(None).target_inside(), None);
    }
}
