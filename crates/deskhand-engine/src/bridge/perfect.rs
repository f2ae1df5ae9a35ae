//! Pairs that agree in everything, with nothing near that would do as well. They are joined first, so that an
//! application with a thousand windows costs a sort and not a table of a million pairs.

use super::scale::{MARGIN, PERFECT, Scale, WIDEST_SHADOW};
use crate::ports::TopLevel;

/// Nothing that costs more can be about as good as a perfect pair.
const REACH: f64 = PERFECT + MARGIN;

/// The perfect pairs among these elements and windows.
pub(super) fn perfect_pairs(
    scale: &Scale<'_>,
    all_tops: &[TopLevel],
    tops: &[usize],
    windows: &[usize],
) -> Vec<(usize, usize)> {
    let near = Near::new(scale, all_tops, windows);
    let mut rivals_of_window: Vec<Vec<(usize, f64)>> =
        vec![Vec::new(); windows.iter().max().map_or(0, |most| most + 1)];
    let mut best_of_top: Vec<Option<(usize, f64)>> = Vec::with_capacity(tops.len());
    for &top in tops {
        let pairs = near.pairs(top);
        pairs.iter().for_each(|&(window, cost)| rivals_of_window[window].push((top, cost)));
        best_of_top.push(single(&pairs));
    }
    tops.iter()
        .zip(best_of_top)
        .filter_map(|(&top, best)| {
            let (window, cost) = best?;
            let (other, _) = single(&rivals_of_window[window])?;
            (other == top && cost <= PERFECT && scale.convinces(top, window)).then_some((top, window))
        })
        .collect()
}

/// The cheapest, when the next one is clearly dearer.
fn single(pairs: &[(usize, f64)]) -> Option<(usize, f64)> {
    let best = pairs.iter().copied().min_by(|a, b| a.1.total_cmp(&b.1))?;
    let rivals = pairs.iter().filter(|(other, cost)| *other != best.0 && *cost < best.1 + MARGIN);
    (rivals.count() == 0).then_some(best)
}

/// Finds what is near by the left edges.
struct Near<'a> {
    scale: &'a Scale<'a>,
    tops: &'a [TopLevel],
    windows: &'a [usize],
    /// Left edge and window, sorted; a window is there once for each of its outlines.
    edges: Vec<(i32, usize)>,
}

impl<'a> Near<'a> {
    fn new(scale: &'a Scale<'a>, tops: &'a [TopLevel], windows: &'a [usize]) -> Near<'a> {
        let mut edges: Vec<(i32, usize)> = windows
            .iter()
            .flat_map(|&window| scale.outlines(window).iter().map(move |outline| (outline.x, window)))
            .collect();
        edges.sort_unstable();
        Near { scale, tops, windows, edges }
    }

    /// The windows within reach of an element, with their costs.
    fn pairs(&self, top: usize) -> Vec<(usize, f64)> {
        let mut near: Vec<usize> = match self.tops[top].bounds {
            // Without a place any window can be as good.
            None => self.windows.to_vec(),
            Some(bounds) => {
                let reach = (REACH as i32).max(WIDEST_SHADOW as i32);
                let (low, high) = (bounds.x.saturating_sub(reach), bounds.x.saturating_add(reach));
                let first = self.edges.partition_point(|(x, _)| *x < low);
                let within = self.edges[first..].iter().take_while(|(x, _)| *x <= high);
                within.map(|(_, window)| *window).collect()
            }
        };
        near.sort_unstable();
        near.dedup();
        near.into_iter()
            .map(|window| (window, self.scale.cost(top, window)))
            .filter(|(_, cost)| *cost < REACH)
            .collect()
    }
}
