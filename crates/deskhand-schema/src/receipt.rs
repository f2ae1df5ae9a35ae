//! Receipts: what an action really did.

use std::borrow::Cow;
use std::time::Duration;

use deskhand_engine as engine;
use deskhand_model as model;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::unreadable::unreadable;
use crate::{Body, Candidate, Heal, heal};

/// Proof of an action.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Receipt {
    /// Name of the action.
    pub action: String,
    /// The application's name.
    pub app: String,
    /// Its process.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pid: Option<u32>,
    /// The element; absent for keys that go to a whole application.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<Candidate>,
    /// By which way: `accessibility`, `page`, `input`, or `unknown` where another's agent does not tell; then `focus` says
    /// nothing either.
    pub method: Cow<'static, str>,
    /// The platform's own words for what was called.
    pub by: String,
    /// What happened to focus and pointer.
    pub focus: FocusUse,
    /// Waited until the element was there and ready, in milliseconds.
    pub waited_ms: f64,
    /// How many times the tree was read until then.
    pub readings: u32,
    /// Age of the reading behind the action, in milliseconds.
    pub reading_age_ms: f64,
    /// Time until the application's reply, in milliseconds.
    pub acted_ms: f64,
    /// Time until the effect was seen, in milliseconds, when one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effect_ms: Option<f64>,
    /// Everything together, in milliseconds.
    pub total_ms: f64,
    /// What healing did, when the query did not match as written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub healed: Option<Heal>,
}

/// What an action did to focus and pointer.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FocusUse {
    /// Whether another window was given the focus.
    pub taken: bool,
    /// The window that had it before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous: Option<String>,
    /// Whether focus and pointer were given back.
    pub restored: bool,
    /// Whether the pointer was moved.
    pub pointer_moved: bool,
}

impl Body for Receipt {
    const KIND: &'static str = "receipt";
}

impl From<&engine::Receipt> for Receipt {
    fn from(receipt: &engine::Receipt) -> Receipt {
        Receipt {
            action: receipt.action.to_string(),
            app: receipt.app.clone(),
            pid: receipt.pid,
            target: receipt.target.as_ref().map(Candidate::from),
            method: receipt.method.name().into(),
            by: receipt.by.clone(),
            focus: FocusUse {
                taken: receipt.focus.taken,
                previous: receipt.focus.previous.map(|window| window.to_string()),
                restored: receipt.focus.restored,
                pointer_moved: receipt.focus.pointer_moved,
            },
            waited_ms: milliseconds(receipt.waited),
            readings: receipt.readings,
            reading_age_ms: milliseconds(receipt.reading_age),
            acted_ms: milliseconds(receipt.acted),
            effect_ms: receipt.effect.map(milliseconds),
            total_ms: milliseconds(receipt.total),
            healed: receipt.healed.as_deref().map(Heal::from),
        }
    }
}

impl TryFrom<Receipt> for engine::Receipt {
    type Error = model::Error;

    fn try_from(receipt: Receipt) -> Result<engine::Receipt, model::Error> {
        let method = method_called(&receipt.method).ok_or_else(|| {
            unreadable(format!(
                "the action is done, by a way that this version does not know: `{}`",
                receipt.method
            ))
            .hint("the action itself is done: repeating it would do it twice")
        })?;
        Ok(engine::Receipt {
            action: receipt.action.into(),
            app: receipt.app,
            pid: receipt.pid,
            target: receipt.target.map(model::Candidate::from),
            method,
            by: receipt.by,
            focus: engine::FocusUse {
                taken: receipt.focus.taken,
                // Only told, never used: one that cannot be read is left out.
                previous: receipt.focus.previous.as_deref().and_then(|id| id.parse().ok()),
                restored: receipt.focus.restored,
                pointer_moved: receipt.focus.pointer_moved,
            },
            waited: duration(receipt.waited_ms),
            readings: receipt.readings,
            reading_age: duration(receipt.reading_age_ms),
            acted: duration(receipt.acted_ms),
            effect: receipt.effect_ms.map(duration),
            total: duration(receipt.total_ms),
            healed: heal::told(receipt.healed),
        })
    }
}

fn method_called(name: &str) -> Option<engine::Method> {
    let all =
        [engine::Method::Accessibility, engine::Method::Page, engine::Method::Input, engine::Method::Unknown];
    all.into_iter().find(|method| method.name() == name)
}

/// Milliseconds with three decimals: microseconds are the finest that means anything here.
pub(crate) fn milliseconds(duration: Duration) -> f64 {
    (duration.as_secs_f64() * 1e6).round() / 1e3
}

/// The duration that was written as milliseconds. What is no duration is none.
pub(crate) fn duration(milliseconds: f64) -> Duration {
    // A float turned into an integer is the nearest there is: zero for less, the largest for more.
    Duration::from_micros((milliseconds * 1e3).round() as u64)
}
