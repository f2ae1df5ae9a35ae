//! The ports of the engine, on a simulated desktop.

mod accessibility;
mod capture;
mod clipboard;
mod compositor;
mod diagnosis;
mod input;
mod processes;

pub(crate) use compositor::WindowSystem;
