//! Elements as receipts and error messages name them.

use std::borrow::Cow;

use deskhand_model as model;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Rect;
use crate::element::role_called;

/// An element as receipts and error messages name it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Candidate {
    /// Role.
    pub role: Cow<'static, str>,
    /// Name; absent when it has none.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub name: String,
    /// Identifier set by the developer.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub id: String,
    /// Where it is in the tree, from the window down.
    pub path: String,
    /// Where it is on the screen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<Rect>,
    /// How near it is to what was asked for, 0 to 1.
    pub score: f64,
    /// In which way it is not what was asked for, apart from its texts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub differences: Vec<String>,
}

impl From<&model::Candidate> for Candidate {
    fn from(candidate: &model::Candidate) -> Candidate {
        Candidate {
            role: candidate.role.name().into(),
            name: candidate.name.clone(),
            id: candidate.id.clone(),
            path: candidate.path.clone(),
            bounds: candidate.bounds.map(Rect::from),
            score: if candidate.score.is_finite() { candidate.score } else { 0.0 },
            differences: candidate.differences.clone(),
        }
    }
}

impl From<Candidate> for model::Candidate {
    /// A role of a newer vocabulary is unknown.
    fn from(candidate: Candidate) -> model::Candidate {
        model::Candidate {
            role: role_called(&candidate.role),
            name: candidate.name,
            id: candidate.id,
            path: candidate.path,
            bounds: candidate.bounds.map(model::Rect::from),
            score: candidate.score,
            differences: candidate.differences,
        }
    }
}
