//! Windows.

use deskhand_schema::request::{ChangeRequest, Timed, WindowRequest};
use deskhand_schema::{Changed, WindowView, Windows};

use super::{Reply, document, time};
use crate::server::Agent;

/// `POST /deskhand/windows`
pub(super) async fn list(agent: &Agent, asked: Timed) -> Reply {
    let windows = agent.session.windows(time(agent, asked)?).await?;
    Ok(document(Windows::from(windows.as_slice())))
}

/// `POST /deskhand/window`
pub(super) async fn get(agent: &Agent, asked: WindowRequest) -> Reply {
    let view = agent.session.window(&asked.window.try_into()?, time(agent, asked.time)?).await?;
    Ok(document(WindowView::from(&view)))
}

/// `POST /deskhand/window/change`
pub(super) async fn change(agent: &Agent, asked: ChangeRequest) -> Reply {
    let within = time(agent, asked.time)?;
    let changed = agent.session.change_window(&asked.window.try_into()?, asked.change.into(), within).await?;
    Ok(document(Changed::from(&changed)))
}
