//! Whether a text is the body of a function, found out beside all pages.

use deskhand_page::{Fault, FaultKind, Thrown};

use crate::engine::native;

/// A function that says what is wrong with the body of one, or nothing. Nothing of the body is run.
pub(crate) const PARSER: &str = "(body) => { try { new Function(body); return ''; } \
    catch (error) { return String(error.message) || 'unreadable'; } }";

/// Whether this is the body of a function, and nothing more that would run beside it.
pub(super) fn check(body: &str) -> Result<(), Fault> {
    match native::parse(body).as_deref() {
        Some("") => Ok(()),
        Some(message) => Err(Fault::script(Thrown {
            name: "SyntaxError".to_owned(),
            message: message.to_owned(),
            ..Thrown::default()
        })),
        None => Err(Fault::new(FaultKind::Failed, "The script cannot be checked")),
    }
}
