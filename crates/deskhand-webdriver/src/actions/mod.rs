//! (see the brief)
