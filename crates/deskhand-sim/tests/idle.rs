//! Waiting until simulated applications have come to rest.
#![expect(clippy::unwrap_used, reason = "a test ends where its expectation ends")]

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use deskhand_engine::ports::{Clock, Idle, Telling, Work, WorkKind};
use deskhand_engine::{
    Engine, EngineOptions, IdleOptions, IdleStrategy, Idleness, MirrorOptions, Mirroring, Session,
};
use deskhand_model::{AppSelector, Error, ErrorKind, Fields, Rect, Result, Role};
use deskhand_sim::{
    AppPlan, Draft, Mutation, Personality, Random, Scenario, Sim, UserAction, VirtualClock, Voice, WindowKey,
    WindowPlan,
};

const PID: u32 = 100;
const WINDOW: WindowKey = WindowKey(0);

const fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

/// A desktop with one application and an engine.
struct Stage {
    clock: VirtualClock,
    sim: Sim,
    engine: Engine,
}

impl Stage {
    fn with(voice: Voice) -> Stage {
        Stage::asking(voice, None, EngineOptions::default())
    }

    fn asking(voice: Voice, idle: Option<Arc<dyn Idle>>, options: EngineOptions) -> Stage {
        let inside = vec![
            Draft::label("ready").id("label"),
            Draft::slider("Progress", 0.0, 1e9).id("progress"),
            Draft::new(Role::List, "Files").id("list"),
        ];
        let window = WindowPlan::new("Window", Rect::new(10, 10, 400, 300)).containing(inside);
        let app = AppPlan::new("app", PID, vec![window]).speaking(voice);
        let clock = VirtualClock::new();
        let sim = Sim::new(&Scenario::new(1, Personality::X11).with(app), Arc::new(clock.clone()));
        let engine = Engine::with_options(deskhand_engine::ports::Ports { idle, ..sim.ports() }, options);
        Stage { clock, sim, engine }
    }

    fn run<T>(&self, story: impl Future<Output = T>) -> T {
        self.clock.runtime().unwrap().block_on(story)
    }

    fn wait(&self, within: Duration) -> Result<Idleness> {
        self.run(self.rest(within))
    }

    async fn rest(&self, within: Duration) -> Result<Idleness> {
        self.engine.wait_for_idle(&AppSelector::Name("app".to_owned()), within).await
    }

    fn later(&self, time: Duration, mutation: Mutation) {
        self.sim.act_after(time, UserAction::Mutate(mutation));
    }

    /// Has the number change every `every` until `end`.
    fn count_up(&self, every: Duration, end: Duration) {
        let element = self.sim.element(WINDOW, "progress").unwrap();
        let mut at = every;
        while at <= end {
            self.later(at, Mutation::Count(element.clone(), at.as_millis() as f64));
            at += every;
        }
    }

    fn now(&self) -> Duration {
        self.clock.now().0
    }
}

#[test]
fn a_quiet_application_that_is_listened_to_is_idle_after_one_round_trip() {
    let stage = Stage::with(Voice::CLEAR);
    stage.run(async {
        let first = stage.rest(ms(5000)).await.unwrap();
        assert_eq!((first.strategy, first.readings), (IdleStrategy::Events, 0));
        assert!(
            (ms(100)..ms(110)).contains(&first.took),
            "{:?}: silence counts from when it is heard",
            first.took
        );
        stage.clock.sleep_until(stage.clock.now().plus(ms(500))).await;
        let second = stage.rest(ms(5000)).await.unwrap();
        assert_eq!((second.strategy, second.readings), (IdleStrategy::Events, 0));
        assert!(second.took < ms(10), "{:?}: the silence is known already", second.took);
    });
}

#[test]
fn an_application_that_never_rests_is_told_with_what_changes() {
    for (voice, tried) in
        [(Voice::CLEAR, "heard of"), (Voice::HINTS, "heard of"), (Voice::MUTE, "read its tree")]
    {
        let stage = Stage::with(voice);
        stage.count_up(ms(40), ms(10_000));
        let error = stage.wait(ms(3000)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Timeout);
        assert!(error.message().contains("slider \"Progress\" (value)"), "{voice:?}: {error}");
        assert_eq!(error.nearest()[0].differences, ["value"], "{voice:?}");
        assert!(error.steps().iter().any(|step| step.contains(tried)), "{voice:?}: {:?}", error.steps());
        assert!((ms(3000)..ms(3600)).contains(&stage.now()), "{voice:?}: {:?}", stage.now());
    }
}

