//! The desktop that a command means.

use std::path::PathBuf;

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

/// The file of a program, looked up as a shell would.
pub(crate) fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}
