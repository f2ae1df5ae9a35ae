//! Input that a page cannot tell from a person's: events of GDK, handed to GTK as if the display server had sent them.
//!
//! They reach the web view whether or not its window is active, in sight or covered. The pointer of the desktop does not
//! move, and the active window stays what it is.

mod arrivals;
mod devices;
mod drag;
mod events;
mod focus;
mod lane;
mod menus;
mod origin;
mod strike;
mod tally;
mod typing;

pub(crate) use arrivals::watch;
pub(crate) use origin::Origin;
pub(crate) use strike::input;
