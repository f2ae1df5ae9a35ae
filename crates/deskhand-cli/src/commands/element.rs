//! Which element a command means, and what it does to it.

use clap::Args;
use deskhand_engine::{Act, ActOptions, Effect, Locator, Session};
use deskhand_model::{AppSelector, Query};
use deskhand_schema as schema;

use crate::failure::{Failure, Result};
use crate::output::{self, Output};
use crate::settings::Settings;
use crate::values;

/// Reads a query.
pub(crate) fn query(text: &str) -> Result<Query> {
    Query::parse(text).map_err(|error| Failure::Query { text: text.to_owned(), error })
}

/// An application and a query.
#[derive(Debug, Args)]
pub(crate) struct Target {
    /// Application: its name, executable, desktop id or pid
    #[arg(value_parser = values::app)]
    pub(crate) app: String,
    /// Query, such as `Save` or `role:button title:Save`
    pub(crate) query: String,
}

impl Target {
    /// The element that is meant.
    pub(crate) fn locator(&self, nth: Option<usize>) -> Result<Locator> {
        Ok(Locator { app: AppSelector::parse(&self.app), query: query(&self.query)?, nth })
    }
}

/// Which of several matches.
#[derive(Debug, Args)]
pub(crate) struct Nth {
    /// Of several matches take this one, counted from 0 in tree order
    #[arg(long, allow_negative_numbers = true, value_name = "N")]
    pub(crate) nth: Option<usize>,
}

/// What to have seen happen before the action counts as done.
#[derive(Debug, Default, Args)]
#[group(multiple = false)]
pub(crate) struct EffectArgs {
    /// Return once an element of the application matches this query
    #[arg(long, value_name = "QUERY")]
    until: Option<String>,
    /// Return once no element of the application matches this query
    #[arg(long, value_name = "QUERY")]
    until_gone: Option<String>,
    /// Return once anything about the application's tree is different
    #[arg(long)]
    until_change: bool,
}

impl EffectArgs {
    fn effect(&self) -> Result<Option<Effect>> {
        Ok(match (&self.until, &self.until_gone, self.until_change) {
            (Some(text), _, _) => Some(Effect::Appears(query(text)?)),
            (_, Some(text), _) => Some(Effect::Vanishes(query(text)?)),
            (_, _, true) => Some(Effect::Changes),
            _ => None,
        })
    }

    /// How to act, by these and the settings.
    pub(crate) fn options(&self, settings: &Settings) -> Result<ActOptions> {
        Ok(ActOptions {
            mode: settings.mode,
            within: settings.timeout,
            effect: self.effect()?,
            max_age: settings.healing.max_age,
            ..ActOptions::default()
        })
    }
}

/// Everything that commands which act on an element have in common.
#[derive(Debug, Args)]
pub(crate) struct Acted {
    #[command(flatten)]
    pub(crate) target: Target,
    #[command(flatten)]
    pub(crate) how: How,
}

/// How to act on an element.
#[derive(Debug, Args)]
pub(crate) struct How {
    #[command(flatten)]
    pub(crate) nth: Nth,
    #[command(flatten)]
    pub(crate) effect: EffectArgs,
}

impl Acted {
    /// Does `act` and prints the receipt.
    pub(crate) async fn perform(
        &self,
        act: Act,
        session: &dyn Session,
        settings: &Settings,
        out: &mut Output,
    ) -> Result<()> {
        perform(&self.target, &self.how, act, session, settings, out).await
    }
}

/// Does `act` and prints the receipt.
pub(crate) async fn perform(
    target: &Target,
    how: &How,
    act: Act,
    session: &dyn Session,
    settings: &Settings,
    out: &mut Output,
) -> Result<()> {
    let locator = target.locator(how.nth.nth)?;
    let receipt = session.act(&locator, &act, &how.effect.options(settings)?).await?;
    out.answer(|| schema::Receipt::from(&receipt), |palette| output::receipt(&receipt, palette))
}
