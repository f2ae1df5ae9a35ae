//! An observation that is told by an agent's events.

use std::sync::Arc;
use std::time::Duration;

use deskhand_engine::{
    Happening, Observation, Observe, Teller, WindowEvent, WindowEventKind, WindowSnapshot,
};
use deskhand_model::{Error, ErrorKind, Result, Window};
use deskhand_schema::request::{ObserveRequest, Timed};
use deskhand_schema::{self as schema, Failure};
use http_body_util::BodyExt;
use hyper::body::Incoming;

use super::sse::{Assembly, Sent};
use crate::client::Client;
use crate::client::transport::Payload;
use crate::endpoint::Endpoint;

/// An agent gives a sign of life more often than this.
const SILENCE: Duration = Duration::from_secs(45);

/// One thing that an agent tells.
enum Told {
    Snapshot(WindowSnapshot),
    Event(WindowEvent),
    /// So many events are lost; a snapshot follows.
    Gap(u64),
    /// Something of a newer agent.
    Unknown,
}

/// The events of an agent, one after the other.
struct Events {
    client: Client,
    body: Incoming,
    assembly: Assembly,
    waiting: std::collections::VecDeque<Sent>,
}

impl Events {
    /// What comes next; nothing when the agent has told all there was to tell.
    async fn next(&mut self) -> Result<Option<Told>> {
        loop {
            if let Some(sent) = self.waiting.pop_front() {
                return read(&self.client, &sent).map(Some);
            }
            let frame = tokio::time::timeout(SILENCE, self.body.frame()).await;
            let Some(frame) = frame.map_err(|_| self.broken("it has been silent for too long"))? else {
                return Ok(None);
            };
            let Ok(bytes) = frame.map_err(|error| self.client.cut(&error))?.into_data() else { continue };
            let complete = self.assembly.take(&bytes).ok_or_else(|| self.broken("an event is too large"))?;
            self.waiting.extend(complete);
        }
    }

    fn broken(&self, why: &str) -> Error {
        let message = format!("The agent at {} tells no more of its windows: {why}", self.client.address());
        Error::new(ErrorKind::Io, message)
    }
}

fn read(client: &Client, sent: &Sent) -> Result<Told> {
    let data = sent.data.as_bytes();
    match sent.name.as_str() {
        "snapshot" => Ok(Told::Snapshot(client.understood::<schema::WindowSnapshot>(data)?.try_into()?)),
        "gap" => {
            let schema::WindowGap { first, last, .. } = client.understood(data)?;
            Ok(Told::Gap(last.saturating_sub(first).saturating_add(1)))
        }
        "error" => Err(client.understood::<Failure>(data)?.error.into()),
        name if WindowEventKind::ALL.iter().any(|kind| kind.name() == name) => {
            Ok(Told::Event(client.understood::<schema::WindowEvent>(data)?.try_into()?))
        }
        _ => Ok(Told::Unknown),
    }
}

/// Starts to observe. All kinds of events are asked for, whatever is wanted: the list of windows that slow readers get
/// follows from all of them.
pub(super) async fn observe(client: &Client, what: &Observe, within: Duration) -> Result<Observation> {
    let begun = async {
        let all = Observe { kinds: Vec::new(), ..what.clone() };
        let answer =
            client.send(Endpoint::Events.method(), &target(&all, within), Payload::nothing()).await?;
        let (body, assembly) = (answer.into_body(), Assembly::default());
        let mut events = Events { client: client.clone(), body, assembly, waiting: Default::default() };
        match events.next().await? {
            Some(Told::Snapshot(snapshot)) => Ok((events, snapshot)),
            _ => Err(events.broken("it did not begin with all windows")),
        }
    };
    let (events, start) = client.in_time(within, begun).await?;
    let (observation, teller) = Observation::told(what.keep, start.windows.clone(), start.at);
    let kinds = what.kinds.clone();
    let state = Windows { windows: start.windows, kinds, lost: 0 };
    tokio::spawn(pass_on(events, state, teller));
    Ok(observation)
}

fn target(what: &Observe, within: Duration) -> String {
    let request = ObserveRequest::new(what, Timed::within(within));
    let mut parts = Vec::new();
    if let Some(pid) = request.pid {
        parts.push(format!("pid={pid}"));
    }
    if let Some(keep) = request.keep {
        parts.push(format!("keep={keep}"));
    }
    if let Some(timeout) = request.timeout_ms {
        parts.push(format!("timeout_ms={}", timeout.0));
    }
    format!("{}?{}", Endpoint::Events.path(), parts.join("&"))
}

