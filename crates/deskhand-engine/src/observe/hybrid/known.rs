//! What is known of one window.

use std::time::Duration;

use deskhand_model::{Rect, Window};

use crate::ports::{Moment, Split, TopLevel};
use crate::windows::merge;

/// One window.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// As the registry listed it last.
    pub(super) record: Window,
    /// When the registry was asked that first listed it.
    pub(super) since: Moment,
    /// When the registry was asked that first did not list it any more.
    pub(super) unlisted: Option<Moment>,
    pub(super) element: Option<Element>,
    /// On another space: listed by the registry, unknown to its application.
    pub(super) elsewhere: bool,
    /// Whether it counts as there. A number that may be the new one of a known window does not yet.
    pub(super) told: bool,
}

/// The accessibility side of a window.
#[derive(Clone, Debug)]
pub(super) struct Element {
    /// As the application described it last.
    pub(super) top: TopLevel,
    /// Whether the join was certain when both views were of the same moment.
    pub(super) proven: bool,
    /// Since when the application does not have it any more.
    pub(super) missing: Option<Moment>,
    /// Where the registry had the window when both views were of the same moment; unknown until the registry has had
    /// time to catch up with the place that the application told last.
    pub(super) agreed: Option<Rect>,
}

impl Element {
    pub(super) fn new(top: &TopLevel, proven: bool) -> Element {
        Element { top: top.clone(), proven, missing: None, agreed: None }
    }

    /// Takes in what the application says of it now.
    pub(super) fn update(&mut self, top: &TopLevel) {
        if (top.bounds, top.size) != (self.top.bounds, self.top.size) {
            self.agreed = None;
        }
        (self.top, self.missing) = (top.clone(), None);
    }

    /// Whether the application still has it, as far as it has said.
    pub(super) fn is_there(&self) -> bool {
        self.missing.is_none()
    }

    /// Whether the application has not had it for so long that the registry must know.
    pub(super) fn is_long_gone(&self, asked: Moment, lag: Duration) -> bool {
        self.missing.is_some_and(|since| asked >= since.plus(lag))
    }
}

impl Known {
    pub(super) fn new(record: Window, asked: Moment) -> Known {
        Known { record, since: asked, unlisted: None, element: None, elsewhere: false, told: false }
    }

    pub(super) fn is_listed(&self) -> bool {
        self.unlisted.is_none()
    }

    /// Whether the registry has listed it for so short a time that it may be something that accessibility has known
    /// for longer.
    pub(super) fn is_young(&self, asked: Moment, lag: Duration) -> bool {
        asked < self.since.plus(lag)
    }

    /// Whether the registry has dropped it although its application still has it: it may come back under another
    /// number, for as long as the registry can be behind.
    pub(super) fn is_in_transit(&self, asked: Moment, lag: Duration) -> bool {
        let is_held = self.element.as_ref().is_some_and(Element::is_there);
        is_held && self.unlisted.is_some_and(|since| asked < since.plus(lag))
    }

    /// The window as both views together have it.
    pub(super) fn window(&self, split: Split) -> Window {
        let record = &self.record;
        let Some(element) = &self.element else {
            return Window { hidden: record.hidden || self.elsewhere, ..record.clone() };
        };
        let merged = merge(record, &element.top, split);
        if !self.elsewhere {
            return merged;
        }
        // Over there only the registry sees it. Where it was before, accessibility knows better than that, and whether
        // it is minimised the registry need not know at all.
        let stayed = element.agreed == Some(record.client);
        Window {
            hidden: true,
            client: if stayed { merged.client } else { record.client },
            title: if record.title.is_empty() { merged.title } else { record.title.clone() },
            focused: record.focused,
            ..merged
        }
    }
}
