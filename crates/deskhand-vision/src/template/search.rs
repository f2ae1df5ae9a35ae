//! Looking for a pattern in a picture, coarse to fine and in several sizes.

use std::cell::OnceCell;

use deskhand_model::Rect;

use super::edges::Edges;
use super::likeness::{Pattern, Table};
use super::peaks::{Peak, best_apart, peaks};
use crate::picture::Gray;

/// The sizes that are tried, the likely ones first: unchanged, then the steps in which desktops scale.
const SCALES: &[f32] = &[1.0, 1.25, 0.8, 1.5, 0.67, 2.0, 0.75, 1.75, 1.1, 0.9];

/// When something is as like as this in its own size, it is not looked for in others.
const SAME: f32 = 0.97;

/// How often a picture is halved at most.
const COARSEST: usize = 3;

/// A pattern is not halved to less than this many pixels on a side, and in all.
const LEAST_SIDE: usize = 4;
const LEAST_AREA: usize = 36;

/// A pattern of more pixels is not compared in its full size: half of it tells as much.
const LARGEST_AREA: usize = 24_000;

/// How many places go on to the next finer picture: from the coarsest, and from the others.
const FROM_COARSEST: usize = 64;
const FROM_FINER: usize = 12;

/// How far the place may be off, in pixels of the next finer picture.
const REACH: usize = 2;

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
    /// Made when it is first needed: the finest is only compared in few places.
    table: OnceCell<Table>,
}

/// A thumbnail in one size, and its halves down to the coarsest that is still something.
struct Patterns {
    levels: Vec<Pattern>,
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
        while levels.len() < COARSEST && is_enough(edges.width / 2, edges.height / 2) {
            let half = edges.halved();
            levels.push(Pattern::new(edges));
            edges = half;
        }
        levels.push(Pattern::new(edges));
        let fits = |pattern: &Pattern| pattern.edges.width * pattern.edges.height <= LARGEST_AREA;
        let finest = levels.iter().position(fits).unwrap_or(levels.len() - 1);
        Some(Patterns { levels, finest, size })
    }
}

fn is_enough(width: usize, height: usize) -> bool {
    width.min(height) >= LEAST_SIDE && width * height >= LEAST_AREA
}

impl Scene {
    fn new(picture: &Gray) -> Scene {
        let mut levels = vec![Level { edges: Edges::of(picture), table: OnceCell::new() }];
        for finer in 0..COARSEST {
            let edges = levels[finer].edges.halved();
            levels.push(Level { edges, table: OnceCell::new() });
        }
        Scene { levels }
    }

    /// Where the patterns fit best; nothing when it was stopped.
    fn places(&self, patterns: &Patterns, over: &dyn Fn() -> bool) -> Option<Vec<Find>> {
        let coarsest = patterns.levels.len() - 1;
        let mut found = self.levels[coarsest].everywhere(&patterns.levels[coarsest], over)?;
        for level in (patterns.finest..coarsest).rev() {
            let mut finer = Vec::with_capacity(found.len());
            for peak in found {
                if over() {
                    return None;
                }
                finer.push(self.levels[level].near(&patterns.levels[level], (peak.x * 2, peak.y * 2)));
            }
            finer.sort_by(|left, right| right.likeness.total_cmp(&left.likeness));
            finer.truncate(FROM_FINER);
            found = finer;
        }
        Some(found.into_iter().map(|peak| peak.find(patterns.finest, patterns.size)).collect())
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
        let table = self.table.get_or_init(|| Table::new(&self.edges));
        let mut likeness = Vec::with_capacity((width + 1) * (height + 1));
        for y in 0..=height {
            if over() {
                return None;
            }
            likeness.extend((0..=width).map(|x| {
                let part = table.over((x, y), size);
                if pattern.may_be(part) { pattern.likeness(&self.edges, (x, y), part) } else { 0.0 }
            }));
        }
        Some(peaks(&likeness, width + 1, FROM_COARSEST))
    }

    /// The best place near to one that a coarser picture showed.
    fn near(&self, pattern: &Pattern, (x, y): (usize, usize)) -> Peak {
        let furthest = (
            self.edges.width.saturating_sub(pattern.edges.width),
            self.edges.height.saturating_sub(pattern.edges.height),
        );
        let around =
            |middle: usize, last: usize| middle.saturating_sub(REACH).min(last)..=(middle + REACH).min(last);
        let mut best = Peak { x: x.min(furthest.0), y: y.min(furthest.1), likeness: 0.0 };
        for y in around(y, furthest.1) {
            for x in around(x, furthest.0) {
                let part = pattern.sums(&self.edges, (x, y));
                let likeness = pattern.likeness(&self.edges, (x, y), part);
                if likeness > best.likeness {
                    best = Peak { x, y, likeness };
                }
            }
        }
        best
    }
}
