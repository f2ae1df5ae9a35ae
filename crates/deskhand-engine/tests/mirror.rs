//! Live trees: what is asked of an application when it tells of its changes, and what is not.
#![allow(clippy::unwrap_used, reason = "a fault in the script fails the test")]

mod support;

use std::sync::Arc;
use std::time::Duration;

use deskhand_engine::ports::{Change, Freshness, ReadPath, ReadRequest};
use deskhand_engine::{
    Act, ActOptions, EngineOptions, MirrorCheck, MirrorOptions, Mirroring, Session, Until,
};
use deskhand_model::{AppSelector, ErrorKind, Fields, Handle, Role, State};
use support::*;

const ASKED: [&str; 6] = ["read", "details", "listen", "caught_up", "perform", "text"];

fn handle(name: &str) -> Handle {
    Handle::new(name)
}

fn renamed(name: &str) -> Change {
    Change::Fields(handle(name), Fields::NAME)
}

fn children(name: &str) -> Change {
    Change::Children(handle(name))
}

/// What a live tree can answer.
fn labels(freshness: Freshness) -> ReadRequest {
    ReadRequest { fields: Fields::ROLE | Fields::NAME | Fields::STATES, freshness, ..ReadRequest::default() }
}

fn editor() -> AppSelector {
    AppSelector::parse("editor")
}

/// A desktop with one application, whose live tree stands after this.
async fn warm(fake: FakeApp) -> (Arc<Desktop>, deskhand_engine::Engine) {
    warm_with(fake, EngineOptions::default()).await
}

async fn warm_with(fake: FakeApp, options: EngineOptions) -> (Arc<Desktop>, deskhand_engine::Engine) {
    let desktop = Desktop::new(vec![fake], vec![]);
    let engine = desktop.engine_with(options);
    for _ in 0..2 {
        engine.tree(&editor(), &labels(Freshness::Current), seconds(1)).await.unwrap();
    }
    desktop.forget_calls();
    (desktop, engine)
}

/// What came of comparing its live tree with a new reading.
async fn checked(engine: &deskhand_engine::Engine, freshness: Freshness) -> MirrorCheck {
    engine.check_mirror(&editor(), freshness, seconds(1)).await.unwrap().unwrap()
}

fn save_and_quit() -> FakeApp {
    app("editor", 1, vec![button("Save"), button("Quit")])
}

fn now() -> ActOptions {
    ActOptions { within: seconds(3), patience: Some(Duration::ZERO), ..ActOptions::default() }
}

fn mirroring(mirror: MirrorOptions) -> EngineOptions {
    EngineOptions { mirror, ..EngineOptions::default() }
}

#[tokio::test(start_paused = true)]
async fn who_looks_once_pays_nothing_for_it() {
    let desktop = Desktop::new(vec![telling(save_and_quit())], vec![]);
    desktop.engine().act(&locator("editor", "Save"), &Act::Press, &now()).await.unwrap();
    assert_eq!(desktop.calls_of(&ASKED), ["read editor", "details editor 1", "perform Save press"]);
}

#[tokio::test(start_paused = true)]
async fn an_element_that_is_known_is_confirmed_and_pressed() {
    let (desktop, engine) = warm(telling(save_and_quit())).await;
    let receipt = engine.act(&locator("editor", "Save"), &Act::Press, &now()).await.unwrap();
    assert_eq!(
        desktop.calls_of(&ASKED),
        ["details editor 1", "caught_up editor", "perform Save press"],
        "nothing is read"
    );
    assert_eq!(receipt.reading_age, Duration::ZERO, "known up to the moment of the press");
}

#[tokio::test(start_paused = true)]
async fn an_element_that_is_known_is_found_by_asking_for_it_alone() {
    for fake in [telling(save_and_quit()), hinting(save_and_quit())] {
        let (desktop, engine) = warm(fake).await;
        desktop.alter("editor", &[], |app| {
            let save = app.node_mut("Save");
            save.text = Some("not kept, so asked for".into());
            // Without a place, no window has to be found that it is in.
            save.bounds = None;
        });
        let element = engine.find(&locator("editor", "Save"), seconds(1)).await.unwrap();
        assert_eq!(element.data.text.as_deref(), Some("not kept, so asked for"));
        assert_eq!(desktop.calls_of(&ASKED), ["details editor 1", "caught_up editor"]);
    }
}

