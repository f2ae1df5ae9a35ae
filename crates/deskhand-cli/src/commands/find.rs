//! `deskhand find`.

use clap::Args;
use deskhand_engine::Session;
use deskhand_schema as schema;

use super::element::{Nth, Target};
use crate::failure::Result;
use crate::output::{self, Output};
use crate::settings::Settings;

/// Finds one element, or all that match.
#[derive(Debug, Args)]
pub(crate) struct Find {
    #[command(flatten)]
    target: Target,
    #[command(flatten)]
    nth: Nth,
    /// List every element that matches now, also when there is none
    #[arg(long, conflicts_with = "nth")]
    all: bool,
}

impl Find {
    pub(crate) async fn run(
        self,
        session: &dyn Session,
        settings: &Settings,
        out: &mut Output,
    ) -> Result<()> {
        let locator = self.target.locator(self.nth.nth)?;
        if self.all {
            let found = session.find_all(&locator, settings.timeout).await?;
            return out.answer(
                || schema::Elements::from_found(&locator.query, &found),
                |palette| output::elements(&found.elements, palette),
            );
        }
        let element = session.find(&locator, settings.timeout).await?;
        out.answer(
            || schema::Elements::from_element(&locator.query, &element),
            |palette| output::elements(std::slice::from_ref(&element), palette),
        )
    }
}
