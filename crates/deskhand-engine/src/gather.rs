//! Reading an application once for all who want the same at the same time.
//!
//! An application answers one question after the other, so sixty clients that each want its whole tree would each wait
//! for all the others. Whoever comes while the same reading is under way waits for the next one instead, together with
//! everybody else who comes until then. Nobody gets a reading that began before it was asked for: whatever a client did
//! before is in what it sees.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use deskhand_model::{App, AppId, Diagnosis, Error, ErrorKind, Fields, Handle, NodeData, Result};
use futures_util::future::{Either, select};
use tokio::sync::watch;

use crate::ports::{
    Accessibility, Clock, Listening, Mailbox, Perform, Performed, ReadRequest, Reading, TopLevel, TopLevels,
    WindowChange,
};

/// An accessibility layer whose readings are shared.
pub(crate) struct Gathered {
    inner: Arc<dyn Accessibility>,
    clock: Arc<dyn Clock>,
    rounds: Rounds,
}

/// The readings that are under way, each with the one that follows it.
type Rounds = Arc<Mutex<HashMap<Key, Option<Round>>>>;

/// What is read.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Key {
    app: AppId,
    request: ReadRequest,
}

/// A reading for everybody who waits for it.
struct Round {
    /// The most time that one of them gives it.
    within: Duration,
    told: watch::Sender<Option<Result<Reading>>>,
}

/// What somebody waits for.
type Awaited = watch::Receiver<Option<Result<Reading>>>;

impl Round {
    fn new(within: Duration) -> (Round, Awaited) {
        let (told, awaited) = watch::channel(None);
        (Round { within, told }, awaited)
    }
}

impl Gathered {
    pub(crate) fn new(inner: Arc<dyn Accessibility>, clock: Arc<dyn Clock>) -> Gathered {
        Gathered { inner, clock, rounds: Rounds::default() }
    }

    /// Begins the reading, or joins the one that begins next. Tells whether it is the latter.
    fn join(&self, key: Key, within: Duration) -> (Awaited, bool) {
        let mut rounds = lock(&self.rounds);
        match rounds.get_mut(&key) {
            Some(Some(next)) => {
                next.within = next.within.max(within);
                (next.told.subscribe(), true)
            }
            Some(slot @ None) => {
                let (next, awaited) = Round::new(within);
                *slot = Some(next);
                (awaited, true)
            }
            None => {
                let (first, awaited) = Round::new(within);
                rounds.insert(key.clone(), None);
                let turns = Turns { rounds: self.rounds.clone(), key, over: false };
                tokio::spawn(turns.read(self.inner.clone(), first));
                (awaited, false)
            }
        }
    }
}

fn lock(rounds: &Rounds) -> MutexGuard<'_, HashMap<Key, Option<Round>>> {
    rounds.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One reading after the other, until nobody waits for another.
struct Turns {
    rounds: Rounds,
    key: Key,
    /// Whether the last of them was told.
    over: bool,
}

impl Turns {
    async fn read(mut self, inner: Arc<dyn Accessibility>, first: Round) {
        let mut round = Some(first);
        while let Some(Round { within, told }) = round {
            let reading = inner.read(&self.key.app, &self.key.request, within).await;
            told.send_replace(Some(reading));
            round = self.next();
        }
    }

    /// The next reading, if somebody waits for it.
    fn next(&mut self) -> Option<Round> {
        let mut rounds = lock(&self.rounds);
        let next = rounds.get_mut(&self.key).and_then(Option::take);
        let next = next.filter(|next| next.told.receiver_count() > 0);
        if next.is_none() {
            rounds.remove(&self.key);
            self.over = true;
        }
        next
    }
}

impl Drop for Turns {
    /// A reading that comes to nothing must not leave others waiting for it.
    fn drop(&mut self) {
        if !self.over {
            lock(&self.rounds).remove(&self.key);
        }
    }
}

