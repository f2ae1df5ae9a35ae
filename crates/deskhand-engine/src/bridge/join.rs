//! Joining the two views of one application's windows.

use std::collections::{HashMap, HashSet};

use deskhand_model::{App, Handle, Window, WindowId};

use super::assign::{Assignment, Costs};
use super::joins::{Join, Joins, Match};
use super::outline::Outline;
use super::owned::Owned;
use super::perfect::perfect_pairs;
use super::scale::{MARGIN, Scale};
use super::unique::doubts;
use crate::ports::{Split, TopLevel};
use crate::windows::{Certainty, Evidence};

/// Elements whose windows were certain before.
pub(crate) type Known = HashMap<Handle, WindowId>;

/// How the two views of one application are to be joined.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bridge<'a> {
    outline: Outline,
    /// Whether the list of windows is the truth itself. Then it tells how wide borders are, and several elements can be
    /// in one window: Chromium has three frames for one. Where the list is behind, the second element may be a window
    /// that is not on it yet.
    list_is_truth: bool,
    known: &'a Known,
}

impl<'a> Bridge<'a> {
    /// For this application on this platform, given what is known already.
    pub(crate) fn new(app: &App, split: Split, known: &'a Known) -> Bridge<'a> {
        Bridge { outline: Outline::of(&app.toolkit), list_is_truth: split.lag.is_zero(), known }
    }

    /// The window that all of an application must be in, because its process has no other.
    pub(crate) fn only<'w>(&self, owned: &Owned<'w>) -> Option<&'w Window> {
        owned.only().filter(|_| self.list_is_truth)
    }

    /// Joins. Sure only as far as the two views are of the same moment: where one is behind, what has just changed
    /// must be left out.
    pub(crate) fn join(&self, tops: &[TopLevel], owned: &Owned<'_>) -> Joins {
        let scale = Scale::new(tops, &owned.windows, self.outline, owned.by_pid, self.list_is_truth);
        let mut joining = Joining {
            bridge: self,
            scale,
            tops,
            owned,
            estranged: self.estranged(tops),
            joins: vec![Join::None; tops.len()],
            matches: Vec::new(),
            open_tops: (0..tops.len()).collect(),
            open_windows: (0..owned.windows.len()).collect(),
        };
        joining.by_exact_id();
        joining.by_memory();
        if !joining.by_being_single() {
            joining.by_agreeing_in_everything();
            joining.by_least_cost();
        }
        joining.by_sharing();
        Joins { tops: joining.joins, matches: joining.matches }
    }

    /// What speaks for a pair that is certain by other means.
    pub(crate) fn evidence(&self, top: &TopLevel, window: &Window, owned: &Owned<'_>) -> Evidence {
        let (tops, windows) = ([top.clone()], [window]);
        let scale = Scale::new(&tops, &windows, self.outline, owned.by_pid, self.list_is_truth);
        Evidence {
            exact_id: top.window == Some(window.id),
            only_window: owned.only().is_some(),
            ..scale.evidence(0, 0)
        }
    }

    /// Windows that are known with an element that is not here. Whatever looks like one of them may be another window
    /// that was opened in its place.
    fn estranged(&self, tops: &[TopLevel]) -> HashSet<WindowId> {
        let here: HashSet<&Handle> = tops.iter().map(|top| &top.handle).collect();
        self.known.iter().filter(|(handle, _)| !here.contains(handle)).map(|(_, id)| *id).collect()
    }
}

/// A join under way. Elements and windows are named by their places in the lists.
struct Joining<'a> {
    bridge: &'a Bridge<'a>,
    scale: Scale<'a>,
    tops: &'a [TopLevel],
    owned: &'a Owned<'a>,
    estranged: HashSet<WindowId>,
    joins: Vec<Join>,
    matches: Vec<Match>,
    open_tops: Vec<usize>,
    open_windows: Vec<usize>,
}

