//! One stream of an observation.

use std::sync::Arc;

use deskhand_engine::{Observed, Reader, WindowEvent, WindowSnapshot};
use futures_util::stream::{self, BoxStream};
use tokio::sync::watch;
use tokio::time::Instant;
use tonic::{Code, Status};

use super::entry::Entry;
use crate::status::{refusal, status};
use crate::v1::stream_observations_response::Observed as Told;
use crate::{v1, wire};

type Item = Result<v1::StreamObservationsResponse, Status>;

/// Reads an observation for one client. No task runs for it: what the client does not take stays in the observation,
/// and when the client leaves, this is dropped.
pub(super) struct Stream {
    entry: Arc<Entry>,
    reader: Reader,
    /// True when the server stops.
    stopping: watch::Receiver<bool>,
    /// When the client's time is over.
    end: Option<Instant>,
}

impl Stream {
    /// A stream from the start of the observation, or from after the event with this number.
    pub(super) fn open(
        entry: Arc<Entry>,
        after: u64,
        stopping: watch::Receiver<bool>,
        end: Option<Instant>,
    ) -> Result<Stream, Status> {
        let reader = entry.read(after)?;
        // From here on, dropping it says that the reader has gone.
        Ok(Stream { entry, reader, stopping, end })
    }

    /// As the server sends it.
    pub(super) fn items(self) -> BoxStream<'static, Item> {
        Box::pin(stream::unfold(Some(self), |stream| async {
            let mut stream = stream?;
            match stream.next().await {
                Some(Ok(item)) => Some((Ok(item), Some(stream))),
                Some(Err(end)) => Some((Err(end), None)),
                None => None,
            }
        }))
    }

    async fn next(&mut self) -> Option<Item> {
        let observed = tokio::select! {
            biased;
            // An error means that the server is gone altogether.
            _ = self.stopping.wait_for(|stopping| *stopping) => {
                return Some(Err(refusal(Code::Unavailable, "SERVER_STOPPING", "The server stops")));
            }
            () = over(self.end) => {
                let message = "The time that the client allowed for this stream is over";
                return Some(Err(refusal(Code::DeadlineExceeded, "TIMEOUT", message)));
            }
            observed = self.reader.next() => observed,
        };
        match observed {
            Some(Ok(observed)) => Some(Ok(told(observed))),
            Some(Err(error)) => Some(Err(status(&error))),
            None if self.entry.is_cancelled() => Some(Err(self.entry.cancelled())),
            None => None,
        }
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.entry.leave();
    }
}

async fn over(end: Option<Instant>) {
    match end {
        Some(end) => tokio::time::sleep_until(end).await,
        None => std::future::pending().await,
    }
}

/// As the protocol tells it.
fn told(observed: Observed) -> v1::StreamObservationsResponse {
    let observed = match observed {
        Observed::Snapshot(snapshot) => Told::Snapshot(told_snapshot(&snapshot)),
        Observed::Event(event) => Told::Event(Box::new(told_event(&event))),
        Observed::Gap { first, last, at } => Told::Event(Box::new(v1::WindowEvent {
            r#type: v1::WindowEventType::Gap.into(),
            timestamp: Some(at.into()),
            sequence: number(last),
            window: None,
            first_missed: number(first),
            last_missed: number(last),
        })),
    };
    v1::StreamObservationsResponse { observed: Some(observed) }
}

fn told_event(event: &WindowEvent) -> v1::WindowEvent {
    v1::WindowEvent {
        r#type: wire::event_type(event.kind).into(),
        timestamp: Some(event.at.into()),
        sequence: number(event.sequence),
        window: Some(wire::window(&event.window, event.previous_id)),
        first_missed: 0,
        last_missed: 0,
    }
}

fn told_snapshot(snapshot: &WindowSnapshot) -> v1::WindowSnapshot {
    v1::WindowSnapshot {
        as_of_sequence: number(snapshot.as_of),
        timestamp: Some(snapshot.at.into()),
        windows: snapshot.windows.iter().map(|window| wire::window(window, None)).collect(),
    }
}

fn number(sequence: u64) -> i64 {
    i64::try_from(sequence).unwrap_or(i64::MAX)
}
