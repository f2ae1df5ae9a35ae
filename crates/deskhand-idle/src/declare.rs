//! What an application says about its work.

use deskhand_idle_protocol::WorkKind;

use crate::ledger::Token;
use crate::process::current;

/// Work that is under way until this is dropped.
#[derive(Debug)]
#[must_use = "the work ends when this is dropped"]
pub struct Task(Token);

impl Drop for Task {
    fn drop(&mut self) {
        current().end(self.0);
    }
}

/// Begins work with a name, which ends when the value is dropped, on whatever thread.
///
/// ```
/// {
///     let _task = deskhand_idle::task("save");
///     assert!(deskhand_idle::is_busy());
/// }
/// assert!(!deskhand_idle::is_busy());
/// ```
pub fn task(name: &str) -> Task {
    Task(current().begin(WorkKind::Task, name))
}

/// Like [`task`], for a timer: drop the value when it has fired or was cancelled.
pub fn timer(name: &str) -> Task {
    Task(current().begin(WorkKind::Timer, name))
}

/// Like [`task`], for a request to somebody else: drop the value when its answer was dealt with.
pub fn request(name: &str) -> Task {
    Task(current().begin(WorkKind::Network, name))
}

/// Counts one more piece of work without a name; [`idle`] ends it.
pub fn busy() {
    current().begin(WorkKind::Task, "");
}

/// Ends one piece of work that [`busy`] began. One call too many does nothing.
pub fn idle() {
    current().end_oldest(WorkKind::Task, "");
}

/// A timer was started; [`timer_fired`] with the same name ends that.
pub fn timer_started(name: &str) {
    current().begin(WorkKind::Timer, name);
}

/// The timer has fired and what it does is done, or it was cancelled.
pub fn timer_fired(name: &str) {
    current().end_oldest(WorkKind::Timer, name);
}

/// A request went out; [`request_ended`] with the same name ends that.
pub fn request_began(name: &str) {
    current().begin(WorkKind::Network, name);
}

/// The request was answered, or given up, and that was dealt with.
pub fn request_ended(name: &str) {
    current().end_oldest(WorkKind::Network, name);
}

/// Whether any declared work is under way. The main loop is not asked.
pub fn is_busy() -> bool {
    !current().state().ledger.is_empty()
}

/// Work as the C interface sees it: begun here, ended by its token.
pub(crate) fn begin(kind: WorkKind, name: &str) -> Token {
    current().begin(kind, name)
}

pub(crate) fn end(token: Token) {
    current().end(token);
}
