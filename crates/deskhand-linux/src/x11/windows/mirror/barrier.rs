//! Knowing that the window manager has dealt with everything that was asked of it.
//!
//! Managers handle requests one after the other. So a request whose answer can be seen tells that all requests before it
//! are done: the width of the frame that a window would get, for a window of our own that is never shown.

use std::time::Instant;

use x11rb::connection::Connection as _;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{ConnectionExt as _, CreateWindowAux, EventMask, Window, WindowClass};

use super::super::super::display::Display;
use super::super::super::fault::Outcome;
use super::super::manager::request;

/// Returns when the manager has dealt with everything that was asked of it before, or does not say so until `until`.
pub(in super::super) fn pass(display: &Display, until: Instant) -> Outcome<()> {
    let barrier = Barrier::raise(display, 0, until)?;
    display.wait_for(until, |event| barrier.is_answered_by(event).then_some(()))?;
    barrier.remove(display)
}

/// A question to the manager that is under way. Each has a window of its own, so that a late answer to an earlier one
/// is not taken for this one's.
pub(super) struct Barrier {
    window: Window,
    answer: u32,
    /// Counts the questions.
    pub(super) number: u64,
    /// When no answer is expected any more.
    pub(super) until: Instant,
}

impl Barrier {
    /// Asks the manager.
    pub(super) fn raise(display: &Display, number: u64, until: Instant) -> Outcome<Barrier> {
        let (conn, root) = (display.conn(), display.root());
        let window = conn.generate_id()?;
        let aux = CreateWindowAux::new().override_redirect(1).event_mask(EventMask::PROPERTY_CHANGE);
        conn.create_window(0, window, root, -1, -1, 1, 1, 0, WindowClass::INPUT_ONLY, 0, &aux)?;
        let barrier = Barrier { window, answer: display.atoms._NET_FRAME_EXTENTS, number, until };
        barrier.ask_again(display)?;
        Ok(barrier)
    }

    /// Asks once more: a manager that has just started may have missed the question.
    pub(super) fn ask_again(&self, display: &Display) -> Outcome<()> {
        request(display, self.window, display.atoms._NET_REQUEST_FRAME_EXTENTS, [0; 5])?;
        display.conn().flush()?;
        Ok(())
    }

    /// Whether an event is the answer.
    pub(super) fn is_answered_by(&self, event: &Event) -> bool {
        matches!(event, Event::PropertyNotify(event) if event.window == self.window && event.atom == self.answer)
    }

    /// Takes its window away.
    pub(super) fn remove(self, display: &Display) -> Outcome<()> {
        display.conn().destroy_window(self.window)?.ignore_error();
        Ok(())
    }
}
