//! How many events were sent to a page, and how many it has handled, by their type.

use std::collections::HashMap;

/// The counts of a view, from its beginning.
///
/// They go on from one command to the next: an event that was under way when a dialog cut a command short is not taken for
/// one of the next command when it is handled at last.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    counts: HashMap<String, Count>,
}

/// What a page says of itself when it reports events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Standing {
    /// Those were all that it was told to expect.
    pub(crate) all: bool,
    /// All of it was there.
    pub(crate) whole: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct Count {
    sent: u64,
    handled: u64,
}

impl Tally {
    /// One was sent.
    pub(crate) fn sent(&mut self, type_: &str) {
        self.count(type_).sent += 1;
    }

    /// Takes in what `arrivals.js` reports: the types of events that were handled, and how things stand.
    pub(crate) fn reported(&mut self, report: &str) -> Standing {
        let mut standing = Standing::default();
        for word in report.split_ascii_whitespace() {
            match word {
                "all" => standing.all = true,
                "whole" => standing.whole = true,
                type_ => self.handled(type_),
            }
        }
        standing
    }

    /// One was handled.
    fn handled(&mut self, type_: &str) {
        self.count(type_).handled += 1;
    }

    /// How many were handled. Fingers and what is dragged are counted so, and only Linux has those.
    #[cfg(target_os = "linux")]
    pub(crate) fn how_many(&self, type_: &str) -> u64 {
        self.counts.get(type_).map_or(0, |count| count.handled)
    }

    /// How many were handled, of all types.
    pub(crate) fn in_all(&self) -> u64 {
        self.counts.values().map(|count| count.handled).sum()
    }

    /// Whether all that were sent were handled.
    pub(crate) fn is_even(&self, type_: &str) -> bool {
        self.counts.get(type_).is_none_or(|count| count.handled >= count.sent)
    }

    /// Before anything is sent: somebody's own hands are in no count of ours.
    pub(crate) fn begin(&mut self) {
        for count in self.counts.values_mut() {
            count.sent = count.sent.max(count.handled);
        }
    }

    /// Gives up what was not handled.
    pub(crate) fn write_off(&mut self) {
        for count in self.counts.values_mut() {
            count.sent = count.handled;
        }
    }

    fn count(&mut self, type_: &str) -> &mut Count {
        self.counts.entry(type_.to_owned()).or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::{Standing, Tally};

    #[test]
    fn what_is_sent_is_handled_one_by_one() {
        let mut tally = Tally::default();
        assert!(tally.is_even("keyup"));
        tally.sent("keyup");
        tally.sent("keyup");
        tally.handled("keyup");
        assert!(!tally.is_even("keyup"));
        tally.handled("keydown");
        assert!(!tally.is_even("keyup"));
        tally.handled("keyup");
        assert!(tally.is_even("keyup"));
    }

    #[test]
    fn one_report_tells_of_several_events() {
        let mut tally = Tally::default();
        tally.sent("pointerdown");
        tally.sent("pointerup");
        assert_eq!(tally.reported("pointerdown"), Standing::default());
        assert!(tally.is_even("pointerdown") && !tally.is_even("pointerup"));
        tally.sent("pointerdown");
        let standing = tally.reported("pointerdown pointerup all whole");
        assert_eq!(standing, Standing { all: true, whole: true });
        assert!(tally.is_even("pointerdown") && tally.is_even("pointerup"));
        assert_eq!(tally.in_all(), 3);
    }

    #[test]
    fn a_click_that_a_dialog_held_up_is_not_taken_for_the_next() {
        let mut tally = Tally::default();
        tally.begin();
        tally.sent("pointerup");
        tally.begin();
        tally.sent("pointerup");
        tally.handled("pointerup");
        assert!(!tally.is_even("pointerup"));
        tally.handled("pointerup");
        assert!(tally.is_even("pointerup"));
    }

    #[test]
    fn what_somebody_else_does_is_not_counted_as_ours() {
        let mut tally = Tally::default();
        tally.handled("pointerup");
        tally.begin();
        tally.sent("pointerup");
        assert!(!tally.is_even("pointerup"));
    }

    #[test]
    fn what_is_given_up_is_not_waited_for_again() {
        let mut tally = Tally::default();
        tally.sent("keyup");
        tally.write_off();
        assert!(tally.is_even("keyup"));
        tally.sent("keyup");
        assert!(!tally.is_even("keyup"));
    }
}
