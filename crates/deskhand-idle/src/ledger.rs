//! What is under way: a list that only grows by beginnings and shrinks by endings.

use std::collections::BTreeMap;
use std::time::Instant;

use deskhand_idle_protocol::{WORK_LIMIT, Work, WorkKind};

/// How many pieces of work are remembered one by one. An application that forgets to end them is still told the truth,
/// that it is busy, but does not fill its memory with it.
const REMEMBERED: usize = 4096;

/// Names one piece of work that was begun.
pub(crate) type Token = u64;

/// The token of work that is only counted. No piece of work that is remembered has it.
pub(crate) const CROWD: Token = 0;

/// Work under way, in the order in which it began: tokens rise.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    begun: BTreeMap<Token, Begun>,
    /// How many more there are than are remembered.
    crowd: u32,
}

#[derive(Debug)]
struct Begun {
    kind: WorkKind,
    name: Box<str>,
    at: Instant,
}

impl Ledger {
    pub(crate) fn is_empty(&self) -> bool {
        self.begun.is_empty() && self.crowd == 0
    }

    /// Work begins. `token` is what it gets when it is remembered; the answer is what it got.
    pub(crate) fn begin(&mut self, token: Token, kind: WorkKind, name: &str, at: Instant) -> Token {
        if self.begun.len() >= REMEMBERED {
            self.crowd = self.crowd.saturating_add(1);
            return CROWD;
        }
        self.begun.insert(token, Begun { kind, name: Work::cut_name(name).into(), at });
        token
    }

    /// This piece of work has ended. One that is not under way is nothing that can end.
    pub(crate) fn end(&mut self, token: Token) {
        if self.begun.remove(&token).is_none() && token == CROWD {
            self.crowd = self.crowd.saturating_sub(1);
        }
    }

    /// The oldest piece of work of this kind and name has ended. Without one, it was one of those that are only
    /// counted, if there are any.
    pub(crate) fn end_oldest(&mut self, kind: WorkKind, name: &str) {
        let name = Work::cut_name(name);
        let same = |begun: &Begun| begun.kind == kind && *begun.name == *name;
        let oldest = self.begun.iter().find(|(_, begun)| same(begun)).map(|(token, _)| *token);
        self.end(oldest.unwrap_or(CROWD));
    }

    /// Equal work together, the oldest first. At the end of a long list stands how much more there is.
    pub(crate) fn work(&self, now: Instant) -> Vec<Work> {
        let mut all: Vec<Work> = Vec::new();
        let mut more = self.crowd;
        for begun in self.begun.values() {
            let same = |work: &Work| work.kind == begun.kind && work.name == *begun.name;
            match all.iter().position(same) {
                Some(known) => all[known].count += 1,
                None if all.len() + 1 < WORK_LIMIT => all.push(Work {
                    kind: begun.kind,
                    name: begun.name.to_string(),
                    count: 1,
                    since_ms: Some(millis(now.saturating_duration_since(begun.at))),
                }),
                None => more = more.saturating_add(1),
            }
        }
        if more > 0 {
            all.push(Work { kind: WorkKind::Task, name: "(others)".to_owned(), count: more, since_ms: None });
        }
        all
    }
}

/// Whole milliseconds.
pub(crate) fn millis(duration: std::time::Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn begin_all(ledger: &mut Ledger, all: &[(WorkKind, &str)]) -> Instant {
        let start = Instant::now();
        for (token, (kind, name)) in (1..).zip(all) {
            ledger.begin(token, *kind, name, start + Duration::from_millis(10 * token));
        }
        start
    }

    #[test]
    fn equal_work_is_told_once_with_the_age_of_the_oldest() {
        let mut ledger = Ledger::default();
        let all = [(WorkKind::Task, "save"), (WorkKind::Timer, "save"), (WorkKind::Task, "save")];
        let start = begin_all(&mut ledger, &all);
        let work = ledger.work(start + Duration::from_millis(100));
        let told: Vec<_> = work.iter().map(|work| (work.kind, work.count, work.since_ms)).collect();
        assert_eq!(told, [(WorkKind::Task, 2, Some(90)), (WorkKind::Timer, 1, Some(80))]);
    }

    #[test]
    fn the_oldest_of_a_name_ends_first() {
        let mut ledger = Ledger::default();
        let start = begin_all(&mut ledger, &[(WorkKind::Timer, "blink"), (WorkKind::Timer, "blink")]);
        ledger.end_oldest(WorkKind::Timer, "blink");
        assert_eq!(ledger.work(start + Duration::from_millis(100))[0].since_ms, Some(80));
    }

    #[test]
    fn what_is_not_under_way_cannot_end() {
        let mut ledger = Ledger::default();
        begin_all(&mut ledger, &[(WorkKind::Task, "save")]);
        ledger.end(99);
        ledger.end(CROWD);
        ledger.end_oldest(WorkKind::Network, "save");
        ledger.end_oldest(WorkKind::Task, "load");
        assert!(!ledger.is_empty());
        ledger.end(1);
        ledger.end(1);
        assert!(ledger.is_empty());
        ledger.begin(2, WorkKind::Task, "", Instant::now());
        assert!(!ledger.is_empty(), "an end too many is not kept for the next beginning");
    }

    #[test]
    fn names_that_are_cut_alike_are_the_same_work() {
        let mut ledger = Ledger::default();
        let long = "x".repeat(1_000_000);
        ledger.begin(1, WorkKind::Task, &long, Instant::now());
        ledger.end_oldest(WorkKind::Task, &long);
        assert!(ledger.is_empty());
    }

    #[test]
    fn a_long_list_ends_with_how_much_more_there_is() {
        let mut ledger = Ledger::default();
        for token in 1..=1000 {
            ledger.begin(token, WorkKind::Timer, &token.to_string(), Instant::now());
        }
        let work = ledger.work(Instant::now());
        assert_eq!(work.len(), WORK_LIMIT);
        assert_eq!(work.iter().map(|work| work.count).sum::<u32>(), 1000);
        assert_eq!((work[0].name.as_str(), work[WORK_LIMIT - 1].name.as_str()), ("1", "(others)"));
    }

    #[test]
    fn a_crowd_is_counted_and_ends_like_everything_else() {
        let mut ledger = Ledger::default();
        let most = REMEMBERED as u64 + 3;
        let tokens: Vec<_> =
            (1..=most).map(|t| ledger.begin(t, WorkKind::Task, "", Instant::now())).collect();
        let counts: Vec<_> = ledger.work(Instant::now()).iter().map(|work| work.count).collect();
        assert_eq!(counts, [REMEMBERED as u32, 3]);
        tokens.into_iter().for_each(|token| ledger.end(token));
        assert!(ledger.is_empty());

        for token in 1..=most {
            ledger.begin(token, WorkKind::Task, "x", Instant::now());
        }
        (1..=most).for_each(|_| ledger.end_oldest(WorkKind::Task, "x"));
        assert!(ledger.is_empty());
    }
}
