//! A reader's place in the record of an observation.

use tokio::sync::watch;

use super::event::{Observed, WindowSnapshot};
use super::log::{End, Log, Page};

/// A place in the record.
#[derive(Debug)]
pub(super) struct Cursor {
    news: watch::Receiver<()>,
    /// Number of the next entry to read.
    next: u64,
    /// Whether the state at the start is still to be told.
    at_start: bool,
    /// The state that belongs to the gap just told.
    after_gap: Option<WindowSnapshot>,
    /// Whether the end was told.
    told_end: bool,
}

/// What a cursor finds.
#[derive(Debug)]
pub(super) enum Found {
    Next(Observed),
    End(End),
}

impl Cursor {
    /// The start of the record.
    pub(super) fn at_start_of(log: &Log) -> Cursor {
        Cursor { news: log.news(), next: 1, at_start: true, after_gap: None, told_end: false }
    }

    /// The place after the entry with this number; nothing when that is not written yet.
    pub(super) fn after(log: &Log, number: u64) -> Option<Cursor> {
        let next = number.checked_add(1).filter(|_| number <= log.last())?;
        Some(Cursor { next, at_start: false, ..Cursor::at_start_of(log) })
    }

    /// Waits for what comes next. Nothing after the end. Dropping it while it waits moves nothing.
    pub(super) async fn next(&mut self, log: &Log) -> Option<Found> {
        loop {
            if self.told_end {
                return None;
            }
            if let Some(found) = self.take(log) {
                return Some(found);
            }
            // The sender lives in the log, so this only ever ends with news.
            if self.news.changed().await.is_err() {
                return None;
            }
        }
    }

