//! `deskhand set-value`.

use clap::Args;
use deskhand_engine::{Act, ActOptions, Session};
use deskhand_model::{Error, ErrorKind, NodeData, State};
use deskhand_schema as schema;
use tokio::time::Instant;

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
        let start = Instant::now();
        let locator = self.target.locator(self.how.nth.nth)?;
        let options = self.how.effect.options(settings)?;
        let act = if self.text {
            Act::SetText(self.value)
        } else if self.number {
            Act::SetNumber(number(&self.value)?)
        } else {
            choose(&session.find(&locator, settings.timeout).await?.data, self.value)?
        };
        let within = settings.timeout.saturating_sub(start.elapsed());
        let receipt = session.act(&locator, &act, &ActOptions { within, ..options }).await?;
        out.answer(|| schema::Receipt::from(&receipt), |palette| output::receipt(&receipt, palette))
    }
}

/// An element with a number takes a number; one that also takes text (a spin button) takes both; every other takes
/// text.
fn choose(node: &NodeData, value: String) -> Result<Act> {
    if node.value.is_none() {
        return Ok(Act::SetText(value));
    }
    match number(&value) {
        Ok(number) => Ok(Act::SetNumber(number)),
        Err(_) if node.states.contains(State::Editable) => Ok(Act::SetText(value)),
        Err(error) => Err(error.into()),
    }
}

fn number(text: &str) -> Result<f64, Error> {
    text.trim().parse().ok().filter(|number: &f64| number.is_finite()).ok_or_else(|| {
        Error::new(ErrorKind::InvalidArgument, format!("the element takes a number, and `{text}` is none"))
            .hint("To set text nevertheless, add --text.")
    })
}

#[cfg(test)]
mod tests {
    use deskhand_model::{Handle, Role, Value};

    use super::*;

    fn node(value: bool, editable: bool) -> NodeData {
        let mut node = NodeData::new(Handle::new("h"), Role::SpinButton, "spin button".into());
        node.value = value.then_some(Value { current: 0.0, minimum: None, maximum: None, step: None });
        if editable {
            node.states.insert(State::Editable);
        }
        node
    }

    #[test]
    fn the_element_decides_between_text_and_number() {
        for (value, editable, text, expected) in [
            (false, true, "5", "SetText(\"5\")"),
            (true, false, "5", "SetNumber(5.0)"),
            (true, true, "-2.5", "SetNumber(-2.5)"),
            (true, true, "five", "SetText(\"five\")"),
        ] {
            assert_eq!(format!("{:?}", choose(&node(value, editable), text.to_owned()).unwrap()), expected);
        }
        assert!(choose(&node(true, false), "five".to_owned()).is_err());
        assert!(choose(&node(true, false), "NaN".to_owned()).is_err());
    }
}
