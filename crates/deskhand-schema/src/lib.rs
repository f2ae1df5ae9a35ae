//! Deskhand's own JSON: what `--json` prints and what our servers send beside the contracts of others.
//!
//! Every top-level document is a [`Document`]: a `schema_version`, a `kind`, and the body of that kind. Keys that have
//! nothing to say are left out, never null. The JSON Schema of every kind is [`published`] in `docs/schemas/`.
//!
//! Pictures have no JSON and travel as PNG files; [`picture`] is here because every door that has the one form writes or
//! reads the other as well.

mod app;
mod candidate;
mod desktop;
mod discovery;
mod doctor;
mod document;
mod element;
mod failure;
mod fingerprint;
mod found;
mod geometry;
mod heal;
mod heal_changes;
mod heals;
mod idleness;
mod listening;
mod matches;
mod observation;
mod outcome;
mod outline;
pub mod picture;
mod published;
mod receipt;
pub mod request;
mod snapshot;
mod snapshot_chunks;
mod style;
mod texts;
mod trace;
mod trace_diff;
mod trace_step;
mod tree;
mod unreadable;
mod window;
mod window_view;

pub use app::{App, Apps, Toolkit};
pub use candidate::Candidate;
pub use desktop::{Desktop, DesktopEntry, Desktops};
pub use discovery::Discovery;
pub use doctor::{Check, Doctor, Verdict};
pub use document::{Body, Document, SCHEMA_VERSION};
pub use element::{Element, Value};
pub use failure::{Failure, FailureDetail, QueryPosition};
pub use fingerprint::{
    Fingerprint, FingerprintEntry, FingerprintNeighbour, FingerprintOther, FingerprintStep, Fingerprints,
};
pub use found::{Elements, Found};
pub use geometry::{Insets, Point, Rect, Size};
pub use heal::{Clue, Heal};
pub use heal_changes::{HealChange, HealChanges, HealLeft};
pub use heals::{HealEntry, Heals};
pub use idleness::Idleness;
pub use listening::Listening;
pub use matches::{Match, Matches};
pub use observation::{WindowEvent, WindowGap, WindowSnapshot};
pub use outcome::{Clipboard, Reading, Run, Screenshot, Text};
pub use outline::{DEPTH_LIMIT, Outline, OutlineOptions};
pub use published::{Published, published};
pub use receipt::{FocusUse, Receipt};
pub use snapshot::{FlatNode, Gaps, Snapshot, SnapshotHead};
pub use snapshot_chunks::SnapshotChunks;
pub use style::Style;
pub use trace::{Trace, TraceEntry, TraceList, TracePage};
pub use trace_diff::{ElementChange, FieldChange, TreeDiff, TreePart};
pub use trace_step::{Asked, LogLine, Timing, TracePicture, TraceStep, TraceTree};
pub use tree::{Node, Tree};
pub use window::{Window, WindowState, Windows};
pub use window_view::{Changed, Evidence, Join, WindowView};
