//! The one state of this process, also after a fork.

use std::path::PathBuf;
use std::sync::atomic::{AtomicPtr, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use deskhand_idle_protocol::WorkKind;

use crate::bell::Bell;
use crate::ledger::Token;
use crate::state::State;

/// What this process has declared, and who serves it.
pub(crate) struct Process {
    pid: u32,
    state: Mutex<State>,
    /// Told when the hook has returned.
    pub(crate) hook_returned: Condvar,
    pub(crate) serving: Mutex<Option<Serving>>,
}

/// A socket that is served.
pub(crate) struct Serving {
    pub(crate) socket: PathBuf,
    pub(crate) bell: Arc<Bell>,
}

static CURRENT: AtomicPtr<Process> = AtomicPtr::new(std::ptr::null_mut());

/// The next token, the same sequence before and after a fork: a guard that is dropped in a child names nothing there.
static NEXT_TOKEN: AtomicU64 = AtomicU64::new(1);

/// The state of this process. A forked child gets one of its own: in that of its parent another thread may have held a
/// lock in the instant of the fork, and nobody would ever release it in the child.
#[expect(unsafe_code, reason = "a static that a fork must be able to replace without a lock")]
pub(crate) fn current() -> &'static Process {
    let pid = std::process::id();
    let known = CURRENT.load(Ordering::Acquire);
    if let Some(process) = of(known, pid) {
        return process;
    }
    let fresh = Box::into_raw(Box::new(Process::new(pid)));
    match CURRENT.compare_exchange(known, fresh, Ordering::AcqRel, Ordering::Acquire) {
        // SAFETY: `fresh` was just made from a box, and now stands in `CURRENT`, whose contents are never freed.
        Ok(_) => unsafe { &*fresh },
        Err(_) => {
            // SAFETY: another thread was faster, so nobody else has ever seen `fresh`.
            drop(unsafe { Box::from_raw(fresh) });
            current()
        }
    }
}

/// The state of this process if it has one; a forked child has none of its own at first.
pub(crate) fn known() -> Option<&'static Process> {
    of(CURRENT.load(Ordering::Acquire), std::process::id())
}

/// What stands in `CURRENT`, provided that it is that of this process.
#[expect(unsafe_code, reason = "a static that a fork must be able to replace without a lock")]
fn of(known: *const Process, pid: u32) -> Option<&'static Process> {
    // SAFETY: the pointer was read from `CURRENT`: it is null or comes from `Box::into_raw` in `current`, and is never
    // freed once it stands there.
    unsafe { known.as_ref() }.filter(|process| process.pid == pid)
}

impl Process {
    fn new(pid: u32) -> Process {
        Process {
            pid,
            state: Mutex::new(State::default()),
            hook_returned: Condvar::new(),
            serving: Mutex::new(None),
        }
    }

    pub(crate) fn pid(&self) -> u32 {
        self.pid
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn begin(&self, kind: WorkKind, name: &str) -> Token {
        let (token, now) = (NEXT_TOKEN.fetch_add(1, Ordering::Relaxed), Instant::now());
        let mut state = self.state();
        state.round += 1;
        state.ledger.begin(token, kind, name, now)
    }

    pub(crate) fn end(&self, token: Token) {
        self.ended(|state| state.ledger.end(token));
    }

    pub(crate) fn end_oldest(&self, kind: WorkKind, name: &str) {
        self.ended(|state| state.ledger.end_oldest(kind, name));
    }

    fn ended(&self, end: impl FnOnce(&mut State)) {
        let mut state = self.state();
        let was_busy = !state.ledger.is_empty();
        end(&mut state);
        if was_busy && state.ledger.is_empty() {
            state.ring();
        }
    }
}
