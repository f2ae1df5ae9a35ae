//! Which endpoint answers how.

use std::sync::{Arc, LazyLock};

use axum::extract::{Request, State};
use axum::handler::Handler;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::header::CONTENT_TYPE;

use super::{Agent, Answer, Asked, Refusal};
use crate::contract::ActionResponse;
use crate::endpoint::Endpoint;
use crate::{desk, exec, extensions, files, openapi};

/// Answers a request that was let in.
pub(super) async fn answer(endpoint: Endpoint, agent: Arc<Agent>, request: Request) -> Response {
    match endpoint {
        Endpoint::Health => desk::health.call(request, agent).await,
        Endpoint::Exec => exec::exec.call(request, agent).await,
        Endpoint::Upload => files::upload.call(request, agent).await,
        Endpoint::Download => files::download.call(request, agent).await,
        Endpoint::Shutdown => shutdown.call(request, agent).await,
        Endpoint::DebugAx => desk::debug_ax.call(request, agent).await,
        Endpoint::Windows => desk::windows.call(request, agent).await,
        Endpoint::Snapshot => desk::snapshot.call(request, agent).await,
        Endpoint::Inspect => desk::inspect.call(request, agent).await,
        Endpoint::Press => desk::press.call(request, agent).await,
        Endpoint::SetValue => desk::set_value.call(request, agent).await,
        Endpoint::Focus => desk::focus.call(request, agent).await,
        Endpoint::ShowMenu => desk::show_menu.call(request, agent).await,
        Endpoint::Wait => desk::wait.call(request, agent).await,
        Endpoint::WindowFocus => desk::window_focus.call(request, agent).await,
        Endpoint::WindowResize => desk::window_resize.call(request, agent).await,
        Endpoint::WindowMove => desk::window_move.call(request, agent).await,
        Endpoint::WindowClose => desk::window_close.call(request, agent).await,
        Endpoint::WindowMinimize => desk::window_minimize.call(request, agent).await,
        Endpoint::OpenApi => described(),
        Endpoint::Discover
        | Endpoint::Apps
        | Endpoint::App
        | Endpoint::Tree
        | Endpoint::Find
        | Endpoint::Act
        | Endpoint::Keys
        | Endpoint::Text
        | Endpoint::ListWindows
        | Endpoint::GetWindow
        | Endpoint::ChangeWindow
        | Endpoint::Events
        | Endpoint::Screenshot
        | Endpoint::Clipboard
        | Endpoint::SetClipboard => extensions::answer(endpoint, State(agent), request).await.into_response(),
    }
}

/// `GET /openapi.json`
fn described() -> Response {
    static DOCUMENT: LazyLock<Bytes> = LazyLock::new(|| openapi::openapi().to_string().into());
    ([(CONTENT_TYPE, "application/json")], DOCUMENT.clone()).into_response()
}

/// `POST /shutdown`: this answer is still sent, and those that are under way.
async fn shutdown(
    State(agent): State<Arc<Agent>>,
    Asked(_): Asked<serde_json::Value>,
) -> Result<Response, Refusal> {
    agent.stopping.send_replace(true);
    Ok(Answer(ActionResponse::done("The agent ends now.")).into_response())
}
