//! Applications that have come to rest.

use std::borrow::Cow;

use deskhand_engine as engine;
use deskhand_model as model;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::receipt::{duration, milliseconds};
use crate::unreadable::unreadable;
use crate::{App, Body};

/// An application that is idle.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Idleness {
    /// The application.
    pub app: App,
    /// How that was found out: `sdk` by its own word, `events` by its silence, `readings` because its tree stayed the
    /// same.
    pub strategy: Cow<'static, str>,
    /// How long it took until it was, in milliseconds.
    pub took_ms: f64,
    /// How often its tree was read for that.
    pub readings: u32,
    /// Why its own word was not to be had, where it was asked for and something was wrong with the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl Body for Idleness {
    const KIND: &'static str = "idleness";
}

impl From<&engine::Idleness> for Idleness {
    fn from(idle: &engine::Idleness) -> Idleness {
        Idleness {
            app: App::from(&idle.app),
            strategy: idle.strategy.name().into(),
            took_ms: milliseconds(idle.took),
            readings: idle.readings,
            note: idle.note.clone(),
        }
    }
}

impl TryFrom<Idleness> for engine::Idleness {
    type Error = model::Error;

    fn try_from(idle: Idleness) -> Result<engine::Idleness, model::Error> {
        let strategy = engine::IdleStrategy::parse(&idle.strategy).ok_or_else(|| {
            unreadable(format!(
                "the application is idle, by a way that this version does not know: `{}`",
                idle.strategy
            ))
        })?;
        Ok(engine::Idleness {
            app: idle.app.into(),
            strategy,
            took: duration(idle.took_ms),
            readings: idle.readings,
            note: idle.note,
        })
    }
}
