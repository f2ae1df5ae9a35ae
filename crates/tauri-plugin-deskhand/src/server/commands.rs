//! The paths of our own API, one for each command.

use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use deskhand_page::{
    API, Answer, AnswerDialog, Ask, CallIn, ChooseFiles, CloseView, CookiesOf, DeleteCookies, DialogOf,
    EnterFrame, Fault, FaultKind, Go, Hello, InputInto, NewView, PictureOf, PrintPage, SetCookie, SetWindow,
    Tls, Views, WaitLoaded, WindowOf,
};
use serde::Serialize;

use crate::obey::Obey;
use crate::platform::{MainThread, obey};

/// Scripts come in requests, and some come with large data. Beyond this somebody has made a mistake.
const LARGEST_REQUEST: usize = 64 * 1024 * 1024;

macro_rules! commands {
    ($($command:ty),* $(,)?) => {
        Router::new()$(.route(&path::<$command>(), post(command::<$command>)))*
    };
}

pub(super) fn router(main: MainThread) -> Router {
    commands![
        Hello,
        Views,
        NewView,
        CloseView,
        WindowOf,
        SetWindow,
        Go,
        WaitLoaded,
        CallIn,
        EnterFrame,
        InputInto,
        ChooseFiles,
        DialogOf,
        AnswerDialog,
        CookiesOf,
        SetCookie,
        DeleteCookies,
        PictureOf,
        PrintPage,
        Tls,
    ]
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
    let within = Duration::from_millis(ask.within_ms);
    let done = main.run(move |desk| obey(desk, ask.command));
    let answer = match tokio::time::timeout(within, done).await {
        Ok(Ok(Ok(done))) => Answer::Done(done),
        Ok(Ok(Err(fault)) | Err(fault)) => Answer::Fault(fault),
        Err(_) => {
            let message = format!("{} was not done within {} ms", C::NAME, within.as_millis());
            Answer::Fault(Fault::new(FaultKind::Timeout, message))
        }
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
