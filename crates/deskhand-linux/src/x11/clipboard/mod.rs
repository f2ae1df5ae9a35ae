//! The clipboard: the X11 selection named `CLIPBOARD`.
//!
//! X11 has no place where copied text lies. The program that copied it owns the selection and hands the text out
//! to everyone who asks, for as long as it lives. Reading ([`paste`]) therefore talks to another program; writing
//! ([`owner`]) means to stay and answer.

mod formats;
mod owner;
mod paste;
mod port;
mod requests;
mod serving;

pub(super) use owner::Owner;
