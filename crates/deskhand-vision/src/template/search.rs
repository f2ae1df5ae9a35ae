//! Looking for a pattern in a picture, coarse to fine and in several sizes.

use std::cell::OnceCell;

use deskhand_model::Rect;

use super::edges::Edges;
use super::likeness::{Pattern, Table};
use super::peaks::{Peak, best_apart, foremost, peaks};
use crate::picture::Gray;

/// The sizes that are tried, the likely ones first: unchanged, then the steps in which desktops scale.
const SCALES: &[f32] = &[1.0, 1.25, 0.8, 1.5, 0.67, 2.0, 0.75, 1.75, 1.1, 0.9];

/// When something is as like as this in its own size, it is not looked for in others.
const SAME: f32 = 0.9;

/// How often a pattern is halved. Only the largest need more.
const COARSEST: usize = 3;

/// How often a picture is halved at most.
const HALVES: usize = 7;

/// A pattern is not halved to less than this many pixels on a side, and in all.
const LEAST_SIDE: usize = 4;
const LEAST_AREA: usize = 24;

/// A pattern with fewer pixels on a side is also compared between the pixels of the coarsest picture.
const COARSE_SIDE: usize = 7;

/// A pattern of more pixels is not compared in its full size: half of it tells as much.
const LARGEST_AREA: usize = 24_000;

/// How many places go on to the next finer picture: from the coarsest, from the others, and to the finest, where comparing
/// is dear. There are windows in which fifty buttons differ in nothing but their few letters.
const FROM_COARSEST: usize = 128;
const FROM_FINER: usize = 40;
const TO_FINEST: usize = 16;

/// Places that are less like the pattern than this do not go on: from them, nobody would be sure in the end.
const WORTH: f32 = 0.4;

/// How many steps of a pixel the best place may be away from where the coarser picture showed it.
const STEPS: usize = 3;

/// How many places are told in the end.
const TOLD: usize = 8;

/// Where the picture looks like the thumbnail.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Find {
    pub(super) place: Rect,
    /// 0 to 1.
    pub(super) likeness: f32,
}

/// What came of a search.
#[derive(Debug)]
pub(super) struct Search {
    /// Best first.
    pub(super) finds: Vec<Find>,
    /// Whether it was looked for everywhere, in all sizes; else it was stopped.
    pub(super) complete: bool,
}

/// Looks for `thumbnail` in `picture`, until `over` says that it is enough.
pub(super) fn search(picture: &Gray, thumbnail: &Gray, over: &dyn Fn() -> bool) -> Search {
    let scene = Scene::new(picture);
    let mut finds = Vec::new();
    for &scale in SCALES {
        let Some(patterns) = Patterns::new(thumbnail, scale, picture) else { continue };
        match scene.places(&patterns, over) {
            Some(found) => finds.extend(found),
            None => return Search { finds: best_apart(finds, TOLD), complete: false },
        }
        if scale == 1.0 && finds.iter().any(|find| find.likeness >= SAME) {
            break;
        }
    }
    Search { finds: best_apart(finds, TOLD), complete: true }
}

/// A picture and its halves.
struct Scene {
    levels: Vec<Level>,
}

struct Level {
    edges: Edges,
    /// Made when it is first needed.
    table: OnceCell<Table>,
    /// The picture in its full size is compared in few places, which is less work than making its table.
    is_finest: bool,
}

/// A thumbnail in one size, and its halves down to the coarsest that is still something.
struct Patterns {
    levels: Vec<Pattern>,
    /// The coarsest again, as it looks when it lies half a pixel of that size further right or down: what is few pixels
    /// large looks quite different then.
    between: Vec<((usize, usize), Pattern)>,
    finest: usize,
    size: (usize, usize),
}

