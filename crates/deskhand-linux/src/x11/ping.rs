//! Asking an application whether it still reads its events (`_NET_WM_PING`).
//!
//! GTK, Qt and Chromium answer a ping when they come to it in the queue of their events, so an answer also means
//! that everything sent before the ping has been read.

use std::time::Instant;

use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    ChangeWindowAttributesAux, ClientMessageData, ClientMessageEvent, ConnectionExt as _, EventMask, Window,
};

use super::display::Display;
use super::fault::Outcome;
use super::windows::properties::{ask_list, numbers};

/// What came of a ping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ping {
    /// The application has read its events.
    Answered,
    /// It did not answer in time.
    Silent,
    /// The window does not take pings.
    Unsupported,
}

/// Pings the application that `window` belongs to and waits for its answer.
pub(super) fn ping(display: &Display, window: Window, until: Instant) -> Outcome<Ping> {
    let (conn, atoms, root) = (display.conn(), &display.atoms, display.root());
    let protocols = numbers(ask_list(display, window, atoms.WM_PROTOCOLS)?)?;
    if !protocols.contains(&atoms._NET_WM_PING) {
        return Ok(Ping::Unsupported);
    }
    // Answers go to the root window, where the window manager listens; everybody else may as well. GTK addresses those
    // who listen for changes below the root window, Qt (5.15, 6.4) those who listen for changes of itself.
    let listen =
        |mask| conn.change_window_attributes(root, &ChangeWindowAttributesAux::new().event_mask(mask));
    listen(EventMask::SUBSTRUCTURE_NOTIFY | EventMask::STRUCTURE_NOTIFY)?;
    let time = display.timestamp()?;
    let question = [atoms._NET_WM_PING, time, window, 0, 0];
    let event = ClientMessageEvent::new(32, window, atoms.WM_PROTOCOLS, ClientMessageData::from(question));
    conn.send_event(false, window, EventMask::NO_EVENT, event)?;
    let answer = display.wait_for(until, |event| match event {
        Event::ClientMessage(event) if event.window == root && event.type_ == atoms.WM_PROTOCOLS => {
            (event.data.as_data32()[..3] == question[..3]).then_some(())
        }
        _ => None,
    })?;
    listen(EventMask::NO_EVENT)?;
    Ok(if answer.is_some() { Ping::Answered } else { Ping::Silent })
}
