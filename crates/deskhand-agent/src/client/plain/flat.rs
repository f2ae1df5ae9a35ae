//! A snapshot's elements in tree order, without recursion.

use crate::contract::{ElementInfo, WindowInfo};

/// An element with its place in a snapshot.
#[derive(Clone, Copy)]
pub(super) struct Placed<'a> {
    pub(super) info: &'a ElementInfo,
    /// Number of its window.
    pub(super) window: usize,
    /// Number of the element that it is in, in this same order; `None` directly in its window.
    pub(super) parent: Option<usize>,
}

/// All elements of all windows: a node before its children, siblings from first to last. An element's number in this
/// order is what it is called by for as long as the snapshot is looked at.
pub(super) fn flatten(windows: &[WindowInfo]) -> Vec<Placed<'_>> {
    let mut all: Vec<Placed<'_>> = Vec::new();
    for (window, WindowInfo { elements, .. }) in windows.iter().enumerate() {
        let roots = elements.iter().flatten().rev().map(|info| Placed { info, window, parent: None });
        let mut waiting: Vec<Placed<'_>> = roots.collect();
        while let Some(next) = waiting.pop() {
            let parent = Some(all.len());
            let children = next.info.children.iter().flatten().rev();
            waiting.extend(children.map(|info| Placed { info, window, parent }));
            all.push(next);
        }
    }
    all
}
