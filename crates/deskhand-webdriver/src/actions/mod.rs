//! What a person's hands do to a page: clicking, typing, and sequences of actions.

mod around;
mod clear;
mod click;
#[cfg(test)]
mod fake;
mod files;
mod give;
mod motion;
mod perform;
mod send_keys;
mod sequence;
mod sight;
#[cfg(test)]
mod tests;
mod tick;
mod typing;

pub(crate) use clear::clear;
pub(crate) use click::click;
pub(crate) use perform::{perform_actions, release_actions};
pub(crate) use send_keys::send_keys;
