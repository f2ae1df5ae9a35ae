//! What decides whether the application is idle: the work that it declared, and its main loop.

use std::sync::Arc;
use std::thread::ThreadId;
use std::time::Instant;

use deskhand_idle_protocol::{Work, WorkKind};

use crate::bell::Bell;
use crate::ledger::{Ledger, millis};
use crate::probe::Hook;

/// Everything that is shared by the threads of the application and the serving thread.
#[derive(Default)]
pub(crate) struct State {
    pub(crate) ledger: Ledger,
    /// Rises with everything that makes earlier findings about the main loop worthless: work that begins, another hook.
    pub(crate) round: u64,
    pub(crate) hook: Option<Arc<Hook>>,
    /// The thread that is inside of the hook.
    pub(crate) inside_hook: Option<ThreadId>,
    /// The last question to the main loop.
    pub(crate) asked: u64,
    /// The last question that the main loop has answered: it ran dry after that, and so after all before.
    pub(crate) dry: u64,
    pub(crate) bell: Option<Arc<Bell>>,
}

/// How far one who waits has come with the main loop.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Progress(Option<Asked>);

#[derive(Clone, Copy, Debug)]
struct Asked {
    ticket: u64,
    round: u64,
    at: Instant,
}

/// What one look at the state says to one who waits.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// Nothing is under way.
    Idle,
    /// Something is.
    Busy,
    /// No work is; whether the main loop has any must be asked with this ticket.
    AskLoop(u64),
}

impl State {
    pub(crate) fn ring(&self) {
        if let Some(bell) = &self.bell {
            bell.ring();
        }
    }

    /// Looks for one who waits. Only a main loop that ran dry after the question, with no work begun since then,
    /// counts: what the question is about may still be in its queue.
    pub(crate) fn look(&mut self, progress: &mut Progress, now: Instant) -> Look {
        if !self.ledger.is_empty() {
            *progress = Progress(None);
            return Look::Busy;
        }
        if self.hook.is_none() {
            return Look::Idle;
        }
        match progress.0 {
            Some(asked) if asked.round == self.round && self.dry >= asked.ticket => Look::Idle,
            Some(asked) if asked.round == self.round => Look::Busy,
            _ => {
                self.asked += 1;
                *progress = Progress(Some(Asked { ticket: self.asked, round: self.round, at: now }));
                Look::AskLoop(self.asked)
            }
        }
    }

    /// What is under way for one who waits; not empty.
    pub(crate) fn work(&self, progress: Progress, now: Instant) -> Vec<Work> {
        let work = self.ledger.work(now);
        if !work.is_empty() {
            return work;
        }
        let since = progress.0.map(|asked| millis(now.saturating_duration_since(asked.at)));
        vec![Work { kind: WorkKind::MainLoop, name: String::new(), count: 1, since_ms: since }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_loop() -> State {
        State { hook: Some(Arc::new(Hook::new(|_| {}))), ..State::default() }
    }

    fn begin(state: &mut State, token: u64) {
        state.round += 1;
        state.ledger.begin(token, WorkKind::Task, "save", Instant::now());
    }

    #[test]
    fn without_a_main_loop_no_work_is_idle() {
        let mut state = State::default();
        let mut progress = Progress::default();
        begin(&mut state, 1);
        assert_eq!(state.look(&mut progress, Instant::now()), Look::Busy);
        state.ledger.end(1);
        assert_eq!(state.look(&mut progress, Instant::now()), Look::Idle);
    }

    #[test]
    fn the_main_loop_must_run_dry_after_the_question() {
        let mut state = with_loop();
        state.asked = 7;
        state.dry = 7;
        let mut progress = Progress::default();
        assert_eq!(state.look(&mut progress, Instant::now()), Look::AskLoop(8));
        assert_eq!(state.look(&mut progress, Instant::now()), Look::Busy);
        assert_eq!(state.work(progress, Instant::now())[0].kind, WorkKind::MainLoop);
        state.dry = 8;
        assert_eq!(state.look(&mut progress, Instant::now()), Look::Idle);
    }

    #[test]
    fn work_between_question_and_answer_starts_over() {
        let mut state = with_loop();
        let mut progress = Progress::default();
        assert_eq!(state.look(&mut progress, Instant::now()), Look::AskLoop(1));
        begin(&mut state, 1);
        state.ledger.end(1);
        state.dry = 1;
        assert_eq!(
            state.look(&mut progress, Instant::now()),
            Look::AskLoop(2),
            "although it ended in between"
        );
        begin(&mut state, 2);
        assert_eq!(state.look(&mut progress, Instant::now()), Look::Busy);
        assert_eq!(state.work(progress, Instant::now())[0].kind, WorkKind::Task);
    }

    #[test]
    fn one_answer_of_the_main_loop_serves_all_who_asked_before() {
        let mut state = with_loop();
        let (mut first, mut second) = (Progress::default(), Progress::default());
        assert_eq!(state.look(&mut first, Instant::now()), Look::AskLoop(1));
        assert_eq!(state.look(&mut second, Instant::now()), Look::AskLoop(2));
        state.dry = 2;
        assert_eq!(state.look(&mut first, Instant::now()), Look::Idle);
        assert_eq!(state.look(&mut second, Instant::now()), Look::Idle);
    }

    #[test]
    fn a_main_loop_that_is_no_longer_asked_keeps_nobody_waiting() {
        let mut state = with_loop();
        let mut progress = Progress::default();
        state.look(&mut progress, Instant::now());
        state.hook = None;
        assert_eq!(state.look(&mut progress, Instant::now()), Look::Idle);
    }
}
