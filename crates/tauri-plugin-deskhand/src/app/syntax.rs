//! Whether a text is the body of a function, found out beside all pages.

use std::cell::RefCell;
use std::collections::VecDeque;

use deskhand_page::{Fault, FaultKind, Thrown};

use crate::engine::native;

/// A function that says what is wrong with the body of one, or nothing. Nothing of the body is run.
pub(crate) const PARSER: &str = "(body) => { try { new Function(body); return ''; } \
    catch (error) { return String(error.message) || 'unreadable'; } }";

/// How many bodies are remembered, and how long they are together at most.
const KEPT: usize = 32;
const LONGEST: usize = 1024 * 1024;

thread_local! {
    /// Bodies that were found to be right, the latest last. Clients send the same few again and again, and some are long.
    static KNOWN: RefCell<VecDeque<String>> = const { RefCell::new(VecDeque::new()) };
}

/// Whether this is the body of a function, and nothing more that would run beside it.
pub(super) fn check(body: &str) -> Result<(), Fault> {
    if KNOWN.with_borrow(|known| known.iter().any(|known| known == body)) {
        return Ok(());
    }
    match native::parse(body).as_deref() {
        Some("") => {
            KNOWN.with_borrow_mut(|known| remember(known, body));
            Ok(())
        }
        Some(message) => Err(Fault::script(Thrown {
            name: "SyntaxError".to_owned(),
            message: message.to_owned(),
            ..Thrown::default()
        })),
        None => Err(Fault::new(FaultKind::Failed, "The script cannot be checked")),
    }
}

fn remember(known: &mut VecDeque<String>, body: &str) {
    known.push_back(body.to_owned());
    while known.len() > KEPT || known.iter().map(String::len).sum::<usize>() > LONGEST {
        known.pop_front();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_so_much_is_remembered() {
        let mut known = VecDeque::new();
        for number in 0..2 * KEPT {
            remember(&mut known, &number.to_string());
        }
        assert_eq!((known.len(), known[0].as_str()), (KEPT, KEPT.to_string().as_str()));
        remember(&mut known, &" ".repeat(LONGEST));
        assert_eq!(known.len(), 1);
        remember(&mut known, &" ".repeat(LONGEST + 1));
        assert_eq!(known.len(), 0);
    }
}
