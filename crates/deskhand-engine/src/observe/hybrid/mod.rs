//! Observation where two views of the windows have to be put together: a registry that is behind, and what each
//! application says of its own windows.
//!
//! - The registry says which windows there are. What it lists and accessibility does not know is on another space; what
//!   it does not list and an application still has is on its way to another number, as long as the registry can be
//!   behind.
//! - Accessibility says how they are. An application that does not answer keeps its windows as they were last known,
//!   and delays no other.
//! - An element and a window that were joined for certain stay together, whatever the geometry says later.

mod accounts;
mod known;
mod looks;
mod pairing;
#[cfg(test)]
mod tests;
mod tracker;

pub(super) use looks::HybridLooks;
