//! Waiting until the window manager is done with a change.

use std::sync::Arc;
use std::time::{Duration, Instant};

use deskhand_model::{Result, Window as Record};
use tokio::sync::oneshot;
use x11rb::protocol::xproto::Window;

/// How long a manager that cannot be asked gets to follow a request.
const PATIENCE: Duration = Duration::from_millis(250);

/// How long one that can be asked may be busy.
pub(super) const BUSY: Duration = Duration::from_secs(2);

/// Most questions to a manager about one change, where the list never comes to rest.
const MOST_BARRIERS: u32 = 8;

/// How one can know what the manager has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manners {
    /// There is none: the X server has done everything itself.
    Absent,
    /// It cannot be asked.
    Mute,
    /// It answers questions in turn.
    Answers,
}

/// What somebody who waits needs next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Need {
    /// Nothing more.
    Done,
    /// That the manager answers another question.
    Barrier,
    /// That something happens, until this moment at the latest.
    Event(Instant),
}

/// Somebody who waits until a change to a window is over.
pub(super) struct Settling {
    /// The window before the change, where it is a change to one.
    before: Option<Record>,
    since: Instant,
    deadline: Instant,
    /// The first question that was put after the request.
    first_barrier: u64,
    answered: u32,
    at_last_answer: Option<Arc<Vec<Record>>>,
    is_at_rest: bool,
    answer: oneshot::Sender<Result<()>>,
}

impl Settling {
    /// Waits for a change, to the window `before` if to one; questions from `first_barrier` on come after the request.
    pub(super) fn new(
        before: Option<Record>,
        first_barrier: u64,
        deadline: Instant,
        answer: oneshot::Sender<Result<()>>,
    ) -> Settling {
        Settling {
            before,
            since: Instant::now(),
            deadline,
            first_barrier,
            answered: 0,
            at_last_answer: None,
            is_at_rest: false,
            answer,
        }
    }

    /// The manager has answered a question, and this is the list then. One answer is not enough: what a request leads
    /// to may come back to the manager as events of its own, as the keyboard's new place does in openbox (3.6). So it is
    /// over when the list is the same at two answers.
    pub(super) fn note_answer(&mut self, barrier: u64, list: &Arc<Vec<Record>>) {
        if barrier < self.first_barrier {
            return;
        }
        self.answered += 1;
        self.is_at_rest = self.at_last_answer.as_ref() == Some(list) || self.answered >= MOST_BARRIERS;
        self.at_last_answer = Some(list.clone());
    }

    /// What it needs now that this is the list; `is_whole` says whether the window's frame and content agree.
    pub(super) fn need(&self, manners: Manners, list: &[Record], is_whole: bool, now: Instant) -> Need {
        let patience = if manners == Manners::Mute { PATIENCE } else { BUSY };
        let until = self.deadline.min(self.since + patience);
        if manners == Manners::Absent || now >= until || self.answer.is_closed() {
            return Need::Done;
        }
        let is_over = match manners {
            Manners::Absent => true,
            Manners::Mute => self.before.as_ref().is_none_or(|before| !list.contains(before)),
            Manners::Answers => self.is_at_rest,
        };
        match (is_over, manners) {
            (true, _) if is_whole => Need::Done,
            (false, Manners::Answers) => Need::Barrier,
            _ => Need::Event(until),
        }
    }

    /// The window that is changed.
    pub(super) fn target(&self) -> Option<Window> {
        self.before.as_ref().and_then(|before| Window::try_from(before.id.0).ok())
    }

    /// Tells that it is over.
    pub(super) fn finish(self, outcome: Result<()>) {
        let _ = self.answer.send(outcome);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskhand_model::WindowId;

    fn window(title: &str) -> Record {
        Record { id: WindowId(7), title: title.to_owned(), ..Record::default() }
    }

    fn settling() -> (Settling, oneshot::Receiver<Result<()>>) {
        let (answer, waiting) = oneshot::channel();
        let deadline = Instant::now() + Duration::from_secs(60);
        (Settling::new(Some(window("before")), 3, deadline, answer), waiting)
    }

    fn need(settling: &Settling, manners: Manners, list: &[Record], is_whole: bool) -> Need {
        settling.need(manners, list, is_whole, Instant::now())
    }

    #[test]
    fn a_manager_is_done_when_the_list_is_the_same_at_two_answers() {
        let (mut settling, _waiting) = settling();
        let lists = ["before", "after"].map(|title| Arc::new(vec![window(title)]));
        for (barrier, list, expected) in [
            (2, &lists[0], Need::Barrier),
            (3, &lists[0], Need::Barrier),
            (4, &lists[1], Need::Barrier),
            (5, &lists[1], Need::Done),
        ] {
            settling.note_answer(barrier, list);
            assert_eq!(need(&settling, Manners::Answers, list, true), expected, "{barrier}");
        }
        assert!(
            matches!(need(&settling, Manners::Answers, &lists[1], false), Need::Event(_)),
            "still moving"
        );
    }

    #[test]
    fn a_list_that_never_rests_does_not_hold_anybody_for_ever() {
        let (mut settling, _waiting) = settling();
        let mut answers = 0;
        while need(&settling, Manners::Answers, &[], true) == Need::Barrier {
            answers += 1;
            settling.note_answer(3, &Arc::new(vec![window(&answers.to_string())]));
        }
        assert_eq!(answers, MOST_BARRIERS);
    }

    #[test]
    fn a_mute_manager_is_done_when_something_shows_and_gets_a_moment_otherwise() {
        let (settling, _waiting) = settling();
        let Need::Event(until) = need(&settling, Manners::Mute, &[window("before")], true) else {
            panic!("nothing has happened yet")
        };
        assert_eq!(settling.need(Manners::Mute, &[window("before")], true, until), Need::Done);
        assert_eq!(need(&settling, Manners::Mute, &[window("after")], true), Need::Done);
        assert_eq!(need(&settling, Manners::Mute, &[], true), Need::Done);
    }

    #[test]
    fn nobody_waits_where_there_is_no_manager_or_the_caller_has_left() {
        let (settling, waiting) = settling();
        assert_eq!(need(&settling, Manners::Absent, &[], true), Need::Done);
        drop(waiting);
        assert_eq!(need(&settling, Manners::Answers, &[], true), Need::Done);
    }
}
