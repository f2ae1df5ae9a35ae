//! The mirror while it is connected: takes events, asks again, tells followers, asks the manager where there is doubt.

use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use deskhand_model::{Result, Window as Record};
use tokio::sync::oneshot;
use x11rb::connection::Connection as _;

use super::super::super::display::Display;
use super::super::super::fault::Outcome;
use super::barrier::Barrier;
use super::feed::Queue;
use super::registry::Registry;
use super::settle::{BUSY, Manners, Need, Settling};

/// How often is asked again before others get their turn, while events come without end.
const ROUNDS: usize = 4;

/// How often a doubtful state is doubted.
const MOST_DOUBTS: u32 = 8;

/// A manager that has just started may have missed a question; it is repeated after this.
const ASK_AGAIN: Duration = Duration::from_millis(20);

/// The mirror's state on one connection.
pub(super) struct Live {
    pub(super) display: Display,
    registry: Registry,
    barrier: Option<Barrier>,
    /// How many questions were put to the manager.
    barriers: u64,
    ask_again: Option<Instant>,
    settling: Vec<Settling>,
    /// The state that followers were told last.
    told: Arc<Vec<Record>>,
    doubt: Option<Doubt>,
}

/// A state that may be one on the way to another.
struct Doubt {
    list: Arc<Vec<Record>>,
    /// The question that clears it.
    barrier: u64,
    times: u32,
}

/// Those who follow the list.
pub(super) type Followers = Vec<Weak<Queue>>;

impl Live {
    /// The mirror on a new connection; nothing is asked yet.
    pub(super) fn new(display: Display) -> Outcome<Live> {
        Ok(Live {
            registry: Registry::new(&display)?,
            display,
            barrier: None,
            barriers: 0,
            ask_again: None,
            settling: Vec::new(),
            told: Arc::default(),
            doubt: None,
        })
    }

    /// Everything that happened before now is in the list afterwards.
    pub(super) fn catch_up(&mut self, followers: &mut Followers) -> Outcome<Arc<Vec<Record>>> {
        self.display.sync()?;
        self.attend(followers, true)?;
        Ok(self.registry.list().windows.clone())
    }

    /// A new follower gets the state that the others have, or the one now.
    pub(super) fn welcome(&mut self, followers: &mut Followers, queue: &Arc<Queue>) -> Outcome<()> {
        followers.retain(|other| other.strong_count() > 0);
        let now = self.catch_up(followers)?;
        if followers.is_empty() {
            self.told = now;
        }
        queue.push(self.told.clone(), Vec::new());
        followers.push(Arc::downgrade(queue));
        Ok(())
    }

    /// Tells somebody when a change that was asked for is over, to the window `before` if to one.
    pub(super) fn settle(
        &mut self,
        before: Option<Record>,
        deadline: Instant,
        answer: oneshot::Sender<Result<()>>,
    ) {
        self.settling.push(Settling::new(before, self.next_barrier(), deadline, answer));
    }

    /// The number of the next question to the manager.
    fn next_barrier(&self) -> u64 {
        self.barriers + 1
    }

    /// Those who wait for a change, taken away from a connection that is broken.
    pub(super) fn into_settling(self) -> Vec<Settling> {
        self.settling
    }

    /// Handles what has come. `true` when there may be more without the server sending anything.
    pub(super) fn attend(&mut self, followers: &mut Followers, is_asked: bool) -> Outcome<bool> {
        followers.retain(|follower| follower.strong_count() > 0);
        let mut answered = None;
        let mut is_unfinished = true;
        for _ in 0..ROUNDS {
            answered = self.drain()?.or(answered);
            let is_wanted = is_asked || !followers.is_empty() || self.is_waited_for();
            if !is_wanted || !self.registry.is_stale(Instant::now()) {
                is_unfinished = false;
                break;
            }
            self.registry.refresh(&self.display)?;
        }
        if let Some(number) = self.end_barrier(answered, Instant::now())? {
            self.note_answer(number, answered.is_some());
        }
        self.tell(followers);
        self.finish_settled();
        let has_asked = self.ask_manager(followers)?;
        Ok(is_unfinished || has_asked)
    }

    /// When something has to be done without an event.
    pub(super) fn next_wake(&self, followers: &Followers) -> Option<Instant> {
        let needs = self.settling.iter().filter_map(|settling| match self.need(settling) {
            Need::Event(until) => Some(until),
            Need::Done | Need::Barrier => None,
        });
        let barrier = self.barrier.as_ref().map(|barrier| barrier.until);
        let is_followed = !followers.is_empty() || self.is_waited_for();
        let rest = self.registry.next_rest().filter(|_| is_followed);
        needs.chain(barrier).chain(self.ask_again).chain(rest).min()
    }

    fn is_waited_for(&self) -> bool {
        !self.settling.is_empty() || self.barrier.is_some() || self.registry.taking_over.is_some()
    }

