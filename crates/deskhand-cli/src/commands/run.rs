//! `deskhand run`.

use std::collections::BTreeMap;
use std::io::IsTerminal;

use clap::{Args, ValueEnum};
use deskhand::{PrivateDesktop, PrivateDesktopHost};
use deskhand_engine::ports::{DesktopOptions, Exit, Home, Launch, Output as To};
use deskhand_model::{Error, ErrorKind, Size};
use deskhand_schema as schema;
use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::failure::Result;
use crate::output::Output;
use crate::settings::Settings;
use crate::values;

/// Runs a program on a private desktop.
#[derive(Debug, Args)]
pub(crate) struct Run {
    #[command(flatten)]
    desktop: NewDesktop,
    /// Program and arguments
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true, value_name = "COMMAND")]
    command: Vec<String>,
}

/// How a new private desktop should be.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct NewDesktop {
    /// Size of its screen [default: 1280x1024]
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = values::size)]
    pub(crate) size: Option<Size>,
    /// Its window manager, or none [default: openbox]
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) wm: Option<String>,
    /// Whose files its programs see [default: fresh]
    #[arg(long, value_enum)]
    pub(crate) home: Option<HomeName>,
}

/// Whose home folder, settings and caches programs on a private desktop see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum HomeName {
    /// The user's home folder, but fresh settings, data and caches
    Fresh,
    /// Everything is the user's
    Shared,
    /// A home folder of its own, empty at the start and gone at the end
    Private,
}

impl From<HomeName> for Home {
    fn from(home: HomeName) -> Home {
        match home {
            HomeName::Fresh => Home::Fresh,
            HomeName::Shared => Home::Shared,
            HomeName::Private => Home::Private,
        }
    }
}

impl NewDesktop {
    /// Lays the options over the defaults.
    pub(crate) fn options(&self, defaults: &DesktopOptions) -> DesktopOptions {
        DesktopOptions {
            size: self.size.unwrap_or(defaults.size),
            window_manager: self.wm.clone().unwrap_or_else(|| defaults.window_manager.clone()),
            home: self.home.map_or(defaults.home, Home::from),
        }
    }
}

impl Run {
    pub(crate) async fn run(self, settings: &Settings, out: &mut Output) -> Result<u8> {
        let mut signals = Signals::new()?;
        let options = self.desktop.options(&settings.new_desktop);
        let host = PrivateDesktopHost::from_process();
        let desktop = tokio::select! {
            started = host.start(&options) => started?,
            // There is no program yet that could decide what to do about it.
            number = signals.any() => return Ok(exit_code(Exit::Signal(number))),
        };
        let launch = Launch {
            command: self.command.clone(),
            variables: variables(settings)?,
            output: To::Inherit,
            ..Launch::default()
        };
        let pid = desktop.launch(&launch).await?;
        let exit = ended(&desktop, pid, &mut signals).await?;
        desktop.stop().await?;
        if out.is_json() {
            let (code, signal) = match exit {
                Exit::Code(code) => (Some(code), None),
                Exit::Signal(signal) => (None, Some(signal)),
            };
            out.answer(|| schema::Run { command: self.command, code, signal }, |_| String::new())?;
        }
        Ok(exit_code(exit))
    }
}

/// What a program on the desktop is to know: commands that it runs record into the same trace, wherever they are.
fn variables(settings: &Settings) -> Result<BTreeMap<String, String>> {
    let Some(trace) = &settings.trace else { return Ok(BTreeMap::new()) };
    let whole = std::path::absolute(trace).map_err(|error| {
        Error::new(ErrorKind::Io, format!("cannot tell where {} is: {error}", trace.display()))
    })?;
    let text = whole.to_str().map(str::to_owned).ok_or_else(|| {
        Error::new(
            ErrorKind::InvalidArgument,
            format!("{} cannot be handed on: it is not UTF-8", whole.display()),
        )
    })?;
    Ok(BTreeMap::from([("DESKHAND_TRACE".to_owned(), text)]))
}

/// Waits for the program, handing on the signals that are meant for it.
async fn ended(desktop: &PrivateDesktop, pid: u32, signals: &mut Signals) -> Result<Exit> {
    let wait = desktop.wait(pid);
    tokio::pin!(wait);
    loop {
        tokio::select! {
            exit = &mut wait => return Ok(exit?),
            number = signals.next() => desktop.signal(pid, number)?,
        }
    }
}

/// As shells do it.
fn exit_code(exit: Exit) -> u8 {
    match exit {
        Exit::Code(code) => (code & 0xff) as u8,
        Exit::Signal(number) => 128u8.saturating_add((number & 0x7f) as u8),
    }
}

/// Signals that would end us, and with us the desktop under the program's feet.
pub(crate) struct Signals {
    interrupt: Signal,
    quit: Signal,
    terminate: Signal,
    hang_up: Signal,
    /// A terminal sends its signals to us and to the program; without one they come to us alone.
    terminal: bool,
}

impl Signals {
    pub(crate) fn new() -> Result<Signals> {
        let listen = |kind: SignalKind| {
            signal(kind).map_err(|error| {
                Error::new(ErrorKind::Internal, format!("cannot listen to signals: {error}"))
            })
        };
        Ok(Signals {
            interrupt: listen(SignalKind::interrupt())?,
            quit: listen(SignalKind::quit())?,
            terminate: listen(SignalKind::terminate())?,
            hang_up: listen(SignalKind::hangup())?,
            terminal: std::io::stdin().is_terminal(),
        })
    }

    /// The number of the next signal that has to be handed on.
    pub(crate) async fn next(&mut self) -> i32 {
        let from_terminal = [SignalKind::interrupt(), SignalKind::quit()].map(|kind| kind.as_raw_value());
        loop {
            let number = self.any().await;
            if !(self.terminal && from_terminal.contains(&number)) {
                return number;
            }
        }
    }

    /// The number of the next signal.
    pub(super) async fn any(&mut self) -> i32 {
        let kind = tokio::select! {
            _ = self.terminate.recv() => SignalKind::terminate(),
            _ = self.hang_up.recv() => SignalKind::hangup(),
            _ = self.interrupt.recv() => SignalKind::interrupt(),
            _ = self.quit.recv() => SignalKind::quit(),
        };
        kind.as_raw_value()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exit_codes_are_passed_on_as_shells_do_it() {
        assert_eq!(exit_code(Exit::Code(0)), 0);
        assert_eq!(exit_code(Exit::Code(42)), 42);
        assert_eq!(exit_code(Exit::Signal(9)), 137);
    }

    #[test]
    fn options_win_over_defaults() {
        let size = Size { width: 1, height: 2 };
        let given = NewDesktop { size: Some(size), wm: None, home: Some(HomeName::Private) };
        let options = given.options(&DesktopOptions::default());
        assert_eq!((options.size, options.home), (size, Home::Private));
        assert_eq!(options.window_manager, "openbox");
    }
}
