//! The file that remembers how elements looked when their locators last matched.

use std::borrow::Cow;

use deskhand_engine as engine;
use deskhand_model as model;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::element::role_called;
use crate::{Body, Rect, Size};

/// Locators and how their elements looked, sorted by application, query and number. A file that lives beside the tests:
/// it says nothing of times and processes, so that it changes only when the application does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Fingerprints {
    /// One for each locator.
    pub locators: Vec<FingerprintEntry>,
}

impl Body for Fingerprints {
    const KIND: &'static str = "fingerprints";
}

/// A locator, and how its element looked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FingerprintEntry {
    /// The application's name.
    pub app: String,
    /// The query as written.
    pub query: String,
    /// Which of several matches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nth: Option<usize>,
    /// How the element looked.
    pub element: Fingerprint,
}

/// How an element looked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Fingerprint {
    /// Role.
    pub role: Cow<'static, str>,
    /// Name; absent when it has none.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub name: String,
    /// Description.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub description: String,
    /// The id that its developer set for tests.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub test_id: String,
    /// Identifier.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub id: String,
    /// The title of its window.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub window: String,
    /// The way to it, from the child of its window down to itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<FingerprintStep>,
    /// What comes before it in tree order, the nearest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<FingerprintNeighbour>,
    /// What comes after it in tree order, the nearest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<FingerprintNeighbour>,
    /// Other elements that one could have taken for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<FingerprintOther>,
    /// Where it was, in the coordinates of its window.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bounds: Option<Rect>,
    /// How large its window was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window_size: Option<Size>,
    /// The picture of it: the name of a PNG file in the folder that is called like this file without its ending.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thumbnail: Option<String>,
}

/// One step of the way to an element.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FingerprintStep {
    /// Role.
    pub role: Cow<'static, str>,
    /// Name; absent when it has none.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub name: String,
    /// Identifier.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub id: String,
    /// How many of its siblings with the same role come before it.
    pub nth: usize,
    /// How many siblings there are with the same role, itself included.
    pub of: usize,
}

/// Something beside an element.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FingerprintNeighbour {
    /// Name; absent when it has none.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub name: String,
    /// Identifier.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub id: String,
}

/// An element that was not it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FingerprintOther {
    /// Role.
    pub role: Cow<'static, str>,
    /// Name; absent when it has none.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub name: String,
    /// Description.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub description: String,
    /// Identifier.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub id: String,
    /// The id that its developer set for tests.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub test_id: String,
    /// The nearest thing before it in tree order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<FingerprintNeighbour>,
    /// The nearest thing after it in tree order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<FingerprintNeighbour>,
    /// Where it was, in the coordinates of its window.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bounds: Option<Rect>,
}

impl FingerprintEntry {
    /// The entry of a locator. Its picture, where it has one, is in the file called `thumbnail`.
    pub fn new(
        locator: &engine::LocatorKey,
        fingerprint: &engine::Fingerprint,
        thumbnail: Option<String>,
    ) -> FingerprintEntry {
        let element = Fingerprint { thumbnail, ..Fingerprint::from(fingerprint) };
        FingerprintEntry { app: locator.app.clone(), query: locator.query.clone(), nth: locator.nth, element }
    }

    /// The locator.
    pub fn locator(&self) -> engine::LocatorKey {
        engine::LocatorKey { app: self.app.clone(), query: self.query.clone(), nth: self.nth }
    }
}

/// Without the name of its picture.
impl From<&engine::Fingerprint> for Fingerprint {
    fn from(fingerprint: &engine::Fingerprint) -> Fingerprint {
        Fingerprint {
            role: fingerprint.role.name().into(),
            name: fingerprint.name.clone(),
            description: fingerprint.description.clone(),
            test_id: fingerprint.test_id.clone(),
            id: fingerprint.id.clone(),
            window: fingerprint.window.clone(),
            path: fingerprint.path.iter().map(FingerprintStep::from).collect(),
            before: fingerprint.before.iter().map(FingerprintNeighbour::from).collect(),
            after: fingerprint.after.iter().map(FingerprintNeighbour::from).collect(),
            others: fingerprint.others.iter().map(FingerprintOther::from).collect(),
            bounds: fingerprint.bounds.map(Rect::from),
            window_size: fingerprint.window_size.map(Size::from),
            thumbnail: None,
        }
    }
}

/// Without its picture. A role of a newer vocabulary is unknown.
impl From<Fingerprint> for engine::Fingerprint {
    fn from(fingerprint: Fingerprint) -> engine::Fingerprint {
        engine::Fingerprint {
            role: role_called(&fingerprint.role),
            name: fingerprint.name,
            description: fingerprint.description,
            test_id: fingerprint.test_id,
            id: fingerprint.id,
            window: fingerprint.window,
            path: fingerprint.path.into_iter().map(engine::Step::from).collect(),
            before: fingerprint.before.into_iter().map(engine::Neighbour::from).collect(),
            after: fingerprint.after.into_iter().map(engine::Neighbour::from).collect(),
            others: fingerprint.others.into_iter().map(engine::Other::from).collect(),
            bounds: fingerprint.bounds.map(model::Rect::from),
            window_size: fingerprint.window_size.map(model::Size::from),
            thumbnail: None,
        }
    }
}

impl From<&engine::Step> for FingerprintStep {
    fn from(step: &engine::Step) -> FingerprintStep {
        FingerprintStep {
            role: step.role.name().into(),
            name: step.name.clone(),
            id: step.id.clone(),
            nth: step.nth,
            of: step.of,
        }
    }
}

impl From<FingerprintStep> for engine::Step {
    fn from(step: FingerprintStep) -> engine::Step {
        engine::Step {
            role: role_called(&step.role),
            name: step.name,
            id: step.id,
            nth: step.nth,
            of: step.of,
        }
    }
}

impl From<&engine::Neighbour> for FingerprintNeighbour {
    fn from(neighbour: &engine::Neighbour) -> FingerprintNeighbour {
        FingerprintNeighbour { name: neighbour.name.clone(), id: neighbour.id.clone() }
    }
}

impl From<FingerprintNeighbour> for engine::Neighbour {
    fn from(neighbour: FingerprintNeighbour) -> engine::Neighbour {
        engine::Neighbour { name: neighbour.name, id: neighbour.id }
    }
}

impl From<&engine::Other> for FingerprintOther {
    fn from(other: &engine::Other) -> FingerprintOther {
        FingerprintOther {
            role: other.role.name().into(),
            name: other.name.clone(),
            description: other.description.clone(),
            id: other.id.clone(),
            test_id: other.test_id.clone(),
            before: other.before.as_ref().map(FingerprintNeighbour::from),
            after: other.after.as_ref().map(FingerprintNeighbour::from),
            bounds: other.bounds.map(Rect::from),
        }
    }
}

impl From<FingerprintOther> for engine::Other {
    fn from(other: FingerprintOther) -> engine::Other {
        engine::Other {
            role: role_called(&other.role),
            name: other.name,
            description: other.description,
            id: other.id,
            test_id: other.test_id,
            before: other.before.map(engine::Neighbour::from),
            after: other.after.map(engine::Neighbour::from),
            bounds: other.bounds.map(model::Rect::from),
        }
    }
}
