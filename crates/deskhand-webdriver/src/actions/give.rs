//! Handing input to the page.

use deskhand_engine::ports::PageResult;
use deskhand_page::{Fault, FaultKind, PageInput};
use webdriver::error::WebDriverError;

use crate::errors::{Outcome, from_fault};
use crate::session::{PATIENCE, Session, refusal};

/// How many events are made and handed over at once. Long texts are typed in parts, each with its own time.
const AT_ONCE: usize = 512;

/// What came of input that was given.
#[derive(Debug)]
pub(super) enum Aftermath {
    /// The page has seen it all, or was left because of it.
    Seen,
    /// A dialog opened. What was not seen by then waits behind it, or was not given.
    Dialog,
    /// The window or the frame is not there, which may be the work of the input.
    Gone(WebDriverError),
}

/// Gives input to the current document.
pub(super) async fn give<I>(session: &Session, events: I) -> Outcome<Aftermath>
where
    I: IntoIterator<Item = PageInput>,
    I::IntoIter: Send,
{
    let mut events = events.into_iter();
    loop {
        let part: Vec<PageInput> = events.by_ref().take(AT_ONCE).collect();
        if part.is_empty() {
            return Ok(Aftermath::Seen);
        }
        let Err(fault) = session.page.input(&session.place, &part, PATIENCE).await else { continue };
        return match fault.kind {
            // What is left of it was not meant for another page.
            FaultKind::Interrupted => Ok(Aftermath::Seen),
            FaultKind::DialogOpen => Ok(Aftermath::Dialog),
            FaultKind::NoView | FaultKind::NoFrame => Ok(Aftermath::Gone(from_fault(fault))),
            _ => Err(from_fault(fault)),
        };
    }
}

/// Takes it as done when something was not finished only because a dialog opened or the page was left on the way: what
/// was asked for has had its effect.
pub(super) fn unless_left<T>(done: PageResult<T>) -> Outcome<()> {
    match done {
        Err(fault) if !is_left(&fault) => Err(refusal(fault)),
        _ => Ok(()),
    }
}

fn is_left(fault: &Fault) -> bool {
    match fault.kind {
        FaultKind::Interrupted => true,
        FaultKind::DialogOpen => !fault.standing,
        _ => false,
    }
}
