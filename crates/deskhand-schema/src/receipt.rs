//! Receipts: what an action really did.

use std::time::Duration;

use deskhand_engine as engine;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Body, Candidate};

/// Proof of an action.
#[derive(Clone, Debug, Serialize, JsonSchema)]
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
    /// By which way: `accessibility`, `page`, `input`.
    pub method: &'static str,
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
    /// Confidence, 0 to 1, when the query did not match as written and was healed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub healed: Option<f64>,
}

/// What an action did to focus and pointer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
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
            method: receipt.method.name(),
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
            healed: receipt.healed.filter(|confidence| confidence.is_finite()),
        }
    }
}

/// Milliseconds with three decimals: microseconds are the finest that means anything here.
pub(crate) fn milliseconds(duration: Duration) -> f64 {
    (duration.as_secs_f64() * 1e6).round() / 1e3
}