    fn take(&mut self, log: &Log) -> Option<Found> {
        if let Some(snapshot) = self.after_gap.take() {
            return Some(Found::Next(Observed::Snapshot(snapshot)));
        }
        if std::mem::take(&mut self.at_start)
            && let Some(start) = log.start()
        {
            return Some(Found::Next(Observed::Snapshot(start)));
        }
        match log.page(self.next)? {
            Page::Event(event) => {
                self.next = self.next.saturating_add(1);
                Some(Found::Next(Observed::Event(event)))
            }
            Page::Lost(newest) => {
                let gap = Observed::Gap { first: self.next, last: newest.as_of, at: newest.at };
                self.next = newest.as_of.saturating_add(1);
                self.after_gap = Some(newest);
                Some(Found::Next(gap))
            }
            Page::End(end) => {
                self.told_end = true;
                Some(Found::End(end))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::{Duration, SystemTime};

    use deskhand_model::{Error, ErrorKind, Window, WindowId};

    use super::*;
    use crate::observe::event::{Happening, WindowEventKind};
    use crate::observe::log::State;

    fn at(second: u64) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs(second)
    }

    /// A state of one window whose title is the second it was seen.
    fn state(second: u64) -> State {
        State { windows: Arc::new(vec![titled(second)]), at: at(second) }
    }

    fn titled(second: u64) -> Window {
        Window { id: WindowId(1), title: second.to_string(), ..Window::default() }
    }

    fn renamed(second: u64) -> Happening {
        Happening { kind: WindowEventKind::TitleChanged, window: titled(second), previous_id: None }
    }

    /// A log in which one event happened in each of so many seconds.
    fn log(keep: usize, events: u64) -> Log {
        let log = Log::new(keep, state(0));
        (1..=events).for_each(|second| log.tell(vec![renamed(second)], state(second)));
        log
    }

    /// What there is to read now, in short: `s` snapshot, `e` event, `g` gap, each with its numbers.
    fn read(cursor: &mut Cursor, log: &Log) -> Vec<String> {
        std::iter::from_fn(|| if cursor.told_end { None } else { cursor.take(log) }).map(in_short).collect()
    }

    fn in_short(found: Found) -> String {
        match found {
            Found::Next(Observed::Snapshot(snapshot)) => {
                assert_eq!(snapshot.windows[0].title, snapshot.as_of.to_string(), "the state of its moment");
                assert_eq!(snapshot.at, at(snapshot.as_of));
                format!("s{}", snapshot.as_of)
            }
            Found::Next(Observed::Event(event)) => {
                assert_eq!(event.window.title, event.sequence.to_string());
                format!("e{}", event.sequence)
            }
            Found::Next(Observed::Gap { first, last, .. }) => format!("g{first}-{last}"),
            Found::End(End::Completed) => "completed".to_owned(),
            Found::End(End::Abandoned) => "abandoned".to_owned(),
            Found::End(End::Failed(error)) => format!("failed: {error}"),
        }
    }

    #[test]
    fn a_reader_gets_the_start_and_then_every_event_in_order() {
        let log = log(8, 3);
        assert_eq!(read(&mut Cursor::at_start_of(&log), &log), ["s0", "e1", "e2", "e3"]);
    }

    #[test]
    fn readers_do_not_disturb_each_other() {
        let log = log(8, 1);
        let (mut one, mut other) = (Cursor::at_start_of(&log), Cursor::at_start_of(&log));
        assert_eq!(read(&mut one, &log), ["s0", "e1"]);
        log.tell(vec![renamed(2)], state(2));
        assert_eq!(read(&mut one, &log), ["e2"]);
        assert_eq!(read(&mut other, &log), ["s0", "e1", "e2"]);
    }

    #[test]
    fn a_reader_that_is_too_slow_gets_a_gap_the_state_after_it_and_the_next_event() {
        let log = log(2, 1);
        let mut cursor = Cursor::at_start_of(&log);
        assert_eq!(read(&mut cursor, &log), ["s0", "e1"]);
        (2..=5).for_each(|second| log.tell(vec![renamed(second)], state(second)));
        assert_eq!(in_short(cursor.take(&log).unwrap()), "g2-5");
        // What happens between the gap and its snapshot comes after the snapshot.
        log.tell(vec![renamed(6)], state(6));
        assert_eq!(read(&mut cursor, &log), ["s5", "e6"]);
    }

    #[test]
    fn a_reader_that_comes_after_the_start_was_dropped_begins_with_a_gap() {
        let log = log(2, 3);
        assert_eq!(read(&mut Cursor::at_start_of(&log), &log), ["g1-3", "s3"]);
    }

    #[test]
    fn a_reader_goes_on_after_any_event_that_there_was() {
        let log = log(20, 34);
        let after = |number| Cursor::after(&log, number).map(|mut cursor| read(&mut cursor, &log));
        assert_eq!(after(29).unwrap(), ["e30", "e31", "e32", "e33", "e34"]);
        assert_eq!(after(14).unwrap().len(), 20, "all that is kept");
        assert_eq!(after(13).unwrap(), ["g14-34", "s34"]);
        assert_eq!(after(5).unwrap(), ["g6-34", "s34"]);
        assert_eq!(after(34).unwrap(), [] as [&str; 0]);
        assert!(after(35).is_none() && after(u64::MAX).is_none());
    }

    #[test]
    fn a_reader_after_the_newest_event_waits_for_the_next() {
        let log = log(20, 34);
        let mut cursor = Cursor::after(&log, 34).unwrap();
        log.tell(vec![renamed(35)], state(35));
        log.close(End::Completed);
        assert_eq!(read(&mut cursor, &log), ["e35", "completed"]);
    }

    #[test]
    fn a_reader_after_a_loss_meets_only_what_is_left_of_it() {
        let log = log(8, 1);
        log.lose(3, state(4));
        let after = |number| read(&mut Cursor::after(&log, number).unwrap(), &log);
        assert_eq!(after(2), ["g3-4", "s4"]);
        assert_eq!(after(4), [] as [&str; 0]);
    }

    #[test]
    fn a_loss_takes_a_number_and_is_a_gap_for_everybody() {
        let log = log(8, 1);
        let (mut quick, mut slow) = (Cursor::at_start_of(&log), Cursor::at_start_of(&log));
        assert_eq!(read(&mut quick, &log), ["s0", "e1"]);
        log.lose(1, state(2));
        assert_eq!(read(&mut quick, &log), ["g2-2", "s2"]);
        log.tell(vec![renamed(3)], state(3));
        assert_eq!(read(&mut quick, &log), ["e3"]);
        assert_eq!(read(&mut slow, &log), ["s0", "e1", "g2-3", "s3"]);
    }

    #[test]
    fn a_loss_of_several_takes_as_many_numbers() {
        let log = log(8, 1);
        log.lose(3, state(4));
        log.tell(vec![renamed(5)], state(5));
        assert_eq!(read(&mut Cursor::at_start_of(&log), &log), ["s0", "e1", "g2-5", "s5"]);
    }

    #[test]
    fn a_loss_of_nothing_is_none() {
        let log = log(8, 1);
        log.lose(0, state(1));
        assert_eq!(read(&mut Cursor::at_start_of(&log), &log), ["s0", "e1"]);
    }

    #[test]
    fn keeping_none_keeps_one() {
        let log = log(0, 1);
        let mut cursor = Cursor::at_start_of(&log);
        assert_eq!(read(&mut cursor, &log), ["s0", "e1"]);
        log.tell(vec![renamed(2)], state(2));
        assert_eq!(read(&mut cursor, &log), ["e2"]);
    }

    #[test]
    fn the_end_comes_once_after_everything_else_and_the_first_end_counts() {
        let failure = Error::new(ErrorKind::DisplayUnavailable, "no display");
        for (end, told) in [
            (End::Completed, "completed"),
            (End::Abandoned, "abandoned"),
            (End::Failed(failure), "failed: no display"),
        ] {
            let log = log(8, 1);
            log.close(end);
            log.close(End::Abandoned);
            let mut cursor = Cursor::at_start_of(&log);
            assert_eq!(read(&mut cursor, &log), ["s0", "e1", told]);
            assert!(cursor.told_end);
        }
    }

    #[tokio::test]
    async fn a_reader_that_waits_is_woken_by_news_and_by_the_end() {
        let log = Arc::new(log(8, 0));
        let mut cursor = Cursor::at_start_of(&log);
        assert_eq!(read(&mut cursor, &log), ["s0"]);
        let theirs = log.clone();
        let waiting = tokio::spawn(async move {
            let mut told = Vec::new();
            while let Some(found) = cursor.next(&theirs).await {
                told.push(in_short(found));
            }
            told
        });
        tokio::task::yield_now().await;
        log.tell(vec![renamed(1)], state(1));
        tokio::task::yield_now().await;
        log.close(End::Completed);
        assert_eq!(waiting.await.unwrap(), ["e1", "completed"]);
    }

    #[tokio::test]
    async fn giving_up_waiting_loses_nothing() {
        let log = log(8, 0);
        let mut cursor = Cursor::at_start_of(&log);
        assert_eq!(read(&mut cursor, &log), ["s0"]);
        {
            let mut waiting = std::pin::pin!(cursor.next(&log));
            assert!(futures_util::poll!(waiting.as_mut()).is_pending());
            log.tell(vec![renamed(1)], state(1));
        }
        assert_eq!(in_short(cursor.next(&log).await.unwrap()), "e1");
    }
}
