//! The `deskhand` command.

mod cli;
mod commands;
mod config;
mod connect;
mod detach;
mod diagnosis;
mod exit;
mod failure;
#[cfg(test)]
mod fake;
mod healing;
mod log;
mod memory;
mod output;
mod recording;
mod settings;
mod values;
mod webdriver;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use clap::error::ErrorKind as UsageKind;
use deskhand::Simulation;
use deskhand_model::{Error, ErrorKind};
use deskhand_schema::{Document, Failure as FailureBody};
use tokio::runtime::{Builder, Runtime};

use crate::cli::{Cli, Command};
use crate::failure::{Failure, Result};
use crate::output::{Output, Palette};
use crate::settings::{Color, Settings};

/// How long applications may take to end that were still starting when the server was interrupted.
const LAST_APPLICATIONS: Duration = Duration::from_secs(10);

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return ExitCode::from(refuse(&error)),
    };
    let json = cli.global.json;
    let settings = match commands::settings(&cli) {
        Ok(settings) => settings,
        Err(failure) => return ExitCode::from(tell(&failure, json, cli.global.color.unwrap_or_default())),
    };
    let color = settings.color;
    match start(cli, settings) {
        Ok(code) => ExitCode::from(code),
        Err(failure) => ExitCode::from(tell(&failure, json, color)),
    }
}

/// Sets up what the command needs and runs it.
fn start(cli: Cli, mut settings: Settings) -> Result<u8> {
    log::start(&settings);
    if let Some(simulation) = settings.simulation.take() {
        settings.simulation = Some(if cli.command.takes_real_time() {
            Simulation::in_real_time(simulation.seed())
        } else {
            simulation
        });
    }
    let runtime = runtime(&cli.command, settings.simulation.as_ref())
        .map_err(|error| Error::new(ErrorKind::Internal, format!("cannot start the runtime: {error}")))?;
    let mut out = Output::stdout(cli.global.json, settings.color);
    let patience =
        if matches!(cli.command, Command::Webdriver(_)) { LAST_APPLICATIONS } else { Duration::ZERO };
    let code = runtime.block_on(commands::run(cli.command, &settings, &mut out));
    // Nothing that still waits, such as a read of standard input, may keep the command from ending.
    runtime.shutdown_timeout(patience);
    code
}

/// One thread is enough for one thing at a time, and quicker to start than a pool. Those whom the agent serves must not
/// wait for each other's long answers. A simulated desktop brings its own, for its own time.
fn runtime(command: &Command, simulation: Option<&Simulation>) -> io::Result<Runtime> {
    match (simulation, command) {
        (Some(simulation), _) => simulation.runtime(),
        (None, Command::Agent(_)) => Builder::new_multi_thread().enable_all().build(),
        (None, Command::Webdriver(_)) => webdriver::runtime(),
        (None, _) => Builder::new_current_thread().enable_all().build(),
    }
}

/// Reports a failure where it is expected and returns its exit code: as JSON on standard output, or for people on
/// standard error.
fn tell(failure: &Failure, json: bool, color: Color) -> u8 {
    if let (true, Some(error)) = (json, failure.detail()) {
        // When this cannot be written either, the exit code is all that is left to say.
        let _ = Output::stdout(true, color).document(&Document::new(FailureBody { error }));
    } else {
        let mut stderr = io::stderr();
        let palette = Palette::new(color.applies(stderr.is_terminal()));
        let text = output::failure(failure, palette);
        if !text.is_empty() {
            let _ = writeln!(stderr, "{text}");
        }
    }
    failure.exit_code()
}

/// Answers a command line that cannot be run: help and version on request, else what is wrong with it.
fn refuse(error: &clap::Error) -> u8 {
    let asked_for = matches!(error.kind(), UsageKind::DisplayHelp | UsageKind::DisplayVersion);
    // Options could not be parsed, so the form of the answer is taken from the bare words.
    let json = std::env::args_os().skip(1).take_while(|word| word != "--").any(|word| word == "--json");
    if asked_for || !json {
        let _ = error.print();
        return if asked_for { exit::OK } else { exit::USAGE };
    }
    let text = error.render().to_string();
    let (message, rest) = text.split_once("\n\n").unwrap_or((text.as_str(), ""));
    let message = message.strip_prefix("error: ").unwrap_or(message).trim();
    let told = Error::new(ErrorKind::InvalidArgument, message).hint(rest.trim());
    tell(&told.into(), true, Color::Never)
}
