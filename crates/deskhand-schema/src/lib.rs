//! Deskhand's own JSON: what `--json` prints and what our servers send beside the contracts of others.
//!
//! Every top-level document is a [`Document`]: a `schema_version`, a `kind`, and the body of that kind. Keys that have
//! nothing to say are left out, never null. The JSON Schema of every kind is [`published`] in `docs/schemas/`.

mod app;
mod desktop;
mod doctor;
mod document;
mod element;
mod failure;
mod geometry;
mod listening;
mod observation;
mod outcome;
mod outline;
mod published;
mod receipt;
mod tree;
mod window;

pub use app::{App, Apps, Toolkit};
pub use desktop::{Desktop, DesktopEntry, Desktops};
pub use doctor::{Check, Doctor, Verdict};
pub use document::{Body, Document, SCHEMA_VERSION};
pub use element::{Candidate, Element, Elements, Found, Value};
pub use failure::{Failure, FailureDetail, QueryPosition};
pub use geometry::{Insets, Rect};
pub use listening::Listening;
pub use observation::{WindowEvent, WindowGap, WindowSnapshot};
pub use outcome::{Clipboard, Reading, Run, Screenshot, Text};
pub use outline::{DEPTH_LIMIT, Outline, OutlineOptions};
pub use published::{Published, published};
pub use receipt::{FocusUse, Receipt};
pub use tree::{Node, Tree};
pub use window::{Evidence, Join, Window, WindowState, WindowView, Windows};
