//! The TestAnyware agent contract: the JSON of its requests and answers, key by key.
//!
//! Keys that have nothing to say are left out, except where the contract shows `null`. Requests may have keys that are
//! not known here; those are ignored, and so are `null`s in the place of optional keys.

mod action;
mod element;
mod exec;
mod failure;
mod files;
mod health;
mod inspect;
mod number;
mod query;
mod snapshot;
mod window;

pub use action::ActionResponse;
pub use element::ElementInfo;
pub use exec::{ExecRequest, ExecResponse};
pub use failure::{ErrorKey, ErrorResponse};
pub use files::{DownloadRequest, DownloadResponse, UploadRequest};
pub use health::Health;
pub use inspect::InspectResponse;
pub use number::Number;
pub use query::{ElementQuery, SetValueRequest};
pub use snapshot::{Mode, SnapshotRequest, SnapshotResponse};
pub use window::{WaitRequest, WindowInfo, WindowMoveRequest, WindowResizeRequest, WindowTarget};
