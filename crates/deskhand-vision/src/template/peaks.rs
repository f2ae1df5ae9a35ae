//! The best of many places.

use deskhand_model::Rect;

use super::search::Find;

/// Places that are so much less like the pattern than the best one are not followed.
const BEHIND: f32 = 0.5;

/// A place in a halved picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Peak {
    pub(super) x: usize,
    pub(super) y: usize,
    /// 0 to 1.
    pub(super) likeness: f32,
}

impl Peak {
    /// The same place in the next finer picture.
    pub(super) fn doubled(self) -> Peak {
        Peak { x: self.x * 2, y: self.y * 2, ..self }
    }

    /// The place in the picture itself, when it was halved `times` times.
    pub(super) fn find(self, times: usize, (width, height): (usize, usize)) -> Find {
        let place =
            Rect::new((self.x << times) as i32, (self.y << times) as i32, width as u32, height as u32);
        Find { place, likeness: self.likeness }
    }
}

/// The places of a map, row by row, that no neighbour is better than.
pub(super) fn peaks(likeness: &[f32], width: usize) -> Vec<Peak> {
    let height = likeness.len() / width.max(1);
    let mut found = Vec::new();
    for y in 0..height {
        for x in 0..width {
            let here = likeness[y * width + x];
            if here > 0.0 && is_peak(likeness, width, (x, y)) {
                found.push(Peak { x, y, likeness: here });
            }
        }
    }
    found
}

/// The best `most`, best first, without those that are far behind the best one, or beside a better one.
pub(super) fn foremost(mut found: Vec<Peak>, most: usize) -> Vec<Peak> {
    found.sort_by(|left, right| right.likeness.total_cmp(&left.likeness));
    let least = found.first().map_or(0.0, |peak| peak.likeness - BEHIND);
    let mut apart: Vec<Peak> = Vec::with_capacity(most);
    for peak in found {
        if peak.likeness < least || apart.len() == most {
            break;
        }
        if !apart.iter().any(|better| peak.x.abs_diff(better.x) <= 1 && peak.y.abs_diff(better.y) <= 1) {
            apart.push(peak);
        }
    }
    apart
}

/// Whether no neighbour is better, and none before it as good: of a plateau, the first is the peak.
fn is_peak(likeness: &[f32], width: usize, (x, y): (usize, usize)) -> bool {
    let height = likeness.len() / width;
    let here = likeness[y * width + x];
    let rows = y.saturating_sub(1)..=(y + 1).min(height - 1);
    rows.flat_map(|row| (x.saturating_sub(1)..=(x + 1).min(width - 1)).map(move |column| (row, column))).all(
        |at| {
            let there = likeness[at.0 * width + at.1];
            if at < (y, x) { there < here } else { there <= here }
        },
    )
}

/// The best finds, best first, of which no two show the same place.
pub(super) fn best_apart(mut finds: Vec<Find>, most: usize) -> Vec<Find> {
    finds.sort_by(|left, right| right.likeness.total_cmp(&left.likeness));
    let mut apart: Vec<Find> = Vec::new();
    for find in finds {
        if apart.len() < most && !apart.iter().any(|other| is_same(other.place, find.place)) {
            apart.push(find);
        }
    }
    apart
}

/// Whether two rectangles show the same thing: they share most of the smaller one.
fn is_same(one: Rect, other: Rect) -> bool {
    let area = |rect: Rect| u64::from(rect.width) * u64::from(rect.height);
    let shared = one.intersection(other).map_or(0, area);
    shared * 2 > area(one).min(area(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_plateau_only_the_first_is_a_peak() {
        let map = [0.0, 0.0, 0.0, 0.0, 0.0, 0.5, 0.5, 0.0, 0.0, 0.5, 0.0, 0.0];
        let places: Vec<_> = peaks(&map, 4).iter().map(|peak| (peak.x, peak.y)).collect();
        assert_eq!(places, [(1, 1)]);
    }

    #[test]
    fn only_the_best_are_kept() {
        let map = [0.5, 0.0, 0.7, 0.0, 0.6, 0.0, 0.1];
        let places = |most| foremost(peaks(&map, 7), most).iter().map(|peak| peak.x).collect::<Vec<_>>();
        assert_eq!(places(2), [2, 4]);
        assert_eq!(places(9), [2, 4, 0]);
    }

    #[test]
    fn beside_a_better_place_there_is_no_other() {
        let peak = |x, likeness| Peak { x, y: 5, likeness };
        let kept = foremost(vec![peak(3, 0.6), peak(4, 0.7), peak(6, 0.65)], 9);
        assert_eq!(kept, [peak(4, 0.7), peak(6, 0.65)]);
    }

    #[test]
    fn of_finds_that_overlap_the_best_stays() {
        let find = |x, likeness| Find { place: Rect::new(x, 0, 10, 10), likeness };
        let apart = best_apart(vec![find(0, 0.5), find(2, 0.8), find(40, 0.4)], 5);
        assert_eq!(apart, [find(2, 0.8), find(40, 0.4)]);
    }
}
