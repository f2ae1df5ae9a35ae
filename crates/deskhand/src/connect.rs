//! Composition: providers for this platform, handed to an engine.

use deskhand_engine::Engine;
use deskhand_engine::ports::DesktopEnv;
use deskhand_model::Result;

use crate::connection::{ConnectOptions, Connection};

/// An engine on the desktop that `env` describes. Nothing is connected before something is asked for, so one process
/// can hold engines on many desktops.
pub fn connect(env: DesktopEnv) -> Engine {
    Engine::new(deskhand_linux::ports(&env))
}

/// The same with settings. Fails when they make no sense, or when the file with fingerprints that they name cannot be
/// read.
pub fn connect_with(env: DesktopEnv, options: &ConnectOptions) -> Result<Connection> {
    Connection::compose(deskhand_linux::ports(&env), options)
}

/// The desktop that this process's environment variables mean, as they are now. Nothing reads them later.
pub fn current_desktop() -> DesktopEnv {
    DesktopEnv::from_variables(|name| {
        std::env::var_os(name).map(|value| value.to_string_lossy().into_owned())
    })
}
