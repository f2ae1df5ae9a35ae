//! Doing something to elements and applications.

use std::sync::Arc;

use axum::extract::State;
use deskhand_engine::{Act, ActOptions, Mode};
use deskhand_model::Result;
use deskhand_schema::Receipt;
use deskhand_schema::request::{ActRequest, KeysRequest, Manner};

use super::{Own, Reply, document};
use crate::server::Agent;

/// `POST /deskhand/act`
pub(crate) async fn act(State(agent): State<Arc<Agent>>, Own(asked): Own<ActRequest>) -> Reply {
    let options = options(&agent, asked.manner)?;
    let act = Act::try_from(asked.act)?;
    let receipt = agent.session.act(&asked.locator.try_into()?, &act, &options).await?;
    Ok(document(Receipt::from(&receipt)))
}

/// `POST /deskhand/keys`
pub(crate) async fn keys(State(agent): State<Arc<Agent>>, Own(asked): Own<KeysRequest>) -> Reply {
    let chords = asked.chords()?;
    let options = options(&agent, asked.manner)?;
    let receipt = agent.session.keys(&asked.app.into(), &chords, &options).await?;
    Ok(document(Receipt::from(&receipt)))
}

/// How to act: as it is asked for, as far as this agent goes, and as this agent does where nothing is asked for.
fn options(agent: &Agent, manner: Manner) -> Result<ActOptions> {
    let mode = agent.mode(manner.mode.map(Mode::from))?;
    manner.options(mode, agent.within)
}
