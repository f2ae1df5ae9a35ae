//! Elements with a number: sliders, spin buttons, scroll bars.

use std::time::Duration;

use deskhand_engine::ports::Performed;
use deskhand_model::{Action, Error, ErrorKind, Result};
use tokio::time::Instant;
use zvariant::Value as Variant;

use super::Subject;
use crate::atspi::failure::Failure;
use crate::atspi::interfaces::Interface;

/// How long a toolkit whose values lag may take until it tells the new one.
const VALUE_TIME: Duration = Duration::from_millis(250);

impl Subject<'_> {
    /// One step by the element's own action, else by its value.
    pub(super) async fn step(&self, action: Action, direction: f64) -> Result<Performed> {
        match self.act(action).await {
            Err(error) if error.kind() == ErrorKind::ActionUnsupported => {}
            done => return done,
        }
        let range = self.range().await?;
        let target = range.current + direction * range.step();
        self.write_number(range.clamp(target)).await
    }

    pub(super) async fn set_number(&self, number: f64) -> Result<Performed> {
        let range = self.range().await?;
        if !number.is_finite() || range.clamp(number) != number {
            return Err(Error::new(
                ErrorKind::InvalidArgument,
                format!("the number is outside of the element's range: {}", range.describe()),
            ));
        }
        self.write_number(number).await
    }

    pub(super) async fn range(&self) -> Result<Range> {
        let number = async |name: &str| match self.property(Interface::Value, name).await {
            Ok(value) => Ok(f64::try_from(&*value).ok()),
            Err(Failure::NoMethod) => Err(self.unsupported("has no numeric value")),
            Err(failure) => Err(self.failed(failure)),
        };
        let current =
            number("CurrentValue").await?.ok_or_else(|| self.unsupported("has no numeric value"))?;
        Ok(Range {
            current,
            minimum: number("MinimumValue").await?,
            maximum: number("MaximumValue").await?,
            step: number("MinimumIncrement").await.unwrap_or(None),
        })
    }

    async fn write_number(&self, number: f64) -> Result<Performed> {
        let body = (Interface::Value.name(), "CurrentValue", Variant::F64(number));
        let reply = self.peer.change(self.object, "org.freedesktop.DBus.Properties", "Set", &body).await;
        match reply {
            Ok(_) => {
                if self.peer.quirks.values_lag {
                    self.await_number(number).await;
                }
                Ok(Performed { by: format!("Value.CurrentValue = {number}") })
            }
            Err(Failure::NoMethod) => Err(self.unsupported("does not let its value be set")),
            Err(failure) => Err(self.failed(failure)),
        }
    }

    /// Waits a little until the element tells the number that it was given, so that a step that follows starts from
    /// there. One that makes something else of it is left at that.
    async fn await_number(&self, number: f64) {
        let over = Instant::now() + VALUE_TIME;
        while Instant::now() < over {
            match self.property(Interface::Value, "CurrentValue").await {
                Ok(value) if f64::try_from(&*value).ok() != Some(number) => {}
                _ => return,
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }
}

/// The failure of giving text to an element with this range. The text may be a secret, so it is not told.
pub(super) fn takes_numbers(range: &Range) -> Error {
    Error::new(
        ErrorKind::InvalidArgument,
        format!("the element takes a number, and what was given is none; its range: {}", range.describe()),
    )
}

/// The range of a numeric value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    current: f64,
    minimum: Option<f64>,
    maximum: Option<f64>,
    step: Option<f64>,
}

impl Range {
    /// The element's own step, or a sensible one where the toolkit tells none (GTK 4 and Chromium say zero).
    fn step(&self) -> f64 {
        let width = self.maximum.zip(self.minimum).map(|(most, least)| most - least);
        match (self.step, width) {
            (Some(step), _) if step > 0.0 => step,
            (_, Some(width)) if width > 0.0 && width < 2.0 => width / 10.0,
            _ => 1.0,
        }
    }

    fn clamp(&self, number: f64) -> f64 {
        let number = self.minimum.map_or(number, |least| number.max(least));
        self.maximum.map_or(number, |most| number.min(most))
    }

    fn describe(&self) -> String {
        match (self.minimum, self.maximum) {
            (Some(least), Some(most)) => format!("{least} to {most}"),
            (Some(least), None) => format!("{least} and up"),
            (None, Some(most)) => format!("up to {most}"),
            (None, None) => "unknown".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(minimum: f64, maximum: f64, step: Option<f64>) -> Range {
        Range { current: 0.0, minimum: Some(minimum), maximum: Some(maximum), step }
    }

    #[test]
    fn a_missing_step_is_made_from_the_range() {
        assert_eq!(range(0.0, 100.0, Some(5.0)).step(), 5.0);
        assert_eq!(range(0.0, 100.0, Some(0.0)).step(), 1.0);
        assert_eq!(range(0.0, 1.0, None).step(), 0.1);
    }

    #[test]
    fn steps_stop_at_the_ends_of_the_range() {
        assert_eq!(range(0.0, 10.0, None).clamp(11.0), 10.0);
        assert_eq!(range(0.0, 10.0, None).clamp(-1.0), 0.0);
    }
}
