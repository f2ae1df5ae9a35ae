//! The ports of the engine, on a simulated desktop.

mod accessibility;
mod capture;
mod clipboard;
mod compositor;
mod diagnosis;
mod ear;
mod input;
mod processes;
mod reading;

pub(crate) use compositor::WindowSystem;
