//! `deskhand type`.

use clap::Args;
use deskhand_engine::{Act, Session};

use super::element::{How, Target, perform};
use crate::failure::Result;
use crate::output::Output;
use crate::settings::Settings;

/// Types text.
#[derive(Debug, Args)]
pub(crate) struct TypeText {
    #[command(flatten)]
    target: Target,
    /// What to type
    #[arg(allow_hyphen_values = true)]
    text: String,
    #[command(flatten)]
    how: How,
}

impl TypeText {
    pub(crate) async fn run(
        self,
        session: &dyn Session,
        settings: &Settings,
        out: &mut Output,
    ) -> Result<()> {
        perform(&self.target, &self.how, Act::TypeText(self.text), session, settings, out).await
    }
}
