//! One desktop from its start until all has come to rest.

use std::future::Future;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use deskhand_engine::ports::Clock;
use deskhand_engine::{
    Certainty, Engine, Observation, Observe, Observed, Reader, Session, WindowEventKind, WindowSelector,
};
use deskhand_model::WindowId;
use deskhand_sim::{By, Random, Scenario, Sim, Truth, UserAction, VirtualClock};

use crate::deeds::Deed;
use crate::expected;
use crate::replay::Replay;

const WITHIN: Duration = Duration::from_millis(800);

/// What came of a run.
pub(crate) struct Report {
    pub(crate) tally: Tally,
    /// Everything that happened, if it was to be told.
    pub(crate) told: Vec<String>,
    /// What was wrong, if anything.
    pub(crate) fault: Option<String>,
}

/// How often something happened, so that a rule that is never tried shows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) events: u64,
    pub(crate) gaps: u64,
    pub(crate) changed: u64,
    pub(crate) renamed: u64,
    pub(crate) sure: u64,
    pub(crate) unsure: u64,
    pub(crate) refused: u64,
}

impl Tally {
    fn numbers(&mut self) -> [(&'static str, &mut u64); 7] {
        [
            ("events", &mut self.events),
            ("gaps", &mut self.gaps),
            ("changes", &mut self.changed),
            ("changes with another number", &mut self.renamed),
            ("sure answers", &mut self.sure),
            ("answers without certainty", &mut self.unsure),
            ("refusals", &mut self.refused),
        ]
    }

    pub(crate) fn add(&mut self, other: &Tally) {
        let mut other = other.clone();
        for ((_, own), (_, more)) in self.numbers().into_iter().zip(other.numbers()) {
            *own += *more;
        }
    }

    /// Fails when something that should be tried hardly ever was.
    pub(crate) fn check(&self, runs: u64) {
        for (what, number) in self.clone().numbers() {
            assert!(*number * 100 >= runs, "only {number} {what} in {runs} runs");
        }
    }
}

/// Runs the desktop of this seed; `aloud` with everything that happens, which takes longer than the run itself.
pub(crate) fn run(seed: u64, aloud: bool) -> Report {
    let scenario = Scenario::random(seed);
    let clock = VirtualClock::new();
    let sim = Sim::new(&scenario, Arc::new(clock.clone()));
    let engine = Engine::new(sim.ports());
    let told = Arc::new(Mutex::new(vec![format!("{:?} {:?}", scenario.personality, scenario.faults)]));
    let diary = aloud.then(|| told.clone());
    let mut play = Play {
        engine,
        stage: Stage { sim, clock: clock.clone(), diary },
        scenario,
        random: Random::for_purpose(seed, "play"),
        tally: Tally::default(),
        has_hung: false,
    };
    let fault = match clock.runtime() {
        Ok(runtime) => runtime.block_on(play.perform()).err(),
        Err(error) => Some(error.to_string()),
    };
    let told = std::mem::take(&mut *locked(&told));
    Report { tally: play.tally, told, fault }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The desktop, its time and its diary.
#[derive(Clone)]
struct Stage {
    sim: Sim,
    clock: VirtualClock,
    diary: Option<Arc<Mutex<Vec<String>>>>,
}

impl Stage {
    fn note(&self, what: impl FnOnce() -> String) {
        if let Some(diary) = &self.diary {
            let now = self.clock.now().0.as_secs_f64() * 1000.0;
            locked(diary).push(format!("{now:>8.1} ms {}", what()));
        }
    }

    async fn pass(&self, milliseconds: u64) {
        self.clock.sleep_until(self.clock.now().plus(Duration::from_millis(milliseconds))).await;
    }
}

struct Play {
    engine: Engine,
    stage: Stage,
    scenario: Scenario,
    random: Random,
    tally: Tally,
    /// Whether an application has hung at any time.
    has_hung: bool,
}

impl Play {
    async fn perform(&mut self) -> Result<(), String> {
        let keep = if self.random.chance(50) { 1024 } else { 1 + self.random.below(8) as usize };
        let what = Observe { keep, ..Observe::default() };
        let observation = self.engine.observe(&what, WITHIN).await.map_err(|error| error.to_string())?;
        let eager = self.read_eagerly(&observation);
        let (mut slow_reader, mut slow) = (observation.reader(), Reading::default());

        for _ in 0..self.random.between(3, 10) {
            let truth = self.stage.sim.truth();
            let deed = Deed::random(&mut self.random, &self.scenario, &truth);
            self.do_one(&deed, &truth).await?;
            if self.random.chance(30) {
                Play::read_late(&mut slow_reader, &mut slow);
            }
        }
        self.come_to_rest().await;
        Play::read_late(&mut slow_reader, &mut slow);

        let truth = self.stage.sim.truth();
        for window in &truth.windows {
            self.stage.note(|| format!("truth: {:?} {:?} {:?}", window.key, window.element, window.record));
        }
        let eager = std::mem::take(&mut *locked(&eager)).finished()?;
        expected::at_rest(&eager, &truth, &self.scenario).map_err(|wrong| format!("at rest: {wrong}"))?;
        let slow = slow.finished()?;
        self.tally.events += eager.last;
        self.tally.gaps += u64::from(slow.gaps);
        agree(&eager, &slow)
    }

    /// Reads everything as soon as it is told.
    fn read_eagerly(&self, observation: &Observation) -> Arc<Mutex<Reading>> {
        let reading = Arc::new(Mutex::new(Reading::default()));
        let (mut reader, theirs, stage) = (observation.reader(), reading.clone(), self.stage.clone());
        tokio::spawn(async move {
            while let Some(Ok(observed)) = reader.next().await {
                stage.note(|| shown(&observed));
                locked(&theirs).take(&observed, Some(&stage.sim));
            }
        });
        reading
    }

    /// Reads what there is by now, somewhere else than as soon as it is told.
    fn read_late(reader: &mut Reader, reading: &mut Reading) {
        while let Some(Some(Ok(observed))) = at_once(reader.next()) {
            reading.take(&observed, None);
        }
    }

    async fn do_one(&mut self, deed: &Deed, before: &Truth) -> Result<(), String> {
        self.stage.note(|| format!("{deed:?}"));
        match deed {
            Deed::Pause(milliseconds) => self.stage.pass(*milliseconds).await,
            Deed::User(action) => {
                self.has_hung |= matches!(action, UserAction::Hang(_));
                self.stage.sim.act(action);
            }
            Deed::Get(id) => {
                let answer = self.engine.window(&WindowSelector::Id(*id), WITHIN).await;
                let after = self.stage.sim.truth();
                self.stage.note(|| format!("-> {answer:?}"));
                match answer {
                    Ok(view) => {
                        self.count(view.joined.as_ref().map(|joined| joined.certainty));
                        expected::answer(*id, &view, &after)?;
                        expected::state(&view, &[before, &after], &self.scenario)?;
                    }
                    Err(error) => self.refused(*id, &error, before)?,
                }
            }
            Deed::Change(id, change) => {
                let answer = self.engine.change_window(&WindowSelector::Id(*id), *change, WITHIN).await;
                let after = self.stage.sim.truth();
                self.stage.note(|| format!("-> {answer:?}"));
                only_touched(*id, before, &after)?;
                match answer {
                    Ok(changed) => {
                        self.tally.changed += 1;
                        self.tally.renamed += u64::from(changed.previous_id.is_some());
                        expected::answer(*id, &changed.view, &after)?;
                        expected::outcome(*id, *change, &changed, &after)?;
                    }
                    Err(error) => self.refused(*id, &error, before)?,
                }
            }
        }
        Ok(())
    }

    fn count(&mut self, certainty: Option<Certainty>) {
        match certainty {
            Some(Certainty::Sure | Certainty::Exact) => self.tally.sure += 1,
            _ => self.tally.unsure += 1,
        }
    }

    /// Counts a refusal; wrong where nothing stood in the way.
    fn refused(&mut self, id: WindowId, error: &deskhand_model::Error, before: &Truth) -> Result<(), String> {
        self.tally.refused += 1;
        let hung = !before.hung.is_empty();
        if expected::must_succeed(id, before, hung, &self.scenario) {
            return Err(format!("{id} was refused: {error}"));
        }
        Ok(())
    }

    /// Lets everything answer again and waits until nothing can come any more.
    async fn come_to_rest(&self) {
        let truth = self.stage.sim.truth();
        for pid in &truth.hung {
            self.stage.sim.act(&UserAction::Recover(*pid));
        }
        self.stage.note(|| "coming to rest".to_owned());
        // A call that was under way to an application that hung takes up to a second.
        if self.has_hung {
            self.stage.pass(1000).await;
        }
        while self.stage.sim.truth().more_to_come {
            self.stage.pass(50).await;
        }
        self.stage.pass(500).await;
    }
}

/// What a reader has read, and what was wrong with it.
#[derive(Default)]
struct Reading {
    replay: Replay,
    fault: Option<String>,
}

impl Reading {
    fn take(&mut self, observed: &Observed, sim: Option<&Sim>) {
        let told = self.replay.take(observed).and_then(|()| match (observed, sim) {
            (Observed::Event(event), Some(sim)) => is_true(event, &sim.truth()),
            _ => Ok(()),
        });
        if let (Err(fault), None) = (told, &self.fault) {
            self.fault = Some(fault);
        }
    }

    /// What it knows in the end, unless something was wrong.
    fn finished(mut self) -> Result<Replay, String> {
        match self.fault {
            Some(fault) => Err(fault),
            None => self.replay.finish_rounds().map(|()| self.replay),
        }
    }
}

/// Whether an event can be true: only windows that are gone are told to be, and only real ones to be there.
fn is_true(event: &deskhand_engine::WindowEvent, truth: &Truth) -> Result<(), String> {
    let id = event.window.id;
    if truth.owner_of(id).is_none() {
        return Err(format!("{id} was never given to a window"));
    }
    let there = truth.windows.iter().any(|window| window.record.id == id);
    if event.kind == WindowEventKind::Destroyed && there {
        return Err(format!("event {}: {id} was told to be gone, and it is there", event.sequence));
    }
    let former = event.previous_id.and_then(|previous| truth.owner_of(previous));
    if event.kind == WindowEventKind::IdChanged && former != truth.owner_of(id) {
        return Err(format!("event {}: {id} and {:?} were never one", event.sequence, event.previous_id));
    }
    Ok(())
}

/// A slow reader knows less on the way, but never something else.
fn agree(eager: &Replay, slow: &Replay) -> Result<(), String> {
    for (number, sights) in &slow.history {
        if let Some(known) = eager.history.get(number).filter(|known| *known != sights) {
            return Err(format!("after event {number} one reader knew {known:?}, the other {sights:?}"));
        }
    }
    if eager.sights() != slow.sights() {
        return Err(format!("in the end one knew {:?}, the other {:?}", eager.sights(), slow.sights()));
    }
    Ok(())
}

/// Whether a session has changed no other window than the one asked for.
fn only_touched(id: WindowId, before: &Truth, after: &Truth) -> Result<(), String> {
    let meant = after.owner_of(id);
    let news = after.changes.iter().skip(before.changes.len());
    for (key, change, by) in news {
        if *by == By::Session && Some(*key) != meant {
            return Err(format!("asked for {id}, {change:?} went to {key:?}"));
        }
    }
    Ok(())
}

/// What the future gives without waiting.
fn at_once<F: Future>(future: F) -> Option<F::Output> {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => Some(output),
        Poll::Pending => None,
    }
}

fn shown(observed: &Observed) -> String {
    match observed {
        Observed::Snapshot(snapshot) => {
            let ids: Vec<String> = snapshot.windows.iter().map(|window| window.id.to_string()).collect();
            format!("told: snapshot as of {}: {}", snapshot.as_of, ids.join(" "))
        }
        Observed::Gap { first, last, .. } => format!("told: gap {first}-{last}"),
        Observed::Event(event) => {
            let (window, former) = (&event.window, event.previous_id);
            let sight = crate::replay::Sight::of(window);
            format!("told: {} {} {} {former:?} {sight:?}", event.sequence, event.kind.name(), window.id)
        }
    }
}
