//! The desktop that a command means.

use std::sync::Arc;

use deskhand::{ConnectOptions, Connection, DesktopEnv, Registry};
use deskhand_agent::{Client, RemoteSession};
use deskhand_engine::{Heal, Session};
use deskhand_model::{Error, ErrorKind};

use crate::cli::Command;
use crate::commands::token;
use crate::failure::Result;
use crate::healing::{HealName, HealingArgs};
use crate::settings::{Remote, Settings};
use crate::{memory, recording};

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
    /// Nothing of it is here with an agent, which remembers by itself.
    connection: Option<Connection>,
}

impl Connected {
    /// Connects to look for elements. Nothing is asked of the desktop yet, but files that are named have to be of use.
    pub(crate) fn new(settings: &Settings) -> Result<Connected> {
        if let Some(remote) = &settings.remote {
            // Not refused, as the options are: the same file serves commands on this machine.
            if let Some(key) = settings.healing_config.local_only() {
                memory::warn(&format!(
                    "locators are healed at the agent at {}, by its own settings: `{key}` of deskhand.toml has no effect",
                    remote.address
                ));
            }
            return Connected::through(remote, settings);
        }
        let options = settings.locate_options()?;
        if let (None, Some(option)) = (&options.fingerprints, needs_fingerprints(&settings.healing)) {
            memory::warn(&format!(
                "`{option}` has no effect: without `--fingerprints FILE` nothing is remembered to heal by"
            ));
        }
        let connected = Connected::here(options, settings)?;
        if let Some(file) = connected.connection.as_ref().and_then(|here| here.fingerprints.as_ref()) {
            memory::warn_of_entries(file);
        }
        Ok(connected)
    }

    /// Connects to do anything else. What is remembered of elements is of no use then, and cannot be in the way.
    pub(crate) fn without_locators(settings: &Settings) -> Result<Connected> {
        if let Some(remote) = &settings.remote {
            return Connected::through(remote, settings);
        }
        let options = ConnectOptions { fingerprints: None, ..settings.connect_options() };
        Connected::here(options, settings)
    }

    fn through(remote: &Remote, settings: &Settings) -> Result<Connected> {
        let session = recording::over(Arc::new(RemoteSession::new(client(remote)?)), settings)?;
        Ok(Connected { session, connection: None })
    }

    fn here(options: ConnectOptions, settings: &Settings) -> Result<Connected> {
        let connection = match &settings.simulation {
            Some(simulation) => memory::connect(options, |options| simulation.connect_with(options))?,
            None => {
                let env = env(settings)?;
                memory::connect(options, |options| deskhand::connect_with(env.clone(), options))?
            }
        };
        let session = recording::over(connection.engine.clone(), settings)?;
        Ok(Connected { session, connection: Some(connection) })
    }

    /// With this session, which remembers nothing here.
    #[cfg(test)]
    pub(crate) fn over(session: Arc<dyn Session>) -> Connected {
        Connected { session, connection: None }
    }

    /// The heal behind what was just asked for, where the answer itself has no room for it. A command asks for one
    /// element.
    pub(crate) fn healed(&self) -> Option<Arc<Heal>> {
        self.connection.as_ref()?.heals().into_iter().find(|heal| heal.used)
    }

    /// Writes what is remembered. Whether the command succeeded or not, it has seen elements.
    pub(crate) fn save(&self) {
        if let Some(file) = self.connection.as_ref().and_then(|connection| connection.fingerprints.as_ref()) {
            memory::save(file);
        }
    }
}

/// The first option given that means nothing without fingerprints.
fn needs_fingerprints(given: &HealingArgs) -> Option<&'static str> {
    let heals = given.heal.is_some_and(|mode| mode != HealName::Off);
    [
        ("--heal", heals),
        ("--heal-report", given.heal_report.is_some()),
        ("--heal-strategies", given.heal_strategies.is_some()),
        ("--heal-budget", given.heal_budget.is_some()),
        ("--heal-threshold", given.heal_threshold.is_some()),
    ]
    .into_iter()
    .find_map(|(name, given)| given.then_some(name))
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
        (Command::Webdriver(_), _) => misused(&format!(
            "Applications are started on this machine, not on the one behind the agent at {address}"
        ))
        .hint("run `deskhand webdriver` on that machine"),
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
        (Command::Webdriver(_), _) => misused("A simulated desktop has no pages, and runs no applications")
            .hint("leave out `--platform sim` (or DESKHAND_PLATFORM)"),
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
