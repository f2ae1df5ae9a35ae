//! How elements are recorded while their locators match, and how long pictures are waited for.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail the test")]

mod support;

use std::collections::HashMap;
use std::future::pending;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use deskhand_engine::ports::{Capture, Fingerprints, Image, Ports, Sight, Spotted, Vision};
use deskhand_engine::{
    Act, ActOptions, Engine, EngineOptions, Fingerprint, Heal, HealingOptions, LocatorKey,
};
use deskhand_engine::{Receipt, Session};
use deskhand_model::{ErrorKind, Rect, Result, Role, State, WindowId};
use support::{Desktop, World, app, locator, node, seconds, window};

const SAVE: &str = "role:button title:Save";

/// Fingerprints, kept in memory.
#[derive(Default)]
struct Store {
    kept: Mutex<HashMap<LocatorKey, Arc<Fingerprint>>>,
    recorded: Mutex<usize>,
}

impl Fingerprints for Store {
    fn recall(&self, locator: &LocatorKey) -> Option<Arc<Fingerprint>> {
        self.kept.lock().unwrap().get(locator).cloned()
    }

    fn record(&self, locator: &LocatorKey, fingerprint: Arc<Fingerprint>) {
        *self.recorded.lock().unwrap() += 1;
        self.kept.lock().unwrap().insert(locator.clone(), fingerprint);
    }

    fn healed(&self, _: &Arc<Heal>) {}
}

impl Store {
    fn save(&self) -> Option<Arc<Fingerprint>> {
        self.recall(&LocatorKey { app: "editor".to_owned(), query: SAVE.to_owned(), nth: None })
    }

    fn recorded(&self) -> usize {
        *self.recorded.lock().unwrap()
    }
}

/// Takes pictures of one colour, and its time. Something may happen meanwhile.
struct Camera {
    desktop: Arc<Desktop>,
    takes: Duration,
    level: u8,
    meanwhile: fn(&mut World),
}

#[async_trait]
impl Capture for Camera {
    async fn screen(&self, part: Option<Rect>, within: Duration) -> Result<Image> {
        self.desktop.screen(part, within).await
    }

    async fn window(&self, window: WindowId, within: Duration) -> Result<Image> {
        (self.meanwhile)(&mut self.desktop.world());
        tokio::time::sleep(self.takes).await;
        let image = Capture::window(&*self.desktop, window, within).await?;
        Ok(Image { rgb: vec![self.level; image.rgb.len()], ..image })
    }
}

struct Test {
    desktop: Arc<Desktop>,
    store: Arc<Store>,
}

impl Test {
    fn new() -> Test {
        let mut nodes = vec![(2, node(Role::Toolbar, "Tools"))];
        nodes.extend(["Open", "Save", "Print"].iter().enumerate().map(|(place, name)| {
            let mut button = node(Role::Button, name);
            button.bounds = Some(Rect::new(110 + 60 * place as i32, 110, 50, 24));
            (3, button)
        }));
        let mut editor = app("editor", 7, nodes);
        editor.node_mut("editor window").bounds = Some(Rect::new(100, 100, 400, 300));
        let desktop = Desktop::new(vec![editor], vec![window(1, "editor window", 7)]);
        Test { desktop, store: Arc::default() }
    }

    fn camera(&self, takes: Duration) -> Camera {
        Camera { desktop: self.desktop.clone(), takes, level: 0, meanwhile: |_| () }
    }

    /// An engine that takes pictures with this camera. A test has as many as there are runs.
    fn engine(&self, camera: Camera) -> Engine {
        let store = Some(self.store.clone() as Arc<dyn Fingerprints>);
        Engine::new(Ports { fingerprints: store, capture: Arc::new(camera), ..self.desktop.ports() })
    }

    /// One run in which the locator matches.
    async fn run(&self, level: u8) {
        let engine = self.engine(Camera { level, ..self.camera(Duration::ZERO) });
        engine.find(&locator("editor", SAVE), seconds(1)).await.unwrap();
    }

    fn change(&self, change: impl FnOnce(&mut World)) {
        change(&mut self.desktop.world());
    }
}

async fn press(engine: &Engine) -> Result<Receipt> {
    let options = ActOptions { within: seconds(2), ..ActOptions::default() };
    engine.act(&locator("editor", SAVE), &Act::Press, &options).await
}

#[tokio::test(start_paused = true)]
async fn an_action_does_not_wait_for_a_slow_picture() {
    let test = Test::new();
    press(&test.engine(test.camera(seconds(100)))).await.unwrap();
    assert!(test.desktop.elapsed() < 500, "{}", test.desktop.elapsed());
    let kept = test.store.save().unwrap();
    assert_eq!((kept.name.as_str(), &kept.thumbnail), ("Save", &None), "the rest is recorded all the same");
}