impl Joining<'_> {
    fn id(&self, window: usize) -> WindowId {
        self.owned.windows[window].id
    }

    fn is_estranged(&self, window: usize) -> bool {
        self.estranged.contains(&self.id(window))
    }

    /// Notes pairs about which there is no doubt, and takes them out of what is still to be joined.
    fn settle(&mut self, pairs: &[(usize, usize)], certainty: Certainty, mark: impl Fn(&mut Evidence)) {
        for &(top, window) in pairs {
            let mut evidence = self.scale.evidence(top, window);
            mark(&mut evidence);
            self.joins[top] = Join::One(self.id(window));
            self.matches.push(Match { top, window: self.id(window), evidence, certainty });
        }
        let tops: HashSet<usize> = pairs.iter().map(|(top, _)| *top).collect();
        let windows: HashSet<usize> = pairs.iter().map(|(_, window)| *window).collect();
        self.open_tops.retain(|top| !tops.contains(top));
        self.open_windows.retain(|window| !windows.contains(window));
    }

    /// Pairs of which `named` tells the window's number; of several for one window the first.
    fn pairs_named(&self, named: impl Fn(&TopLevel) -> Option<WindowId>) -> Vec<(usize, usize)> {
        let mut places: HashMap<WindowId, usize> =
            self.open_windows.iter().map(|&window| (self.id(window), window)).collect();
        let pair = |&top: &usize| Some((top, places.remove(&named(&self.tops[top])?)?));
        self.open_tops.iter().filter_map(pair).collect()
    }

    /// The platform itself tells the number. An element with the number of a window that is not here is no other's.
    fn by_exact_id(&mut self) {
        let pairs = self.pairs_named(|top| top.window);
        self.settle(&pairs, Certainty::Exact, |evidence| evidence.exact_id = true);
        let all: HashSet<WindowId> = self.owned.windows.iter().map(|window| window.id).collect();
        for (join, top) in self.joins.iter_mut().zip(self.tops) {
            if let Some(id) = top.window.filter(|id| all.contains(id)) {
                *join = Join::One(id);
            }
        }
        self.open_tops.retain(|&top| self.tops[top].window.is_none());
    }

    /// The element is the one that the window had before.
    fn by_memory(&mut self) {
        let pairs = self.pairs_named(|top| self.bridge.known.get(&top.handle).copied());
        self.settle(&pairs, Certainty::Sure, |evidence| evidence.known_before = true);
    }

    /// One window and one element of a process belong together, however different they look.
    fn by_being_single(&mut self) -> bool {
        let (&[top], &[window], true) =
            (self.open_tops.as_slice(), self.open_windows.as_slice(), self.owned.only().is_some())
        else {
            return false;
        };
        if self.tops.len() > 1 || self.is_estranged(window) {
            return false;
        }
        self.settle(&[(top, window)], Certainty::Sure, |_| {});
        true
    }

    fn by_agreeing_in_everything(&mut self) {
        let windows: Vec<usize> =
            self.open_windows.iter().copied().filter(|&window| !self.is_estranged(window)).collect();
        let pairs = perfect_pairs(&self.scale, self.tops, &self.open_tops, &windows);
        self.settle(&pairs, Certainty::Sure, |_| {});
    }

    /// The assignment that costs least in all, sure where it is the only one.
    fn by_least_cost(&mut self) {
        // Where elements can share a window, one that tells nothing is rather part of one than a window itself.
        let tops: Vec<usize> = self
            .open_tops
            .iter()
            .copied()
            .filter(|&top| !self.bridge.list_is_truth || self.scale.is_told(top))
            .collect();
        let windows = self.open_windows.clone();
        let costs =
            Costs::new(tops.len(), windows.len(), |row, column| self.scale.cost(tops[row], windows[column]));
        let assignment = Assignment::cheapest(&costs);
        let doubts = doubts(&costs, &assignment, MARGIN);
        for (row, &top) in tops.iter().enumerate() {
            let column = assignment.column[row];
            let Some(&window) = windows.get(column) else { continue };
            let doubt = doubts[row];
            let fits = !doubt.elsewhere
                && self.scale.convinces(top, window)
                && !self.is_estranged(window)
                && is_stable(&costs, &assignment, row);
            let certainty = if fits && !doubt.alone { Certainty::Sure } else { Certainty::Guess };
            let evidence = self.scale.evidence(top, window);
            self.matches.push(Match { top, window: self.id(window), evidence, certainty });
            self.joins[top] = if fits && (self.bridge.list_is_truth || !doubt.alone) {
                Join::One(self.id(window))
            } else {
                let most = costs.at(row, column) + MARGIN;
                let may = (0..windows.len()).filter(|&other| costs.at(row, other) < most);
                Join::Unsure(may.map(|other| self.id(windows[other])).collect())
            };
        }
        let rows: HashMap<usize, usize> = tops.iter().enumerate().map(|(row, &top)| (top, row)).collect();
        self.open_tops.retain(|top| rows.get(top).is_none_or(|&row| assignment.column[row] >= windows.len()));
    }

    /// Elements that are left over are in a window that they have much in common with, beside its own element.
    fn by_sharing(&mut self) {
        for top in std::mem::take(&mut self.open_tops) {
            if let Some(only) = self.bridge.only(self.owned) {
                self.joins[top] = Join::One(only.id);
                continue;
            }
            let costs: Vec<(usize, f64)> = (0..self.owned.windows.len())
                .filter(|&window| self.scale.is_close(top, window))
                .map(|window| (window, self.scale.cost(top, window)))
                .collect();
            let Some(least) = costs.iter().map(|(_, cost)| *cost).reduce(f64::min) else { continue };
            let leaders: Vec<WindowId> = costs
                .iter()
                .filter(|(_, cost)| *cost < least + MARGIN)
                .map(|(window, _)| self.id(*window))
                .collect();
            self.joins[top] = match leaders.as_slice() {
                [one] if self.bridge.list_is_truth => Join::One(*one),
                _ => Join::Unsure(leaders),
            };
        }
    }
}

/// Whether neither side of the row's pair would rather be with another that would have it. A cheap whole can contain a
/// pair that is worse than one across: then the whole rests on views of which one lacks something.
fn is_stable(costs: &Costs, assignment: &Assignment, row: usize) -> bool {
    let column = assignment.column[row];
    let own = costs.at(row, column);
    // A pair across disturbs when one side is clearly better off with it and the other at least no worse.
    let disturbs = |across: f64, one: f64, other: f64| {
        let (clearly, no_worse) = (across + MARGIN, across - MARGIN);
        (clearly <= one && no_worse < other) || (clearly <= other && no_worse < one)
    };
    let by_column = |other: usize| {
        let owners = assignment.owner[other].map_or(f64::INFINITY, |owner| costs.at(owner, other));
        other != column && disturbs(costs.at(row, other), own, owners)
    };
    let by_row = |other: usize| {
        let given = assignment.column[other];
        other != row
            && given < costs.columns()
            && disturbs(costs.at(other, column), costs.at(other, given), own)
    };
    !(0..costs.columns()).any(by_column) && !(0..costs.rows()).any(by_row)
}
