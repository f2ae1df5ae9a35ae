//! Doing something to elements and applications.

use deskhand_engine::Act;
use deskhand_schema::Receipt;
use deskhand_schema::request::{ActRequest, KeysRequest};

use super::{Reply, document};
use crate::server::Agent;

/// `POST /deskhand/act`
pub(super) async fn act(agent: &Agent, asked: ActRequest) -> Reply {
    let options = asked.manner.options(agent.mode, agent.within)?;
    let act = Act::try_from(asked.act)?;
    let receipt = agent.session.act(&asked.locator.try_into()?, &act, &options).await?;
    Ok(document(Receipt::from(&receipt)))
}

/// `POST /deskhand/keys`
pub(super) async fn keys(agent: &Agent, asked: KeysRequest) -> Reply {
    let chords = asked.chords()?;
    let options = asked.manner.options(agent.mode, agent.within)?;
    let receipt = agent.session.keys(&asked.app.into(), &chords, &options).await?;
    Ok(document(Receipt::from(&receipt)))
}