    /// Takes the events that have come; the number of the question that the manager has answered, if it did.
    fn drain(&mut self) -> Outcome<Option<u64>> {
        let mut answered = None;
        while let Some(event) = self.display.conn().poll_for_event()? {
            let barrier = self.barrier.as_ref().filter(|barrier| barrier.is_answered_by(&event));
            answered = barrier.map(|barrier| barrier.number).or(answered);
            self.registry.note(&event);
        }
        Ok(answered)
    }

    fn manners(&self) -> Manners {
        match &self.registry.manager {
            manager if !manager.is_running() => Manners::Absent,
            manager if manager.tells_extents => Manners::Answers,
            _ => Manners::Mute,
        }
    }

    /// Ends the question that was answered, or that will not be any more; hands out its number.
    fn end_barrier(&mut self, answered: Option<u64>, now: Instant) -> Outcome<Option<u64>> {
        let is_gone = self.manners() != Manners::Answers;
        let is_over =
            |barrier: &mut Barrier| is_gone || answered == Some(barrier.number) || now >= barrier.until;
        let Some(barrier) = self.barrier.take_if(is_over) else { return Ok(None) };
        let number = barrier.number;
        self.ask_again = None;
        barrier.remove(&self.display)?;
        Ok(Some(number))
    }

    fn note_answer(&mut self, number: u64, is_answered: bool) {
        // A manager that does not answer is not waited for again and again.
        if let Some(doubt) = self.doubt.as_mut().filter(|_| !is_answered) {
            doubt.times = MOST_DOUBTS;
        }
        if self.registry.taking_over.take().is_some() {
            self.registry.compile(Instant::now());
        }
        let list = &self.registry.list().windows;
        for settling in &mut self.settling {
            settling.note_answer(number, list);
        }
    }

    fn need(&self, settling: &Settling) -> Need {
        let list = &self.registry.list().windows;
        let is_whole = settling.target().is_none_or(|window| self.registry.is_whole(window));
        settling.need(self.manners(), list, is_whole, Instant::now())
    }

    fn finish_settled(&mut self) {
        let (done, waiting) =
            std::mem::take(&mut self.settling).into_iter().partition(|one| self.need(one) == Need::Done);
        self.settling = waiting;
        Vec::into_iter(done).for_each(|settling| settling.finish(Ok(())));
    }

    /// Tells followers the list if it is another one than they know and is no passing one.
    fn tell(&mut self, followers: &Followers) {
        let list = self.registry.list().windows.clone();
        if followers.is_empty() || list == self.told {
            self.doubt = None;
            self.registry.touches.clear();
            return;
        }
        if self.manners() == Manners::Answers && self.is_doubtful() {
            let next = self.next_barrier();
            let Some(doubt) = &mut self.doubt else {
                self.doubt = Some(Doubt { list, barrier: next, times: 1 });
                return;
            };
            let is_open =
                doubt.barrier == next || self.barrier.as_ref().is_some_and(|b| b.number >= doubt.barrier);
            if is_open {
                return;
            }
            if doubt.list != list && doubt.times < MOST_DOUBTS {
                *doubt = Doubt { list, barrier: next, times: doubt.times + 1 };
                return;
            }
        }
        self.doubt = None;
        let touched = self.registry.touches.between(&self.told, &list);
        self.registry.touches.clear();
        self.told = list.clone();
        for follower in followers.iter().filter_map(Weak::upgrade) {
            follower.push(list.clone(), touched.clone());
        }
    }

    /// Whether the manager seems to be busy with something that would show in the list for a moment only.
    fn is_doubtful(&self) -> bool {
        let list = self.registry.list();
        let is_new = |&place: &usize| {
            let window = list.windows.get(place);
            let before = self.told.iter().find(|other| window.is_some_and(|window| window.id == other.id));
            window != before
        };
        self.registry.taking_over.is_some() || list.in_between.iter().any(is_new)
    }

    /// Puts a question to the manager where one is needed; `true` when it did.
    fn ask_manager(&mut self, followers: &Followers) -> Outcome<bool> {
        let now = Instant::now();
        if self.manners() != Manners::Answers {
            if self.registry.taking_over.take().is_some() {
                self.registry.compile(now);
            }
            return Ok(false);
        }
        let is_taken_over = self.registry.taking_over.is_some();
        if let Some(barrier) = &self.barrier {
            let is_due = self.ask_again.is_some_and(|moment| moment <= now);
            if is_due {
                barrier.ask_again(&self.display)?;
                self.ask_again = is_taken_over.then_some(now + ASK_AGAIN);
            }
            return Ok(is_due);
        }
        let is_doubted = self.doubt.is_some() && !followers.is_empty();
        let is_needed = self.settling.iter().any(|settling| self.need(settling) == Need::Barrier);
        if !(is_taken_over || is_doubted || is_needed) {
            return Ok(false);
        }
        self.barriers += 1;
        self.barrier = Some(Barrier::raise(&self.display, self.barriers, now + BUSY)?);
        self.ask_again = is_taken_over.then_some(now + ASK_AGAIN);
        Ok(true)
    }
}