impl Patterns {
    /// Nothing when it is too small to be told from anything else in that size, or larger than the picture.
    fn new(thumbnail: &Gray, scale: f32, picture: &Gray) -> Option<Patterns> {
        let scaled = |length: usize| (length as f32 * scale).round() as usize;
        let size = (scaled(thumbnail.width), scaled(thumbnail.height));
        if size.0 > picture.width || size.1 > picture.height || !is_enough(size.0, size.1) {
            return None;
        }
        let mut edges = Edges::of(&thumbnail.resized(size.0, size.1));
        if !is_enough(edges.width, edges.height) {
            return None;
        }
        let mut levels = Vec::new();
        while levels.len() < HALVES
            && (levels.len() < COARSEST || !is_small(&edges))
            && is_enough(edges.width / 2, edges.height / 2)
        {
            let half = edges.halved();
            levels.push(Pattern::new(edges));
            edges = half;
        }
        levels.push(Pattern::new(edges));
        let finest = levels.iter().position(|pattern| is_small(&pattern.edges))?;
        let coarsest = &levels[levels.len() - 1].edges;
        let between = match coarsest.width.min(coarsest.height) < COARSE_SIDE {
            true => between(&levels[0].edges, levels.len() - 1),
            false => Vec::new(),
        };
        Some(Patterns { levels, between, finest, size })
    }
}

/// What is left of edges, halved `times` times, when half a pixel of that size is cut off on the left or above or both.
fn between(edges: &Edges, times: usize) -> Vec<((usize, usize), Pattern)> {
    let shifts: &[(usize, usize)] = if times == 0 { &[] } else { &[(1, 0), (0, 1), (1, 1)] };
    let shifted = |&(right, down): &(usize, usize)| {
        let half = 1 << (times - 1);
        let cut = edges.without(right * half, down * half);
        let pattern = Pattern::new((0..times).fold(cut, |edges, _| edges.halved()));
        (pattern.edges.width.min(pattern.edges.height) > 0).then_some(((right, down), pattern))
    };
    shifts.iter().filter_map(shifted).collect()
}

fn is_small(edges: &Edges) -> bool {
    edges.width * edges.height <= LARGEST_AREA
}

fn is_enough(width: usize, height: usize) -> bool {
    width.min(height) >= LEAST_SIDE && width * height >= LEAST_AREA
}

impl Scene {
    fn new(picture: &Gray) -> Scene {
        let mut levels = vec![Level { edges: Edges::of(picture), table: OnceCell::new(), is_finest: true }];
        for finer in 0..HALVES {
            let edges = levels[finer].edges.halved();
            levels.push(Level { edges, table: OnceCell::new(), is_finest: false });
        }
        Scene { levels }
    }

    /// Where the patterns fit best; nothing when it was stopped.
    fn places(&self, patterns: &Patterns, over: &dyn Fn() -> bool) -> Option<Vec<Find>> {
        let coarsest = patterns.levels.len() - 1;
        let mut found = self.levels[coarsest].everywhere(&patterns.levels[coarsest], over)?;
        for level in (patterns.finest..coarsest).rev() {
            found.iter_mut().for_each(|peak| *peak = peak.doubled());
            if level + 1 == coarsest {
                found.extend(self.in_between(patterns, over)?);
                found = foremost(found, FROM_COARSEST);
            }
            for peak in &mut found {
                if over() {
                    return None;
                }
                *peak = self.levels[level].climb(&patterns.levels[level], (peak.x, peak.y));
            }
            found.retain(|peak| peak.likeness >= WORTH);
            found = foremost(found, if level == patterns.finest + 1 { TO_FINEST } else { FROM_FINER });
        }
        let told = foremost(found, TOLD).into_iter();
        Some(told.map(|peak| peak.find(patterns.finest, patterns.size)).collect())
    }

    /// Where the coarsest pattern fits best between the pixels of its size, in pixels of half that size.
    fn in_between(&self, patterns: &Patterns, over: &dyn Fn() -> bool) -> Option<Vec<Peak>> {
        let coarsest = &self.levels[patterns.levels.len() - 1];
        let mut found = Vec::new();
        for ((right, down), pattern) in &patterns.between {
            found.extend(coarsest.everywhere(pattern, over)?.into_iter().map(|peak| {
                let Peak { x, y, likeness } = peak.doubled();
                Peak { x: x.saturating_sub(*right), y: y.saturating_sub(*down), likeness }
            }));
        }
        Some(found)
    }
}