#[async_trait]
impl Accessibility for Gathered {
    async fn read(&self, app: &AppId, request: &ReadRequest, within: Duration) -> Result<Reading> {
        let until = self.clock.now().plus(within);
        let key = Key { app: app.clone(), request: request.clone() };
        let (mut awaited, waits_for_another) = self.join(key, within);
        let told = std::pin::pin!(awaited.wait_for(Option::is_some));
        let told = if waits_for_another {
            match select(told, self.clock.sleep_until(until)).await {
                Either::Left((told, _)) => told,
                Either::Right(_) => return Err(no_turn()),
            }
        } else {
            // The reading itself watches its time, and tells what it has by then.
            told.await
        };
        match told.as_deref() {
            Ok(Some(reading)) => reading.clone(),
            _ => Err(Error::new(ErrorKind::Internal, "The reading of the application came to nothing")),
        }
    }

    async fn read_below(
        &self,
        app: &AppId,
        element: &Handle,
        request: &ReadRequest,
        within: Duration,
    ) -> Result<Reading> {
        self.inner.read_below(app, element, request, within).await
    }

    async fn listen(
        &self,
        app: &AppId,
        mailbox: Arc<Mailbox>,
        within: Duration,
    ) -> Result<Option<Listening>> {
        self.inner.listen(app, mailbox, within).await
    }

    async fn caught_up(&self, app: &AppId, within: Duration) -> Result<()> {
        self.inner.caught_up(app, within).await
    }

    async fn applications(&self, within: Duration) -> Result<Vec<App>> {
        self.inner.applications(within).await
    }

    async fn details(
        &self,
        app: &AppId,
        elements: &[Handle],
        fields: Fields,
        within: Duration,
    ) -> Result<Vec<Result<NodeData>>> {
        self.inner.details(app, elements, fields, within).await
    }

    async fn confirm(
        &self,
        app: &AppId,
        elements: &[Handle],
        fields: Fields,
        within: Duration,
    ) -> Result<Vec<Result<NodeData>>> {
        self.inner.confirm(app, elements, fields, within).await
    }

    async fn perform(
        &self,
        app: &AppId,
        element: &Handle,
        what: &Perform,
        within: Duration,
    ) -> Result<Performed> {
        self.inner.perform(app, element, what, within).await
    }

    async fn text(&self, app: &AppId, element: &Handle, within: Duration) -> Result<String> {
        self.inner.text(app, element, within).await
    }

    async fn top_levels(&self, app: &AppId, among: TopLevels, within: Duration) -> Result<Vec<TopLevel>> {
        self.inner.top_levels(app, among, within).await
    }

    async fn diagnose(&self, app: Option<&AppId>, within: Duration) -> Result<Diagnosis> {
        self.inner.diagnose(app, within).await
    }

    async fn change_window(
        &self,
        app: &AppId,
        window: &Handle,
        change: WindowChange,
        within: Duration,
    ) -> Result<()> {
        self.inner.change_window(app, window, change, within).await
    }
}

