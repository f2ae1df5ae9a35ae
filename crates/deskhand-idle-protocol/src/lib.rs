//! What Deskhand and an application that declares its work say to each other, and where they meet.
//!
//! The application serves one socket per process. Whoever asks sends one line and gets one line back, as soon as the
//! application is idle or when the time is over:
//!
//! ```
//! use deskhand_idle_protocol::{Answer, Question};
//!
//! assert_eq!(Question { wait_ms: 500 }.encode(), "{\"deskhand_idle\":1,\"wait_ms\":500}\n");
//! let line = r#"{"deskhand_idle":1,"idle":false,"work":[{"kind":"task","name":"save","count":1,"since_ms":12}]}"#;
//! assert!(matches!(Answer::decode(line.as_bytes()), Ok(Answer::Busy(work)) if work[0].name == "save"));
//! ```
//!
//! Only the standard library and serde: both the engine's side and the part that is built into applications use it.

mod answer;
mod malformed;
mod places;
mod question;
mod version;
mod work;

pub use answer::Answer;
pub use malformed::Malformed;
pub use places::{pid_of, socket_name, socket_places};
pub use question::Question;
pub use version::VERSION;
pub use work::{Work, WorkKind};

/// The longest line that either side reads, with its end.
pub const LINE_LIMIT: usize = 64 * 1024;

/// The longest name of work, in bytes; a longer one is cut.
pub const NAME_LIMIT: usize = 120;

/// The longest list of work in one answer. With [`NAME_LIMIT`] this keeps an answer below [`LINE_LIMIT`] even when
/// every byte of every name has to be escaped.
pub const WORK_LIMIT: usize = 32;
