//! `deskhand clipboard`.

use std::io::Read;

use clap::{Args, Subcommand};
use deskhand::HeldClipboard;
use deskhand_engine::Session;
use deskhand_model::ErrorKind;
use deskhand_schema as schema;

use crate::failure::{Failure, Result};
use crate::output::{Output, escape_lines};
use crate::settings::Settings;
use crate::{connect, detach};

/// Reads or writes the clipboard.
#[derive(Debug, Args)]
pub(crate) struct Clipboard {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Print the text on the clipboard
    Read,
    /// Put text on the clipboard; it stays there after the command has ended
    Write {
        /// The text; - or nothing for standard input
        #[arg(allow_hyphen_values = true)]
        text: Option<String>,
    },
    /// Put standard input on the clipboard and keep it there
    #[command(hide = true)]
    Keep,
}

impl Clipboard {
    pub(crate) async fn run(
        self,
        session: &dyn Session,
        settings: &Settings,
        out: &mut Output,
    ) -> Result<()> {
        match self.verb {
            Verb::Read => read(session, settings, out).await,
            Verb::Write { text } => {
                let text = match text {
                    Some(text) if text != "-" => text,
                    _ => standard_input()?,
                };
                write(session, text, settings, out).await
            }
            Verb::Keep => keep(settings, out).await,
        }
    }
}

async fn read(session: &dyn Session, settings: &Settings, out: &mut Output) -> Result<()> {
    let text = session.clipboard(settings.timeout).await?;
    if out.is_json() {
        return out.answer(|| schema::Clipboard { text }, |_| String::new());
    }
    match text {
        // A script gets the text as it is, a person gets it safe to look at.
        Some(text) if out.is_terminal() => out.lines(&escape_lines(&text)),
        Some(text) => out.bytes(text.as_bytes()),
        None => Ok(()),
    }
}

/// On X11 the text on the clipboard is handed out by whoever put it there, so somebody has to stay. A simulated desktop
/// ends with the command, so there is nothing to stay for; behind an agent, the agent stays.
async fn write(session: &dyn Session, text: String, settings: &Settings, out: &mut Output) -> Result<()> {
    if settings.simulation.is_some() || settings.remote.is_some() {
        session.set_clipboard(&text, settings.timeout).await?;
    } else {
        let timeout = format!("{}ms", settings.timeout.as_millis());
        let mut words = vec!["--json", "--timeout", &timeout];
        words.extend(settings.desktop.iter().flat_map(|name| ["--desktop", name.as_str()]));
        words.extend(["clipboard", "keep"]);
        detach::start(&words, text.as_bytes()).await?;
    }
    let characters = text.chars().count();
    out.answer(
        || schema::Clipboard { text: Some(text) },
        |_| format!("put {characters} characters on the clipboard"),
    )
}

async fn keep(settings: &Settings, out: &mut Output) -> Result<()> {
    detach::stay();
    let held = HeldClipboard::put(&connect::env(settings)?, &standard_input()?, settings.timeout).await?;
    out.answer(|| schema::Clipboard { text: None }, |_| String::new())?;
    held.until_replaced().await;
    Ok(())
}

fn standard_input() -> Result<String> {
    let mut bytes = Vec::new();
    std::io::stdin()
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::new(ErrorKind::Io, format!("cannot read standard input: {error}")))?;
    String::from_utf8(bytes)
        .map_err(|_| Failure::new(ErrorKind::InvalidArgument, "standard input is not text (UTF-8)"))
}
