//! The place in the window, and the size.

use deskhand_model::{Point, Rect, Size};

use super::Grade;

/// How far away an element can be and still be at its place, in pixels.
const NEAR: i32 = 50;

/// How far two places can be apart that are the same, in pixels.
const SAME: i32 = 6;

/// Differences in size that do not count, in pixels.
const SLACK: u32 = 2;

/// How things that were recognised have moved: where each was, and by how much it moved.
#[derive(Clone, Debug, Default)]
pub(in crate::heal) struct Moves {
    moved: Vec<(Point, Point)>,
    /// What most of them did.
    shift: Option<Point>,
}

impl Moves {
    pub(in crate::heal) fn new(pairs: impl IntoIterator<Item = (Rect, Rect)>) -> Moves {
        let moved: Vec<(Point, Point)> = pairs
            .into_iter()
            .map(|(then, now)| (then.origin(), difference(now.origin(), then.origin())))
            .collect();
        let shift = (!moved.is_empty()).then(|| Point {
            x: median(moved.iter().map(|m| m.1.x)),
            y: median(moved.iter().map(|m| m.1.y)),
        });
        Moves { moved, shift }
    }

    /// How many stayed where they were, or moved as most did; and how many there are.
    pub(in crate::heal) fn kept(&self) -> (usize, usize) {
        let shift = self.shift.unwrap_or_default();
        let stays = |by: Point| apart(by, Point::default()) <= SAME || apart(by, shift) <= SAME;
        (self.moved.iter().filter(|(_, by)| stays(*by)).count(), self.moved.len())
    }

    /// Whether something that was at `then` is at its place at `now`: where it was, where it would be in a window of the
    /// new size, or where it would be had it moved as most have, or as the nearest thing has.
    pub(in crate::heal) fn compare(
        &self,
        then: Option<Rect>,
        now: Option<Rect>,
        windows: (Option<Size>, Option<Size>),
    ) -> Grade {
        let (Some(then), Some(now)) = (then, now) else { return Grade::Unknown };
        let distance = |place: Point| off(Rect { x: place.x, y: place.y, ..then }, now);
        match self.expected(then, windows).map(distance).min() {
            Some(distance) if distance <= SAME => Grade::Same,
            Some(distance) if distance <= NEAR => Grade::Nearly,
            _ => Grade::Different,
        }
    }

    fn expected(
        &self,
        then: Rect,
        windows: (Option<Size>, Option<Size>),
    ) -> impl Iterator<Item = Point> + use<> {
        let origin = then.origin();
        let plus = |by: Point| Point { x: origin.x.saturating_add(by.x), y: origin.y.saturating_add(by.y) };
        let nearest =
            self.moved.iter().min_by_key(|(place, _)| apart(*place, origin)).map(|(_, by)| plus(*by));
        let resized = match windows {
            (Some(old), Some(new)) if old != new => {
                let grown = Point {
                    x: new.width as i32 - old.width as i32,
                    y: new.height as i32 - old.height as i32,
                };
                // Anchored to the right, to the bottom, to both, or in the middle.
                [(1, 0, 1), (0, 1, 1), (1, 1, 1), (1, 0, 2), (1, 1, 2)]
                    .map(|(across, down, part)| {
                        Some(plus(Point { x: grown.x * across / part, y: grown.y * down / part }))
                    })
                    .to_vec()
            }
            _ => Vec::new(),
        };
        // Where most have moved, what stayed behind is no longer at its place.
        let usual = self.shift.map_or(origin, plus);
        [Some(usual), nearest].into_iter().chain(resized).flatten()
    }
}

/// Whether two extents are the same.
pub(super) fn same_size(then: Option<Rect>, now: Option<Rect>) -> Grade {
    let (Some(then), Some(now)) = (then, now) else { return Grade::Unknown };
    let off = |a: u32, b: u32| (a.abs_diff(b), a.max(b) / 4);
    let (across, wide) = off(then.width, now.width);
    let (down, tall) = off(then.height, now.height);
    if across <= SLACK && down <= SLACK {
        Grade::Same
    } else if across <= wide.max(SLACK) && down <= tall.max(SLACK) {
        Grade::Nearly
    } else {
        Grade::Different
    }
}