#[tokio::test(start_paused = true)]
async fn that_there_is_nothing_is_not_believed_on_a_hint() {
    let (desktop, engine) = warm(hinting(save_and_quit())).await;
    desktop.alter("editor", &[], |app| app.nodes.push(button("Print")));
    let found = engine.find_all(&locator("editor", "Print"), seconds(1)).await.unwrap();
    assert_eq!((found.elements.len(), found.snapshot.path), (1, ReadPath::Walk));
}

#[tokio::test(start_paused = true)]
async fn a_tree_that_nobody_changed_costs_one_call() {
    let (desktop, engine) = warm(telling(save_and_quit())).await;
    let tree = engine.tree(&editor(), &labels(Freshness::Current), seconds(1)).await.unwrap();
    assert_eq!((tree.path, tree.calls, tree.rounds), (ReadPath::Mirror, 1, 1));
    assert_eq!((tree.tree.len(), tree.age), (4, Duration::ZERO));
    let told = engine.tree(&editor(), &labels(Freshness::Told), seconds(1)).await.unwrap();
    assert!(Arc::ptr_eq(&told.tree, &tree.tree), "the same tree is handed out again");
    assert_eq!(desktop.calls_of(&ASKED), ["caught_up editor"]);
}

#[tokio::test(start_paused = true)]
async fn what_is_not_told_when_it_changes_is_read() {
    let (desktop, engine) = warm(telling(save_and_quit())).await;
    for request in [
        ReadRequest { fields: Fields::BOUNDS, ..ReadRequest::default() },
        ReadRequest { max_depth: Some(1), ..labels(Freshness::Told) },
        ReadRequest { max_nodes: 2, ..labels(Freshness::Told) },
        labels(Freshness::NOW),
    ] {
        desktop.forget_calls();
        let tree = engine.tree(&editor(), &request, seconds(1)).await.unwrap();
        assert_eq!(tree.path, ReadPath::Walk, "{request:?}");
        assert!(desktop.calls_of(&["read"]) == ["read editor"], "{request:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_name_that_changed_is_read_and_nothing_else() {
    let (desktop, engine) = warm(telling(save_and_quit())).await;
    let before = engine.tree(&editor(), &labels(Freshness::Told), seconds(1)).await.unwrap();
    desktop.alter("editor", &[renamed("Save")], |app| app.node_mut("Save").name = "Store".into());
    let found = engine.find_all(&locator("editor", "Store"), seconds(1)).await.unwrap();
    assert_eq!((found.elements.len(), found.snapshot.path), (1, ReadPath::Mirror));
    assert!(desktop.calls_of(&["read"]).is_empty(), "{:?}", desktop.calls());
    assert_eq!(before.tree.with_name("Save").len(), 1, "who has the old tree keeps it");
    let stats = &engine.mirror_stats()[0].1;
    assert_eq!((stats.whole_readings, stats.elements_read, stats.changes_told), (1, 1, 1));
}

#[tokio::test(start_paused = true)]
async fn children_that_changed_are_read_with_what_is_below_them() {
    let (desktop, engine) = warm(telling(save_and_quit())).await;
    desktop.alter("editor", &[children("editor window")], |app| {
        app.remove("Save");
        app.nodes.push(button("Print"));
    });
    let tree = engine.tree(&editor(), &labels(Freshness::Current), seconds(1)).await.unwrap().tree;
    let names: Vec<&str> = tree.ids().map(|id| &*tree.node(id).name).collect();
    assert_eq!(names, ["editor", "editor window", "Quit", "Print"]);
    assert_eq!(desktop.calls_of(&["read"]), ["read_below editor window"]);
}

#[tokio::test(start_paused = true)]
async fn of_a_long_list_only_what_is_new_is_read() {
    let rows = (0..200).map(|row| button(&format!("row {row}"))).collect();
    let (desktop, engine) = warm(telling(app("editor", 1, rows))).await;
    desktop.alter("editor", &[children("editor window"), renamed("row 7")], |app| {
        app.remove("row 3");
        app.node_mut("row 7").name = "seven".into();
        app.nodes.push(button("last"));
    });
    let tree = engine.tree(&editor(), &labels(Freshness::Current), seconds(1)).await.unwrap().tree;
    assert_eq!((tree.len(), tree.with_name("row 3").len()), (202, 0));
    assert_eq!((tree.with_name("last").len(), tree.with_name("seven").len()), (1, 1));
    assert_eq!(desktop.calls_of(&["read"]), ["read_below editor window", "read_below last"]);
    assert_eq!(checked(&engine, Freshness::Told).await, MirrorCheck::Compared(Vec::new()));
}

#[tokio::test(start_paused = true)]
async fn children_that_turn_out_to_be_the_same_are_not_read() {
    let (desktop, engine) = warm(hinting(save_and_quit())).await;
    let same: Arc<[Handle]> = ["Save", "Quit"].map(handle).into();
    desktop.send("editor", &[Change::ChildrenNow(handle("editor window"), same)]);
    let tree = engine.tree(&editor(), &labels(Freshness::Current), seconds(1)).await.unwrap();
    assert_eq!(tree.path, ReadPath::Mirror);
    let others: Arc<[Handle]> = ["Quit"].map(handle).into();
    desktop
        .alter("editor", &[Change::ChildrenNow(handle("editor window"), others)], |app| app.remove("Save"));
    let tree = engine.tree(&editor(), &labels(Freshness::Current), seconds(1)).await.unwrap();
    assert_eq!((tree.path, tree.tree.len()), (ReadPath::Walk, 3));
}

#[tokio::test(start_paused = true)]
async fn a_second_match_that_was_told_is_an_ambiguity_and_no_wrong_press() {
    let (desktop, engine) = warm(telling(save_and_quit())).await;
    desktop.alter("editor", &[children("editor window")], |app| {
        app.nodes.push(called(button("Save"), "other"));
    });
    let error = engine.act(&locator("editor", "Save"), &Act::Press, &now()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Ambiguous);
    assert!(desktop.calls_of(&["perform"]).is_empty());
}

#[tokio::test(start_paused = true)]
async fn an_element_that_became_another_is_not_pressed() {
    for fake in [telling(save_and_quit()), hinting(save_and_quit())] {
        let (desktop, engine) = warm(fake).await;
        // Told or not: the element itself says that it is called otherwise now.
        desktop.alter("editor", &[], |app| app.node_mut("Save").name = "Delete".into());
        let error = engine.act(&locator("editor", "Save"), &Act::Press, &now()).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotFound);
        assert!(desktop.calls_of(&["perform"]).is_empty());
    }
}

#[tokio::test(start_paused = true)]
async fn an_element_that_came_in_silence_is_found_in_the_application() {
    let (desktop, engine) = warm(hinting(save_and_quit())).await;
    desktop.alter("editor", &[], |app| app.nodes.push(button("Print")));
    engine.act(&locator("editor", "Print"), &Act::Press, &now()).await.unwrap();
    desktop.forget_calls();
    let tree = engine.tree(&editor(), &labels(Freshness::Told), seconds(1)).await.unwrap();
    assert_eq!((tree.path, tree.tree.len()), (ReadPath::Walk, 5), "what it lacked, it has read");
}

#[tokio::test(start_paused = true)]
async fn an_ambiguity_that_is_over_is_no_reason_to_refuse() {
    let twice = vec![called(button("Save"), "a"), called(button("Save"), "b")];
    let (desktop, engine) = warm(hinting(app("editor", 1, twice))).await;
    desktop.alter("editor", &[], |app| app.nodes.retain(|(_, node)| node.handle != handle("a")));
    engine.act(&locator("editor", "Save"), &Act::Press, &now()).await.unwrap();
    assert_eq!(desktop.calls_of(&["perform"]), ["perform b press"]);
}

#[tokio::test(start_paused = true)]
async fn where_only_hints_are_given_the_receipt_tells_the_age_and_a_limit_is_kept() {
    let (desktop, engine) = warm(hinting(save_and_quit())).await;
    tokio::time::advance(seconds(10)).await;
    let receipt = engine.act(&locator("editor", "Save"), &Act::Press, &now()).await.unwrap();
    assert!(receipt.reading_age >= seconds(10), "{:?}", receipt.reading_age);
    assert!(desktop.calls_of(&["read"]).is_empty());
    let fresh = ActOptions { max_age: Some(seconds(5)), ..now() };
    let receipt = engine.act(&locator("editor", "Save"), &Act::Press, &fresh).await.unwrap();
    assert!(receipt.reading_age < seconds(1), "{:?}", receipt.reading_age);
    assert_eq!(desktop.calls_of(&["read"]), ["read editor"]);
}

#[tokio::test(start_paused = true)]
async fn where_only_hints_are_given_one_is_enough_to_read_everything_for_a_list() {
    let (desktop, engine) = warm(hinting(save_and_quit())).await;
    engine.find_all(&locator("editor", "role:button"), seconds(1)).await.unwrap();
    assert!(desktop.calls_of(&["read"]).is_empty(), "silence means that nothing changed");
    desktop.alter("editor", &[renamed("Quit")], |app| app.nodes.push(button("Print")));
    let found = engine.find_all(&locator("editor", "role:button"), seconds(1)).await.unwrap();
    assert_eq!(found.elements.len(), 3);
}

#[tokio::test(start_paused = true)]
async fn the_engine_can_limit_the_age_of_all_that_is_only_hinted_at() {
    let limit = MirrorOptions { max_age: Some(seconds(5)), ..MirrorOptions::default() };
    let (desktop, engine) = warm_with(hinting(save_and_quit()), mirroring(limit)).await;
    for (later, readings) in [(4, 0), (2, 1), (4, 1)] {
        tokio::time::advance(seconds(later)).await;
        engine.tree(&editor(), &labels(Freshness::Told), seconds(1)).await.unwrap();
        assert_eq!(desktop.calls_of(&["read"]).len(), readings);
    }
}

#[tokio::test(start_paused = true)]
async fn a_wait_ends_when_the_application_tells_and_asks_little_until_then() {
    let (desktop, engine) = warm(telling(save_and_quit())).await;
    let waiting = tokio::spawn(async move {
        engine
            .wait(&locator("editor", "Print"), Until::Present, seconds(60))
            .await
            .map(|found| found.elements.len())
    });
    tokio::time::sleep(seconds(20)).await;
    let asked = desktop.calls_of(&ASKED).len();
    assert!(asked <= 50, "asked {asked} times in 20 s");
    desktop.alter("editor", &[children("editor window")], |app| app.nodes.push(button("Print")));
    desktop.deliver(&deskhand_model::AppId::new("editor"));
    assert_eq!(waiting.await.unwrap().unwrap(), 1);
    assert!(desktop.elapsed() < 20_100, "took {} ms", desktop.elapsed());
}

#[tokio::test(start_paused = true)]
async fn an_element_is_pressed_as_soon_as_it_is_told_to_be_enabled() {
    let grey = without(button("Save"), &[State::Enabled]);
    let (desktop, engine) = warm(telling(app("editor", 1, vec![grey]))).await;
    let pressing = tokio::spawn(async move {
        engine.act(&locator("editor", "Save"), &Act::Press, &ActOptions::default()).await.is_ok()
    });
    tokio::time::sleep(seconds(2)).await;
    assert!(desktop.calls_of(&["perform"]).is_empty());
    desktop.alter("editor", &[Change::Fields(handle("Save"), Fields::STATES)], |app| {
        app.node_mut("Save").states.insert(State::Enabled);
    });
    desktop.deliver(&deskhand_model::AppId::new("editor"));
    assert!(pressing.await.unwrap());
    assert!(desktop.elapsed() < 2_100, "took {} ms", desktop.elapsed());
}

#[tokio::test(start_paused = true)]
async fn there_are_no_more_live_trees_than_allowed() {
    let apps = ["one", "two", "three"].map(|name| telling(app(name, 1, vec![button("Save")])));
    let desktop = Desktop::new(apps.into(), vec![]);
    let engine = desktop.engine_with(mirroring(MirrorOptions { most: 2, ..MirrorOptions::default() }));
    for name in ["one", "two", "three"] {
        for _ in 0..2 {
            engine.tree(&AppSelector::parse(name), &labels(Freshness::Told), seconds(1)).await.unwrap();
        }
    }
    assert_eq!(["one", "two", "three"].map(|name| desktop.listeners(name)), [0, 1, 1]);
    let kept: Vec<String> =
        engine.mirror_stats().into_iter().map(|(app, _)| app.as_str().to_owned()).collect();
    assert_eq!(kept, ["two", "three"]);
}

#[tokio::test(start_paused = true)]
async fn without_live_trees_every_question_is_a_reading() {
    for mirror in [
        MirrorOptions { mode: Mirroring::Off, ..MirrorOptions::default() },
        MirrorOptions { most: 0, ..MirrorOptions::default() },
    ] {
        let (desktop, engine) = warm_with(telling(save_and_quit()), mirroring(mirror)).await;
        let tree = engine.tree(&editor(), &labels(Freshness::Told), seconds(1)).await.unwrap();
        assert_eq!((tree.path, desktop.listeners("editor")), (ReadPath::Walk, 0));
    }
}

#[tokio::test(start_paused = true)]
async fn nobody_listens_to_an_application_that_is_gone() {
    let (desktop, engine) = warm(telling(save_and_quit())).await;
    assert_eq!(desktop.listeners("editor"), 1);
    desktop.world().app_mut("editor").gone = true;
    let error = engine.tree(&editor(), &labels(Freshness::Current), seconds(1)).await.unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::AppGone | ErrorKind::AppNotFound), "{error:?}");
    assert_eq!(desktop.listeners("editor"), 0);
    let checked = engine.check_mirror(&editor(), Freshness::Told, seconds(1)).await;
    assert_eq!(checked.unwrap_err().kind(), ErrorKind::AppNotFound);
}

