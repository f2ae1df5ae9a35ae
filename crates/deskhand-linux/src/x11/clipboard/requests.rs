//! Answering programs that ask for our text.

use std::sync::Arc;
use std::time::{Duration, Instant};

use x11rb::NONE;
use x11rb::connection::RequestConnection as _;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ChangeWindowAttributesAux, ConnectionExt as _, EventMask, PropMode,
    SELECTION_NOTIFY_EVENT, SelectionNotifyEvent, SelectionRequestEvent, Timestamp, Window,
};
use x11rb::wrapper::ConnectionExt as _;

use super::super::display::Display;
use super::super::fault::Outcome;
use super::super::windows::properties::{ask_list, numbers};
use super::formats::{encode, text_formats};

/// Largest piece that is sent at a time.
const PIECE: usize = 256 << 10;

/// A reader that takes no further piece for this long is given up.
const PATIENCE: Duration = Duration::from_secs(30);

/// The text that we own the clipboard with.
#[derive(Clone, Debug)]
pub(super) struct Content {
    pub(super) text: Arc<str>,
    pub(super) since: Timestamp,
}

impl Content {
    /// Formats that can be asked for.
    pub(super) fn offered(&self, display: &Display) -> Vec<Atom> {
        let atoms = &display.atoms;
        let texts =
            text_formats(atoms).into_iter().filter(|(_, encoding)| encode(&self.text, *encoding).is_some());
        [atoms.TARGETS, atoms.TIMESTAMP, atoms.MULTIPLE]
            .into_iter()
            .chain(texts.map(|(format, _)| format))
            .collect()
    }
}

/// A text that goes out in pieces: each is sent when the reader has taken the one before.
struct Transfer {
    reader: Window,
    place: Atom,
    kind: Atom,
    bytes: Vec<u8>,
    sent: usize,
    last_sign: Instant,
}

/// The transfers under way.
#[derive(Default)]
pub(super) struct Transfers(Vec<Transfer>);

impl Transfers {
    /// Answers one request.
    pub(super) fn answer(
        &mut self,
        display: &Display,
        content: Option<&Content>,
        request: &SelectionRequestEvent,
    ) -> Outcome<()> {
        // Clients from before 1990 give no place and mean the format's name.
        let place = if request.property == NONE { request.target } else { request.property };
        let granted = match content {
            Some(content) if request.target == display.atoms.MULTIPLE => {
                self.put_several(display, content, request.requestor, place)?
            }
            Some(content) => self.put(display, content, request.requestor, request.target, place)?,
            None => false,
        };
        let reply = SelectionNotifyEvent {
            response_type: SELECTION_NOTIFY_EVENT,
            sequence: 0,
            time: request.time,
            requestor: request.requestor,
            selection: request.selection,
            target: request.target,
            property: if granted { place } else { NONE },
        };
        display.conn().send_event(false, request.requestor, EventMask::NO_EVENT, reply)?;
        Ok(())
    }

    /// Sends the next piece to a reader that took one away.
    pub(super) fn proceed(&mut self, display: &Display, reader: Window, place: Atom) -> Outcome<()> {
        let Some(index) = self.0.iter().position(|to| to.reader == reader && to.place == place) else {
            return Ok(());
        };
        let transfer = &mut self.0[index];
        let piece = &transfer.bytes[transfer.sent..];
        let piece = &piece[..piece.len().min(PIECE)];
        display.conn().change_property8(PropMode::REPLACE, reader, place, transfer.kind, piece)?;
        transfer.sent += piece.len();
        transfer.last_sign = Instant::now();
        if piece.is_empty() {
            self.forget(display, |transfer| transfer.reader == reader && transfer.place == place)?;
        }
        Ok(())
    }

    /// Gives up transfers to a window that is gone.
    pub(super) fn reader_gone(&mut self, reader: Window) {
        self.0.retain(|transfer| transfer.reader != reader);
    }

    /// Gives up readers that have stopped reading.
    pub(super) fn expire(&mut self, display: &Display) -> Outcome<()> {
        self.forget(display, |transfer| transfer.last_sign.elapsed() > PATIENCE)
    }

    /// When to look for such readers next.
    pub(super) fn next_expiry(&self) -> Option<Instant> {
        self.0.iter().map(|transfer| transfer.last_sign + PATIENCE).min()
    }

    fn forget(&mut self, display: &Display, ended: impl Fn(&Transfer) -> bool) -> Outcome<()> {
        for transfer in self.0.extract_if(.., |transfer| ended(transfer)) {
            watch(display, transfer.reader, EventMask::NO_EVENT)?;
        }
        Ok(())
    }

    /// Puts the content in one format onto the reader's window, or begins to; `false` when there is no such format.
    fn put(
        &mut self,
        display: &Display,
        content: &Content,
        reader: Window,
        format: Atom,
        place: Atom,
    ) -> Outcome<bool> {
        let (conn, atoms) = (display.conn(), &display.atoms);
        if format == atoms.TARGETS {
            let offered = content.offered(display);
            conn.change_property32(PropMode::REPLACE, reader, place, AtomEnum::ATOM, &offered)?;
            return Ok(true);
        }
        if format == atoms.TIMESTAMP {
            conn.change_property32(PropMode::REPLACE, reader, place, AtomEnum::INTEGER, &[content.since])?;
            return Ok(true);
        }
        let known = text_formats(atoms).into_iter().find(|(known, _)| *known == format);
        let Some(bytes) = known.and_then(|(_, encoding)| encode(&content.text, encoding)) else {
            return Ok(false);
        };
        // `TEXT` is no type of its own: the answer says which one was chosen.
        let kind = if format == atoms.TEXT { atoms.UTF8_STRING } else { format };
        if bytes.len() <= PIECE.min(conn.maximum_request_bytes() / 2) {
            conn.change_property8(PropMode::REPLACE, reader, place, kind, &bytes)?;
            return Ok(true);
        }
        let length = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
        watch(display, reader, EventMask::PROPERTY_CHANGE | EventMask::STRUCTURE_NOTIFY)?;
        conn.change_property32(PropMode::REPLACE, reader, place, atoms.INCR, &[length])?;
        self.0.retain(|transfer| (transfer.reader, transfer.place) != (reader, place));
        self.0.push(Transfer { reader, place, kind, bytes, sent: 0, last_sign: Instant::now() });
        Ok(true)
    }

    /// Several formats in one request: pairs of format and place, listed on the reader's window.
    fn put_several(
        &mut self,
        display: &Display,
        content: &Content,
        reader: Window,
        place: Atom,
    ) -> Outcome<bool> {
        let mut pairs = numbers(ask_list(display, reader, place)?)?;
        for pair in pairs.chunks_exact_mut(2) {
            let is_nested = pair[0] == display.atoms.MULTIPLE;
            if is_nested || !self.put(display, content, reader, pair[0], pair[1])? {
                pair[1] = NONE;
            }
        }
        display.conn().change_property32(
            PropMode::REPLACE,
            reader,
            place,
            display.atoms.ATOM_PAIR,
            &pairs,
        )?;
        Ok(!pairs.is_empty())
    }
}

fn watch(display: &Display, reader: Window, events: EventMask) -> Outcome<()> {
    display.conn().change_window_attributes(reader, &ChangeWindowAttributesAux::new().event_mask(events))?;
    Ok(())
}
