//! Input that a page cannot tell from a person's: events of AppKit, handed to the web view as if its window had got them.
//!
//! They reach the view whether or not its window is active, in sight or covered. The pointer of the desktop does not move,
//! and the active application stays what it is.
//!
//! What WKWebView makes of them, and nothing can be done about here:
//!
//! - A pen is a mouse, and there are no fingers.
//! - There are no buttons back and forward.
//! - `code` of a key that no keyboard has is `Unidentified`.
//! - An input method that composes gets the keys before the page does.
//! - What the page lets be dragged is dragged by the desktop, which follows the hand of a person only.

#[cfg(target_os = "macos")]
mod arrivals;
mod clicks;
#[cfg(target_os = "macos")]
mod events;
#[cfg(target_os = "macos")]
mod focus;
#[cfg(target_os = "macos")]
mod menus;
#[cfg(target_os = "macos")]
mod strike;

#[cfg(target_os = "macos")]
pub(super) use arrivals::Arrivals;
#[cfg(target_os = "macos")]
pub(crate) use arrivals::settled;
#[cfg(target_os = "macos")]
pub(crate) use strike::input;
