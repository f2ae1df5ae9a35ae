//! An observation: somebody tells, others read.

use std::sync::Arc;
use std::time::SystemTime;

use deskhand_model::{Error, ErrorKind, Result, Window};
use tokio::sync::watch;

use super::cursor::{Cursor, Found};
use super::event::{Happening, Observed};
use super::log::{End, Log, State};

/// An observation that goes on until the last clone of it is dropped, its process ends or the desktop goes away.
/// Readers do not keep it going.
#[derive(Clone, Debug)]
pub struct Observation {
    log: Arc<Log>,
    _wanted: Arc<Wanted>,
}

/// How an observation is doing.
#[derive(Clone, Debug)]
pub enum ObservationState {
    /// It goes on.
    Active,
    /// The process that it was about has ended.
    Completed,
    /// It cannot go on.
    Failed(Error),
}

impl Observation {
    /// An observation that begins with these windows, and what tells it the rest. At least one event is kept for
    /// readers that are behind, `keep` at most.
    pub fn told(keep: usize, windows: Arc<Vec<Window>>, at: SystemTime) -> (Observation, Teller) {
        let log = Arc::new(Log::new(keep, State { windows, at }));
        let (audience, wanted) = watch::channel(());
        let wanted = Wanted { log: log.clone(), _open: wanted };
        (
            Observation { log: log.clone(), _wanted: Arc::new(wanted) },
            Teller { log, audience: Arc::new(audience) },
        )
    }

    /// Somebody who reads it from its start. What is not kept any more is a gap.
    pub fn reader(&self) -> Reader {
        Reader { cursor: Cursor::at_start_of(&self.log), log: self.log.clone() }
    }

    /// Somebody who has read up to the event with this number and goes on after it: no snapshot comes first, and a gap
    /// only when the next event is not kept any more. Nothing when there was no such event yet.
    pub fn reader_after(&self, sequence: u64) -> Option<Reader> {
        Some(Reader { cursor: Cursor::after(&self.log, sequence)?, log: self.log.clone() })
    }

    /// Number of the newest event; 0 before there is one.
    pub fn last_sequence(&self) -> u64 {
        self.log.last()
    }

    /// How it is doing. Readers can still be behind when it has ended.
    pub fn state(&self) -> ObservationState {
        match self.log.end() {
            None => ObservationState::Active,
            Some(End::Completed | End::Abandoned) => ObservationState::Completed,
            Some(End::Failed(error)) => ObservationState::Failed(error),
        }
    }
}

/// Reads an observation at its own pace, from its start or from after an event.
#[derive(Debug)]
pub struct Reader {
    log: Arc<Log>,
    cursor: Cursor,
}

impl Reader {
    /// What comes next: at the start a snapshot; a gap and a snapshot when what was next is not kept any more. Nothing when
    /// the observation has ended and all is read; an observation that failed says why before. Safe to drop while it
    /// waits.
    pub async fn next(&mut self) -> Option<Result<Observed>> {
        match self.cursor.next(&self.log).await? {
            Found::Next(observed) => Some(Ok(observed)),
            Found::End(End::Failed(error)) => Some(Err(error)),
            Found::End(End::Completed | End::Abandoned) => None,
        }
    }
}

/// Tells an observation what happens. One that is dropped without [`complete`](Teller::complete) or
/// [`fail`](Teller::fail) has failed.
#[derive(Debug)]
pub struct Teller {
    log: Arc<Log>,
    /// Closed with the last clone of the observation; nothing is ever sent.
    audience: Arc<watch::Sender<()>>,
}

impl Teller {
    /// What happened in one round, and the windows after it. Nothing may have happened.
    pub fn tell(&self, happenings: Vec<Happening>, windows: Arc<Vec<Window>>, at: SystemTime) {
        self.log.tell(happenings, State { windows, at });
    }

    /// So many events before this state are lost: a gap for every reader.
    pub fn lose(&self, events: u64, windows: Arc<Vec<Window>>, at: SystemTime) {
        self.log.lose(events, State { windows, at });
    }

    /// What it was about is over.
    pub fn complete(self) {
        self.log.close(End::Completed);
    }

    /// It cannot go on.
    pub fn fail(self, error: Error) {
        self.log.close(End::Failed(error));
    }

    /// Returns when nobody wants the observation any more.
    pub fn abandoned(&self) -> impl Future<Output = ()> + Send + use<> {
        let audience = self.audience.clone();
        async move { audience.closed().await }
    }
}

impl Drop for Teller {
    fn drop(&mut self) {
        let error = Error::new(ErrorKind::Internal, "The observation stopped without saying why");
        self.log.close(End::Failed(error));
    }
}

/// What all clones of an observation share: dropping it ends the observation.
#[derive(Debug)]
struct Wanted {
    log: Arc<Log>,
    _open: watch::Receiver<()>,
}

impl Drop for Wanted {
    fn drop(&mut self) {
        self.log.close(End::Abandoned);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start() -> (Observation, Teller) {
        Observation::told(4, Arc::default(), SystemTime::UNIX_EPOCH)
    }

    #[tokio::test]
    async fn a_teller_learns_when_the_last_clone_is_dropped() {
        let (observation, teller) = start();
        let clone = observation.clone();
        drop(observation);
        assert!(futures_util::poll!(std::pin::pin!(teller.abandoned())).is_pending());
        drop(clone);
        teller.abandoned().await;
    }

    #[tokio::test]
    async fn readers_of_an_abandoned_observation_read_to_its_end() {
        let (observation, _teller) = start();
        let mut reader = observation.reader();
        drop(observation);
        assert!(matches!(reader.next().await, Some(Ok(Observed::Snapshot(_)))));
        assert!(reader.next().await.is_none());
    }

    #[tokio::test]
    async fn a_failure_is_told_once_and_stays_the_state() {
        let (observation, teller) = start();
        assert!(matches!(observation.state(), ObservationState::Active));
        let mut reader = observation.reader();
        teller.fail(Error::new(ErrorKind::DisplayUnavailable, "no display"));

        assert!(matches!(reader.next().await, Some(Ok(Observed::Snapshot(_)))));
        assert_eq!(reader.next().await.unwrap().unwrap_err().kind(), ErrorKind::DisplayUnavailable);
        assert!(reader.next().await.is_none());
        assert!(
            matches!(observation.state(), ObservationState::Failed(error) if error.message() == "no display")
        );
    }

    #[test]
    fn completing_is_not_a_failure_but_vanishing_is() {
        let (observation, teller) = start();
        teller.complete();
        assert!(matches!(observation.state(), ObservationState::Completed));

        let (observation, teller) = start();
        drop(teller);
        assert!(
            matches!(observation.state(), ObservationState::Failed(error) if error.kind() == ErrorKind::Internal)
        );
    }
}
