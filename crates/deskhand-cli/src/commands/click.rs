//! `deskhand click`, `deskhand focus`, `deskhand menu`.

use clap::Args;
use deskhand_engine::{Act, Session};

use super::element::Acted;
use crate::failure::Result;
use crate::output::Output;
use crate::settings::Settings;

/// Presses an element.
#[derive(Debug, Args)]
pub(crate) struct Click {
    #[command(flatten)]
    acted: Acted,
    /// Two clicks in quick succession
    #[arg(long, conflicts_with = "right")]
    double: bool,
    /// A click with the other button
    #[arg(long)]
    right: bool,
}

impl Click {
    pub(crate) async fn run(
        self,
        session: &dyn Session,
        settings: &Settings,
        out: &mut Output,
    ) -> Result<()> {
        let act = match (self.double, self.right) {
            (true, _) => Act::DoubleClick,
            (_, true) => Act::RightClick,
            _ => Act::Press,
        };
        self.acted.perform(act, session, settings, out).await
    }
}

/// Gives an element the keyboard focus.
#[derive(Debug, Args)]
pub(crate) struct Focus {
    #[command(flatten)]
    acted: Acted,
}

impl Focus {
    pub(crate) async fn run(
        self,
        session: &dyn Session,
        settings: &Settings,
        out: &mut Output,
    ) -> Result<()> {
        self.acted.perform(Act::Focus, session, settings, out).await
    }
}

/// Opens a context menu.
#[derive(Debug, Args)]
pub(crate) struct Menu {
    #[command(flatten)]
    acted: Acted,
}

impl Menu {
    pub(crate) async fn run(
        self,
        session: &dyn Session,
        settings: &Settings,
        out: &mut Output,
    ) -> Result<()> {
        self.acted.perform(Act::ShowMenu, session, settings, out).await
    }
}
