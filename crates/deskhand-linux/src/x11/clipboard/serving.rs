//! The thread that owns the clipboard: takes orders, answers readers, hands over at the end.

use std::os::fd::{AsFd as _, OwnedFd};
use std::sync::Arc;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use deskhand_model::{Error, ErrorKind, Result};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use tokio::sync::{oneshot, watch};
use x11rb::connection::Connection as _;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{AtomEnum, ConnectionExt as _, PropMode, Property};
use x11rb::wrapper::ConnectionExt as _;

use super::super::display::Display;
use super::super::fault::{Fault, Outcome};
use super::super::stream::timespec;
use super::requests::{Content, Transfers};

/// How long one exchange with the server may take.
const EXCHANGE: Duration = Duration::from_secs(5);

/// How long a clipboard manager gets to take the text over at the end.
const HAND_OVER: Duration = Duration::from_secs(1);

/// Something to do for the thread.
pub(super) enum Order {
    /// Own the clipboard with this text; the answer says whether we do.
    Keep { text: Arc<str>, answer: oneshot::Sender<Result<()>> },
    /// Hand over and end.
    Stop,
}

/// The thread's own state.
pub(super) struct Serving {
    display: Display,
    name: String,
    orders: mpsc::Receiver<Order>,
    /// Rings when there is an order.
    bell: Arc<OwnedFd>,
    /// Whether we own the clipboard.
    owned: watch::Sender<bool>,
    content: Option<Content>,
    transfers: Transfers,
}

/// Why the thread ends.
enum End {
    Stopped,
    Failed(Fault),
}

impl From<Fault> for End {
    fn from(fault: Fault) -> End {
        End::Failed(fault)
    }
}

impl Serving {
    /// A thread's state before its first order; `name` is the display's.
    pub(super) fn new(
        display: Display,
        name: String,
        orders: mpsc::Receiver<Order>,
        bell: Arc<OwnedFd>,
        owned: watch::Sender<bool>,
    ) -> Serving {
        Serving { display, name, orders, bell, owned, content: None, transfers: Transfers::default() }
    }

    /// Serves until it is stopped or the connection breaks.
    pub(super) fn run(mut self) {
        let end = loop {
            if let Err(end) = self.turn() {
                break end;
            }
        };
        let outcome = match end {
            End::Stopped => self.hand_over(),
            End::Failed(fault) => Err(fault),
        };
        if let Err(fault) = outcome {
            tracing::debug!(error = %fault.tell(&self.name), "the clipboard is no longer served");
        }
        self.owned.send_replace(false);
    }

    fn turn(&mut self) -> std::result::Result<(), End> {
        self.display.set_deadline(Instant::now() + EXCHANGE);
        self.take_orders()?;
        self.handle_events(|_| false)?;
        self.transfers.expire(&self.display)?;
        self.wait(self.transfers.next_expiry())?;
        Ok(())
    }

    fn take_orders(&mut self) -> std::result::Result<(), End> {
        loop {
            match self.orders.try_recv() {
                Ok(Order::Keep { text, answer }) => {
                    let outcome = self.keep(text);
                    let failed = outcome.as_ref().is_err_and(Fault::ends_connection);
                    let _ = answer.send(outcome.map_err(|fault| fault.tell(&self.name)));
                    if failed {
                        return Err(End::Failed(Fault::Silent));
                    }
                }
                Ok(Order::Stop) | Err(mpsc::TryRecvError::Disconnected) => return Err(End::Stopped),
                Err(mpsc::TryRecvError::Empty) => return Ok(()),
            }
        }
    }

    fn keep(&mut self, text: Arc<str>) -> Outcome<()> {
        let (conn, clipboard) = (self.display.conn(), self.display.atoms.CLIPBOARD);
        let since = self.display.timestamp()?;
        conn.set_selection_owner(self.display.own, clipboard, since)?;
        if conn.get_selection_owner(clipboard)?.reply()?.owner != self.display.own {
            let message = "another application took the clipboard at the same moment";
            return Err(Error::new(ErrorKind::ActionFailed, message).into());
        }
        self.content = Some(Content { text, since });
        self.owned.send_replace(true);
        Ok(())
    }

    /// Handles the events that have arrived; `true` as soon as one of them `is_last`.
    fn handle_events(&mut self, is_last: impl Fn(&Event) -> bool) -> Outcome<bool> {
        while let Some(event) = self.display.conn().poll_for_event()? {
            if is_last(&event) {
                return Ok(true);
            }
            self.handle(&event)?;
        }
        self.display.conn().flush()?;
        Ok(false)
    }

    fn handle(&mut self, event: &Event) -> Outcome<()> {
        let clipboard = self.display.atoms.CLIPBOARD;
        match event {
            Event::SelectionRequest(request) => {
                let content = self.content.as_ref().filter(|_| request.selection == clipboard);
                self.transfers.answer(&self.display, content, request)
            }
            // A new text of our own ends the old one's time too; that is not a loss.
            Event::SelectionClear(cleared)
                if cleared.selection == clipboard && cleared.owner == self.display.own =>
            {
                self.content = None;
                self.owned.send_replace(false);
                Ok(())
            }
            Event::PropertyNotify(changed) if changed.state == Property::DELETE => {
                self.transfers.proceed(&self.display, changed.window, changed.atom)
            }
            Event::DestroyNotify(destroyed) => {
                self.transfers.reader_gone(destroyed.window);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Sleeps until there is an event or an order, or until `until`.
    fn wait(&self, until: Option<Instant>) -> Outcome<()> {
        let left = until.map(|until| timespec(until.saturating_duration_since(Instant::now())));
        let stream = self.display.conn().stream();
        let mut sources =
            [PollFd::from_borrowed_fd(stream.as_fd(), PollFlags::IN), PollFd::new(&self.bell, PollFlags::IN)];
        match poll(&mut sources, left.as_ref()) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(Fault::Broken(error.to_string())),
        }
        let mut rings = [0; 8];
        // Nothing to read means that the bell did not ring.
        let _ = rustix::io::read(&self.bell, &mut rings);
        Ok(())
    }

    /// Asks the clipboard manager, if one runs, to take over what we own, so that it outlives us.
    fn hand_over(&mut self) -> Outcome<()> {
        let deadline = Instant::now() + HAND_OVER;
        self.display.set_deadline(deadline);
        let Some(content) = &self.content else { return Ok(()) };
        let (conn, atoms, own) = (self.display.conn(), self.display.atoms, self.display.own);
        if conn.get_selection_owner(atoms.CLIPBOARD_MANAGER)?.reply()?.owner == x11rb::NONE {
            return Ok(());
        }
        let place = atoms._DESKHAND_TRANSFER;
        conn.change_property32(PropMode::REPLACE, own, place, AtomEnum::ATOM, &[atoms.UTF8_STRING])?;
        conn.convert_selection(own, atoms.CLIPBOARD_MANAGER, atoms.SAVE_TARGETS, place, content.since)?;
        let is_done = |event: &Event| matches!(event, Event::SelectionNotify(done) if done.selection == atoms.CLIPBOARD_MANAGER);
        while !self.handle_events(is_done)? && Instant::now() < deadline {
            self.wait(Some(deadline))?;
        }
        Ok(())
    }
}
