//! `deskhand act`: every verb that needs no further word.

use clap::{Args, ValueEnum};
use deskhand_engine::{Act, Session};

use super::element::Acted;
use crate::failure::Result;
use crate::output::Output;
use crate::settings::Settings;

/// Does something to an element.
#[derive(Debug, Args)]
pub(crate) struct ActOn {
    /// What to do
    #[arg(value_enum)]
    verb: Verb,
    #[command(flatten)]
    acted: Acted,
}

/// What to do to an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Verb {
    /// Its main action, as a click would
    Press,
    /// Two clicks in quick succession
    DoubleClick,
    /// A click with the other button
    RightClick,
    /// Accept, as Return would
    Confirm,
    /// Dismiss, as Escape would
    Cancel,
    /// Switch between on and off
    Toggle,
    /// Choose it within its container
    Select,
    /// Show its children
    Expand,
    /// Hide its children
    Collapse,
    /// One step up
    Increment,
    /// One step down
    Decrement,
    /// Open its context menu
    ShowMenu,
    /// Give it the keyboard focus within its application
    Focus,
    /// Scroll its containers until it is in sight
    ScrollIntoView,
    /// Rest the pointer on it (real input)
    Hover,
}

impl From<Verb> for Act {
    fn from(verb: Verb) -> Act {
        match verb {
            Verb::Press => Act::Press,
            Verb::DoubleClick => Act::DoubleClick,
            Verb::RightClick => Act::RightClick,
            Verb::Confirm => Act::Confirm,
            Verb::Cancel => Act::Cancel,
            Verb::Toggle => Act::Toggle,
            Verb::Select => Act::Select,
            Verb::Expand => Act::Expand,
            Verb::Collapse => Act::Collapse,
            Verb::Increment => Act::Increment,
            Verb::Decrement => Act::Decrement,
            Verb::ShowMenu => Act::ShowMenu,
            Verb::Focus => Act::Focus,
            Verb::ScrollIntoView => Act::ScrollIntoView,
            Verb::Hover => Act::Hover,
        }
    }
}

impl ActOn {
    pub(crate) async fn run(
        self,
        session: &dyn Session,
        settings: &Settings,
        out: &mut Output,
    ) -> Result<()> {
        self.acted.perform(self.verb.into(), session, settings, out).await
    }
}