#[test]
fn changes_more_often_than_the_rest_takes_keep_an_application_busy() {
    // Each 60 ms apart: never two intervals of 50 ms without one.
    for voice in [Voice::CLEAR, Voice::HINTS, Voice::MUTE] {
        let stage = Stage::with(voice);
        stage.count_up(ms(60), ms(10_000));
        assert_eq!(stage.wait(ms(2000)).unwrap_err().kind(), ErrorKind::Timeout, "{voice:?}");
    }
}

#[test]
fn an_application_that_stops_is_idle_when_nothing_changed_for_two_intervals() {
    for (voice, strategy) in [
        (Voice::CLEAR, IdleStrategy::Events),
        (Voice::HINTS, IdleStrategy::Events),
        (Voice::MUTE, IdleStrategy::Readings),
    ] {
        let stage = Stage::with(voice);
        stage.count_up(ms(30), ms(600));
        let idle = stage.wait(ms(5000)).unwrap();
        assert_eq!(idle.strategy, strategy);
        let after = stage.now() - ms(600);
        assert!((ms(100)..ms(220)).contains(&after), "{voice:?}: {after:?} after the last change");
    }
}

#[test]
fn hints_need_a_reading_before_and_after_the_silence_and_no_more() {
    let stage = Stage::with(Voice::HINTS);
    assert_eq!(stage.wait(ms(5000)).unwrap().readings, 2);
    let mute = Stage::with(Voice::MUTE);
    assert_eq!(mute.wait(ms(5000)).unwrap().readings, 3);
}

#[test]
fn a_change_that_hints_did_not_tell_of_is_seen_in_the_reading() {
    // It promises hints and swallows them all.
    let stage = Stage::with(Voice::HINTS.swallowing(100));
    stage.count_up(ms(30), ms(600));
    let idle = stage.wait(ms(5000)).unwrap();
    assert!(stage.now() >= ms(700), "{:?} with {} readings", stage.now(), idle.readings);
    let stage = Stage::with(Voice::HINTS.swallowing(100));
    stage.count_up(ms(30), ms(10_000));
    let error = stage.wait(ms(2000)).unwrap_err();
    assert!(error.message().contains("slider \"Progress\" (value)"), "{error}");
}

#[test]
fn an_application_that_lies_is_believed_and_that_is_the_limit_of_it() {
    // It promises everything and tells nothing: only readings could see it, and its promise spares them.
    let stage = Stage::with(Voice::CLEAR.swallowing(100));
    stage.count_up(ms(30), ms(600));
    assert!(stage.wait(ms(5000)).is_ok() && stage.now() < ms(200));
}

#[test]
fn fields_that_are_not_told_of_are_read() {
    let promises = Some(Telling { structure: true, fields: Fields::NAME | Fields::STATES });
    let stage = Stage::with(Voice { promises, ..Voice::CLEAR });
    stage.count_up(ms(30), ms(600));
    let idle = stage.wait(ms(5000)).unwrap();
    assert!(stage.now() >= ms(700) && idle.readings >= 2, "{:?}", stage.now());
}

#[test]
fn elements_that_come_and_go_are_changes() {
    for voice in [Voice::CLEAR, Voice::HINTS, Voice::MUTE] {
        let stage = Stage::with(voice);
        let parent = stage.sim.element(WINDOW, "list").unwrap();
        for number in 1..=60 {
            let draft = Box::new(Draft::label(&format!("file {number}")));
            stage.later(ms(number * 50), Mutation::Add { parent: parent.clone(), at: 0, draft });
        }
        let error = stage.wait(ms(2000)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Timeout, "{voice:?}");
        let told =
            error.message().contains("list \"Files\" (children)") || error.message().contains("(came)");
        // A hint does not say what came; two readings in a row do, where they are made.
        assert!(told || voice == Voice::HINTS, "{voice:?}: {error}");
        assert!(stage.wait(ms(5000)).is_ok(), "{voice:?}");
    }
}

