//! `deskhand set-value`.

use clap::Args;
use deskhand_engine::{Act, Session};
use deskhand_model::{Error, ErrorKind};
use deskhand_schema as schema;

use super::element::{How, Target};
use crate::failure::Result;
use crate::output::{self, Output};
use crate::settings::Settings;

/// Sets the text or number of an element.
#[derive(Debug, Args)]
pub(crate) struct SetValue {
    #[command(flatten)]
    target: Target,
    /// The new text or number
    #[arg(allow_hyphen_values = true)]
    value: String,
    /// Set it as text, whatever the element is
    #[arg(long, conflicts_with = "number")]
    text: bool,
    /// Set it as a number, whatever the element is
    #[arg(long)]
    number: bool,
    #[command(flatten)]
    how: How,
}

impl SetValue {
    pub(crate) async fn run(
        self,
        session: &dyn Session,
        settings: &Settings,
        out: &mut Output,
    ) -> Result<()> {
        let locator = self.target.locator(self.how.nth.nth)?;
        let options = self.how.effect.options(settings)?;
        let receipt = session.act(&locator, &self.act()?, &options).await?;
        out.answer(|| schema::Receipt::from(&receipt), |palette| output::receipt(&receipt, palette))
    }

    /// As asked for; else the element decides.
    fn act(self) -> Result<Act> {
        if self.text {
            return Ok(Act::SetText(self.value));
        }
        if self.number {
            return Ok(Act::SetNumber(number(&self.value)?));
        }
        Ok(Act::SetValue(self.value))
    }
}

fn number(text: &str) -> Result<f64, Error> {
    text.trim().parse().ok().filter(|number: &f64| number.is_finite()).ok_or_else(|| {
        Error::new(ErrorKind::InvalidArgument, format!("`{text}` is no number"))
            .hint("To set it as text, leave out --number.")
    })
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Debug, Parser)]
    struct Line {
        #[command(flatten)]
        set: SetValue,
    }

    fn act(words: &[&str]) -> Result<String> {
        let line = Line::try_parse_from([&["set-value", "editor", "Size"], words].concat()).unwrap();
        line.set.act().map(|act| format!("{act:?}"))
    }

    #[test]
    fn the_element_decides_between_text_and_number_unless_told_otherwise() {
        for (words, expected) in [
            (&["5"][..], "SetValue(\"5\")"),
            (&["five"], "SetValue(\"five\")"),
            (&["5", "--text"], "SetText(\"5\")"),
            (&["-2.5", "--number"], "SetNumber(-2.5)"),
        ] {
            assert_eq!(act(words).unwrap(), expected);
        }
        assert!(act(&["five", "--number"]).is_err());
        assert!(act(&["NaN", "--number"]).is_err());
    }
}
