//! Who may come in: the checks that every server of Deskhand makes before it looks at a request.
//!
//! A web page that a user looks at can make the user's browser send requests to this machine. It cannot choose the
//! `Host` that the browser names, but it can have a name of its own lead here; so only addresses and `localhost` pass,
//! and names that were allowed. A request with an `Origin` comes from a web page, and none has business here.

mod address;
mod gate;
mod token;

pub use address::check_address;
pub use gate::{Gate, Refused};
pub use token::Token;
