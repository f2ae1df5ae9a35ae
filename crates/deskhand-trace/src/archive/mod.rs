//! The file: one zip archive with `trace.json` and, for each step, `steps/NNNN.json` with its pictures and its tree.

mod directory;
mod entries;
mod fault;
mod names;
mod read;
mod store;
mod turn;

pub(crate) use names::Part;
pub use read::{RecordedStep, TraceFile};
pub(crate) use store::{Content, Store, json};
