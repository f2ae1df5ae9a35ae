//! `deskhand wait`.

use clap::Args;
use deskhand_engine::{Session, Until};
use deskhand_model::{Error, ErrorKind};
use deskhand_schema as schema;

use super::element::Target;
use crate::failure::Result;
use crate::output::{self, Output};
use crate::settings::Settings;

/// Waits for an element.
#[derive(Debug, Args)]
pub(crate) struct Wait {
    #[command(flatten)]
    target: Target,
    /// Wait until no element matches
    #[arg(long)]
    gone: bool,
}

impl Wait {
    pub(crate) async fn run(
        self,
        session: &dyn Session,
        settings: &Settings,
        out: &mut Output,
    ) -> Result<()> {
        let locator = self.target.locator(None)?;
        let until = if self.gone { Until::Absent } else { Until::Present };
        let found = match session.wait(&locator, until, settings.timeout).await {
            Ok(found) => found,
            Err(error) => return Err(as_timeout(error).into()),
        };
        out.answer(
            || schema::Elements::from_found(&locator.query, &found),
            |palette| {
                if self.gone { "gone".to_owned() } else { output::elements(&found.elements, palette) }
            },
        )
    }
}

/// Waiting for something that never comes is a timeout, also when it is the application that never came.
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
