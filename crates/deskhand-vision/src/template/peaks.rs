//! The best of many places.

use deskhand_model::Rect;

use super::search::Find;

/// Places that are less like the pattern than this are not followed.
const LEAST: f32 = 0.2;

/// A place in a halved picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Peak {
    pub(super) x: usize,
    pub(super) y: usize,
    /// 0 to 1.
    pub(super) likeness: f32,
}

impl Peak {
    /// The place in the picture itself, when it was halved `times` times.
    pub(super) fn find(self, times: usize, (width, height): (usize, usize)) -> Find {
        let place =
            Rect::new((self.x << times) as i32, (self.y << times) as i32, width as u32, height as u32);
        Find { place, likeness: self.likeness }
    }
}

/// The places of a map, row by row, that no neighbour is better than; the best `most`, best first.
pub(super) fn peaks(likeness: &[f32], width: usize, most: usize) -> Vec<Peak> {
    let height = likeness.len() / width.max(1);
    let mut found = Vec::new();
    for y in 0..height {
        for x in 0..width {
            let here = likeness[y * width + x];
            if here >= LEAST && is_peak(likeness, width, (x, y)) {
                found.push(Peak { x, y, likeness: here });
            }
        }
    }
    found.sort_by(|left, right| right.likeness.total_cmp(&left.likeness));
    found.truncate(most);
    found
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
        let map = [0.0, 0.0, 0.0, 0.0, 0.0, 0.5, 0.5, 0.0, 0.9, 0.0, 0.0, 0.0];
        let found = peaks(&map, 4, 9);
        let places: Vec<_> = found.iter().map(|peak| (peak.x, peak.y)).collect();
        assert_eq!(places, [(0, 2), (2, 1)][..1].to_vec(), "{found:?}");
    }

    #[test]
    fn only_the_best_are_kept() {
        let map = [0.5, 0.0, 0.7, 0.0, 0.6, 0.0, 0.1];
        let found = peaks(&map, 7, 2);
        assert_eq!(found.iter().map(|peak| peak.x).collect::<Vec<_>>(), [2, 4]);
    }

    #[test]
    fn of_finds_that_overlap_the_best_stays() {
        let find = |x, likeness| Find { place: Rect::new(x, 0, 10, 10), likeness };
        let apart = best_apart(vec![find(0, 0.5), find(2, 0.8), find(40, 0.4)], 5);
        assert_eq!(apart, [find(2, 0.8), find(40, 0.4)]);
    }
}
