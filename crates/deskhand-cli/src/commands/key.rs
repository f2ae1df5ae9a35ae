//! `deskhand key`.

use std::str::FromStr;

use clap::Args;
use deskhand_engine::ports::Chord;
use deskhand_engine::{Act, Locator, Session};
use deskhand_model::AppSelector;
use deskhand_schema as schema;

use super::element::{EffectArgs, Nth, query};
use crate::failure::Result;
use crate::output::{self, Output};
use crate::settings::Settings;
use crate::values;

/// Strikes keys.
#[derive(Debug, Args)]
pub(crate) struct KeyCommand {
    /// Application: its name, executable, desktop id or pid
    #[arg(value_parser = values::app)]
    app: String,
    /// Key combinations, one after the other: ctrl+s, Return, alt+F4
    #[arg(required = true, value_name = "CHORD", value_parser = Chord::from_str)]
    chords: Vec<Chord>,
    /// Give this element the focus first
    #[arg(long, value_name = "QUERY")]
    query: Option<String>,
    #[command(flatten)]
    nth: Nth,
    #[command(flatten)]
    effect: EffectArgs,
}

impl KeyCommand {
    /// Whether an element is named.
    pub(crate) fn locates(&self) -> bool {
        self.query.is_some()
    }

    pub(crate) async fn run(
        self,
        session: &dyn Session,
        settings: &Settings,
        out: &mut Output,
    ) -> Result<()> {
        let app = AppSelector::parse(&self.app);
        let options = self.effect.options(settings)?;
        let receipt = match &self.query {
            Some(text) => {
                let locator = Locator { app, query: query(text)?, nth: self.nth.nth };
                session.act(&locator, &Act::Keys(self.chords), &options).await?
            }
            None => session.keys(&app, &self.chords, &options).await?,
        };
        out.answer(|| schema::Receipt::from(&receipt), |palette| output::receipt(&receipt, palette))
    }
}
