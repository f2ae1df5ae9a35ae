//! The steps that wait to be written.
//!
//! Whoever records waits for room as long as writing goes on, without keeping its thread from other work. When writing
//! has come to a standstill, because another process keeps the file, nobody waits: steps go without their pictures and
//! trees, which are nearly all of their size, and beyond a last bound they are only counted.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::task::{Poll, Waker};

use crate::record::Record;
use crate::words;

/// Steps that may wait with all they have: each can hold two pictures of a screen.
const WHOLE: usize = 8;

/// Steps that may wait at all.
const MOST: usize = 2000;

/// Between those who record and the thread that writes.
#[derive(Debug, Default)]
pub(crate) struct Queue {
    state: Mutex<State>,
    /// Something has come, or the queue is closed.
    came: Condvar,
    /// Nothing is left.
    empty: Condvar,
}

#[derive(Debug, Default)]
struct State {
    waiting: VecDeque<Box<Record>>,
    /// Steps that there was no place for, since the last one that there was.
    refused: u32,
    /// Whether the thread has a step in its hands.
    writing: bool,
    /// Whether that one waits for somebody else.
    held_up: bool,
    closed: bool,
    for_room: Vec<Waker>,
}

impl State {
    fn is_idle(&self) -> bool {
        self.waiting.is_empty() && !self.writing
    }

    fn has_room(&self) -> bool {
        self.waiting.len() < WHOLE
    }

    fn wake(&mut self) {
        self.for_room.drain(..).for_each(Waker::wake);
    }
}

impl Queue {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until there is room for a step with its pictures, or waiting makes no sense.
    pub(crate) async fn room(&self) {
        poll_fn(|context| {
            let mut state = self.state();
            if state.has_room() || state.held_up || state.closed {
                return Poll::Ready(());
            }
            if !state.for_room.iter().any(|waker| waker.will_wake(context.waker())) {
                state.for_room.push(context.waker().clone());
            }
            Poll::Pending
        })
        .await;
    }

    /// Puts a step at the end, or as much of it as there is room for. Returns whether there was any.
    pub(crate) fn put(&self, mut record: Box<Record>) -> bool {
        let mut state = self.state();
        if state.waiting.len() >= MOST || state.closed {
            state.refused = state.refused.saturating_add(1);
            return false;
        }
        if !state.has_room() {
            record.lighten();
        }
        let refused = std::mem::take(&mut state.refused);
        if refused > 0 {
            let steps = words::count(refused as usize, "step", "steps");
            record.step.not_recorded.push(format!("{steps} before this one, for which there was no room"));
        }
        state.waiting.push_back(record);
        drop(state);
        self.came.notify_one();
        true
    }

    /// The next step, once there is one; `None` when the queue is closed and nothing is left.
    pub(crate) fn next(&self) -> Option<Box<Record>> {
        let mut state = self.state();
        while state.waiting.is_empty() && !state.closed {
            state = self.came.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let record = state.waiting.pop_front();
        state.writing = record.is_some();
        state.wake();
        record
    }

    /// What the thread had in its hands is done.
    pub(crate) fn written(&self) {
        let mut state = self.state();
        (state.writing, state.held_up) = (false, false);
        if state.is_idle() {
            self.empty.notify_all();
        }
    }

    /// The thread waits for somebody else: nobody should wait for it.
    pub(crate) fn held_up(&self) {
        let mut state = self.state();
        state.held_up = true;
        state.wake();
    }

    /// Waits until nothing is left.
    pub(crate) fn drained(&self) {
        let mut state = self.state();
        while !state.is_idle() {
            state = self.empty.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Nothing more will come.
    pub(crate) fn close(&self) {
        let mut state = self.state();
        state.closed = true;
        state.wake();
        drop(state);
        self.came.notify_one();
    }

    /// Nobody writes any more: what is left is lost.
    pub(crate) fn abandon(&self) {
        let mut state = self.state();
        (state.closed, state.writing) = (true, false);
        state.waiting.clear();
        state.wake();
        self.empty.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::task::Context;

    use deskhand_schema::Asked;
    use deskhand_schema::request::Timed;

    use super::*;
    use crate::picture::Picture;
    use crate::picture::tests::gray;

    fn record() -> Box<Record> {
        let mut record =
            Record::new("apps".to_owned(), Asked::Apps(Timed::within(std::time::Duration::ZERO)));
        record.after = Some(Picture { image: gray(1, &[0]), of: String::new(), origin: None, target: None });
        Box::new(record)
    }

    fn is_ready(room: impl Future<Output = ()>) -> bool {
        pin!(room).poll(&mut Context::from_waker(Waker::noop())).is_ready()
    }

    #[test]
    fn who_records_waits_for_room_while_writing_goes_on() {
        let queue = Queue::default();
        (0..WHOLE).for_each(|_| assert!(queue.put(record())));
        assert!(!is_ready(queue.room()));
        queue.next().unwrap();
        assert!(is_ready(queue.room()));
    }

    #[test]
    fn nobody_waits_while_writing_is_held_up_and_steps_go_without_pictures() {
        let queue = Queue::default();
        (0..=WHOLE).for_each(|_| assert!(queue.put(record())));
        queue.held_up();
        assert!(is_ready(queue.room()));
        queue.written();
        assert!(!is_ready(queue.room()));
        let records: Vec<_> = (0..=WHOLE).filter_map(|_| queue.next()).collect();
        assert!(records[WHOLE - 1].after.is_some() && records[WHOLE - 1].step.not_recorded.is_empty());
        assert!(records[WHOLE].after.is_none());
        assert!(records[WHOLE].step.not_recorded[0].contains("pictures"), "{:?}", records[WHOLE].step);
    }

    #[test]
    fn steps_beyond_the_last_bound_are_counted_and_told_by_the_next_one() {
        let queue = Queue::default();
        (0..MOST).for_each(|_| assert!(queue.put(record())));
        assert!(!queue.put(record()) && !queue.put(record()));
        queue.next().unwrap();
        assert!(queue.put(record()));
        queue.close();
        let last = std::iter::from_fn(|| queue.next()).last();
        let told = last.unwrap().step.not_recorded.join("; ");
        assert!(told.contains("2 steps before this one"), "{told}");
    }

    #[test]
    fn a_queue_that_nobody_reads_any_more_keeps_nobody() {
        let queue = Queue::default();
        (0..WHOLE).for_each(|_| assert!(queue.put(record())));
        queue.abandon();
        assert!(is_ready(queue.room()) && !queue.put(record()) && queue.next().is_none());
        queue.drained();
    }
}