#[test]
fn words_that_are_under_way_are_waited_for() {
    let stage = Stage::with(Voice::CLEAR.late_by(ms(2000)));
    stage.run(async {
        stage.rest(ms(5000)).await.unwrap();
        let label = stage.sim.element(WINDOW, "label").unwrap();
        stage.clock.sleep_until(stage.clock.now().plus(ms(300))).await;
        stage.sim.act(&UserAction::Mutate(Mutation::Rename(label, "busy".to_owned())));
        let changed = stage.clock.now();
        stage.rest(ms(5000)).await.unwrap();
        assert!(stage.clock.now().since(changed) >= ms(100));
    });
}

#[test]
fn an_application_that_hangs_is_not_responding_and_one_that_ends_is_gone() {
    for voice in [Voice::CLEAR, Voice::HINTS, Voice::MUTE] {
        let stage = Stage::with(voice);
        stage.sim.act_after(ms(30), UserAction::Hang(PID));
        let error = stage.wait(ms(2000)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::AppNotResponding, "{voice:?}: {error}");
        let stage = Stage::with(voice);
        stage.count_up(ms(30), ms(10_000));
        stage.sim.act_after(ms(500), UserAction::Die(PID));
        let error = stage.wait(ms(5000)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::AppGone, "{voice:?}: {error}");
        assert!(stage.now() < ms(620), "{voice:?}: {:?}", stage.now());
    }
}

#[test]
fn too_little_time_to_tell_is_said_as_such() {
    for voice in [Voice::CLEAR, Voice::HINTS, Voice::MUTE] {
        for within in [Duration::ZERO, ms(60)] {
            let error = Stage::with(voice).wait(within).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Timeout);
            assert!(error.message().contains("too short"), "{voice:?}, {within:?}: {error}");
        }
    }
}

#[test]
fn nobody_who_is_not_there_is_idle() {
    let stage = Stage::with(Voice::CLEAR);
    let nobody = AppSelector::Name("nobody".to_owned());
    let error = stage.run(stage.engine.wait_for_idle(&nobody, ms(300))).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AppNotFound);
}

#[test]
fn without_live_trees_it_is_listened_to_all_the_same() {
    let mirror = MirrorOptions { mode: Mirroring::Off, ..MirrorOptions::default() };
    let stage = Stage::asking(Voice::CLEAR, None, EngineOptions { mirror, ..EngineOptions::default() });
    stage.count_up(ms(30), ms(600));
    assert_eq!(stage.wait(ms(5000)).unwrap().strategy, IdleStrategy::Events);
    assert!(stage.now() >= ms(700));
}

#[test]
fn an_application_that_lies_can_be_read_instead() {
    let idle = IdleOptions { listen: false, ..IdleOptions::default() };
    let options = EngineOptions { idle, ..EngineOptions::default() };
    let stage = Stage::asking(Voice::CLEAR.swallowing(100), None, options);
    stage.count_up(ms(30), ms(600));
    assert_eq!(stage.wait(ms(5000)).unwrap().strategy, IdleStrategy::Readings);
    assert!(stage.now() >= ms(700));
}

#[test]
fn how_long_the_rest_takes_can_be_set() {
    let idle = IdleOptions { interval: ms(200), equal: 4, listen: true };
    for voice in [Voice::CLEAR, Voice::HINTS, Voice::MUTE] {
        let stage = Stage::asking(voice, None, EngineOptions { idle, ..EngineOptions::default() });
        stage.count_up(ms(150), ms(450));
        stage.wait(ms(5000)).unwrap();
        assert!((ms(1050)..ms(1300)).contains(&stage.now()), "{voice:?}: {:?}", stage.now());
    }
}

/// An application's own word: busy until some moment, silent, or nonsense.
struct Word {
    clock: VirtualClock,
    busy_until: Option<Duration>,
    error: Option<Error>,
}

#[async_trait]
impl Idle for Word {
    async fn until_idle(&self, pid: u32, within: Duration) -> Result<Option<Vec<Work>>> {
        assert_eq!(pid, PID);
        if let Some(error) = &self.error {
            return Err(error.clone());
        }
        let Some(end) = self.busy_until else { return Ok(None) };
        let (now, over) = (self.clock.now(), self.clock.now().plus(within));
        let idle = deskhand_engine::ports::Moment(end).max(now);
        self.clock.sleep_until(idle.min(over)).await;
        let save = Work { kind: WorkKind::Task, name: "save".to_owned(), count: 2, since: Some(over.0) };
        Ok(Some(if idle <= over { Vec::new() } else { vec![save] }))
    }
}