#[tokio::test(start_paused = true)]
async fn an_application_that_is_not_heard_any_more_is_listened_to_anew() {
    let (desktop, engine) = warm(telling(save_and_quit())).await;
    desktop.cut_off("editor");
    let renaming =
        |old: &'static str, new: &'static str| move |fake: &mut FakeApp| fake.node_mut(old).name = new.into();
    desktop.alter("editor", &[renamed("Save")], renaming("Save", "Keep"));
    let names = async || {
        let tree = engine.tree(&editor(), &labels(Freshness::Told), seconds(1)).await.unwrap().tree;
        tree.with_role(Role::Button).iter().map(|&id| tree.node(id).name.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(names().await, ["Keep", "Quit"], "nobody told, and nobody may believe that nothing changed");
    assert_eq!(desktop.listeners("editor"), 1);
    desktop.alter("editor", &[renamed("Save")], renaming("Keep", "Store"));
    desktop.deliver(&deskhand_model::AppId::new("editor"));
    assert_eq!(names().await, ["Store", "Quit"]);
}

#[tokio::test(start_paused = true)]
async fn an_application_that_hangs_holds_up_its_own_live_tree_only() {
    let other = telling(app("browser", 2, vec![button("Back")]));
    let desktop = Desktop::new(vec![telling(save_and_quit()), other], vec![]);
    let engine = Arc::new(desktop.engine());
    for name in ["editor", "browser", "editor", "browser"] {
        engine.tree(&AppSelector::parse(name), &labels(Freshness::Current), seconds(1)).await.unwrap();
    }
    desktop.alter("editor", &[renamed("Save")], |app| app.hung = true);
    desktop.deliver(&deskhand_model::AppId::new("editor"));
    let asked = |within: Duration| {
        let engine = engine.clone();
        tokio::spawn(async move {
            let began = tokio::time::Instant::now();
            let answer = engine.tree(&editor(), &labels(Freshness::Told), within).await;
            (answer.unwrap_err().kind(), began.elapsed())
        })
    };
    let (long, short) = (asked(seconds(30)), asked(seconds(2)));
    let began = tokio::time::Instant::now();
    engine.act(&locator("browser", "Back"), &Act::Press, &now()).await.unwrap();
    assert!(began.elapsed() < seconds(1));
    let (kind, took) = short.await.unwrap();
    assert_eq!((kind, took), (ErrorKind::AppNotResponding, seconds(2)), "its own deadline");
    assert_eq!(long.await.unwrap().0, ErrorKind::AppNotResponding);
}

#[tokio::test(start_paused = true)]
async fn what_is_told_is_not_lost_with_a_reader_who_leaves() {
    let (desktop, engine) = warm(telling(save_and_quit())).await;
    desktop.alter("editor", &[renamed("Save")], |app| app.node_mut("Save").name = "Store".into());
    desktop.deliver(&deskhand_model::AppId::new("editor"));
    let request = labels(Freshness::Told);
    let app = editor();
    let mut reading = Box::pin(engine.tree(&app, &request, seconds(1)));
    assert!(futures_util::poll!(&mut reading).is_pending(), "the name is being read");
    drop(reading);
    let tree = engine.tree(&editor(), &request, seconds(1)).await.unwrap().tree;
    assert_eq!(tree.with_name("Store").len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_tree_that_is_not_whole_is_not_kept() {
    let small = EngineOptions { max_nodes: 3, ..EngineOptions::default() };
    let desktop = Desktop::new(vec![telling(save_and_quit())], vec![]);
    let engine = desktop.engine_with(small);
    let request = ReadRequest { max_nodes: 3, ..labels(Freshness::Told) };
    for _ in 0..4 {
        let tree = engine.tree(&editor(), &request, seconds(1)).await.unwrap();
        assert!(tree.path == ReadPath::Walk && tree.tree.gaps().is_truncated());
    }
    assert_eq!(desktop.calls_of(&["read"]).len(), 4, "and nothing is read in vain");
}

#[tokio::test(start_paused = true)]
async fn a_lie_is_found_out_and_put_into_words() {
    let (desktop, engine) = warm(telling(save_and_quit())).await;
    assert_eq!(checked(&engine, Freshness::Told).await, MirrorCheck::Compared(Vec::new()));
    desktop.alter("editor", &[], |app| {
        app.node_mut("Save").name = "Store".into();
        app.remove("Quit");
    });
    let checked = checked(&engine, Freshness::Told).await;
    let told = checked.differences();
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told[0].contains("\"Quit\" is gone") && told[1].contains("Store"), "{told:?}");
}

#[tokio::test(start_paused = true)]
async fn a_check_tells_what_was_compared_from_what_was_read_anew() {
    let (desktop, engine) = warm(hinting(save_and_quit())).await;
    desktop.alter("editor", &[renamed("Save")], |app| app.node_mut("Save").name = "Store".into());
    assert!(checked(&engine, Freshness::Told).await.agrees(), "the tree as it was told");
    assert_eq!(checked(&engine, Freshness::Current).await, MirrorCheck::ReadAnew, "a hint makes it doubtful");
    assert!(checked(&engine, Freshness::Current).await.agrees(), "and nothing was told since");
    desktop.alter("editor", &[Change::Anything], |app| app.remove("Quit"));
    assert_eq!(checked(&engine, Freshness::Told).await, MirrorCheck::ReadAnew);
}

#[tokio::test(start_paused = true)]
async fn a_change_that_hides_behind_another_is_found_in_the_tree_as_it_was_told() {
    let (desktop, engine) = warm(hinting(save_and_quit())).await;
    desktop.alter("editor", &[renamed("Save")], |app| {
        app.node_mut("Save").name = "Store".into();
        app.remove("Quit");
    });
    let checked = checked(&engine, Freshness::Told).await;
    assert!(matches!(checked.differences(), [one] if one.contains("\"Quit\" is gone")), "{checked:?}");
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_is_checked_is_a_reading() {
    let checked = MirrorOptions { mode: Mirroring::Checked, ..MirrorOptions::default() };
    let (desktop, engine) = warm_with(telling(save_and_quit()), mirroring(checked)).await;
    desktop.alter("editor", &[], |app| app.remove("Quit"));
    let tree = engine.tree(&editor(), &labels(Freshness::Current), seconds(1)).await.unwrap();
    assert_eq!((tree.path, tree.tree.len()), (ReadPath::Walk, 3));
}

#[tokio::test(start_paused = true)]
async fn an_application_that_never_rests_is_not_read_as_a_whole_for_every_press() {
    let (desktop, engine) = warm(hinting(save_and_quit())).await;
    for _ in 0..5 {
        desktop.send("editor", &[Change::Anything]);
        desktop.deliver(&deskhand_model::AppId::new("editor"));
        engine.act(&locator("editor", "role:button title:Save"), &Act::Press, &now()).await.unwrap();
    }
    assert_eq!(engine.mirror_stats()[0].1.whole_readings, 1, "the fast reading for buttons will do");
    assert_eq!(desktop.world().app_named("editor").nodes[2].1.role, Role::Button);
}
