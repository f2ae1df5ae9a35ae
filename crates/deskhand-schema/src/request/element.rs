//! Finding elements.

use deskhand_engine as engine;
use deskhand_model::{AppSelector, Error, Query, Result};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{AppRef, QueryText, Timed};

/// An element, described rather than held.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Locator {
    /// In which application.
    pub app: AppRef,
    /// Which element.
    pub query: QueryText,
    /// Of several matches, this one in tree order, counted from zero.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nth: Option<usize>,
}

impl From<&engine::Locator> for Locator {
    fn from(locator: &engine::Locator) -> Locator {
        Locator { app: AppRef::from(&locator.app), query: QueryText::from(&locator.query), nth: locator.nth }
    }
}

impl TryFrom<Locator> for engine::Locator {
    type Error = Error;

    fn try_from(locator: Locator) -> Result<engine::Locator> {
        Ok(engine::Locator {
            app: AppSelector::from(locator.app),
            query: Query::try_from(locator.query)?,
            nth: locator.nth,
        })
    }
}

/// How many matches are wanted, and whether to wait for them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Want {
    /// Exactly one; waited for.
    One,
    /// All that there are now.
    All,
    /// At least one; waited for.
    Present,
    /// None; waited for.
    Absent,
    /// Exactly one whose text is this; waited for.
    Text(String),
}

/// Asks for elements. The answer is `matches`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FindRequest {
    /// Which ones.
    pub locator: Locator,
    /// How many.
    pub want: Want,
    /// How long it may take.
    #[serde(flatten)]
    pub time: Timed,
}

/// Asks for the text of the one element that matches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TextRequest {
    /// Which one.
    pub locator: Locator,
    /// How long it may take.
    #[serde(flatten)]
    pub time: Timed,
}
