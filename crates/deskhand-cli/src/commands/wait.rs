//! `deskhand wait`.

use clap::Args;
use deskhand_engine::{Idleness, Locator, Session, Until};
use deskhand_model::{AppSelector, Error, ErrorKind};
use deskhand_schema as schema;

use super::element::query;
use crate::failure::{Failure, Result};
use crate::output::{self, Output, Palette, one_line};
use crate::settings::Settings;
use crate::values::{self, show_duration};

/// Waits for an element, or until an application is idle.
#[derive(Debug, Args)]
pub(crate) struct Wait {
    /// Application: its name, executable, desktop id or pid
    #[arg(value_parser = values::app)]
    app: String,
    /// Query, such as `Save` or `role:button title:Save`
    #[arg(required_unless_present = "idle")]
    query: Option<String>,
    /// Wait until no element matches
    #[arg(long, conflicts_with_all = ["text", "idle"])]
    gone: bool,
    /// Wait until exactly one element matches and this is its text
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, conflicts_with = "idle")]
    text: Option<String>,
    /// Wait until the application is idle
    #[arg(long, conflicts_with = "query")]
    idle: bool,
    /// Of several matches take this one, counted from 0 in tree order
    #[arg(long, allow_negative_numbers = true, value_name = "N", conflicts_with = "idle")]
    nth: Option<usize>,
}

impl Wait {
    pub(crate) async fn run(
        self,
        session: &dyn Session,
        settings: &Settings,
        out: &mut Output,
    ) -> Result<()> {
        let app = AppSelector::parse(&self.app);
        let Some(text) = &self.query else {
            let idle = in_time(session.wait_for_idle(&app, settings.timeout).await)?;
            return out.answer(|| schema::Idleness::from(&idle), |palette| told(&idle, palette));
        };
        let locator = Locator { app, query: query(text)?, nth: self.nth };
        let until = match self.text {
            Some(text) => Until::Text(text),
            None if self.gone => Until::Absent,
            None => Until::Present,
        };
        let found = in_time(session.wait(&locator, until, settings.timeout).await)?;
        out.answer(
            || schema::Elements::from_found(&locator.query, &found),
            |palette| {
                if self.gone { "gone".to_owned() } else { output::elements(&found.elements, palette) }
            },
        )
    }
}

/// `gedit is idle by events, 101 ms`, and below that what it took, where it took more.
fn told(idle: &Idleness, palette: Palette) -> String {
    let app = one_line(&idle.app.name, 60);
    let (strategy, took) = (idle.strategy.name(), show_duration(idle.took));
    let mut told = format!("{app} is {} by {strategy}, {took}", palette.good("idle"));
    let readings = (idle.readings > 0).then(|| format!("after {} readings", idle.readings));
    let more: Vec<String> = readings.into_iter().chain(idle.note.clone()).collect();
    if !more.is_empty() {
        told.push_str(&palette.aside(format!("\n  {}", more.join("; "))));
    }
    told
}

/// Waiting for something that never comes is a timeout, also when it is the application that never came.
fn in_time<T>(answer: deskhand_model::Result<T>) -> std::result::Result<T, Failure> {
    answer.map_err(|error| as_timeout(error).into())
}

fn as_timeout(error: Error) -> Error {
    if !matches!(error.kind(), ErrorKind::NotFound | ErrorKind::AppNotFound) {
        return error;
    }
    let mut timeout =
        Error::new(ErrorKind::Timeout, error.message()).candidates(error.nearest().iter().cloned());
    for step in error.steps() {
        timeout = timeout.tried(step);
    }
    match error.advice() {
        Some(hint) => timeout.hint(hint),
        None => timeout,
    }
}
