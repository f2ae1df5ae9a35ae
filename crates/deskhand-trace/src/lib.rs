//! Traces: what was asked of a desktop, step by step, with what came of it and what could be seen.
//!
//! [`Traced`] is a session over any other. It changes nothing about what that one answers; it writes every call as a step
//! into one zip file of open JSON and PNG pictures. [`TraceFile`] reads such a file back, and [`page`] renders it as one
//! page that needs nothing but a browser.
//!
//! ```no_run
//! # fn session() -> std::sync::Arc<dyn deskhand_engine::Session> { unimplemented!() }
//! use std::path::Path;
//!
//! use deskhand_trace::{Traced, TraceFile, page};
//!
//! let session = Traced::record(session(), Path::new("run.zip"))?;
//! // … use it …
//! session.finish()?;
//! std::fs::write("run.html", page(&TraceFile::open(Path::new("run.zip"))?)?).ok();
//! # Ok::<(), deskhand_model::Error>(())
//! ```

mod archive;
mod diff;
mod log;
mod options;
mod page;
mod picture;
mod queue;
mod record;
mod scene;
mod secret;
mod sighting;
mod step;
mod texts;
mod traced;
mod words;
mod writer;

pub use archive::{RecordedStep, TraceFile};
pub use log::LogLines;
pub use options::{TraceOptions, Trouble};
pub use page::page;
pub use traced::Traced;
