//! Windows.

use std::sync::Arc;

use axum::extract::State;
use deskhand_schema::request::{ChangeRequest, Timed, WindowRequest};
use deskhand_schema::{Changed, WindowView, Windows};

use super::{Own, Reply, document, time};
use crate::server::Agent;

/// `POST /deskhand/windows`
pub(crate) async fn list(State(agent): State<Arc<Agent>>, Own(asked): Own<Timed>) -> Reply {
    let windows = agent.session.windows(time(&agent, asked)?).await?;
    Ok(document(Windows::from(windows.as_slice())))
}

/// `POST /deskhand/window`
pub(crate) async fn get(State(agent): State<Arc<Agent>>, Own(asked): Own<WindowRequest>) -> Reply {
    let view = agent.session.window(&asked.window.try_into()?, time(&agent, asked.time)?).await?;
    Ok(document(WindowView::from(&view)))
}

/// `POST /deskhand/window/change`
pub(crate) async fn change(State(agent): State<Arc<Agent>>, Own(asked): Own<ChangeRequest>) -> Reply {
    let within = time(&agent, asked.time)?;
    let changed = agent.session.change_window(&asked.window.try_into()?, asked.change.into(), within).await?;
    Ok(document(Changed::from(&changed)))
}
