//! The contract's endpoints, one call each.

use std::time::Duration;

use deskhand_model::Result;
use serde_json::{Value, json};

use super::Client;
use crate::contract::{
    ActionResponse, ElementQuery, ExecRequest, ExecResponse, Health, InspectResponse, SetValueRequest,
    SnapshotRequest, SnapshotResponse, WaitRequest, WindowMoveRequest, WindowResizeRequest, WindowTarget,
};
use crate::endpoint::Endpoint;

/// What commands and waits may take when they do not say so.
const USUAL: Duration = Duration::from_secs(30);

impl Client {
    /// `GET /health`: whether the agent runs, and can see applications.
    pub async fn health(&self, within: Duration) -> Result<Health> {
        self.call(Endpoint::Health, &json!({}), within).await
    }

    /// `POST /exec`: runs a command and waits for its end, or for its start when it is to be detached.
    pub async fn exec(&self, request: &ExecRequest) -> Result<ExecResponse> {
        self.call(Endpoint::Exec, request, seconds(request.timeout.map(|number| number.0))).await
    }

    /// `POST /debug/ax`: what goes on below the accessibility layer, in the agent's own words; of one window, or of all.
    pub async fn debug_ax(&self, window: Option<&str>, within: Duration) -> Result<Value> {
        let asked = window.map_or_else(|| json!({}), |window| json!({"window": window}));
        self.call(Endpoint::DebugAx, &asked, within).await
    }

    /// `POST /windows`: the windows, without what is in them.
    pub async fn windows(&self, within: Duration) -> Result<SnapshotResponse> {
        self.call(Endpoint::Windows, &json!({}), within).await
    }

    /// `POST /snapshot`: windows with what is in them.
    pub async fn snapshot(&self, request: &SnapshotRequest, within: Duration) -> Result<SnapshotResponse> {
        self.call(Endpoint::Snapshot, request, within).await
    }

    /// `POST /inspect`: one element in detail.
    pub async fn inspect(&self, query: &ElementQuery, within: Duration) -> Result<InspectResponse> {
        self.call(Endpoint::Inspect, query, within).await
    }

    /// `POST /press`: an element's main action.
    pub async fn press(&self, query: &ElementQuery, within: Duration) -> Result<ActionResponse> {
        self.call(Endpoint::Press, query, within).await
    }

    /// `POST /set-value`: gives an element a new text or number.
    pub async fn set_value(&self, request: &SetValueRequest, within: Duration) -> Result<ActionResponse> {
        self.call(Endpoint::SetValue, request, within).await
    }

    /// `POST /focus`: gives an element the keyboard.
    pub async fn focus(&self, query: &ElementQuery, within: Duration) -> Result<ActionResponse> {
        self.call(Endpoint::Focus, query, within).await
    }

    /// `POST /show-menu`: opens an element's context menu.
    pub async fn show_menu(&self, query: &ElementQuery, within: Duration) -> Result<ActionResponse> {
        self.call(Endpoint::ShowMenu, query, within).await
    }

    /// `POST /wait`: waits for a window. That none came is an answer without success, not an error.
    pub async fn wait(&self, request: &WaitRequest) -> Result<ActionResponse> {
        self.call(Endpoint::Wait, request, seconds(request.timeout.map(|number| number.0))).await
    }

    /// `POST /window-focus`: gives a window the keyboard.
    pub async fn window_focus(&self, window: &WindowTarget, within: Duration) -> Result<ActionResponse> {
        self.call(Endpoint::WindowFocus, window, within).await
    }

    /// `POST /window-resize`: gives a window another size.
    pub async fn window_resize(
        &self,
        request: &WindowResizeRequest,
        within: Duration,
    ) -> Result<ActionResponse> {
        self.call(Endpoint::WindowResize, request, within).await
    }

    /// `POST /window-move`: puts a window somewhere else.
    pub async fn window_move(&self, request: &WindowMoveRequest, within: Duration) -> Result<ActionResponse> {
        self.call(Endpoint::WindowMove, request, within).await
    }

    /// `POST /window-close`: asks a window to close.
    pub async fn window_close(&self, window: &WindowTarget, within: Duration) -> Result<ActionResponse> {
        self.call(Endpoint::WindowClose, window, within).await
    }

    /// `POST /window-minimize`: shrinks a window to an icon.
    pub async fn window_minimize(&self, window: &WindowTarget, within: Duration) -> Result<ActionResponse> {
        self.call(Endpoint::WindowMinimize, window, within).await
    }

    /// `POST /shutdown`: ends the agent.
    pub async fn shutdown(&self, within: Duration) -> Result<ActionResponse> {
        self.call(Endpoint::Shutdown, &json!({}), within).await
    }
}

/// Seconds as a duration. What cannot be one is for the agent to refuse.
fn seconds(given: Option<f64>) -> Duration {
    given.map_or(USUAL, |seconds| Duration::try_from_secs_f64(seconds).unwrap_or(USUAL))
}
