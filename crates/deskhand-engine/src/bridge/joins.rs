//! What a join tells.

use deskhand_model::WindowId;

use crate::windows::{Certainty, Evidence};

/// The window that a top-level element is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Join {
    /// This one.
    One(WindowId),
    /// Maybe one of these, but nothing tells for certain.
    Unsure(Vec<WindowId>),
    /// None that is known.
    None,
}

/// The element that a window is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Match {
    /// Its place in the list of top-level elements.
    pub(crate) top: usize,
    /// The window.
    pub(crate) window: WindowId,
    /// What speaks for it.
    pub(crate) evidence: Evidence,
    /// How sure it is.
    pub(crate) certainty: Certainty,
}

/// How the top-level elements of an application and its windows belong together.
#[derive(Clone, Debug)]
pub(crate) struct Joins {
    pub(super) tops: Vec<Join>,
    pub(super) matches: Vec<Match>,
}

impl Joins {
    /// The window that each top-level element is in, in their order.
    pub(crate) fn tops(&self) -> &[Join] {
        &self.tops
    }

    /// The element that the window is, as far as can be told.
    pub(crate) fn of_window(&self, window: WindowId) -> Option<&Match> {
        self.matches.iter().find(|found| found.window == window)
    }

    /// The window that the top-level element is, as far as can be told.
    pub(crate) fn of_top(&self, top: usize) -> Option<&Match> {
        self.matches.iter().find(|found| found.top == top)
    }

    /// All pairs.
    pub(crate) fn matches(&self) -> &[Match] {
        &self.matches
    }
}
