//! The desktop that a command means.

use deskhand::{DesktopEnv, Engine, Registry};
use deskhand_model::{Error, ErrorKind};

use crate::cli::Command;
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
    match &settings.simulation {
        Some(simulation) => Ok(simulation.engine()),
        None => Ok(deskhand::connect(env(settings)?)),
    }
}

/// Refuses what makes no sense on a simulated desktop.
pub(crate) fn check(command: &Command, settings: &Settings) -> Result<()> {
    if settings.simulation.is_none() {
        return Ok(());
    }
    let error = match (command, &settings.desktop) {
        (Command::Run(_) | Command::Desktop(_), _) => {
            misused("A simulated desktop runs no programs, and private desktops are real ones")
                .hint("leave out `--platform sim` (or DESKHAND_PLATFORM)")
        }
        (Command::Doctor(_), _) => {
            misused("There is nothing to diagnose: a simulated desktop works everywhere and needs nothing")
                .hint("leave out `--platform sim` (or DESKHAND_PLATFORM) to look at the real one")
        }
        (_, Some(name)) => misused(&format!(
            "A command uses either a simulated desktop or the private desktop `{name}`, not both"
        ))
        .hint("leave out `--platform sim` (or DESKHAND_PLATFORM), or `--desktop`"),
        _ => return Ok(()),
    };
    Err(error.into())
}

fn misused(message: &str) -> Error {
    Error::new(ErrorKind::InvalidArgument, message)
}
