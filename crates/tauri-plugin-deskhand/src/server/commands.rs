//! The paths of our own API, one for each command.

use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use deskhand_page::{API, Answer, Ask, Fault, FaultKind};
use serde::Serialize;

use crate::app::MainThread;
use crate::obey::{Obey, carry_out};

/// Scripts come in requests, and some come with large data. Beyond this somebody has made a mistake.
const LARGEST_REQUEST: usize = 64 * 1024 * 1024;

pub(super) fn router(main: MainThread) -> Router {
    macro_rules! routed {
        ($($command:ty),*) => {
            Router::new()$(.route(&path::<$command>(), post(command::<$command>)))*
        };
    }
    deskhand_page::for_each_command!(routed)
        .method_not_allowed_fallback(async || {
            fault_response(
                StatusCode::METHOD_NOT_ALLOWED,
                Fault::new(FaultKind::Invalid, "Commands are sent by POST"),
            )
        })
        .fallback(async || {
            fault_response(StatusCode::NOT_FOUND, Fault::new(FaultKind::Invalid, "There is no such command"))
        })
        .layer(DefaultBodyLimit::max(LARGEST_REQUEST))
        .with_state(main)
}

fn path<C: Obey>() -> String {
    format!("{API}{}", C::NAME)
}

/// Carries one command out. Bodies are read whatever content type they claim, since there is only one kind.
async fn command<C: Obey>(State(main): State<MainThread>, body: Bytes) -> Response {
    let ask: Ask<C> = match serde_json::from_slice(&body) {
        Ok(ask) => ask,
        Err(error) => {
            let message = format!("The body of {} cannot be read: {error}", C::NAME);
            return fault_response(StatusCode::BAD_REQUEST, Fault::new(FaultKind::Invalid, message));
        }
    };
    let answer = match carry_out(&main, ask.command, Duration::from_millis(ask.within_ms)).await {
        Ok(done) => Answer::Done(done),
        Err(fault) => Answer::Fault(fault),
    };
    json(StatusCode::OK, &answer)
}

/// A fault as an answer.
pub(super) fn fault_response(status: StatusCode, fault: Fault) -> Response {
    json(status, &Answer::<()>::Fault(fault))
}

fn json(status: StatusCode, answer: &impl Serialize) -> Response {
    match serde_json::to_vec(answer) {
        Ok(body) => (status, [(header::CONTENT_TYPE, "application/json")], body).into_response(),
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
    }
}
