//! What is asked of a session over the wire: one type for each call, readable from JSON and writable as it.
//!
//! Every one converts from what the engine takes, for clients, and back into it, for servers. Reading back can fail:
//! a role, a key or a query that makes no sense is an `invalid_argument` or `invalid_query` with a sentence.

mod act;
mod app;
mod clipboard;
mod element;
mod observe;
mod query;
mod shot;
mod time;
mod tree;
mod window;

pub use act::{Act, ActRequest, DragTo, Effect, KeysRequest, Manner, Mode};
pub use app::{AppRef, AppRequest};
pub use clipboard::ClipboardRequest;
pub use element::{FindRequest, Locator, TextRequest, Want};
pub use observe::ObserveRequest;
pub use query::{Description, Notation, QueryText};
pub use shot::{Shot, ShotRequest};
pub use time::{Milliseconds, Timed};
pub use tree::TreeRequest;
pub use window::{Change, ChangeRequest, WindowRef, WindowRequest};

use deskhand_model::{Error, ErrorKind};

/// The error for an argument that makes no sense.
fn invalid(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::InvalidArgument, message)
}
