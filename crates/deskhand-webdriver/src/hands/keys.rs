//! The keys of the protocol, which other doors of a page know, too.

pub(crate) use deskhand_page::keys::{LEFT_SHIFT, NULL, is_modifier, key_for, needs_shift, shifted_key_for};
