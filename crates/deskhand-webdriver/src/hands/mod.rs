//! The keys and buttons that a session holds down.

/// What is held.
#[derive(Debug, Default)]
pub(crate) struct Hands {}
