//! Locators that match nothing any more, and what they mean now.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail the test")]

mod support;

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use deskhand_engine::ports::{Fingerprints, Ports, Sight, Spotted, Vision};
use deskhand_engine::{
    Act, ActOptions, Engine, EngineOptions, Fingerprint, Heal, HealingMode, HealingOptions, LocatorKey,
    Session, Strategy, Until,
};
use deskhand_model::{Error, ErrorKind, NodeData, Rect, Result, Role};
use support::{Desktop, World, app, locator, node, seconds, window};

/// Fingerprints and heals, kept in memory.
#[derive(Default)]
struct Store {
    kept: Mutex<HashMap<LocatorKey, Arc<Fingerprint>>>,
    recorded: Mutex<usize>,
    heals: Mutex<Vec<Arc<Heal>>>,
}

impl Fingerprints for Store {
    fn recall(&self, locator: &LocatorKey) -> Option<Arc<Fingerprint>> {
        self.kept.lock().unwrap().get(locator).cloned()
    }

    fn record(&self, locator: &LocatorKey, fingerprint: Arc<Fingerprint>) {
        *self.recorded.lock().unwrap() += 1;
        self.kept.lock().unwrap().insert(locator.clone(), fingerprint);
    }

    fn healed(&self, heal: &Arc<Heal>) {
        self.heals.lock().unwrap().push(heal.clone());
    }
}

impl Store {
    fn heals(&self) -> Vec<Arc<Heal>> {
        self.heals.lock().unwrap().clone()
    }
}

/// Sees the element at one place, right or wrong.
struct Eye {
    place: Rect,
    by: &'static str,
}

#[async_trait]
impl Vision for Eye {
    async fn spot(&self, _sight: &Sight, _within: Duration) -> Result<Vec<Spotted>> {
        Ok(vec![Spotted { place: self.place, confidence: 0.95, by: self.by }])
    }
}

/// A button in the row of buttons of [`editor`], the handle of which is its first name.
fn tool(name: &str, place: i32) -> (usize, NodeData) {
    let mut button = node(Role::Button, name);
    button.bounds = Some(Rect::new(110 + 60 * place, 110, 50, 24));
    (3, button)
}

/// An editor with a row of buttons.
fn editor() -> Arc<Desktop> {
    let names = ["New", "Open", "Save", "Save All", "Print", "Undo", "Redo"];
    let mut nodes = vec![(2, node(Role::Toolbar, "Tools"))];
    nodes.extend(names.iter().enumerate().map(|(place, name)| tool(name, place as i32)));
    let mut editor = app("editor", 7, nodes);
    editor.node_mut("editor window").bounds = Some(Rect::new(100, 100, 600, 300));
    Desktop::new(vec![editor], vec![window(1, "editor window", 7)])
}

struct Test {
    desktop: Arc<Desktop>,
    store: Arc<Store>,
    engine: Engine,
}

fn test_with(healing: HealingOptions, vision: Option<Arc<dyn Vision>>) -> Test {
    let (desktop, store) = (editor(), Arc::new(Store::default()));
    let ports = Ports { fingerprints: Some(store.clone()), vision, ..desktop.ports() };
    let engine = Engine::with_options(ports, EngineOptions { healing, ..EngineOptions::default() });
    Test { desktop, store, engine }
}

fn test() -> Test {
    test_with(HealingOptions::default(), None)
}

impl Test {
    /// Has the locator match once, so that there is a fingerprint.
    async fn record(&self, query: &str) {
        self.engine.find(&locator("editor", query), seconds(1)).await.unwrap();
    }

    fn change(&self, change: impl FnOnce(&mut World)) {
        change(&mut self.desktop.world());
    }

    fn rename(&self, old: &str, new: &str) {
        self.change(|world| world.app_mut("editor").node_mut(old).name = new.into());
    }

    async fn press(&self, query: &str) -> Result<deskhand_engine::Receipt> {
        let options = ActOptions { within: seconds(1), ..ActOptions::default() };
        self.engine.act(&locator("editor", query), &Act::Press, &options).await
    }

    async fn not_found(&self, query: &str) -> Error {
        let error = self.press(query).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotFound, "{error:?}");
        assert_eq!(self.desktop.calls_of(&["perform"]), [] as [&str; 0], "nothing was pressed");
        error
    }
}

const SAVE: &str = "role:button title:Save";

