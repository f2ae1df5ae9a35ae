//! Input that a page cannot tell from a person's: events of GDK, handed to GTK as if the display server had sent them.
//!
//! They reach the web view whether or not its window is active, in sight or covered. The pointer of the desktop does not
//! move, and the active window stays what it is.
//!
//! What WebKitGTK 2.50 makes of them, and nothing can be done about here:
//!
//! - A pen is a mouse.
//! - Fingers give touch events, and a tap ends in a click of a mouse; there are no pointer events of fingers.
//! - There are no buttons back and forward.
//! - A key has one character: of those that belong together (a letter with its accents, a flag), each comes as a key.
//! - `code` of a key that no keyboard has is `Unidentified`, and that of Meta is `OSLeft` or `OSRight`.
//! - What is dragged with the desktop's own drag and drop falls on what is in sight at that place of the screen.

mod arrivals;
mod clicks;
mod devices;
mod drag;
mod events;
mod focus;
mod menus;
mod painting;
mod strike;
mod typing;

pub(crate) use arrivals::{settled, watch};
pub(crate) use strike::input;