/// How far an element is from its place. Another label makes it wider or narrower, so that only its left side, its right
/// side or its middle stays where it was, as it is aligned.
fn off(place: Rect, now: Rect) -> i32 {
    let nearest =
        |sides: [(i32, i32); 3]| sides.into_iter().map(|(a, b)| far(a, b)).min().unwrap_or(i32::MAX);
    let (old, new) = (place.center(), now.center());
    let across = nearest([(place.x, now.x), (place.right(), now.right()), (old.x, new.x)]);
    let down = nearest([(place.y, now.y), (place.bottom(), now.bottom()), (old.y, new.y)]);
    across.max(down)
}

fn far(a: i32, b: i32) -> i32 {
    i32::try_from(a.abs_diff(b)).unwrap_or(i32::MAX)
}

fn difference(a: Point, b: Point) -> Point {
    Point { x: a.x.saturating_sub(b.x), y: a.y.saturating_sub(b.y) }
}

/// The longer of the two distances, across and down.
fn apart(a: Point, b: Point) -> i32 {
    far(a.x, b.x).max(far(a.y, b.y))
}

fn median(values: impl Iterator<Item = i32>) -> i32 {
    let mut values: Vec<i32> = values.collect();
    values.sort_unstable();
    values.get(values.len() / 2).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: i32, y: i32) -> Option<Rect> {
        Some(Rect::new(x, y, 80, 24))
    }

    #[track_caller]
    fn check(moves: &Moves, then: Option<Rect>, now: Option<Rect>, expected: Grade) {
        assert_eq!(moves.compare(then, now, (None, None)), expected, "{then:?} {now:?}");
    }

    #[test]
    fn fifty_pixels_are_near() {
        let none = Moves::default();
        check(&none, at(10, 10), at(12, 8), Grade::Same);
        check(&none, at(10, 10), at(60, 10), Grade::Nearly);
        check(&none, at(10, 10), at(61, 10), Grade::Different);
        check(&none, None, at(10, 10), Grade::Unknown);
        check(&none, at(i32::MIN, 0), at(i32::MAX, 0), Grade::Different);
    }

    #[test]
    fn one_side_that_stays_is_enough() {
        let wide = |x, width| Some(Rect::new(x, 10, width, 24));
        check(&Moves::default(), wide(100, 80), wide(60, 120), Grade::Same);
        check(&Moves::default(), wide(100, 80), wide(80, 120), Grade::Same);
        check(&Moves::default(), wide(100, 80), wide(70, 80), Grade::Nearly);
    }

    #[test]
    fn what_moved_with_everything_else_is_at_its_place() {
        let pairs = [0, 100, 200].map(|y| (Rect::new(0, y, 9, 9), Rect::new(300, y, 9, 9)));
        let moves = Moves::new(pairs);
        check(&moves, at(0, 150), at(300, 150), Grade::Same);
        check(&moves, at(0, 150), at(0, 150), Grade::Different);
        assert_eq!(moves.kept(), (3, 3));
    }

    #[test]
    fn a_wider_window_takes_what_is_on_its_right_along() {
        let size = |width| Some(Size { width, height: 300 });
        let grade = |x| Moves::default().compare(at(300, 9), at(x, 9), (size(400), size(600)));
        assert_eq!(
            [grade(500), grade(400), grade(300), grade(200)].map(|g| g == Grade::Same),
            [true, true, true, false]
        );
    }

    #[test]
    fn a_little_larger_is_nearly_the_same_size() {
        let sized = |width| Some(Rect::new(0, 0, width, 24));
        assert_eq!(same_size(sized(80), sized(81)), Grade::Same);
        assert_eq!(same_size(sized(80), sized(95)), Grade::Nearly);
        assert_eq!(same_size(sized(80), sized(180)), Grade::Different);
    }
}
