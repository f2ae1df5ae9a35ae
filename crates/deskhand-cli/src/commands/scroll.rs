//! `deskhand scroll`.

use clap::Args;
use deskhand_engine::{Act, Session};

use super::element::Acted;
use crate::failure::Result;
use crate::output::Output;
use crate::settings::Settings;

/// Turns the wheel.
#[derive(Debug, Args)]
pub(crate) struct Scroll {
    #[command(flatten)]
    acted: Acted,
    #[command(flatten)]
    notches: Notches,
}

/// How far, in notches of the wheel.
#[derive(Debug, Args)]
#[group(required = true, multiple = true)]
struct Notches {
    /// Notches down
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = notches(), conflicts_with = "up")]
    down: Option<i32>,
    /// Notches up
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = notches())]
    up: Option<i32>,
    /// Notches to the right
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = notches(), conflicts_with = "left")]
    right: Option<i32>,
    /// Notches to the left
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = notches())]
    left: Option<i32>,
}

fn notches() -> clap::builder::RangedI64ValueParser<i32> {
    clap::value_parser!(i32).range(1..=1000)
}

impl Scroll {
    pub(crate) async fn run(
        self,
        session: &dyn Session,
        settings: &Settings,
        out: &mut Output,
    ) -> Result<()> {
        let Notches { down, up, right, left } = self.notches;
        let act = Act::Scroll {
            across: right.unwrap_or(0) - left.unwrap_or(0),
            down: down.unwrap_or(0) - up.unwrap_or(0),
        };
        self.acted.perform(act, session, settings, out).await
    }
}
