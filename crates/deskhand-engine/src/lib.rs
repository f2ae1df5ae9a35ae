//! What one can do with a desktop, the same on every platform: find elements, wait for them, act on them with a
//! receipt, change windows, take pictures. Platforms implement the [`ports`]; doors use a [`Session`].

mod act;
pub mod ports;
mod receipt;
mod session;

pub use act::{Act, ActOptions, DragTo, Effect, Mode};
pub use receipt::{FocusUse, Method, Receipt};
pub use session::{Element, Found, Locator, Session, Shot, Snapshot, Until, WindowSelector};