#[tokio::test(start_paused = true)]
async fn recording_takes_no_more_than_its_share_of_a_short_time() {
    let test = Test::new();
    let engine = test.engine(test.camera(seconds(100)));
    engine.find(&locator("editor", SAVE), Duration::from_millis(200)).await.unwrap();
    assert!(test.desktop.elapsed() < 100, "{}", test.desktop.elapsed());
}

#[tokio::test(start_paused = true)]
async fn what_changes_while_it_is_recorded_is_not_acted_on() {
    let test = Test::new();
    let meanwhile = |world: &mut World| {
        world.app_mut("editor").node_mut("Save").states.remove(State::Enabled);
    };
    let camera = Camera { meanwhile, ..test.camera(Duration::from_millis(50)) };
    let error = press(&test.engine(camera)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ElementDisabled, "{error:?}");
    assert_eq!(test.desktop.calls_of(&["perform"]), [] as [&str; 0]);
}

#[tokio::test(start_paused = true)]
async fn every_run_records_what_has_changed_around_an_element() {
    let test = Test::new();
    test.run(0).await;
    test.change(|world| world.app_mut("editor").node_mut("Open").name = "Load".into());
    test.run(0).await;
    assert_eq!(test.store.save().unwrap().before[0].name, "Load");
    test.change(|world| world.app_mut("editor").node_mut("Save").bounds = Some(Rect::new(300, 110, 50, 24)));
    test.run(0).await;
    assert_eq!(test.store.save().unwrap().bounds, Some(Rect::new(200, 10, 50, 24)));
    test.run(200).await;
    assert_eq!(test.store.save().unwrap().thumbnail.as_ref().unwrap().rgb[0], 200, "it has another theme");
    assert_eq!(test.store.recorded(), 4);
}

#[tokio::test(start_paused = true)]
async fn what_was_recorded_stays_when_nothing_to_speak_of_has_changed() {
    let test = Test::new();
    test.run(0).await;
    let before = test.store.save().unwrap();
    test.change(|world| world.app_mut("editor").node_mut("Save").bounds = Some(Rect::new(172, 109, 50, 25)));
    test.run(5).await;
    press(&test.engine(test.camera(seconds(100)))).await.unwrap();
    assert_eq!(test.store.recorded(), 1);
    assert_eq!(test.store.save().unwrap(), before);
}

/// Looks for ever, and notes how long it may.
struct Dreamer(Mutex<Option<Duration>>);

const OWN: Duration = Duration::from_secs(2);

#[async_trait]
impl Vision for Dreamer {
    async fn spot(&self, _: &Sight, within: Duration) -> Result<Vec<Spotted>> {
        *self.0.lock().unwrap() = Some(within);
        pending().await
    }

    fn extra_time(&self) -> Duration {
        OWN
    }
}

/// Heals a locator whose element is gone, with a picture that takes so long: what was tried, what the eyes were given,
/// and how much later than the operation's own time it was over, in milliseconds.
async fn healed_by_looks(picture: Duration) -> (Vec<String>, Option<Duration>, u128) {
    let test = Test::new();
    test.run(0).await;
    test.change(|world| world.app_mut("editor").remove("Save"));
    let dreamer = Arc::new(Dreamer(Mutex::default()));
    let ports = Ports {
        fingerprints: Some(test.store.clone()),
        capture: Arc::new(test.camera(picture)),
        vision: Some(dreamer.clone()),
        ..test.desktop.ports()
    };
    let healing = HealingOptions { budget: Duration::from_millis(100), ..HealingOptions::default() };
    let engine = Engine::with_options(ports, EngineOptions { healing, ..EngineOptions::default() });
    let before = test.desktop.elapsed();
    let error = press(&engine).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound, "{error:?}");
    let given = *dreamer.0.lock().unwrap();
    (error.steps().to_vec(), given, test.desktop.elapsed() - before - 2_000)
}

#[tokio::test(start_paused = true)]
async fn a_picture_has_to_be_there_within_the_budget_of_healing() {
    let (steps, given, late) = healed_by_looks(seconds(100)).await;
    assert!(steps.iter().any(|step| step.contains("looked at a picture: its time was over")), "{steps:?}");
    assert_eq!(given, None);
    assert!(late <= 120, "{late}");
}

#[tokio::test(start_paused = true)]
async fn eyes_have_what_the_picture_leaves_of_the_budget_and_their_own_time() {
    let picture = Duration::from_millis(30);
    let (steps, given, late) = healed_by_looks(picture).await;
    let given = given.unwrap();
    assert!(given > OWN && given < OWN + Duration::from_millis(100) - picture, "{given:?}");
    assert!(steps.iter().any(|step| step.contains("looked at a picture: nothing was seen")), "{steps:?}");
    assert!(late <= 2_150, "{late}");
}
