//! What healing did to a locator.

use std::sync::Arc;

use deskhand_engine as engine;
use deskhand_model as model;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Candidate;
use crate::receipt::{duration, milliseconds};
use crate::unreadable::unreadable;

/// A locator that did not match as written, and what it means now.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Heal {
    /// The application's name.
    pub app: String,
    /// The query as written.
    pub query: String,
    /// Which of several matches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nth: Option<usize>,
    /// The query that means the same element now.
    pub suggested: String,
    /// The strategy that found it: `data_testid`, `aria_label`, `identifier`, `title`, `xpath`, `position`, `visual_vlm`.
    pub strategy: String,
    /// How sure it is, 0 to 1.
    pub confidence: f64,
    /// The element.
    pub target: Candidate,
    /// What speaks for it and what against.
    pub clues: Vec<Clue>,
    /// What came second; its score is its confidence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rival: Option<Candidate>,
    /// How long it took, in milliseconds.
    pub took_ms: f64,
    /// Whether the element was used; else it was only reported.
    pub used: bool,
    /// Whether it was known from an earlier heal.
    pub cached: bool,
}

/// One piece of evidence.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Clue {
    /// What was compared.
    pub kind: String,
    /// How much it agrees, 0 (contradicts) to 1 (the same).
    pub agreement: f64,
    /// The two sides in words.
    pub told: String,
}

impl From<&engine::Heal> for Heal {
    fn from(heal: &engine::Heal) -> Heal {
        Heal {
            app: heal.locator.app.clone(),
            query: heal.locator.query.clone(),
            nth: heal.locator.nth,
            suggested: heal.suggested.clone(),
            strategy: heal.strategy.name().to_owned(),
            confidence: share(heal.confidence),
            target: Candidate::from(&heal.target),
            clues: heal.clues.iter().map(Clue::from).collect(),
            rival: heal.rival.as_ref().map(Candidate::from),
            took_ms: milliseconds(heal.took),
            used: heal.used,
            cached: heal.cached,
        }
    }
}

impl From<&engine::Clue> for Clue {
    fn from(clue: &engine::Clue) -> Clue {
        Clue { kind: clue.kind.clone(), agreement: share(clue.agreement), told: clue.told.clone() }
    }
}

impl TryFrom<Heal> for engine::Heal {
    type Error = model::Error;

    fn try_from(heal: Heal) -> Result<engine::Heal, model::Error> {
        let strategy = heal.strategy.parse().map_err(|_| {
            let strategy = &heal.strategy;
            unreadable(format!("it was healed by a strategy that this version does not know: `{strategy}`"))
        })?;
        let clue = |clue: Clue| engine::Clue { kind: clue.kind, agreement: clue.agreement, told: clue.told };
        Ok(engine::Heal {
            locator: engine::LocatorKey { app: heal.app, query: heal.query, nth: heal.nth },
            suggested: heal.suggested,
            strategy,
            confidence: heal.confidence,
            target: heal.target.into(),
            clues: heal.clues.into_iter().map(clue).collect(),
            rival: heal.rival.map(model::Candidate::from),
            took: duration(heal.took_ms),
            used: heal.used,
            cached: heal.cached,
        })
    }
}

/// The heal that came over the wire. It is only told, never used: one that cannot be read is left out.
pub(crate) fn told(heal: Option<Heal>) -> Option<Arc<engine::Heal>> {
    heal.and_then(|heal| engine::Heal::try_from(heal).ok()).map(Arc::new)
}

/// A number from 0 to 1; JSON knows no others.
fn share(number: f64) -> f64 {
    if number.is_finite() { number.clamp(0.0, 1.0) } else { 0.0 }
}
