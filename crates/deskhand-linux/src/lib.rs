//! Deskhand on Linux: AT-SPI for what is inside applications, X11 for windows, input, pictures and clipboard,
//! `/proc` for processes, a socket for applications that declare their work. Thin and bulk-first; policy is the engine's.

mod atspi;
mod idle;
mod processes;
mod turns;
mod x11;

use std::sync::Arc;

use deskhand_engine::ports::{DesktopEnv, Ports, SystemClock};

pub use atspi::AtSpi;
pub use idle::IdleSockets;
pub use processes::ProcFs;
pub use turns::ask_for_short_turns;
pub use x11::X11;

/// All ports of the desktop that `env` describes. Connects to nothing until something is asked for.
pub fn ports(env: &DesktopEnv) -> Ports {
    let x11 = Arc::new(X11::new(env));
    Ports {
        accessibility: Arc::new(AtSpi::new(env)),
        compositor: x11.clone(),
        input: x11.clone(),
        capture: x11.clone(),
        clipboard: x11,
        processes: Arc::new(ProcFs),
        clock: Arc::new(SystemClock::new()),
        idle: Some(Arc::new(IdleSockets::new(env))),
        vision: None,
        fingerprints: None,
    }
}
