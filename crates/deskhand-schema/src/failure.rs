//! Errors: a stable code, a sentence, the evidence, the next step.

use std::borrow::Cow;

use deskhand_model as model;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Body, Candidate, Window};

/// The document that stands in for the expected one when a command failed.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Failure {
    /// What went wrong.
    pub error: FailureDetail,
}

impl Body for Failure {
    const KIND: &'static str = "error";
}

/// What went wrong.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FailureDetail {
    /// Stable code; scripts may depend on it.
    pub code: Cow<'static, str>,
    /// A sentence for a person.
    pub message: String,
    /// What was tried, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tried: Vec<String>,
    /// What came nearest, or what all matched; best first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
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
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct QueryPosition {
    /// The query as it was written.
    pub text: String,
    /// Character position, counted from zero.
    pub position: usize,
}

impl From<&model::Error> for FailureDetail {
    fn from(error: &model::Error) -> FailureDetail {
        FailureDetail {
            code: error.code().into(),
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

impl From<FailureDetail> for model::Error {
    /// A code of a newer vocabulary is `internal`, and stands in the message.
    fn from(detail: FailureDetail) -> model::Error {
        let FailureDetail { code, message, tried, candidates, hint, .. } = detail;
        let error = match model::ErrorKind::parse(&code) {
            Some(kind) => model::Error::new(kind, message),
            None => model::Error::new(model::ErrorKind::Internal, format!("{message} (code `{code}`)")),
        };
        let error = tried.into_iter().fold(error, model::Error::tried);
        let error = error.candidates(candidates.into_iter().map(model::Candidate::from));
        match hint {
            Some(hint) => error.hint(hint),
            None => error,
        }
    }
}
