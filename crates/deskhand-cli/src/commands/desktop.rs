//! `deskhand desktop`.

use clap::{Args, Subcommand, ValueEnum};
use deskhand::{NamedDesktop, PrivateDesktop, PrivateDesktopHost, Registration, Registry};
use deskhand_model::{Error, ErrorKind};
use deskhand_schema as schema;
use serde_json::Value;

use super::run::{NewDesktop, Signals};
use crate::detach;
use crate::failure::Result;
use crate::output::{Output, Table};
use crate::settings::Settings;

/// Private desktops that have a name.
#[derive(Debug, Args)]
pub(crate) struct Desktop {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Start one and print its name
    Start {
        /// Its name; desktop-1, desktop-2, … when not given
        name: Option<String>,
        #[command(flatten)]
        new: NewDesktop,
    },
    /// List those that are running
    List,
    /// Stop one, with everything that runs on it
    Stop {
        /// Its name
        #[arg(required_unless_present = "all")]
        name: Option<String>,
        /// Stop all of them
        #[arg(long, conflicts_with = "name")]
        all: bool,
    },
    /// Print what a shell has to set to be on it: eval "$(deskhand desktop env NAME)"
    Env {
        /// Its name
        name: String,
        /// For which shell
        #[arg(long, value_enum, default_value_t = Shell::Sh)]
        shell: Shell,
    },
    /// Start one and own it until the end
    #[command(hide = true)]
    Own {
        #[arg(long)]
        name: Option<String>,
        #[command(flatten)]
        new: NewDesktop,
    },
}

/// A family of shells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Shell {
    /// sh, bash, zsh, dash, ksh
    Sh,
    /// fish
    Fish,
}

impl Desktop {
    pub(crate) async fn run(self, settings: &Settings, out: &mut Output) -> Result<()> {
        let registry = Registry::of_user();
        match self.verb {
            Verb::Start { name, new } => start(&registry, name, &new, settings, out).await,
            Verb::List => list(&registry, out),
            Verb::Stop { name: Some(name), .. } => {
                stop(&registry, &[registry.lookup(&name)?], settings, out).await
            }
            Verb::Stop { name: None, .. } => stop(&registry, &registry.list()?, settings, out).await,
            Verb::Env { name, shell } => env(&registry.lookup(&name)?, shell, out),
            Verb::Own { name, new } => own(&registry, name, &new, settings, out).await,
        }
    }
}

async fn start(
    registry: &Registry,
    name: Option<String>,
    new: &NewDesktop,
    settings: &Settings,
    out: &mut Output,
) -> Result<()> {
    if let Some(name) = &name {
        refuse_taken(registry, name)?;
    }
    let options = new.options(&settings.new_desktop);
    let size = format!("{}x{}", options.size.width, options.size.height);
    let mut words: Vec<String> = ["--json", "desktop", "own", "--size", &size].map(str::to_owned).into();
    words.extend([format!("--wm={}", options.window_manager)]);
    words.extend(
        new.home.and_then(|home| home.to_possible_value()).map(|home| format!("--home={}", home.get_name())),
    );
    words.extend(name.map(|name| format!("--name={name}")));
    let ready = detach::start(&words, b"").await?;
    if out.is_json() {
        return out.document(&ready);
    }
    out.lines(ready.get("name").and_then(Value::as_str).unwrap_or_default())
}

/// Says so before a desktop is started in vain. Starting at the same moment is settled when the name is taken.
fn refuse_taken(registry: &Registry, name: &str) -> Result<()> {
    match registry.lookup(name) {
        Ok(_) => Err(Error::new(
            ErrorKind::AlreadyExists,
            format!("a private desktop named {name} is running already"),
        )
        .hint(format!("Use it with --desktop {name}, or stop it with `deskhand desktop stop {name}`."))
        .into()),
        Err(error) if error.kind() == ErrorKind::DesktopNotFound => Ok(()),
        Err(error) => Err(error.into()),
    }
}