fn with_word(voice: Voice, word: impl FnOnce(VirtualClock) -> Word) -> Stage {
    // The clock is needed before the stage is: both are made of the same one.
    let mut stage = Stage::with(voice);
    let idle: Arc<dyn Idle> = Arc::new(word(stage.clock.clone()));
    stage.engine = Engine::new(deskhand_engine::ports::Ports { idle: Some(idle), ..stage.sim.ports() });
    stage
}

#[test]
fn the_application_s_own_word_counts_before_everything_else() {
    let stage = with_word(Voice::CLEAR, |clock| Word { clock, busy_until: Some(ms(900)), error: None });
    // However much moves on the surface.
    stage.count_up(ms(30), ms(10_000));
    let idle = stage.wait(ms(5000)).unwrap();
    assert_eq!((idle.strategy, idle.readings, idle.note), (IdleStrategy::Sdk, 0, None));
    assert_eq!(stage.now(), ms(900), "not a moment later");
}

#[test]
fn work_that_is_still_under_way_is_listed() {
    let stage = with_word(Voice::CLEAR, |clock| Word { clock, busy_until: Some(ms(9000)), error: None });
    let error = stage.wait(ms(1500)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout);
    assert!(error.message().contains("task \"save\" (2 of them, for 1.5 s)"), "{error}");
    assert!((ms(1500)..ms(1600)).contains(&stage.now()));
}

#[test]
fn without_a_proper_answer_the_heuristic_goes_on_and_says_so() {
    let nonsense = || Some(Error::new(ErrorKind::ActionFailed, "The answer is no answer"));
    let stage = with_word(Voice::CLEAR, |clock| Word { clock, busy_until: None, error: nonsense() });
    stage.count_up(ms(30), ms(600));
    let idle = stage.wait(ms(5000)).unwrap();
    assert_eq!(idle.strategy, IdleStrategy::Events);
    assert!(idle.note.unwrap().contains("The answer is no answer"));
    assert!(stage.now() >= ms(700));
    let stage = with_word(Voice::CLEAR, |clock| Word { clock, busy_until: None, error: nonsense() });
    stage.count_up(ms(30), ms(10_000));
    let error = stage.wait(ms(1000)).unwrap_err();
    assert!(error.steps().iter().any(|step| step.contains("The answer is no answer")), "{:?}", error.steps());
    let stage = with_word(Voice::CLEAR, |clock| Word { clock, busy_until: None, error: None });
    assert_eq!(stage.wait(ms(5000)).unwrap().note, None, "who declares nothing gave no bad answer");
}

#[test]
fn nobody_is_called_idle_before_the_last_change_and_the_rest_after_it() {
    for seed in 0..150 {
        let mut random = Random::new(seed);
        let voices = [
            Voice::CLEAR,
            Voice::HINTS,
            Voice::MUTE,
            Voice::CLEAR.late_by(ms(20)),
            Voice::HINTS.late_by(ms(20)),
        ];
        let voice = *random.pick(&voices).unwrap();
        let stage = Stage::with(voice);
        // Pauses shorter than the rest, so that there is only one end.
        let label = stage.sim.element(WINDOW, "label").unwrap();
        let list = stage.sim.element(WINDOW, "list").unwrap();
        let mut at = Duration::ZERO;
        for number in 0..random.between(1, 40) {
            at += Duration::from_micros(random.between(100, 90_000) as u64);
            let mutation = match random.below(3) {
                0 => Mutation::Rename(label.clone(), format!("step {number}")),
                1 => Mutation::Say(label.clone(), format!("text {number}")),
                _ => Mutation::Add { parent: list.clone(), at: 0, draft: Box::new(Draft::label("file")) },
            };
            stage.later(at, mutation);
        }
        stage.wait(Duration::from_secs(60)).unwrap();
        let after = stage.now().saturating_sub(at);
        assert!(
            (ms(90)..ms(260)).contains(&after),
            "seed {seed}, {voice:?}: {after:?} after the last change"
        );
    }
}