#[tokio::test(start_paused = true)]
async fn a_match_is_recorded_once() {
    let test = test();
    test.record(SAVE).await;
    let key = LocatorKey { app: "editor".to_owned(), query: SAVE.to_owned(), nth: None };
    let kept = test.store.recall(&key).unwrap();
    assert_eq!(
        (kept.role, kept.name.as_str(), kept.window.as_str()),
        (Role::Button, "Save", "editor window")
    );
    assert_eq!(kept.bounds, Some(Rect::new(130, 10, 50, 24)), "in the coordinates of the window");
    assert!(kept.thumbnail.is_some());
    let before: Vec<&str> = kept.before.iter().map(|neighbour| neighbour.name.as_str()).collect();
    assert_eq!(before, ["Open", "New"]);
    assert!(kept.others.iter().any(|other| other.name == "Save All"));

    test.desktop.forget_calls();
    test.record(SAVE).await;
    test.press(SAVE).await.unwrap();
    assert_eq!(*test.store.recorded.lock().unwrap(), 1);
    assert_eq!(test.desktop.calls_of(&["capture"]), [] as [&str; 0]);
}

#[tokio::test(start_paused = true)]
async fn an_action_goes_on_with_the_element_that_was_renamed() {
    let test = test();
    test.record(SAVE).await;
    test.rename("Save", "Store");
    let receipt = test.press(SAVE).await.unwrap();
    assert_eq!(test.desktop.calls_of(&["perform"]), ["perform Save press"]);
    let heal = receipt.healed.unwrap();
    assert_eq!(heal.suggested, "role:button title:Store");
    assert_eq!(heal.strategy, Strategy::Xpath);
    assert!(heal.confidence >= 0.9 && heal.used && !heal.cached, "{heal:?}");
    assert!(heal.clues.iter().any(|clue| clue.told == "\"Store\" was \"Save\""), "{:?}", heal.clues);
    assert_eq!(test.store.heals(), [heal]);
}

#[tokio::test(start_paused = true)]
async fn what_is_found_tells_that_it_was_healed() {
    let test = test();
    test.record(SAVE).await;
    test.rename("Save", "Save…");
    let element = test.engine.find(&locator("editor", SAVE), seconds(1)).await.unwrap();
    assert_eq!(&*element.data.name, "Save…");
    assert_eq!(element.healed.unwrap().strategy, Strategy::AriaLabel);
}

