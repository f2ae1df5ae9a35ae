//! The desktop that a command means.

use deskhand::{DesktopEnv, Engine, Registry};

use crate::failure::Result;
use crate::settings::Settings;

/// The desktop that a command means: the private one that it names, or that of the environment.
pub(crate) fn env(settings: &Settings) -> Result<DesktopEnv> {
    match &settings.desktop {
        Some(name) => Ok(Registry::of_user().lookup(name)?.env),
        None => Ok(deskhand::current_desktop()),
    }
}

/// A session on that desktop. Nothing is connected before something is asked for.
pub(crate) fn session(settings: &Settings) -> Result<Engine> {
    Ok(deskhand::connect(env(settings)?))
}