/// Tells what the agent tells, until one of them has no more to say or nobody listens.
async fn pass_on(mut events: Events, mut state: Windows, teller: Teller) {
    let abandoned = teller.abandoned();
    tokio::pin!(abandoned);
    let end = loop {
        let told = tokio::select! {
            () = &mut abandoned => return,
            told = events.next() => told,
        };
        match told {
            Ok(Some(told)) => state.tell(told, &teller),
            Ok(None) => break Ok(()),
            Err(error) => break Err(error),
        }
    };
    match end {
        Ok(()) => teller.complete(),
        Err(error) => teller.fail(error),
    }
}

/// The windows as they are after all that was told.
struct Windows {
    windows: Arc<Vec<Window>>,
    /// The kinds of events that are wanted; all when empty.
    kinds: Vec<WindowEventKind>,
    /// How many events were lost before the snapshot that is to come.
    lost: u64,
}

impl Windows {
    fn tell(&mut self, told: Told, teller: &Teller) {
        match told {
            Told::Event(event) => {
                let WindowEvent { kind, window, previous_id, at, .. } = event;
                let happening = Happening { kind, window, previous_id };
                self.apply(&happening);
                let wanted = self.kinds.is_empty() || self.kinds.contains(&kind);
                teller.tell(wanted.then_some(happening).into_iter().collect(), self.windows.clone(), at);
            }
            // Told with the snapshot that follows. How many of the lost events were wanted, nobody knows: then they count
            // as one.
            Told::Gap(lost) => self.lost = if self.kinds.is_empty() { lost } else { 1 },
            Told::Snapshot(snapshot) => {
                self.windows = snapshot.windows;
                teller.lose(std::mem::take(&mut self.lost), self.windows.clone(), snapshot.at);
            }
            Told::Unknown => {}
        }
    }

    fn apply(&mut self, happening: &Happening) {
        let Happening { kind, window, previous_id } = happening;
        let windows = Arc::make_mut(&mut self.windows);
        let gone = previous_id.unwrap_or(window.id);
        windows.retain(|other| other.id != gone && other.id != window.id);
        if *kind == WindowEventKind::Destroyed {
            return;
        }
        if window.focused {
            // Nothing tells of the window that has lost the keyboard to this one.
            windows.iter_mut().for_each(|other| other.focused = false);
        }
        let place = windows.partition_point(|other| other.z_index <= window.z_index);
        windows.insert(place, window.clone());
    }
}

#[cfg(test)]
mod tests {
    use deskhand_engine::Observed;
    use deskhand_model::WindowId;

    use super::*;

    fn window(id: u64, z_index: u32, focused: bool) -> Window {
        Window { id: WindowId(id), z_index, focused, ..Window::default() }
    }

    #[track_caller]
    fn check(kind: WindowEventKind, window: Window, previous: Option<u64>, expected: &[(u64, bool)]) {
        let start = vec![self::window(1, 0, false), self::window(2, 1, true), self::window(3, 2, false)];
        let mut state = Windows { windows: Arc::new(start), kinds: Vec::new(), lost: 0 };
        state.apply(&Happening { kind, window, previous_id: previous.map(WindowId) });
        let now: Vec<(u64, bool)> =
            state.windows.iter().map(|window| (window.id.0, window.focused)).collect();
        assert_eq!(now, expected, "{kind:?}");
    }

    #[test]
    fn the_list_follows_from_the_events() {
        let (a, b, c) = ((1, false), (2, true), (3, false));
        check(WindowEventKind::Created, window(4, 3, false), None, &[a, b, c, (4, false)]);
        check(WindowEventKind::Destroyed, window(2, 1, true), None, &[a, c]);
        check(WindowEventKind::Destroyed, window(3, 2, true), None, &[a, b]);
        check(WindowEventKind::IdChanged, window(9, 2, false), Some(3), &[a, b, (9, false)]);
        check(WindowEventKind::Moved, window(2, 1, true), None, &[a, b, c]);
        check(WindowEventKind::Focused, window(1, 2, true), None, &[(2, false), c, (1, true)]);
    }

    #[tokio::test]
    async fn a_gap_comes_with_the_windows_after_it() {
        let at = std::time::SystemTime::UNIX_EPOCH;
        let (observation, teller) = Observation::told(8, Arc::default(), at);
        let mut state = Windows { windows: Arc::default(), kinds: Vec::new(), lost: 0 };
        let after = Arc::new(vec![window(7, 0, true)]);
        state.tell(Told::Gap(5), &teller);
        state.tell(Told::Snapshot(WindowSnapshot { as_of: 5, at, windows: after.clone() }), &teller);
        let mut reader = observation.reader();
        reader.next().await;
        assert!(matches!(reader.next().await, Some(Ok(Observed::Gap { first: 1, last: 5, .. }))));
        assert!(matches!(reader.next().await, Some(Ok(Observed::Snapshot(now))) if now.windows == after));
    }
}