#[tokio::test(start_paused = true)]
async fn a_twin_that_was_there_before_is_not_taken_for_one_that_is_gone() {
    let test = test();
    test.record(SAVE).await;
    test.change(|world| {
        let app = world.app_mut("editor");
        app.remove("Save");
        // Everything after it moves up, the twin into its place.
        for (place, name) in ["Save All", "Print", "Undo", "Redo"].iter().enumerate() {
            app.node_mut(name).bounds = Some(Rect::new(230 + 60 * place as i32, 110, 50, 24));
        }
    });
    let error = test.not_found(SAVE).await;
    assert!(error.steps().iter().any(|step| step.contains("most likely it is")), "{error:?}");
    assert!(test.store.heals().is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_report_says_what_it_would_be_and_touches_nothing() {
    let test = test_with(HealingOptions { mode: HealingMode::Report, ..HealingOptions::default() }, None);
    test.record(SAVE).await;
    test.rename("Save", "Store");
    let error = test.not_found(SAVE).await;
    assert!(error.advice().unwrap().contains("role:button title:Store"), "{error:?}");
    let heals = test.store.heals();
    assert_eq!(heals.len(), 1);
    assert!(!heals[0].used);
}

#[tokio::test(start_paused = true)]
async fn healing_that_is_off_or_has_nothing_to_try_says_so() {
    let usual = HealingOptions::default;
    for (healing, said) in [
        (HealingOptions { mode: HealingMode::Off, ..usual() }, None),
        (HealingOptions { budget: Duration::ZERO, ..usual() }, Some("its budget is 0 ms")),
        (HealingOptions { strategies: Vec::new(), ..usual() }, Some("no strategy is switched on")),
    ] {
        let test = test_with(healing, None);
        test.record(SAVE).await;
        test.rename("Save", "Store");
        let error = test.not_found(SAVE).await;
        assert_eq!(error.steps().iter().any(|step| step.contains("heal")), said.is_some(), "{error:?}");
        assert!(said.is_none_or(|said| error.steps().iter().any(|step| step.contains(said))), "{error:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_strategy_that_is_not_allowed_finds_nothing() {
    let strategies = vec![Strategy::DataTestid, Strategy::Identifier];
    let test = test_with(HealingOptions { strategies, ..HealingOptions::default() }, None);
    test.record(SAVE).await;
    test.rename("Save", "Store");
    test.not_found(SAVE).await;
}

#[tokio::test(start_paused = true)]
async fn reading_the_application_is_part_of_the_budget() {
    // A call takes longer than that.
    let test = test_with(HealingOptions { budget: support::CALL / 2, ..HealingOptions::default() }, None);
    test.record(SAVE).await;
    test.rename("Save", "Store");
    let error = test.not_found(SAVE).await;
    assert!(error.steps().iter().any(|step| step.contains("budget")), "{error:?}");
    assert!(test.store.heals().is_empty());
}

#[tokio::test(start_paused = true)]
async fn healing_that_ran_out_of_budget_is_tried_again_before_the_patience_ends() {
    let healing = HealingOptions {
        after: Some(support::CALL),
        budget: support::CALL * 20,
        ..HealingOptions::default()
    };
    let test = test_with(healing, None);
    test.record(SAVE).await;
    test.rename("Save", "Store");
    test.change(|world| world.app_mut("editor").lag = support::CALL * 100);
    test.desktop.at(300, |world| world.app_mut("editor").lag = Duration::ZERO);
    let receipt = test.press(SAVE).await.unwrap();
    assert!(receipt.healed.is_some() && receipt.waited < seconds(1) / 2, "{receipt:?}");
}

#[tokio::test(start_paused = true)]
async fn what_a_heal_took_is_what_its_budget_counts() {
    let test = test();
    test.record(SAVE).await;
    test.rename("Save", "Store");
    let heal = test.press(SAVE).await.unwrap().healed.unwrap();
    assert!(heal.took >= support::CALL, "the reading counts: {:?}", heal.took);
    assert!(heal.took <= HealingOptions::default().budget, "{:?}", heal.took);
}

#[tokio::test(start_paused = true)]
async fn a_huge_budget_is_no_reason_to_wait() {
    let test = test_with(HealingOptions { budget: Duration::MAX, ..HealingOptions::default() }, None);
    test.record(SAVE).await;
    test.rename("Save", "Store");
    assert!(test.press(SAVE).await.unwrap().healed.is_some());
}

#[tokio::test(start_paused = true)]
async fn a_threshold_that_makes_no_sense_is_refused() {
    let test = test_with(HealingOptions { threshold: 1.5, ..HealingOptions::default() }, None);
    test.record(SAVE).await;
    test.rename("Save", "Store");
    assert_eq!(test.press(SAVE).await.unwrap_err().kind(), ErrorKind::InvalidArgument);
}

#[tokio::test(start_paused = true)]
async fn without_a_fingerprint_the_error_tells_that_there_is_none() {
    let test = test();
    let error = test.not_found("role:button title:Nothing").await;
    assert!(error.steps().iter().any(|step| step.contains("fingerprint")), "{error:?}");
}

#[tokio::test(start_paused = true)]
async fn what_was_healed_once_needs_no_patience_again() {
    let test = test();
    test.record(SAVE).await;
    test.rename("Save", "Store");
    test.press(SAVE).await.unwrap();
    let before = test.desktop.elapsed();
    let heal = test.press(SAVE).await.unwrap().healed.unwrap();
    assert!(heal.cached);
    assert_eq!(heal.suggested, "role:button title:Store");
    assert!(test.desktop.elapsed() - before < 50, "it did not wait for what it knew to be gone");
}

#[tokio::test(start_paused = true)]
async fn a_remembered_heal_is_dropped_when_it_no_longer_holds() {
    let test = test();
    test.record(SAVE).await;
    test.rename("Save", "Store");
    test.press(SAVE).await.unwrap();
    test.rename("Store", "Keep");
    let heal = test.press(SAVE).await.unwrap().healed.unwrap();
    assert!(!heal.cached);
    assert_eq!(heal.suggested, "role:button title:Keep");
}

#[tokio::test(start_paused = true)]
async fn the_locator_as_written_wins_over_what_it_was_healed_to() {
    let test = test();
    test.record(SAVE).await;
    test.rename("Save", "Store");
    test.press(SAVE).await.unwrap();
    test.rename("Store", "Save");
    assert!(test.press(SAVE).await.unwrap().healed.is_none());
}

#[tokio::test(start_paused = true)]
async fn healing_can_begin_before_the_patience_ends() {
    let after = Some(Duration::from_millis(100));
    let test = test_with(HealingOptions { after, ..HealingOptions::default() }, None);
    test.record(SAVE).await;
    test.rename("Save", "Store");
    let before = test.desktop.elapsed();
    test.press(SAVE).await.unwrap();
    let waited = test.desktop.elapsed() - before;
    assert!((100..300).contains(&waited), "{waited}");
}

#[tokio::test(start_paused = true)]
async fn what_could_not_be_healed_early_may_still_come_by_itself() {
    let after = Some(Duration::from_millis(100));
    let test = test_with(HealingOptions { after, ..HealingOptions::default() }, None);
    test.desktop.at(600, |world| world.app_mut("editor").node_mut("Print").name = "Latecomer".into());
    assert!(test.press("role:button title:Latecomer").await.unwrap().healed.is_none());
}

#[tokio::test(start_paused = true)]
async fn what_only_stands_where_it_stood_is_not_pressed() {
    for (label, why) in [("Delete everything", "warns of a loss"), ("Don't save", "warns of a loss")] {
        let test = test();
        test.record(SAVE).await;
        test.rename("Save", label);
        let error = test.not_found(SAVE).await;
        assert!(error.steps().iter().any(|step| step.contains(why)), "{label}: {error:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn an_element_that_is_only_late_is_not_healed() {
    let test = test();
    test.record(SAVE).await;
    test.rename("Save", "Store");
    test.desktop.at(600, |world| world.app_mut("editor").node_mut("Store").name = "Save".into());
    assert!(test.press(SAVE).await.unwrap().healed.is_none());
}

#[tokio::test(start_paused = true)]
async fn who_asks_for_all_or_for_none_is_told_the_truth() {
    let test = test();
    test.record(SAVE).await;
    test.rename("Save", "Store");
    let locator = locator("editor", SAVE);
    assert!(test.engine.find_all(&locator, seconds(1)).await.unwrap().elements.is_empty());
    assert!(test.engine.wait(&locator, Until::Absent, seconds(1)).await.unwrap().elements.is_empty());
    assert!(test.store.heals().is_empty());
}

#[tokio::test(start_paused = true)]
async fn several_matches_are_not_healed() {
    let test = test();
    test.record(SAVE).await;
    test.rename("Undo", "Save");
    let error = test.press(SAVE).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Ambiguous, "{error:?}");
}

/// Everything about the button is different: its name, its neighbours and its place in the tree.
fn carried_away(test: &Test) {
    test.change(|world| {
        let app = world.app_mut("editor");
        let at = app.nodes.iter().position(|(_, node)| &*node.name == "Save").unwrap();
        let (_, mut button) = app.nodes.remove(at);
        button.name = "Keep".into();
        button.bounds = Some(Rect::new(500, 350, 70, 24));
        app.nodes.push((2, node(Role::Group, "Ends")));
        app.nodes.push((3, button));
    });
}

#[tokio::test(start_paused = true)]
async fn looks_alone_do_not_make_an_element() {
    let place = Rect::new(400, 250, 70, 24);
    for by in ["template", "model"] {
        let test = test_with(HealingOptions::default(), Some(Arc::new(Eye { place, by })));
        test.record(SAVE).await;
        carried_away(&test);
        test.not_found(SAVE).await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_picture_that_lies_does_not_win_against_the_tree() {
    // It sees the element where "Print" is, and what was meant is gone.
    let eye = Eye { place: Rect::new(190, 10, 50, 24), by: "template" };
    let test = test_with(HealingOptions::default(), Some(Arc::new(eye)));
    test.record(SAVE).await;
    test.change(|world| world.app_mut("editor").remove("Save"));
    test.not_found(SAVE).await;
}

#[tokio::test(start_paused = true)]
async fn a_picture_decides_where_the_tree_alone_is_not_sure() {
    // What the tree tells of a button with another name at another place is less than half of the evidence.
    let change = |test: &Test| {
        test.rename("Save", "Store");
        test.change(|world| {
            world.app_mut("editor").node_mut("Store").bounds = Some(Rect::new(550, 110, 50, 24));
        });
    };
    let healing = HealingOptions::default();
    let blind = test_with(healing.clone(), None);
    blind.record(SAVE).await;
    change(&blind);
    blind.not_found(SAVE).await;

    let eye = Eye { place: Rect::new(450, 10, 50, 24), by: "template" };
    let seeing = test_with(healing, Some(Arc::new(eye)));
    seeing.record(SAVE).await;
    change(&seeing);
    let heal = seeing.press(SAVE).await.unwrap().healed.unwrap();
    assert_eq!((heal.strategy, heal.suggested.as_str()), (Strategy::VisualVlm, "role:button title:Store"));
    assert!(heal.clues.iter().any(|clue| clue.kind == "look" && clue.agreement == 1.0), "{:?}", heal.clues);
}