impl Level {
    /// Compares the pattern with every place, and returns those that are more like it than all around them.
    fn everywhere(&self, pattern: &Pattern, over: &dyn Fn() -> bool) -> Option<Vec<Peak>> {
        let size = (pattern.edges.width, pattern.edges.height);
        let (Some(width), Some(height)) =
            (self.edges.width.checked_sub(size.0), self.edges.height.checked_sub(size.1))
        else {
            return Some(Vec::new());
        };
        let table = self.table();
        let mut likeness = Vec::with_capacity((width + 1) * (height + 1));
        for y in 0..=height {
            if over() {
                return None;
            }
            likeness
                .extend((0..=width).map(|x| pattern.likeness(&self.edges, (x, y), table.over((x, y), size))));
        }
        Some(peaks(&likeness, width + 1))
    }

    /// The best place near to one that a coarser picture showed: goes to the best neighbour for as long as there is one.
    fn climb(&self, pattern: &Pattern, (x, y): (usize, usize)) -> Peak {
        let last = (
            self.edges.width.saturating_sub(pattern.edges.width),
            self.edges.height.saturating_sub(pattern.edges.height),
        );
        let mut best = self.peak(pattern, (x.min(last.0), y.min(last.1)));
        for _ in 0..STEPS {
            let (x, y) = (best.x, best.y);
            let around = |middle: usize, last: usize| middle.saturating_sub(1)..=(middle + 1).min(last);
            for place in around(y, last.1).flat_map(|y| around(x, last.0).map(move |x| (x, y))) {
                if place != (x, y) {
                    let peak = self.peak(pattern, place);
                    best = if peak.likeness > best.likeness { peak } else { best };
                }
            }
            if (best.x, best.y) == (x, y) {
                break;
            }
        }
        best
    }

    fn peak(&self, pattern: &Pattern, (x, y): (usize, usize)) -> Peak {
        let size = (pattern.edges.width, pattern.edges.height);
        let part = match self.is_finest {
            true => pattern.sums(&self.edges, (x, y)),
            false => self.table().over((x, y), size),
        };
        Peak { x, y, likeness: pattern.likeness(&self.edges, (x, y), part) }
    }

    fn table(&self) -> &Table {
        self.table.get_or_init(|| Table::new(&self.edges))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// A picture without order, cut out of an endless one.
    fn gray((left, top): (usize, usize), width: usize, height: usize) -> Gray {
        let value =
            |x: usize, y: usize| (((x / 3) * 7919 + (y / 2) * 104_729 + (x / 3) * (y / 2) * 31) % 256) as u8;
        let pixels =
            (top..top + height).flat_map(|y| (left..left + width).map(move |x| value(x, y))).collect();
        Gray { width, height, pixels }
    }

    #[test]
    fn a_search_that_is_stopped_at_once_finds_nothing() {
        let search = search(&gray((0, 0), 200, 150), &gray((50, 40), 60, 30), &|| true);
        assert!(search.finds.is_empty() && !search.complete, "{search:?}");
    }

    #[test]
    fn a_search_that_is_stopped_keeps_what_it_found() {
        // Something that is found in another size, so that the search goes on to the last one.
        let (picture, thumbnail) = (gray((0, 0), 200, 150), gray((50, 40), 75, 50).resized(60, 40));
        let asked = Cell::new(0usize);
        let all = search(&picture, &thumbnail, &|| {
            asked.set(asked.get() + 1);
            false
        });
        assert!(all.complete && !all.finds.is_empty(), "{all:?}");
        let left = Cell::new(asked.get() - 1);
        let some = search(&picture, &thumbnail, &|| left.replace(left.get().saturating_sub(1)) == 0);
        assert!(!some.complete, "{some:?}");
        assert_eq!(some.finds[0].place, all.finds[0].place);
    }

    #[test]
    fn a_large_thumbnail_is_compared_at_a_smaller_size() {
        let picture = gray((0, 0), 1000, 700);
        let search = search(&picture, &gray((120, 80), 600, 500), &|| false);
        assert_eq!(search.finds[0].place, Rect::new(120, 80, 600, 500));
        assert!(search.finds[0].likeness > 0.99, "{search:?}");
    }
}
