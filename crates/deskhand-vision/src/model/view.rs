//! The part of a picture that a model is shown.

use deskhand_engine::ports::{Image, Sight};
use deskhand_model::{Insets, Point, Rect};

use crate::picture::{crop, resized};

/// At least so many pixels around the element's former place are shown.
const MARGIN: u32 = 160;

/// Most pixels across and down that are sent.
const LARGEST: u32 = 1024;

/// A place may stick out by so many pixels: models round.
const ROUNDING: i32 = 2;

/// A part of a picture, at a size that can be sent.
#[derive(Debug)]
pub(super) struct View {
    pub(super) image: Image,
    /// Where it begins in the picture.
    origin: Point,
    /// Its size in the picture.
    size: (u32, u32),
}

impl View {
    /// What is shown of a sight: the surroundings of the former place, or all when that is not known or not in the picture.
    pub(super) fn of(sight: &Sight) -> View {
        let surroundings = sight.former.filter(|former| !former.is_empty()).map(surroundings);
        let part = surroundings.and_then(|area| crop(&sight.picture, area));
        let (image, origin) = part.unwrap_or_else(|| (Image::clone(&sight.picture), Point::default()));
        let size = (image.width, image.height);
        let longest = size.0.max(size.1);
        let scaled = |length: u32| {
            ((u64::from(length) * u64::from(LARGEST) / u64::from(longest.max(1))) as u32).max(1)
        };
        let image = match longest > LARGEST {
            true => resized(&image, scaled(size.0), scaled(size.1)),
            false => image,
        };
        View { image, origin, size }
    }

    /// A place in the view as one in the picture; nothing when it is not inside of the view.
    pub(super) fn back(&self, place: Rect) -> Option<Rect> {
        let (width, height) = (self.image.width, self.image.height);
        let sticks_out = place.x < -ROUNDING
            || place.y < -ROUNDING
            || place.right() > width as i32 + ROUNDING
            || place.bottom() > height as i32 + ROUNDING;
        let place = place.intersection(Rect::new(0, 0, width, height)).filter(|_| !sticks_out)?;
        let across = |x: i32| (f64::from(x) * f64::from(self.size.0) / f64::from(width)).round() as i32;
        let down = |y: i32| (f64::from(y) * f64::from(self.size.1) / f64::from(height)).round() as i32;
        let (x, y) = (across(place.x), down(place.y));
        let (right, bottom) = (across(place.right()), down(place.bottom()));
        Some(Rect::new(x, y, right.abs_diff(x), bottom.abs_diff(y)).translated(self.origin))
    }
}

/// The former place with so much around it that a thing which moved is still there.
fn surroundings(former: Rect) -> Rect {
    let across = MARGIN.max(former.width.saturating_mul(2));
    let down = MARGIN.max(former.height.saturating_mul(2));
    former.grown(Insets { left: across, right: across, top: down, bottom: down })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use deskhand_model::Role;

    use super::*;

    fn sight(width: u32, height: u32, former: Option<Rect>) -> Sight {
        let picture = Image { width, height, rgb: vec![7; width as usize * height as usize * 3] };
        Sight { picture: Arc::new(picture), thumbnail: None, former, name: String::new(), role: Role::Button }
    }

    #[test]
    fn only_the_surroundings_of_the_former_place_are_shown() {
        let view = View::of(&sight(2000, 1500, Some(Rect::new(600, 500, 100, 30))));
        assert_eq!((view.image.width, view.image.height), (100 + 2 * 200, 30 + 2 * 160));
        assert_eq!(view.back(Rect::new(200, 160, 100, 30)), Some(Rect::new(600, 500, 100, 30)));
    }

    #[test]
    fn at_the_border_the_surroundings_end() {
        let view = View::of(&sight(400, 300, Some(Rect::new(0, 280, 50, 20))));
        assert_eq!((view.image.width, view.image.height), (210, 180));
        assert_eq!(view.back(Rect::new(0, 0, 10, 10)), Some(Rect::new(0, 120, 10, 10)));
    }

    #[test]
    fn everything_is_shown_when_the_place_is_unknown_or_elsewhere() {
        for former in [None, Some(Rect::new(5000, 5000, 10, 10)), Some(Rect::new(5, 5, 0, 0))] {
            let view = View::of(&sight(300, 200, former));
            assert_eq!((view.image.width, view.image.height), (300, 200), "{former:?}");
        }
    }

    #[test]
    fn a_large_picture_is_sent_smaller_and_places_map_back() {
        let view = View::of(&sight(4096, 1000, None));
        assert_eq!((view.image.width, view.image.height), (1024, 250));
        assert_eq!(view.back(Rect::new(100, 50, 25, 10)), Some(Rect::new(400, 200, 100, 40)));
        let view = View::of(&sight(16_000, 1, None));
        assert_eq!((view.image.width, view.image.height), (1024, 1));
    }

    #[test]
    fn a_place_out_of_the_picture_is_nowhere() {
        let view = View::of(&sight(300, 200, None));
        for place in [
            Rect::new(290, 10, 50, 10),
            Rect::new(-20, 10, 30, 10),
            Rect::new(400, 300, 10, 10),
            Rect::new(0, 0, 1000, 1000),
            Rect::new(300, 10, 2, 2),
        ] {
            assert_eq!(view.back(place), None, "{place:?}");
        }
        assert_eq!(view.back(Rect::new(290, 190, 11, 12)), Some(Rect::new(290, 190, 10, 10)));
    }
}
