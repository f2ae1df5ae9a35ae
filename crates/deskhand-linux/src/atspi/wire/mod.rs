//! D-Bus as it is needed here: calls with their answers, and signals, over a connection to the bus or to an application.
//!
//! A press is three short messages. Of what a general library does for each, little is needed and all of it is paid for: a
//! signature that is parsed, fields that are serialized twice and matched against rules. Here the head of a message is written
//! and read byte by byte, and only bodies go through `zvariant`.
//!
//! Signals are heard in the order in which they come, before any answer that came after them: who has an answer has heard
//! everything that its sender said before.

mod call;
mod connection;
mod drive;
mod error;
mod login;
mod message;

pub(super) use self::connection::{Connection, Heard, Rule, Subscription};
pub(super) use self::error::Error;
pub(super) use self::message::Message;
