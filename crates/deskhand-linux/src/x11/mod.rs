//! X11: windows, input, pictures and clipboard of one desktop.

mod atoms;
mod authority;
mod capture;
mod clipboard;
mod display;
mod fault;
mod input;
mod keyboard;
mod ping;
mod pointer;
mod stream;
mod turn;
mod windows;
mod worker;

use std::sync::Arc;

use deskhand_engine::ports::DesktopEnv;

use clipboard::Owner;
use windows::Mirror;
use worker::Worker;

/// The X server of one desktop.
///
/// Connects when something is asked of it and again when the connection broke. Each kind of work has a thread and
/// a connection of its own, started with its first call, so that waiting for one application (to hand over its
/// clipboard, to repaint) does not keep others waiting.
pub struct X11 {
    mirror: Mirror,
    windows: Worker,
    input: Worker,
    capture: Worker,
    clipboard: Worker,
    owner: Owner,
    turn: turn::Name,
}

impl X11 {
    /// The X server of the desktop that `env` describes. Connects to nothing yet.
    pub fn new(env: &DesktopEnv) -> X11 {
        let env = Arc::new(env.clone());
        X11 {
            turn: turn::Name::of(&env),
            mirror: Mirror::new(env.clone()),
            windows: Worker::new("x11-windows", env.clone()),
            input: Worker::new("x11-input", env.clone()),
            capture: Worker::new("x11-capture", env.clone()),
            clipboard: Worker::new("x11-paste", env.clone()),
            owner: Owner::new(env),
        }
    }
}
