//! The observations of a server: bounded, and forgotten some time after their end.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use deskhand_engine::Observation;
use tonic::{Code, Status};

use super::entry::Entry;
use super::wanted::Wanted;
use crate::name::{ObservationName, Parent};
use crate::status::refusal;

/// Most observations that go on at once.
pub(super) const MOST: usize = 256;
/// Most that are remembered after their end.
const MOST_OVER: usize = 64;
/// How long they are remembered.
const REMEMBERED: Duration = Duration::from_secs(600);
/// How long an observation goes on that nobody reads: its client has most likely gone without cancelling it.
const UNREAD: Duration = Duration::from_secs(3600);

/// The observations, by number.
#[derive(Default)]
pub(super) struct Table {
    entries: Mutex<Entries>,
}

#[derive(Default)]
struct Entries {
    last: u64,
    by_number: BTreeMap<u64, Arc<Entry>>,
}

/// A place in the table for an observation that is being started; given back when that does not come about.
pub(super) struct Reservation<'a> {
    table: &'a Table,
    entry: Arc<Entry>,
    started: bool,
}

impl Table {
    /// A place for a new observation.
    pub(super) fn reserve(&self, wanted: Wanted) -> Result<Reservation<'_>, Status> {
        let mut entries = self.reviewed();
        let going_on = entries.by_number.values().filter(|entry| entry.review(UNREAD).is_none()).count();
        if going_on >= MOST {
            let message = format!("{MOST} observations are going on; cancel one that nobody needs any more");
            return Err(refusal(Code::ResourceExhausted, "TOO_MANY_OBSERVATIONS", &message));
        }
        entries.last += 1;
        let name = ObservationName { parent: wanted.parent(), number: entries.last };
        let entry = Arc::new(Entry::new(name, wanted));
        entries.by_number.insert(name.number, entry.clone());
        drop(entries);
        Ok(Reservation { table: self, entry, started: false })
    }

    /// The observation with this name.
    pub(super) fn get(&self, name: ObservationName) -> Result<Arc<Entry>, Status> {
        let entries = self.reviewed();
        entries.by_number.get(&name.number).filter(|entry| entry.name == name).cloned().ok_or_else(|| {
            let message = format!("There is no observation `{name}`; it may be over and forgotten");
            refusal(Code::NotFound, "OBSERVATION_NOT_FOUND", &message)
        })
    }

    /// The observations of a parent with numbers above `after`, in order.
    pub(super) fn list(&self, parent: Parent, after: u64) -> Vec<Arc<Entry>> {
        let entries = self.reviewed();
        let of_parent = |entry: &&Arc<Entry>| parent == Parent::All || entry.name.parent == parent;
        let later = entries.by_number.range(after.saturating_add(1)..);
        later.map(|(_, entry)| entry).filter(of_parent).cloned().collect()
    }

    /// The entries, without those that are to be forgotten.
    fn reviewed(&self) -> MutexGuard<'_, Entries> {
        let mut entries = self.lock();
        let mut over: Vec<(Duration, u64)> = Vec::new();
        for (&number, entry) in &entries.by_number {
            over.extend(entry.review(UNREAD).map(|since| (since, number)));
        }
        // The latest end first.
        over.sort_unstable();
        for (at, (since, number)) in over.into_iter().enumerate() {
            if at >= MOST_OVER || since >= REMEMBERED {
                entries.by_number.remove(&number);
            }
        }
        entries
    }

    fn lock(&self) -> MutexGuard<'_, Entries> {
        // Nothing in here leaves it half done.
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Reservation<'_> {
    /// The observation runs.
    pub(super) fn fill(mut self, observation: Observation) -> Arc<Entry> {
        self.entry.start(observation);
        self.started = true;
        self.entry.clone()
    }
}

