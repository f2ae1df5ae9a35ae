//! Errors: a stable code, a sentence, the evidence, the next step.

use deskhand_model as model;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Body, Candidate, Window};

/// The document that stands in for the expected one when a command failed.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Failure {
    /// What went wrong.
    pub error: FailureDetail,
}

impl Body for Failure {
    const KIND: &'static str = "error";
}

/// What went wrong.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FailureDetail {
    /// Stable code; scripts may depend on it.
    pub code: &'static str,
    /// A sentence for a person.
    pub message: String,
    /// What was tried, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tried: Vec<String>,
    /// What came nearest, or what all matched; best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<Candidate>,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// Where a malformed query is malformed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub query: Option<QueryPosition>,
    /// The window as it is now, when a change of it did not come out as asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window: Option<Box<Window>>,
    /// Exit code of the command that failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<u8>,
}

/// A place in a query.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct QueryPosition {
    /// The query as it was written.
    pub text: String,
    /// Character position, counted from zero.
    pub position: usize,
}

impl From<&model::Error> for FailureDetail {
    fn from(error: &model::Error) -> FailureDetail {
        FailureDetail {
            code: error.code(),
            message: error.message().to_owned(),
            tried: error.steps().to_vec(),
            candidates: error.nearest().iter().map(Candidate::from).collect(),
            hint: error.advice().map(str::to_owned),
            query: None,
            window: None,
            exit_code: None,
        }
    }
}
