//! What windows and their manager write on windows: properties, asked for many at a time.

use deskhand_model::Insets;
use x11rb::cookie::Cookie;
use x11rb::protocol::xproto::{Atom, AtomEnum, ConnectionExt as _, GetPropertyReply, Window};
use x11rb::rust_connection::RustConnection;

use super::super::display::Display;
use super::super::fault::{Outcome, if_granted, if_there};
use super::super::stream::TimedStream;

/// An answer of the server that is still on its way.
pub(in super::super) type Answer<'c, R> = Cookie<'c, RustConnection<TimedStream>, R>;

/// Longest list of numbers that is read; far more windows than a server can hold.
const LONGEST_LIST: u32 = 1 << 20;

/// Asks for at most `words` times four bytes of a property, without waiting for them.
pub(in super::super) fn ask(
    display: &Display,
    window: Window,
    property: impl Into<Atom>,
    words: u32,
) -> Outcome<Answer<'_, GetPropertyReply>> {
    Ok(display.conn().get_property(false, window, property, AtomEnum::ANY, 0, words)?)
}

/// Asks for a property that is a list of numbers, without waiting for it.
pub(in super::super) fn ask_list(
    display: &Display,
    window: Window,
    property: Atom,
) -> Outcome<Answer<'_, GetPropertyReply>> {
    ask(display, window, property, LONGEST_LIST)
}

/// The numbers of a property; empty when it is missing or something else than numbers.
pub(in super::super) fn numbers(answer: Answer<'_, GetPropertyReply>) -> Outcome<Vec<u32>> {
    let reply = if_there(answer.reply().map_err(Into::into))?;
    Ok(reply.as_ref().and_then(GetPropertyReply::value32).map(Iterator::collect).unwrap_or_default())
}

/// The first number of a property.
pub(in super::super) fn number(answer: Answer<'_, GetPropertyReply>) -> Outcome<Option<u32>> {
    Ok(numbers(answer)?.first().copied())
}

/// The four widths of a property such as `_NET_FRAME_EXTENTS`; zero when it is missing or malformed.
pub(in super::super) fn insets(answer: Answer<'_, GetPropertyReply>) -> Outcome<Insets> {
    Ok(as_insets(&numbers(answer)?))
}

/// The bytes of a property and their type; `None` when it is missing.
pub(in super::super) fn bytes(answer: Answer<'_, GetPropertyReply>) -> Outcome<Option<(Atom, Vec<u8>)>> {
    let reply = if_granted(answer.reply().map_err(Into::into))?;
    Ok(reply.filter(|reply| reply.format == 8).map(|reply| (reply.type_, reply.value)))
}

/// Borders wider than this are nonsense that would push the window out of every screen.
const WIDEST_BORDER: u32 = 4096;

fn as_insets(numbers: &[u32]) -> Insets {
    match *numbers {
        [left, right, top, bottom] if numbers.iter().all(|&width| width <= WIDEST_BORDER) => {
            Insets { left, right, top, bottom }
        }
        _ => Insets::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn borders_that_make_no_sense_count_as_none() {
        assert_eq!(as_insets(&[1, 2, 3, 4]), Insets { left: 1, right: 2, top: 3, bottom: 4 });
        assert_eq!(as_insets(&[1, 2, 3]), Insets::default());
        assert_eq!(as_insets(&[1, 2, 3, u32::MAX]), Insets::default());
    }
}