fn list(registry: &Registry, out: &mut Output) -> Result<()> {
    let desktops = registry.list()?;
    out.answer(
        || schema::Desktops { desktops: desktops.iter().map(entry).collect() },
        |palette| {
            let mut table = Table::new(&["NAME", "DISPLAY", "OWNER"]);
            for desktop in &desktops {
                let display = desktop.env.display.clone().unwrap_or_else(|| "-".to_owned());
                table.row([desktop.name.clone(), display, desktop.owner.to_string()]);
            }
            table.show(palette, "no private desktops")
        },
    )
}

async fn stop(
    registry: &Registry,
    desktops: &[NamedDesktop],
    settings: &Settings,
    out: &mut Output,
) -> Result<()> {
    for desktop in desktops {
        registry.request_stop(&desktop.name, settings.timeout).await?;
    }
    out.answer(
        || schema::Desktops { desktops: desktops.iter().map(entry).collect() },
        |_| match desktops {
            [] => "no private desktops".to_owned(),
            some => {
                format!("stopped {}", some.iter().map(|one| one.name.as_str()).collect::<Vec<_>>().join(", "))
            }
        },
    )
}

fn env(desktop: &NamedDesktop, shell: Shell, out: &mut Output) -> Result<()> {
    out.answer(|| document(desktop), |_| script(&desktop.variables, shell))
}

/// The process that owns a desktop: ready when it has a name, gone when it is told to go.
async fn own(
    registry: &Registry,
    name: Option<String>,
    new: &NewDesktop,
    settings: &Settings,
    out: &mut Output,
) -> Result<()> {
    detach::stay();
    let mut signals = Signals::new()?;
    let desktop = PrivateDesktopHost::from_process().start(&new.options(&settings.new_desktop)).await?;
    let (name, registration) = register(registry, name, &desktop)?;
    out.document(&schema::Document::new(document(&registry.lookup(&name)?)))?;
    signals.next().await;
    let stopped = desktop.stop().await;
    drop(registration);
    Ok(stopped?)
}

/// Takes the name, or the first number that is free.
fn register(
    registry: &Registry,
    name: Option<String>,
    desktop: &PrivateDesktop,
) -> Result<(String, Registration)> {
    if let Some(name) = name {
        let registration = registry.register(&name, desktop)?;
        return Ok((name, registration));
    }
    let mut number = 1;
    loop {
        let name = format!("desktop-{number}");
        match registry.register(&name, desktop) {
            Ok(registration) => return Ok((name, registration)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(error.into()),
        }
    }
}

fn entry(desktop: &NamedDesktop) -> schema::DesktopEntry {
    schema::DesktopEntry {
        name: desktop.name.clone(),
        owner_pid: desktop.owner,
        display: desktop.env.display.clone(),
    }
}

fn document(desktop: &NamedDesktop) -> schema::Desktop {
    let (set, unset): (Vec<_>, Vec<_>) = desktop.variables.iter().partition(|(_, value)| value.is_some());
    schema::Desktop {
        entry: entry(desktop),
        set: set.into_iter().filter_map(|(name, value)| Some((name.clone(), value.clone()?))).collect(),
        unset: unset.into_iter().map(|(name, _)| name.clone()).collect(),
    }
}

/// A line per variable. Values are quoted: a folder may have any name.
fn script<'a>(variables: impl IntoIterator<Item = (&'a String, &'a Option<String>)>, shell: Shell) -> String {
    let lines = variables.into_iter().map(|(name, value)| match (shell, value) {
        (Shell::Sh, Some(value)) => format!("export {name}='{}'", value.replace('\'', r"'\''")),
        (Shell::Sh, None) => format!("unset {name}"),
        (Shell::Fish, Some(value)) => {
            format!("set -gx {name} '{}'", value.replace('\\', r"\\").replace('\'', r"\'"))
        }
        (Shell::Fish, None) => format!("set -e {name}"),
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn values_are_quoted_for_the_shell() {
        let variables =
            BTreeMap::from([("A".to_owned(), Some("it's $HOME\\".to_owned())), ("B".to_owned(), None)]);
        assert_eq!(script(&variables, Shell::Sh), "export A='it'\\''s $HOME\\'\nunset B");
        assert_eq!(script(&variables, Shell::Fish), "set -gx A 'it\\'s $HOME\\\\'\nset -e B");
    }
}
