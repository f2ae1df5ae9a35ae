//! What happens to windows, as server-sent events.
//!
//! Each has the name of what happened, `snapshot`, `gap` or `error`, and a document as its data. The stream ends when the
//! observation does: by itself with the process that it is about, after an `error` when it cannot go on.

use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Query, State};
use axum::response::IntoResponse;
use deskhand_engine::{Observation, Observe, Observed, Reader};
use deskhand_model::Error;
use deskhand_schema::request::ObserveRequest;
use deskhand_schema::{Document, WindowEvent, WindowGap, WindowSnapshot};
use futures_util::{Stream, stream};
use http::Uri;
use http::header::CONTENT_TYPE;
use serde::Serialize;
use tokio::sync::watch;

use super::failure::{document, stopping};
use super::{Reply, at_most, time};
use crate::server::{Agent, Refusal};

/// How often a client that hears nothing learns that the agent is still there.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// Most events that are kept for a reader that is behind.
const MOST_KEPT: usize = 4096;

/// `GET /deskhand/events`
pub(crate) async fn stream(State(agent): State<Arc<Agent>>, uri: Uri) -> Reply {
    let Query(asked): Query<ObserveRequest> = Query::try_from_uri(&uri).map_err(|error| {
        let cause = std::error::Error::source(&error).map_or_else(|| error.to_string(), ToString::to_string);
        Refusal::bad(format!("The query of the address makes no sense: {cause}"))
    })?;
    let what = Observe::try_from(&asked)?;
    at_most("keep", what.keep, MOST_KEPT)?;
    let observation = agent.session.observe(&what, time(&agent, asked.time())?).await?;
    let telling = Telling {
        reader: observation.reader(),
        _observation: observation,
        stopping: agent.stopping.subscribe(),
    };
    Ok(([(CONTENT_TYPE, "text/event-stream")], Body::from_stream(lines(telling))).into_response())
}

/// An observation that is told to one client.
struct Telling {
    reader: Reader,
    /// Goes on for as long as this is there.
    _observation: Observation,
    stopping: watch::Receiver<bool>,
}

enum Next {
    Text(String),
    /// The last that there is to tell.
    Last(String),
    Nothing,
}

fn lines(telling: Telling) -> impl Stream<Item = Result<String, serde_json::Error>> {
    stream::try_unfold(Some(telling), |telling| async {
        let Some(mut telling) = telling else { return Ok(None) };
        Ok(match telling.next().await? {
            Next::Text(text) => Some((text, Some(telling))),
            Next::Last(text) => Some((text, None)),
            Next::Nothing => None,
        })
    })
}

impl Telling {
    async fn next(&mut self) -> Result<Next, serde_json::Error> {
        tokio::select! {
            biased;
            _ = self.stopping.wait_for(|stopping| *stopping) => failure(&stopping()).map(Next::Last),
            next = self.reader.next() => match next {
                Some(Ok(observed)) => text(&observed).map(Next::Text),
                Some(Err(error)) => failure(&error).map(Next::Last),
                None => Ok(Next::Nothing),
            },
            () = tokio::time::sleep(HEARTBEAT) => Ok(Next::Text(": still here\n\n".to_owned())),
        }
    }
}

fn text(observed: &Observed) -> Result<String, serde_json::Error> {
    match observed {
        Observed::Snapshot(snapshot) => {
            event("snapshot", Some(snapshot.as_of), &Document::new(WindowSnapshot::from(snapshot)))
        }
        Observed::Event(told) => {
            event(told.kind.name(), Some(told.sequence), &Document::new(WindowEvent::from(&**told)))
        }
        Observed::Gap { first, last, at } => {
            event("gap", Some(*last), &Document::new(WindowGap::new(*first, *last, *at)))
        }
    }
}

fn failure(error: &Error) -> Result<String, serde_json::Error> {
    event("error", None, &document(error))
}

/// JSON that is written on one line needs no other form to be the data of an event.
fn event(name: &str, id: Option<u64>, data: &impl Serialize) -> Result<String, serde_json::Error> {
    let mut text = format!("event: {name}\n");
    if let Some(id) = id {
        // Writing into a text does not fail.
        let _ = writeln!(text, "id: {id}");
    }
    let _ = write!(text, "data: {}\n\n", serde_json::to_string(data)?);
    Ok(text)
}
