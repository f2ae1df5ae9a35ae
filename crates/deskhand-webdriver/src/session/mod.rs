//! One session: what it drives, where it is, and what it was told.

mod state;

pub(crate) use state::{DOCUMENTS, FOR_EVER, PATIENCE, Session, Timeouts, refusal};
