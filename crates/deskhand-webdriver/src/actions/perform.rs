use std::time::Duration;

use deskhand_page::FaultKind;
use serde_json::Value;
use tokio::time::{Instant, sleep_until};
use webdriver::command::ActionsParameters;

use super::give::{Aftermath, give};
use super::motion::{FRAME, Motion};
use super::sequence::{Sequence, Step};
use super::sight::Sight;
use super::tick::Plan;
use crate::errors::Outcome;
use crate::session::{Session, refusal};

/// Whether a sequence goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    On,
    /// A dialog is open, or the window closed: nothing more can be done, and nothing went wrong.
    Over,
}

/// Where a tick is in its sequence.
#[derive(Clone, Copy)]
struct Turn {
    first: bool,
    last: bool,
}

/// Perform Actions: what keyboards, pointers and wheels do, tick by tick.
pub(crate) async fn perform_actions(session: &mut Session, actions: &ActionsParameters) -> Outcome<Value> {
    let view = session.place.view.clone();
    let sequence = Sequence::read(&actions.actions, session.hands.on(&view))?;
    for (id, kind) in &sequence.devices {
        session.hands.take(&view, id, *kind);
    }
    session.hands.begin_anew(&view);
    if sequence.ticks.is_empty() {
        Sight::look(session, &[]).await.map_err(refusal)?;
    }
    for (at, steps) in sequence.ticks.iter().enumerate() {
        let turn = Turn { first: at == 0, last: at + 1 == sequence.ticks.len() };
        if tick(session, steps, turn).await? == Flow::Over {
            break;
        }
    }
    Ok(Value::Null)
}

/// Release Actions: lets go of all that is held, and puts the devices away.
pub(crate) async fn release_actions(session: &mut Session) -> Outcome<Value> {
    Sight::look(session, &[]).await.map_err(refusal)?;
    let view = session.place.view.clone();
    let events = session.hands.on(&view).release_all();
    session.hands.put_away(&view);
    give(session, events).await?;
    Ok(Value::Null)
}

async fn tick(session: &mut Session, steps: &[Step], turn: Turn) -> Outcome<Flow> {
    let Some(sight) = sight_for(session, steps, turn).await? else {
        return Ok(Flow::Over);
    };
    let started = Instant::now();
    let view = session.place.view.clone();
    let plan = Plan::make(steps, session.hands.on(&view), &sight);
    let flow = after(give(session, plan.events).await?, turn)?;
    if let Some(refused) = plan.refused {
        return Err(refused);
    }
    if flow == Flow::Over || glide(session, plan.motions, started, turn).await? == Flow::Over {
        return Ok(Flow::Over);
    }
    sleep_until(started + plan.lasts).await;
    Ok(Flow::On)
}

/// What is to be known of the page before a tick; `None` when a dialog has opened since the tick before.
///
/// Where nothing is to be known it is still looked at first, because actions need an open window, and at last, because
/// then a window that closes is known to be closed by the actions.
async fn sight_for(session: &Session, steps: &[Step], turn: Turn) -> Outcome<Option<Sight>> {
    let about_points = steps.iter().any(|step| step.deed.target().is_some());
    if !about_points && !turn.first && !turn.last {
        return Ok(Some(Sight::default()));
    }
    match Sight::look(session, steps).await {
        Ok(sight) => Ok(Some(sight)),
        Err(fault) if fault.kind == FaultKind::DialogOpen && !turn.first => Ok(None),
        Err(fault) => Err(refusal(fault)),
    }
}

/// Follows motions to their ends. A page that is slow to handle an event skips some of those that follow; the time
/// that a motion takes stays the same.
async fn glide(
    session: &mut Session,
    mut motions: Vec<Motion>,
    started: Instant,
    turn: Turn,
) -> Outcome<Flow> {
    let view = session.place.view.clone();
    let mut elapsed = Duration::ZERO;
    while let Some(nearest) = motions.iter().map(Motion::duration).min() {
        sleep_until(started + nearest.min(elapsed + FRAME)).await;
        elapsed = started.elapsed();
        let hands = session.hands.on(&view);
        let events: Vec<_> = motions.iter_mut().filter_map(|motion| motion.go_on(elapsed, hands)).collect();
        motions.retain(|motion| !motion.is_over(elapsed));
        if after(give(session, events).await?, turn)? == Flow::Over {
            return Ok(Flow::Over);
        }
    }
    Ok(Flow::On)
}

fn after(aftermath: Aftermath, turn: Turn) -> Outcome<Flow> {
    match aftermath {
        Aftermath::Seen => Ok(Flow::On),
        Aftermath::Dialog => Ok(Flow::Over),
        Aftermath::Gone(_) if turn.last => Ok(Flow::Over),
        Aftermath::Gone(error) => Err(error),
    }
}
