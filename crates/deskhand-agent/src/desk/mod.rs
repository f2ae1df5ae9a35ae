//! The contract's meaning on a session: which window and element a request means, and what to do with it.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use serde_json::Value;

use crate::contract::{
    ElementQuery, SetValueRequest, SnapshotRequest, WaitRequest, WindowMoveRequest, WindowResizeRequest,
    WindowTarget,
};
use crate::server::{Agent, Asked, Refusal};

macro_rules! not_yet {
    ($($name:ident($request:ty),)*) => {
        $(
            pub(crate) async fn $name(
                State(_agent): State<Arc<Agent>>,
                Asked(_request): Asked<$request>,
            ) -> Result<Response, Refusal> {
                Err(Refusal::bad("not yet"))
            }
        )*
    };
}

not_yet! {
    windows(Value),
    snapshot(SnapshotRequest),
    inspect(ElementQuery),
    press(ElementQuery),
    set_value(SetValueRequest),
    focus(ElementQuery),
    show_menu(ElementQuery),
    wait(WaitRequest),
    window_focus(WindowTarget),
    window_resize(WindowResizeRequest),
    window_move(WindowMoveRequest),
    window_close(WindowTarget),
    window_minimize(WindowTarget),
    debug_ax(Value),
}

/// `GET /health`
pub(crate) async fn health(State(_agent): State<Arc<Agent>>) -> Result<Response, Refusal> {
    Err(Refusal::bad("not yet"))
}
