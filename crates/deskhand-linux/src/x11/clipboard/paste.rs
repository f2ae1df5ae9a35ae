//! Reading: asking the program that owns the clipboard for its text.

use deskhand_model::{Error, ErrorKind};
use x11rb::NONE;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{Atom, AtomEnum, ConnectionExt as _, GetPropertyReply, Property, Window};

use super::super::display::Display;
use super::super::fault::{Fault, Outcome};
use super::super::windows::Manager;
use super::super::windows::properties::{ask, bytes};
use super::formats::{Encoding, decode, text_formats};

/// Longest text that is taken; an owner could send without end.
const LONGEST: usize = 256 << 20;

/// The text on the clipboard; `None` when it is empty or holds no text.
pub(super) fn read(display: &Display) -> Outcome<Option<String>> {
    let atoms = &display.atoms;
    let owner = display.conn().get_selection_owner(atoms.CLIPBOARD)?.reply()?.owner;
    if owner == NONE {
        return Ok(None);
    }
    let offered = convert(display, owner, atoms.TARGETS)?.map(|content| content.numbers());
    for (format, _) in text_formats(atoms)
        .into_iter()
        .filter(|(format, _)| is_worth_asking(*format, &offered, atoms.UTF8_STRING))
    {
        if let Some(content) = convert(display, owner, format)? {
            return Ok(Some(decode(&content.bytes, content.encoding(display))));
        }
    }
    Ok(None)
}

/// Owners that do not list their formats are asked for the two that everybody has.
fn is_worth_asking(format: Atom, offered: &Option<Vec<Atom>>, utf8: Atom) -> bool {
    match offered {
        Some(offered) => offered.contains(&format),
        None => format == utf8 || format == Atom::from(AtomEnum::STRING),
    }
}

/// What an owner handed over.
struct Content {
    kind: Atom,
    bytes: Vec<u8>,
}

impl Content {
    fn numbers(&self) -> Vec<u32> {
        let (words, _) = self.bytes.as_chunks::<4>();
        words.iter().map(|&word| u32::from_ne_bytes(word)).collect()
    }

    /// The type of the answer decides, not what was asked for: `TEXT` lets the owner choose.
    fn encoding(&self, display: &Display) -> Encoding {
        let formats = text_formats(&display.atoms);
        formats
            .into_iter()
            .find(|(kind, _)| *kind == self.kind)
            .map_or(Encoding::Utf8, |(_, encoding)| encoding)
    }
}

/// Asks the owner for one format; `None` when it refuses.
fn convert(display: &Display, owner: Window, format: Atom) -> Outcome<Option<Content>> {
    let (conn, atoms) = (display.conn(), &display.atoms);
    let place = atoms._DESKHAND_TRANSFER;
    conn.delete_property(display.own, place)?;
    let time = display.timestamp()?;
    conn.convert_selection(display.own, atoms.CLIPBOARD, format, place, time)?;
    let answer = display.wait_for(display.deadline(), |event| match event {
        Event::SelectionNotify(event) if event.requestor == display.own && event.target == format => {
            Some(event.property)
        }
        _ => None,
    })?;
    match answer {
        None => Err(silent_owner(display, owner)),
        Some(NONE) => Ok(None),
        Some(_) => receive(display, owner).map(Some),
    }
}

/// Takes what the owner put on our window, in one piece or in many.
fn receive(display: &Display, owner: Window) -> Outcome<Content> {
    let first = take(display)?;
    if first.type_ != display.atoms.INCR {
        return Ok(Content { kind: first.type_, bytes: first.value });
    }
    // Taking the announcement away told the owner to send the first piece; an empty piece is the last.
    let mut content = Content { kind: NONE, bytes: Vec::new() };
    loop {
        let arrived = display.wait_for(display.deadline(), |event| match event {
            Event::PropertyNotify(event) => (event.window == display.own
                && event.atom == display.atoms._DESKHAND_TRANSFER
                && event.state == Property::NEW_VALUE)
                .then_some(()),
            _ => None,
        })?;
        if arrived.is_none() {
            return Err(silent_owner(display, owner));
        }
        let piece = take(display)?;
        // The event of the announcement itself may still be in the queue.
        if piece.type_ == NONE {
            continue;
        }
        if piece.value.is_empty() {
            return Ok(content);
        }
        content.kind = piece.type_;
        content.bytes.extend(piece.value);
        if content.bytes.len() > LONGEST {
            let message = format!("the text on the clipboard is longer than {} MiB", LONGEST >> 20);
            return Err(Error::new(ErrorKind::ActionUnsupported, message).into());
        }
    }
}

/// Reads what is on our window and takes it away.
fn take(display: &Display) -> Outcome<GetPropertyReply> {
    let place = display.atoms._DESKHAND_TRANSFER;
    let longest = LONGEST as u32 / 4;
    Ok(display.conn().get_property(true, display.own, place, AtomEnum::ANY, 0, longest)?.reply()?)
}

fn silent_owner(display: &Display, owner: Window) -> Fault {
    let name = display.with_grace(|| name_of(display, owner)).ok().flatten();
    let name = name.unwrap_or_else(|| format!("the owner of the clipboard (window {owner:#x})"));
    Error::new(ErrorKind::Timeout, format!("{name} did not hand over the clipboard in time"))
        .hint("the application that the text was copied in may be stopped or busy")
        .into()
}

/// The application that owns the window. Clipboards belong to windows that are never shown and have no name;
/// another window of the same connection (the same high bits in its number) has one.
fn name_of(display: &Display, owner: Window) -> Outcome<Option<String>> {
    use x11rb::connection::Connection as _;
    let per_client = display.conn().setup().resource_id_mask;
    let same_client = Manager::read(display)?
        .clients
        .into_iter()
        .filter(|window| window & !per_client == owner & !per_client);
    for window in std::iter::once(owner).chain(same_client) {
        let class = bytes(ask(display, window, AtomEnum::WM_CLASS, 64)?)?;
        let class = class.map(|(_, class)| class).unwrap_or_default();
        if let Some(name) = class.split(|&byte| byte == 0).nth(1).filter(|name| !name.is_empty()) {
            return Ok(Some(format!("`{}`", String::from_utf8_lossy(name))));
        }
    }
    Ok(None)
}
