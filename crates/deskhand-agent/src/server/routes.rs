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
use crate::extensions::{acting, events, looking, surface, windows};
use crate::{desk, exec, extensions, files, openapi};

/// Answers a request that was let in. What has begun to change something comes to its end, and gets the time for it.
pub(super) async fn answer(endpoint: Endpoint, agent: Arc<Agent>, request: Request) -> Response {
    if endpoint.is_extension() && !endpoint.is_mutating() {
        extensions::until_stopping(&agent.clone(), work(endpoint, agent, request)).await
    } else {
        work(endpoint, agent, request).await
    }
}

async fn work(endpoint: Endpoint, agent: Arc<Agent>, request: Request) -> Response {
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
        Endpoint::Discover => extensions::discover(),
        Endpoint::Apps => looking::apps.call(request, agent).await,
        Endpoint::App => looking::app.call(request, agent).await,
        Endpoint::Tree => looking::tree.call(request, agent).await,
        Endpoint::Find => looking::find.call(request, agent).await,
        Endpoint::Idle => looking::idle.call(request, agent).await,
        Endpoint::Text => looking::text.call(request, agent).await,
        Endpoint::Act => acting::act.call(request, agent).await,
        Endpoint::Keys => acting::keys.call(request, agent).await,
        Endpoint::ListWindows => windows::list.call(request, agent).await,
        Endpoint::GetWindow => windows::get.call(request, agent).await,
        Endpoint::ChangeWindow => windows::change.call(request, agent).await,
        Endpoint::Events => events::stream.call(request, agent).await,
        Endpoint::Screenshot => surface::screenshot.call(request, agent).await,
        Endpoint::Clipboard => surface::clipboard.call(request, agent).await,
        Endpoint::SetClipboard => surface::set_clipboard.call(request, agent).await,
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