fn no_turn() -> Error {
    Error::new(
        ErrorKind::AppNotResponding,
        "the application was still answering others when the time was over",
    )
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use deskhand_model::{Role, TreeBuilder};
    use futures_util::future::join_all;
    use tokio::sync::Semaphore;

    use super::*;
    use crate::ports::{ReadPath, SystemClock};

    const LONG: Duration = Duration::from_secs(60);

    /// An application that answers when it is let to, and counts.
    struct Slow {
        let_go: Semaphore,
        begun: AtomicU32,
        panics: bool,
    }

    #[async_trait]
    impl Accessibility for Slow {
        async fn read(&self, _: &AppId, _: &ReadRequest, _: Duration) -> Result<Reading> {
            let number = self.begun.fetch_add(1, Ordering::SeqCst) + 1;
            self.let_go.acquire().await.unwrap().forget();
            assert!(!self.panics, "a fault in the provider");
            let mut builder = TreeBuilder::new();
            builder.add(NodeData::new(Handle::new(number.to_string()), Role::Application, "".into()));
            let tree = Arc::new(builder.build().unwrap());
            Ok(Reading {
                tree,
                path: ReadPath::Walk,
                direct: false,
                calls: 1,
                rounds: 1,
                age: Duration::ZERO,
            })
        }

        async fn applications(&self, _: Duration) -> Result<Vec<App>> {
            Ok(Vec::new())
        }

        async fn details(
            &self,
            _: &AppId,
            _: &[Handle],
            _: Fields,
            _: Duration,
        ) -> Result<Vec<Result<NodeData>>> {
            Ok(Vec::new())
        }

        async fn perform(&self, _: &AppId, _: &Handle, _: &Perform, _: Duration) -> Result<Performed> {
            Ok(Performed { by: String::new() })
        }

        async fn text(&self, _: &AppId, _: &Handle, _: Duration) -> Result<String> {
            Ok(String::new())
        }
    }

    fn slow(panics: bool) -> (Arc<Slow>, Arc<Gathered>) {
        let slow = Arc::new(Slow { let_go: Semaphore::new(0), begun: AtomicU32::new(0), panics });
        let gathered = Gathered::new(slow.clone(), Arc::new(SystemClock::new()));
        (slow, Arc::new(gathered))
    }

    fn reader(gathered: &Arc<Gathered>, within: Duration) -> tokio::task::JoinHandle<Result<String>> {
        let gathered = gathered.clone();
        tokio::spawn(async move {
            let reading = gathered.read(&AppId::new("a"), &ReadRequest::default(), within).await?;
            Ok(reading.tree.node(deskhand_model::NodeId::ROOT).handle.as_str().to_owned())
        })
    }

    /// Lets all tasks come to rest.
    async fn rest() {
        for _ in 0..10 {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test(start_paused = true)]
    async fn those_who_come_during_a_reading_share_the_next_one() {
        let (slow, gathered) = slow(false);
        let first = reader(&gathered, LONG);
        rest().await;
        let others: Vec<_> = (0..20).map(|_| reader(&gathered, LONG)).collect();
        rest().await;
        assert_eq!(slow.begun.load(Ordering::SeqCst), 1, "nobody reads what is being read");
        slow.let_go.add_permits(1);
        assert_eq!(first.await.unwrap().unwrap(), "1");
        slow.let_go.add_permits(1);
        for other in join_all(others).await {
            assert_eq!(other.unwrap().unwrap(), "2", "a reading that began after it was asked for");
        }
        slow.let_go.add_permits(1);
        assert_eq!(reader(&gathered, LONG).await.unwrap().unwrap(), "3");
        assert!(lock(&gathered.rounds).is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn other_readings_are_not_waited_for() {
        let (slow, gathered) = slow(false);
        let first = reader(&gathered, LONG);
        rest().await;
        let shallow = ReadRequest { max_depth: Some(1), ..ReadRequest::default() };
        let other = tokio::spawn({
            let gathered = gathered.clone();
            async move { gathered.read(&AppId::new("a"), &shallow, LONG).await.is_ok() }
        });
        rest().await;
        assert_eq!(slow.begun.load(Ordering::SeqCst), 2);
        slow.let_go.add_permits(2);
        assert!(first.await.unwrap().is_ok() && other.await.unwrap());
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_waits_for_others_gives_up_when_the_time_is_over() {
        let (slow, gathered) = slow(false);
        let first = reader(&gathered, LONG);
        rest().await;
        let error = reader(&gathered, Duration::from_secs(1)).await.unwrap().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::AppNotResponding);
        slow.let_go.add_permits(1);
        assert!(first.await.unwrap().is_ok());
        rest().await;
        assert_eq!(slow.begun.load(Ordering::SeqCst), 1, "what nobody waits for is not read");
    }

    #[tokio::test(start_paused = true)]
    async fn a_reader_who_leaves_takes_nothing_from_the_others() {
        let (slow, gathered) = slow(false);
        let first = reader(&gathered, LONG);
        rest().await;
        let second = reader(&gathered, LONG);
        rest().await;
        first.abort();
        slow.let_go.add_permits(2);
        assert_eq!(second.await.unwrap().unwrap(), "2");
    }

    #[tokio::test(start_paused = true)]
    async fn a_fault_in_a_reading_is_told_and_blocks_nobody() {
        let (slow, gathered) = slow(true);
        let (first, second) = (reader(&gathered, LONG), reader(&gathered, LONG));
        slow.let_go.add_permits(2);
        for reader in [first, second] {
            assert_eq!(reader.await.unwrap().unwrap_err().kind(), ErrorKind::Internal);
        }
        assert!(lock(&gathered.rounds).is_empty());
    }
}
