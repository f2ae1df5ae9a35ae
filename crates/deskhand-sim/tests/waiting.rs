//! Waiting for elements, texts and whole trees of simulated applications.
#![expect(clippy::unwrap_used, reason = "a test ends where its expectation ends")]

use std::sync::Arc;
use std::time::Duration;

use deskhand_engine::ports::{Clock, ReadRequest};
use deskhand_engine::{Engine, Found, Locator, Session, Snapshot, Until};
use deskhand_model::{AppSelector, ErrorKind, Fields, Query, Rect, Result};
use deskhand_sim::{
    AppPlan, Draft, Mutation, Personality, Scenario, Sim, UserAction, VirtualClock, Voice, WindowKey,
    WindowPlan,
};

const PID: u32 = 100;
const WINDOW: WindowKey = WindowKey(0);

const fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

struct Stage {
    clock: VirtualClock,
    sim: Sim,
    engine: Engine,
}

impl Stage {
    fn with(voice: Voice) -> Stage {
        let inside = vec![
            Draft::field("Status").id("status").text("working"),
            Draft::slider("Progress", 0.0, 100.0).id("progress"),
            Draft::button("Twin"),
            Draft::button("Twin"),
        ];
        let window = WindowPlan::new("Window", Rect::new(10, 10, 400, 300)).containing(inside);
        let app = AppPlan::new("app", PID, vec![window]).speaking(voice);
        let clock = VirtualClock::new();
        let sim = Sim::new(&Scenario::new(1, Personality::X11).with(app), Arc::new(clock.clone()));
        let engine = Engine::new(sim.ports());
        Stage { clock, sim, engine }
    }

    fn later(&self, time: Duration, mutation: Mutation) {
        self.sim.act_after(time, UserAction::Mutate(mutation));
    }

    fn status(&self) -> deskhand_model::Handle {
        self.sim.element(WINDOW, "status").unwrap()
    }

    fn wait(&self, query: &str, until: Until, within: Duration) -> Result<Found> {
        let locator = Locator { app: app(), query: Query::parse(query).unwrap(), nth: None };
        self.clock.runtime().unwrap().block_on(self.engine.wait(&locator, until, within))
    }

    fn wait_for(
        &self,
        predicate: &mut (dyn FnMut(&Snapshot) -> bool + Send),
        within: Duration,
    ) -> Result<Snapshot> {
        let request = ReadRequest { fields: Fields::ALL, ..ReadRequest::default() };
        self.clock.runtime().unwrap().block_on(self.engine.wait_for(&app(), &request, predicate, within))
    }

    fn now(&self) -> Duration {
        self.clock.now().0
    }
}

fn app() -> AppSelector {
    AppSelector::Name("app".to_owned())
}

fn says(text: &str) -> Until {
    Until::Text(text.to_owned())
}

#[test]
fn a_text_is_seen_when_it_is_there_whatever_the_application_tells() {
    for voice in [Voice::CLEAR, Voice::HINTS, Voice::HINTS.swallowing(100), Voice::MUTE] {
        let stage = Stage::with(voice);
        stage.later(ms(300), Mutation::Say(stage.status(), "half".to_owned()));
        stage.later(ms(700), Mutation::Say(stage.status(), "done".to_owned()));
        let found = stage.wait("Status", says("done"), ms(5000)).unwrap();
        assert_eq!(&*found.elements[0].data.name, "Status");
        assert!((ms(700)..ms(800)).contains(&stage.now()), "{voice:?}: {:?}", stage.now());
    }
}

#[test]
fn a_text_that_never_comes_is_told_with_the_last_one() {
    let stage = Stage::with(Voice::CLEAR);
    stage.later(ms(300), Mutation::Say(stage.status(), "half".to_owned()));
    let error = stage.wait("Status", says("done"), ms(1000)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout);
    assert!(error.message().contains("was \"half\", not \"done\""), "{error}");
    assert_eq!(error.nearest()[0].name, "Status");
    // It went, and what it said before is worth knowing.
    let stage = Stage::with(Voice::CLEAR);
    stage.later(ms(300), Mutation::Remove(stage.status()));
    let error = stage.wait("Status", says("done"), ms(1000)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout, "{error}");
    assert!(error.steps().iter().any(|step| step.contains("\"working\"")), "{:?}", error.steps());
}

#[test]
fn the_text_of_an_element_without_text_is_its_number_or_its_name() {
    let stage = Stage::with(Voice::CLEAR);
    let progress = stage.sim.element(WINDOW, "progress").unwrap();
    stage.later(ms(200), Mutation::Count(progress, 100.0));
    assert!(stage.wait("Progress", says("100"), ms(1000)).is_ok());
    assert!(stage.wait("role:window", says("Window"), ms(1000)).is_ok());
}

#[test]
fn the_text_of_one_element_is_meant() {
    let stage = Stage::with(Voice::CLEAR);
    let error = stage.wait("Twin", says("Twin"), ms(1000)).unwrap_err();
    assert_eq!((error.kind(), error.nearest().len()), (ErrorKind::Ambiguous, 2));
}

#[test]
fn any_state_of_the_whole_tree_can_be_waited_for() {
    for voice in [Voice::CLEAR, Voice::HINTS.swallowing(100), Voice::MUTE] {
        let stage = Stage::with(voice);
        for number in 1..=5 {
            let (parent, draft) = (stage.sim.elements(WINDOW)[0].clone(), Box::new(Draft::label("file")));
            stage.later(ms(100 * number), Mutation::Add { parent, at: 0, draft });
        }
        let files = |snapshot: &Snapshot| snapshot.tree.with_name("file").len();
        let snapshot = stage.wait_for(&mut |snapshot| files(snapshot) == 4, ms(5000)).unwrap();
        assert_eq!(files(&snapshot), 4);
        assert!((ms(400)..ms(500)).contains(&stage.now()), "{voice:?}: {:?}", stage.now());
        let error = stage.wait_for(&mut |_| false, ms(300)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Timeout);
        assert!(error.steps().iter().any(|step| step.contains("last saw")), "{:?}", error.steps());
    }
}
