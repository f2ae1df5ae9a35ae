//! The desktop that a command means.

use std::io::Write;
use std::sync::Arc;

use deskhand::{DesktopEnv, FingerprintFile, Registry};
use deskhand_agent::{Client, RemoteSession};
use deskhand_engine::Session;
use deskhand_model::{Error, ErrorKind};

use crate::cli::Command;
use crate::commands::token;
use crate::failure::Result;
use crate::recording;
use crate::settings::{Remote, Settings};

/// The desktop that a command means: the private one that it names, or that of the environment.
pub(crate) fn env(settings: &Settings) -> Result<DesktopEnv> {
    match &settings.desktop {
        Some(name) => Ok(Registry::of_user().lookup(name)?.env),
        None => Ok(deskhand::current_desktop()),
    }
}

/// A session on the desktop that a command means, and what it remembers from run to run.
pub(crate) struct Connected {
    pub(crate) session: Arc<dyn Session>,
    fingerprints: Option<Arc<FingerprintFile>>,
}

impl Connected {
    /// Connects. Nothing is asked of the desktop yet, but a file that is named has to be readable.
    pub(crate) fn new(settings: &Settings) -> Result<Connected> {
        let connection = match (&settings.remote, &settings.simulation) {
            (Some(remote), _) => {
                let session = recording::over(Arc::new(RemoteSession::new(client(remote)?)), settings)?;
                return Ok(Connected { session, fingerprints: None });
            }
            (None, Some(simulation)) => simulation.connect_with(&settings.connect_options()?)?,
            (None, None) => deskhand::connect_with(env(settings)?, &settings.connect_options()?)?,
        };
        if let Some(file) = &connection.fingerprints {
            warn_of(file);
        }
        let session = recording::over(connection.engine, settings)?;
        Ok(Connected { session, fingerprints: connection.fingerprints })
    }

    /// Writes what is remembered. Whether the command succeeded or not, it has seen elements.
    pub(crate) fn flush(&self) -> Result<()> {
        Ok(self.fingerprints.as_ref().map_or(Ok(()), |file| file.flush())?)
    }
}

/// Tells of entries that cannot be read. They are no reason to fail: the others can.
fn warn_of(file: &FingerprintFile) {
    for complaint in file.complaints() {
        // Who has closed standard error does not want to know.
        let _ = writeln!(std::io::stderr(), "warning: {}: {complaint}", file.path().display());
    }
}

/// The agent that a command goes through.
fn client(remote: &Remote) -> Result<Client> {
    let token = token::of_file_or(std::env::var(token::VARIABLE).ok(), remote.token_file.as_deref())?;
    Ok(Client::new(&remote.address, token)?)
}

/// Refuses what makes no sense on the desktop that was chosen.
pub(crate) fn check(command: &Command, settings: &Settings) -> Result<()> {
    match (&settings.remote, settings.simulation.is_some()) {
        (Some(remote), simulated) => {
            check_remote(command, remote, settings.desktop.as_deref(), simulated)?;
            check_memory(command, remote, settings.healing.local_only())
        }
        (None, true) => check_simulated(command, settings.desktop.as_deref()),
        (None, false) => Ok(()),
    }
}

fn check_remote(command: &Command, remote: &Remote, desktop: Option<&str>, simulated: bool) -> Result<()> {
    let address = &remote.address;
    let error = match (command, desktop) {
        (Command::Completions(_) | Command::Man(_) | Command::Schema(_) | Command::Trace(_), _) => {
            return Ok(());
        }
        (Command::Run(_) | Command::Desktop(_), _) => {
            misused(&format!("Private desktops are made on this machine, not through the agent at {address}"))
        }
        (Command::Doctor(_), _) => misused(&format!(
            "The doctor looks at this machine, not at the one behind the agent at {address}"
        ))
        .hint("run `deskhand doctor` on that machine"),
        (Command::Heal(_), _) => misused(&format!(
            "Heals are reviewed where they were reported, not through the agent at {address}"
        )),
        (Command::Agent(_), _) => misused(&format!(
            "An agent serves the desktop of its own machine, not the one behind another agent at {address}"
        )),
        (_, Some(name)) => misused(&format!(
            "A command goes either through the agent at {address} or to the private desktop `{name}`, not both"
        )),
        _ if simulated => {
            misused(&format!("A simulated desktop is in this process, not behind the agent at {address}"))
        }
        _ => return Ok(()),
    };
    let hint = error.advice().is_none().then_some("leave out `--remote` (or DESKHAND_REMOTE)");
    Err(hint.into_iter().fold(error, Error::hint).into())
}

/// Refuses options that would have no effect, because the agent remembers and heals by its own settings.
fn check_memory(command: &Command, remote: &Remote, given: Option<&str>) -> Result<()> {
    match (command, given) {
        (Command::Completions(_) | Command::Man(_) | Command::Schema(_) | Command::Trace(_), _)
        | (_, None) => Ok(()),
        (_, Some(option)) => Err(misused(&format!(
            "Locators are healed at the agent at {}, by its own settings: `{option}` has no effect here",
            remote.address
        ))
        .hint(format!("give `{option}` to `deskhand agent` on that machine"))
        .into()),
    }
}

fn check_simulated(command: &Command, desktop: Option<&str>) -> Result<()> {
    let error = match (command, desktop) {
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