impl Drop for Reservation<'_> {
    fn drop(&mut self) {
        if !self.started {
            self.table.lock().by_number.remove(&self.entry.name.number);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use deskhand_engine::Teller;

    use super::*;
    use crate::v1;
    use crate::v1::ObservationState::{Active, Cancelled, Completed, Pending};

    fn wanted(parent: Parent) -> Wanted {
        Wanted::parse(parent, &v1::Observation::default()).unwrap()
    }

    fn start(table: &Table, parent: Parent) -> (Arc<Entry>, Teller) {
        let (observation, teller) = Observation::told(4, Arc::default(), SystemTime::UNIX_EPOCH);
        (table.reserve(wanted(parent)).unwrap().fill(observation), teller)
    }

    fn numbers(table: &Table, parent: Parent) -> Vec<u64> {
        table.list(parent, 0).iter().map(|entry| entry.name.number).collect()
    }

    #[tokio::test]
    async fn an_observation_is_pending_until_it_runs_and_gone_when_it_could_not_start() {
        let table = Table::default();
        let reservation = table.reserve(wanted(Parent::All)).unwrap();
        let entry = table.get(reservation.entry.name).unwrap();
        assert_eq!(entry.tell().state(), Pending);
        assert_eq!(entry.read(0).unwrap_err().code(), Code::FailedPrecondition);
        drop(reservation);
        assert!(table.get(entry.name).is_err());
    }

    #[tokio::test]
    async fn one_that_is_cancelled_while_it_starts_stays_cancelled() {
        let table = Table::default();
        let reservation = table.reserve(wanted(Parent::All)).unwrap();
        reservation.entry.cancel();
        let (observation, teller) = Observation::told(4, Arc::default(), SystemTime::UNIX_EPOCH);
        let entry = reservation.fill(observation);
        assert_eq!(entry.tell().state(), Cancelled);
        teller.abandoned().await;
    }

    #[tokio::test]
    async fn cancelling_ends_what_runs_and_nothing_else() {
        let table = Table::default();
        let (running, teller) = start(&table, Parent::All);
        assert_eq!(running.tell().state(), Active);
        running.cancel();
        assert_eq!(running.tell().state(), Cancelled);
        teller.abandoned().await;

        let (done, teller) = start(&table, Parent::Process(7));
        teller.complete();
        done.cancel();
        assert_eq!(done.tell().state(), Completed);
    }

    #[tokio::test]
    async fn observations_are_listed_by_parent_and_found_only_by_their_whole_name() {
        let table = Table::default();
        let _all: Vec<_> =
            [Parent::All, Parent::Process(7), Parent::Process(8)].map(|parent| start(&table, parent)).into();
        assert_eq!(numbers(&table, Parent::All), [1, 2, 3]);
        assert_eq!(numbers(&table, Parent::Process(7)), [2]);
        assert_eq!(table.list(Parent::All, 2).len(), 1);
        assert_eq!(table.list(Parent::All, u64::MAX).len(), 0);
        let other = ObservationName { parent: Parent::Process(8), number: 2 };
        assert_eq!(table.get(other).err().unwrap().code(), Code::NotFound);
    }

    #[tokio::test]
    async fn there_is_a_limit_and_the_end_of_one_makes_room() {
        let table = Table::default();
        let mut all: Vec<_> = (0..MOST).map(|_| start(&table, Parent::All)).collect();
        let refused = table.reserve(wanted(Parent::All)).err().unwrap();
        assert_eq!(refused.code(), Code::ResourceExhausted);
        all.swap_remove(5).1.complete();
        assert!(table.reserve(wanted(Parent::All)).is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_over_is_forgotten_after_a_while() {
        let table = Table::default();
        let (entry, teller) = start(&table, Parent::All);
        teller.complete();
        assert!(table.get(entry.name).is_ok());
        tokio::time::advance(REMEMBERED - Duration::from_secs(1)).await;
        assert!(table.get(entry.name).is_ok());
        tokio::time::advance(Duration::from_secs(1)).await;
        assert!(table.get(entry.name).is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn only_the_latest_ends_are_remembered() {
        let table = Table::default();
        for _ in 0..MOST_OVER + 2 {
            let (entry, teller) = start(&table, Parent::All);
            teller.complete();
            assert!(table.get(entry.name).is_ok());
            tokio::time::advance(Duration::from_millis(1)).await;
        }
        let kept = numbers(&table, Parent::All);
        assert_eq!((kept[0], kept.len()), (3, MOST_OVER));
    }

    #[tokio::test(start_paused = true)]
    async fn one_that_nobody_reads_is_cancelled_after_an_hour() {
        let table = Table::default();
        let (entry, _teller) = start(&table, Parent::All);
        let reader = entry.read(0).unwrap();
        tokio::time::advance(2 * UNREAD).await;
        assert_eq!(table.get(entry.name).unwrap().tell().state(), Active);
        drop(reader);
        entry.leave();
        tokio::time::advance(UNREAD - Duration::from_secs(1)).await;
        assert_eq!(table.get(entry.name).unwrap().tell().state(), Active);
        tokio::time::advance(Duration::from_secs(1)).await;
        assert_eq!(table.get(entry.name).unwrap().tell().state(), Cancelled);
    }
}
