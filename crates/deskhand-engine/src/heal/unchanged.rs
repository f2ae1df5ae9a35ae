//! Whether an element still looks as it was recorded, so that the record can stay as it is. Pure.

use deskhand_model::{Rect, Size};

use super::fingerprint::{Fingerprint, Other};
use crate::ports::Image;

/// How far something may move or grow, in pixels, and be where it was: fonts and rounding do that.
const SHIFT: u32 = 2;

/// How different two pictures of the same size may be on average, in steps of 256, and show the same look: smooth edges,
/// a pointer above it or the focus are less, another theme or icon is more.
const NOISE: u64 = 16;

/// Whether there is nothing new in `now`.
pub(super) fn is_unchanged(then: &Fingerprint, now: &Fingerprint) -> bool {
    is_near(then.bounds, now.bounds)
        && is_near(then.window_size.map(from_origin), now.window_size.map(from_origin))
        && then.others.len() == now.others.len()
        && then.others.iter().zip(&now.others).all(|(then, now)| is_same_other(then, now))
        && looks_the_same(then.thumbnail.as_deref(), now.thumbnail.as_deref())
        && words(then) == words(now)
}

/// All that does not depend on a pixel.
fn words(of: &Fingerprint) -> Fingerprint {
    Fingerprint { others: Vec::new(), bounds: None, window_size: None, thumbnail: None, ..of.clone() }
}

fn is_same_other(then: &Other, now: &Other) -> bool {
    let placed_as_now = Other { bounds: now.bounds, ..then.clone() };
    is_near(then.bounds, now.bounds) && placed_as_now == *now
}

fn is_near(then: Option<Rect>, now: Option<Rect>) -> bool {
    match (then, now) {
        (Some(then), Some(now)) => {
            let moved = [then.x.abs_diff(now.x), then.y.abs_diff(now.y)];
            let grown = [then.width.abs_diff(now.width), then.height.abs_diff(now.height)];
            moved.iter().chain(&grown).all(|&by| by <= SHIFT)
        }
        (then, now) => then == now,
    }
}

fn from_origin(size: Size) -> Rect {
    Rect::new(0, 0, size.width, size.height)
}

/// Whether two pictures show the same. Where only the sizes differ a little, the part that both have is compared. No
/// picture is no news.
fn looks_the_same(then: Option<&Image>, now: Option<&Image>) -> bool {
    let (then, now) = match (then, now) {
        (Some(then), Some(now)) => (then, now),
        (None, Some(_)) => return false,
        (_, None) => return true,
    };
    let size = |of: &Image| Some(Rect::new(0, 0, of.width, of.height));
    if !is_near(size(then), size(now)) {
        return false;
    }
    let (width, height) = (then.width.min(now.width) as usize * 3, then.height.min(now.height) as usize);
    let rows = (0..height).map(|y| (row(then, y, width), row(now, y, width)));
    let different: u64 = rows.map(|(then, now)| difference(then, now)).sum();
    different <= NOISE * (width * height) as u64
}

/// The beginning of a row of pixels.
fn row(of: &Image, y: usize, width: usize) -> &[u8] {
    let start = y * of.width as usize * 3;
    of.rgb.get(start..start + width).unwrap_or_default()
}

fn difference(then: &[u8], now: &[u8]) -> u64 {
    then.iter().zip(now).map(|(then, now)| u64::from(then.abs_diff(*now))).sum()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use deskhand_model::Role;

    use super::*;
    use crate::heal::{Neighbour, Step};

    fn picture(width: u32, level: u8) -> Option<Arc<Image>> {
        Some(Arc::new(Image { width, height: 10, rgb: vec![level; width as usize * 30] }))
    }

    fn save() -> Fingerprint {
        let step = Step { role: Role::Button, name: "Save".into(), id: String::new(), nth: 1, of: 3 };
        let other = Other {
            role: Role::Button,
            name: "Save All".into(),
            description: String::new(),
            id: String::new(),
            test_id: String::new(),
            before: None,
            after: None,
            bounds: Some(Rect::new(70, 10, 50, 20)),
        };
        Fingerprint {
            role: Role::Button,
            name: "Save".into(),
            description: String::new(),
            test_id: String::new(),
            id: String::new(),
            window: "Editor".into(),
            path: vec![step],
            before: vec![Neighbour { name: "Open".into(), id: String::new() }],
            after: Vec::new(),
            others: vec![other],
            bounds: Some(Rect::new(10, 10, 50, 20)),
            window_size: Some(Size { width: 600, height: 300 }),
            thumbnail: picture(50, 100),
        }
    }

    #[test]
    fn a_pixel_or_two_are_no_news() {
        let mut now = save();
        now.bounds = Some(Rect::new(12, 9, 51, 20));
        now.others[0].bounds = Some(Rect::new(72, 10, 50, 20));
        now.window_size = Some(Size { width: 601, height: 299 });
        now.thumbnail = picture(51, 110);
        assert!(is_unchanged(&save(), &now));
    }

    #[test]
    fn a_picture_that_could_not_be_taken_is_no_news() {
        let blind = Fingerprint { thumbnail: None, ..save() };
        assert!(is_unchanged(&save(), &blind));
        assert!(!is_unchanged(&blind, &save()));
    }

    #[test]
    fn whatever_else_is_different_is_news() {
        let changes: [fn(&mut Fingerprint); 8] = [
            |now| now.name = "Save…".into(),
            |now| now.window = "Editor 2".into(),
            |now| now.path[0].of = 4,
            |now| now.before.clear(),
            |now| now.others[0].name = "Save As".into(),
            |now| now.others[0].bounds = None,
            |now| now.bounds = Some(Rect::new(13, 10, 50, 20)),
            |now| now.thumbnail = picture(50, 200),
        ];
        for (at, change) in changes.iter().enumerate() {
            let mut now = save();
            change(&mut now);
            assert!(!is_unchanged(&save(), &now), "change {at}");
        }
    }
}
