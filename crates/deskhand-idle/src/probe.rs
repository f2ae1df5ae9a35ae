//! The main loop, asked whether it has run dry.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::process::{Process, current};

/// How long removing a hook waits for one that is running.
const PATIENCE: Duration = Duration::from_secs(1);

/// What the application does to ask its main loop.
pub(crate) struct Hook(Box<dyn Fn(Probe) + Send + Sync>);

impl Hook {
    pub(crate) fn new(ask: impl Fn(Probe) + Send + Sync + 'static) -> Hook {
        Hook(Box::new(ask))
    }
}

/// A question to the main loop: is there anything left to do?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probe(u64);

impl Probe {
    /// Says that the main loop had nothing left to do, after this question came. To be called by the main loop itself,
    /// as the last thing before it would wait. Questions that were never asked are ignored.
    pub fn ran_dry(self) {
        let mut state = current().state();
        if self.0 > state.dry && self.0 <= state.asked {
            state.dry = self.0;
            state.ring();
        }
    }

    /// A number that stands for this question, to carry it through a foreign interface.
    pub fn ticket(self) -> u64 {
        self.0
    }

    /// The question with this number.
    pub fn from_ticket(ticket: u64) -> Probe {
        Probe(ticket)
    }
}

/// Lets the main loop have a say: from now on the application is idle only when its main loop has run dry, too.
///
/// `ask` is called on a thread of this library whenever somebody wants to know. It must return at once, having arranged
/// that the main loop calls [`Probe::ran_dry`] when everything that is in its queue by now is done. It replaces the
/// hook that was there before.
pub fn set_probe(ask: impl Fn(Probe) + Send + Sync + 'static) {
    replace(Some(Arc::new(Hook::new(ask))));
}

/// Takes the main loop out of it again. When this returns, the hook is not running and will not be called again, unless
/// it blocks for more than a second, or this is called from within it.
pub fn clear_probe() {
    replace(None);
}

fn replace(hook: Option<Arc<Hook>>) {
    let process = current();
    let mut state = process.state();
    let before = std::mem::replace(&mut state.hook, hook);
    state.round += 1;
    state.ring();
    let deadline = Instant::now() + PATIENCE;
    while state.inside_hook.is_some_and(|inside| inside != thread::current().id()) {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            break;
        }
        let waited = process.hook_returned.wait_timeout(state, left);
        state = waited.unwrap_or_else(PoisonError::into_inner).0;
    }
    drop(state);
    // Outside of the lock: what the hook holds may call us while it is dropped.
    drop(before);
}

/// Asks the main loop on behalf of one who waits.
pub(crate) fn ask(process: &Process, ticket: u64) {
    let mut state = process.state();
    let Some(hook) = state.hook.clone() else { return };
    state.inside_hook = Some(thread::current().id());
    drop(state);
    // A hook that fails has not asked; then the main loop counts as busy, which is what is known of it.
    let _ = catch_unwind(AssertUnwindSafe(|| (hook.0)(Probe(ticket))));
    drop(hook);
    process.state().inside_hook = None;
    process.hook_returned.notify_all();
}
