//! The commands, a file each: its arguments and what it does with a session.

pub(crate) mod act;
pub(crate) mod agent;
pub(crate) mod apps;
pub(crate) mod click;
pub(crate) mod clipboard;
pub(crate) mod completions;
pub(crate) mod desktop;
pub(crate) mod detached;
pub(crate) mod doctor;
pub(crate) mod drag;
mod element;
pub(crate) mod find;
pub(crate) mod get;
pub(crate) mod grpc;
pub(crate) mod heal;
pub(crate) mod key;
mod owner;
pub(crate) mod run;
pub(crate) mod schema;
pub(crate) mod screenshot;
pub(crate) mod scroll;
pub(crate) mod set_value;
#[cfg(test)]
mod tests;
pub(crate) mod token;
pub(crate) mod trace;
pub(crate) mod tree;
pub(crate) mod type_text;
pub(crate) mod wait;
mod watch;
pub(crate) mod webdriver;
pub(crate) mod window;
pub(crate) mod windows;

use crate::cli::{Cli, Command};
use crate::config::{self, Config};
use crate::connect::Connected;
use crate::failure::Result;
use crate::output::Output;
use crate::settings::Settings;
use crate::{connect, exit};

/// The settings of a command. Commands that only print something about deskhand itself read no file, so that a
/// broken one cannot keep a shell from loading its completions.
pub(crate) fn settings(cli: &Cli) -> Result<Settings> {
    let config = match cli.command {
        Command::Completions(_) | Command::Man(_) | Command::Schema(_) | Command::Detached(_) => {
            Config::default()
        }
        _ => Config::load(
            cli.global.config.as_deref(),
            std::env::current_dir().ok().as_deref(),
            config::user_folder().as_deref(),
        )?,
    };
    // Every program on a private desktop carries its mark.
    let inside = std::env::var_os("DESKHAND_DESKTOP").is_some_and(|id| !id.is_empty());
    Ok(Settings::resolve(&cli.global, config, inside))
}

/// Runs a command and returns its exit code.
pub(crate) async fn run(command: Command, settings: &Settings, out: &mut Output) -> Result<u8> {
    connect::check(&command, settings)?;
    match command {
        Command::Completions(args) => args.run(out)?,
        Command::Man(args) => args.run(out)?,
        Command::Schema(args) => args.run(out)?,
        Command::Trace(args) => args.run(out)?,
        Command::Run(args) => return args.run(settings, out).await,
        Command::Desktop(args) => args.run(settings, out).await?,
        Command::Doctor(args) => return args.run(settings, out).await,
        Command::Heal(args) => return args.run(settings, out),
        Command::Agent(args) => args.run(settings, out).await?,
        Command::Grpc(args) => args.run(settings, out).await?,
        Command::Webdriver(args) => args.run(settings, out).await?,
        Command::Detached(args) => args.run()?,
        command => {
            let connected = match command.locates() {
                true => Connected::new(settings)?,
                false => Connected::without_locators(settings)?,
            };
            let told = on_desktop(command, &connected, settings, out).await;
            connected.save();
            told?;
        }
    }
    Ok(exit::OK)
}

/// Runs a command that concerns a desktop.
async fn on_desktop(
    command: Command,
    connected: &Connected,
    settings: &Settings,
    out: &mut Output,
) -> Result<()> {
    let session = &*connected.session;
    match command {
        Command::Apps(args) => args.run(session, settings, out).await,
        Command::Tree(args) => args.run(session, settings, out).await,
        Command::Find(args) => args.run(session, settings, out).await,
        Command::Get(args) => args.run(connected, settings, out).await,
        Command::Wait(args) => args.run(session, settings, out).await,
        Command::Click(args) => args.run(session, settings, out).await,
        Command::Focus(args) => args.run(session, settings, out).await,
        Command::Menu(args) => args.run(session, settings, out).await,
        Command::Act(args) => args.run(session, settings, out).await,
        Command::Type(args) => args.run(session, settings, out).await,
        Command::SetValue(args) => args.run(session, settings, out).await,
        Command::Key(args) => args.run(session, settings, out).await,
        Command::Drag(args) => args.run(session, settings, out).await,
        Command::Scroll(args) => args.run(session, settings, out).await,
        Command::Windows(args) => args.run(session, settings, out).await,
        Command::Window(args) => args.run(session, settings, out).await,
        Command::Screenshot(args) => args.run(connected, settings, out).await,
        Command::Clipboard(args) => args.run(session, settings, out).await,
        Command::Run(_)
        | Command::Desktop(_)
        | Command::Doctor(_)
        | Command::Agent(_)
        | Command::Grpc(_)
        | Command::Webdriver(_)
        | Command::Heal(_)
        | Command::Trace(_)
        | Command::Detached(_)
        | Command::Completions(_)
        | Command::Man(_)
        | Command::Schema(_) => Ok(()),
    }
}
