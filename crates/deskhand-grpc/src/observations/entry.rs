//! One observation of the table.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use deskhand_engine::{Observation, ObservationState, Reader};
use tokio::time::Instant;
use tonic::{Code, Status};

use super::wanted::Wanted;
use crate::name::ObservationName;
use crate::status::{reason, refusal};
use crate::v1;

/// An observation, and how far it has come.
pub(super) struct Entry {
    pub(super) name: ObservationName,
    pub(super) wanted: Wanted,
    created: SystemTime,
    life: Mutex<Life>,
}

struct Life {
    phase: Phase,
    /// Streams that read it now.
    streams: usize,
    /// Since when nobody reads it, or it is over.
    since: Instant,
    over: bool,
}

enum Phase {
    /// It is being started.
    Pending,
    /// It runs, or has ended by itself.
    Started(Observation),
    /// Somebody has cancelled it.
    Cancelled,
}

impl Entry {
    pub(super) fn new(name: ObservationName, wanted: Wanted) -> Entry {
        let life = Life { phase: Phase::Pending, streams: 0, since: Instant::now(), over: false };
        Entry { name, wanted, created: SystemTime::now(), life: Mutex::new(life) }
    }

    fn life(&self) -> MutexGuard<'_, Life> {
        // Nothing in here leaves it half done.
        self.life.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// It runs now, unless it was cancelled meanwhile.
    pub(super) fn start(&self, observation: Observation) {
        let mut life = self.life();
        if matches!(life.phase, Phase::Pending) {
            life.phase = Phase::Started(observation);
            life.since = Instant::now();
        }
    }

    /// Ends it; one that has ended by itself stays as it is. Its streams learn of it when they have read what is left.
    pub(super) fn cancel(&self) {
        let mut life = self.life();
        if life.phase.is_going_on() {
            life.phase = Phase::Cancelled;
        }
    }

    /// Whether it was cancelled.
    pub(super) fn is_cancelled(&self) -> bool {
        matches!(self.life().phase, Phase::Cancelled)
    }

    /// Somebody who reads it from its start, or from after the event with this number.
    pub(super) fn read(&self, after: u64) -> Result<Reader, Status> {
        let mut life = self.life();
        match &life.phase {
            Phase::Started(observation) => {
                let reader = reader(observation, after)?;
                life.streams += 1;
                Ok(reader)
            }
            Phase::Pending => Err(refusal(
                Code::FailedPrecondition,
                "OBSERVATION_PENDING",
                &format!("`{}` is still being started", self.name),
            )),
            Phase::Cancelled => Err(self.cancelled()),
        }
    }

    /// A reader has gone.
    pub(super) fn leave(&self) {
        let mut life = self.life();
        life.streams = life.streams.saturating_sub(1);
        if !life.over {
            life.since = Instant::now();
        }
    }

    /// What the streams of a cancelled observation end with.
    pub(super) fn cancelled(&self) -> Status {
        refusal(Code::Cancelled, "OBSERVATION_CANCELLED", &format!("`{}` was cancelled", self.name))
    }

    /// Takes note of its end; says whether it goes on, and else how long it has been over. One that nobody has read for
    /// `unread` is cancelled.
    pub(super) fn review(&self, unread: Duration) -> Option<Duration> {
        let mut life = self.life();
        if life.phase.is_going_on() {
            let forgotten = life.streams == 0 && life.since.elapsed() >= unread;
            if !forgotten || matches!(life.phase, Phase::Pending) {
                return None;
            }
            life.phase = Phase::Cancelled;
        }
        if !life.over {
            life.over = true;
            life.since = Instant::now();
        }
        Some(life.since.elapsed())
    }

    /// As the protocol tells it.
    pub(super) fn tell(&self) -> v1::Observation {
        let life = self.life();
        let (state, failure) = match &life.phase {
            Phase::Pending => (v1::ObservationState::Pending, None),
            Phase::Cancelled => (v1::ObservationState::Cancelled, None),
            Phase::Started(observation) => match observation.state() {
                ObservationState::Active => (v1::ObservationState::Active, None),
                ObservationState::Completed => (v1::ObservationState::Completed, None),
                ObservationState::Failed(error) => (v1::ObservationState::Failed, Some(error)),
            },
        };
        v1::Observation {
            name: self.name.to_string(),
            state: state.into(),
            create_time: Some(self.created.into()),
            event_types: self.wanted.event_types(),
            keep_events: self.wanted.keep_events(),
            failure_reason: failure.as_ref().map(reason).unwrap_or_default(),
            failure_message: failure.map(|error| error.message().to_owned()).unwrap_or_default(),
            streams: i32::try_from(life.streams).unwrap_or(i32::MAX),
        }
    }
}

/// A client that has got no event yet wants the snapshot at the start too.
fn reader(observation: &Observation, after: u64) -> Result<Reader, Status> {
    if after == 0 {
        return Ok(observation.reader());
    }
    observation.reader_after(after).ok_or_else(|| {
        let last = observation.last_sequence();
        let message = format!("after_sequence: there was no event {after} yet, the last was {last}");
        refusal(Code::OutOfRange, "SEQUENCE_OUT_OF_RANGE", &message)
    })
}

impl Phase {
    fn is_going_on(&self) -> bool {
        match self {
            Phase::Pending => true,
            Phase::Started(observation) => matches!(observation.state(), ObservationState::Active),
            Phase::Cancelled => false,
        }
    }
}
