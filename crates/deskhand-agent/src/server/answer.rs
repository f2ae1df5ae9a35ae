//! Answers in JSON.

use axum::response::{IntoResponse, Response};
use http::StatusCode;
use http::header::CONTENT_TYPE;
use serde::Serialize;

use super::Refusal;
use crate::contract::ErrorKey;

/// An answer in JSON, with the status 200 unless it is put beside another.
pub(crate) struct Answer<T>(pub(crate) T);

impl<T: Serialize> IntoResponse for Answer<T> {
    fn into_response(self) -> Response {
        match serde_json::to_vec(&self.0) {
            Ok(json) => ([(CONTENT_TYPE, "application/json")], json).into_response(),
            Err(error) => {
                let details = format!("The answer cannot be told in JSON: {error}");
                Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, ErrorKey::Internal, details).into_response()
            }
        }
    }
}
