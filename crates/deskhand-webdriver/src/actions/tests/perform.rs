use std::sync::Arc;

use deskhand_page::FaultKind;
use serde_json::{Value, json};
use webdriver::command::ActionsParameters;
use webdriver::error::ErrorStatus;

use crate::actions::fake::{FakePage, fault, refused};
use crate::actions::perform_actions;
use crate::errors::Outcome;
use crate::session::Session;

async fn perform(session: &mut Session, actions: Value) -> Outcome<Value> {
    let actions: ActionsParameters =
        serde_json::from_value(json!({ "actions": actions })).expect("actions that can be read");
    perform_actions(session, &actions).await
}

async fn performed(page: &Arc<FakePage>, actions: Value) -> Vec<String> {
    perform(&mut page.session(), actions).await.expect("sensible actions");
    page.input_seen()
}

fn mouse(actions: Value) -> Value {
    json!([{"type": "pointer", "id": "mouse", "actions": actions}])
}

fn keys(actions: Value) -> Value {
    json!([{"type": "key", "id": "keys", "actions": actions}])
}

fn element() -> Value {
    json!({"element-6066-11e4-a52e-4f735466cecf": "it"})
}

#[tokio::test(start_paused = true)]
async fn ticks_that_take_no_time_are_given_together() {
    let page = FakePage::new();
    let seen = performed(
        &page,
        mouse(json!([
            {"type": "pointerMove", "x": 10, "y": 20},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerMove", "x": 30, "y": 20},
            {"type": "pointerUp", "button": 0},
        ])),
    );
    assert_eq!(seen.await, ["input @0 >10,20 v0", "input @0 >30,20 ^0"]);
}

#[tokio::test(start_paused = true)]
async fn what_happens_in_the_same_tick_is_given_together() {
    let page = FakePage::new();
    let seen = performed(
        &page,
        json!([
            {"type": "key", "id": "keys", "actions": [{"type": "keyDown", "value": "\u{E008}"}]},
            {"type": "pointer", "id": "mouse", "actions": [{"type": "pointerDown", "button": 0}]},
        ]),
    );
    assert_eq!(seen.await, ["input @0 +Shift[S] v0[S]"]);
}

#[tokio::test(start_paused = true)]
async fn a_pause_lets_time_pass() {
    let page = FakePage::new();
    let seen = performed(
        &page,
        keys(json!([
            {"type": "keyDown", "value": "a"},
            {"type": "pause", "duration": 250},
            {"type": "keyUp", "value": "a"},
        ])),
    );
    assert_eq!(seen.await, ["input @0 +a", "input @250 -a"]);
}

#[tokio::test(start_paused = true)]
async fn a_tick_lasts_as_long_as_its_longest_action() {
    let page = FakePage::new();
    let seen = performed(
        &page,
        json!([
            {"type": "none", "id": "clock", "actions": [{"type": "pause", "duration": 40}]},
            {"type": "key", "id": "keys", "actions": [
                {"type": "keyDown", "value": "a"}, {"type": "keyUp", "value": "a"}]},
        ]),
    );
    assert_eq!(seen.await, ["input @0 +a", "input @40 -a"]);
}

#[tokio::test(start_paused = true)]
async fn a_move_with_a_duration_goes_in_steps_and_ends_on_time() {
    let page = FakePage::new();
    let moves = json!([{"type": "pointerMove", "x": 100, "y": 50, "duration": 50}]);
    let seen = performed(&page, mouse(moves)).await;
    assert!((3..=4).contains(&seen.len()), "{seen:?}");
    assert_eq!(seen[0], "input @17 >34,17");
    assert_eq!(seen.last().map(String::as_str), Some("input @50 >100,50"));
}

#[tokio::test(start_paused = true)]
async fn a_wheel_and_a_pointer_go_on_side_by_side() {
    let page = FakePage::new();
    let seen = performed(
        &page,
        json!([
            {"type": "wheel", "id": "wheel", "actions": [
                {"type": "scroll", "x": 0, "y": 0, "deltaX": 0, "deltaY": 90, "duration": 50}]},
            {"type": "pointer", "id": "mouse", "actions": [
                {"type": "pointerMove", "x": 90, "y": 0, "duration": 50}]},
        ]),
    )
    .await;
    assert!(seen.iter().all(|both| both.contains('~') && both.contains('>')), "{seen:?}");
    assert!(seen.len() > 1);
}

#[tokio::test(start_paused = true)]
async fn a_wheel_without_a_duration_turns_once() {
    let page = FakePage::new();
    let scroll = json!({"type": "scroll", "x": 0, "y": 0, "deltaX": 5, "deltaY": 3000, "origin": element()});
    let seen = performed(&page, json!([{"type": "wheel", "id": "wheel", "actions": [scroll]}]));
    assert_eq!(seen.await, ["input @0 ~5,3000"]);
}

#[tokio::test(start_paused = true)]
async fn points_are_seen_from_elements_and_from_the_pointer() {
    let page = FakePage::new();
    let seen = performed(
        &page,
        mouse(json!([
            {"type": "pointerMove", "x": -1, "y": 1, "origin": element()},
            {"type": "pointerMove", "x": 5, "y": 5, "origin": "pointer"},
        ])),
    );
    assert_eq!(seen.await, ["input @0 >399,301", "input @0 >404,306"]);
}

#[tokio::test(start_paused = true)]
async fn a_device_stays_where_it_was_left() {
    let page = FakePage::new();
    let mut session = page.session();
    let there = mouse(json!([{"type": "pointerMove", "x": 7, "y": 8}, {"type": "pointerDown", "button": 0}]));
    perform(&mut session, there.clone()).await.expect("a move");
    page.seen();
    perform(&mut session, there).await.expect("the same move");
    assert!(page.input_seen().is_empty());
    let other = keys(json!([]))[0].clone();
    let other = json!([{"type": "key", "id": "mouse", "actions": other["actions"]}]);
    assert_eq!(refused(perform(&mut session, other).await), ErrorStatus::InvalidArgument);
}

#[tokio::test(start_paused = true)]
async fn two_commands_make_no_double_click() {
    let page = FakePage::new();
    let mut session = page.session();
    let press = mouse(json!([{"type": "pointerDown", "button": 0}]));
    let release = mouse(json!([{"type": "pointerUp", "button": 0}]));
    let mut numbers = Vec::new();
    for actions in [&press, &release, &press] {
        perform(&mut session, actions.clone()).await.expect("half a click");
        let view = session.place.view.clone();
        numbers.extend(session.hands.on(&view).pointer("mouse").map(|mouse| mouse.id()));
    }
    assert_eq!(numbers[0], numbers[1], "a click begins in one command and may end in another");
    assert_ne!(numbers[1], numbers[2]);
}

#[tokio::test(start_paused = true)]
async fn what_makes_no_sense_leaves_no_device_behind() {
    let page = FakePage::new();
    let mut session = page.session();
    let senseless = json!([
        {"type": "key", "id": "it", "actions": []},
        {"type": "pointer", "id": "mouse", "actions": [{"type": "pointerDown", "button": 99}]},
    ]);
    assert_eq!(refused(perform(&mut session, senseless).await), ErrorStatus::UnsupportedOperation);
    perform(&mut session, json!([{"type": "wheel", "id": "it", "actions": []}])).await.expect("a new device");
}

#[tokio::test(start_paused = true)]
async fn a_point_out_of_bounds_ends_the_actions() {
    let page = FakePage::new();
    let outside = mouse(json!([
        {"type": "pointerDown", "button": 0},
        {"type": "pointerMove", "x": -1, "y": 0},
        {"type": "pointerUp", "button": 0},
    ]));
    assert_eq!(refused(perform(&mut page.session(), outside).await), ErrorStatus::MoveTargetOutOfBounds);
    assert_eq!(page.input_seen(), ["input @0 v0"]);
}

#[tokio::test(start_paused = true)]
async fn an_element_that_is_not_there_is_told() {
    for (kind, status) in [
        (FaultKind::NoNode, ErrorStatus::NoSuchElement),
        (FaultKind::StaleNode, ErrorStatus::StaleElementReference),
    ] {
        let page = FakePage::new();
        page.answer("actionPoints", Err(fault(kind)));
        let there = mouse(json!([{"type": "pointerMove", "x": 0, "y": 0, "origin": element()}]));
        assert_eq!(refused(perform(&mut page.session(), there).await), status);
    }
}

#[tokio::test(start_paused = true)]
async fn actions_need_an_open_window_even_if_they_do_nothing() {
    for actions in
        [json!([]), keys(json!([{"type": "keyUp", "value": "a"}])), keys(json!([{"type": "pause"}]))]
    {
        let page = FakePage::new();
        page.answer("actionPoints", Err(fault(FaultKind::NoView)));
        assert_eq!(refused(perform(&mut page.session(), actions).await), ErrorStatus::NoSuchWindow);
    }
}

#[tokio::test(start_paused = true)]
async fn a_dialog_ends_the_actions_quietly() {
    let page = FakePage::new();
    page.fail_input("v0", FaultKind::DialogOpen);
    let seen = performed(
        &page,
        mouse(json!([
            {"type": "pointerDown", "button": 0},
            {"type": "pause", "duration": 1},
            {"type": "pointerUp", "button": 0},
        ])),
    );
    assert_eq!(seen.await, ["input @0 v0"]);
}

#[tokio::test(start_paused = true)]
async fn a_window_that_closes_too_early_is_missed() {
    let click = json!([
        {"type": "pointerDown", "button": 0},
        {"type": "pause", "duration": 1},
        {"type": "pointerUp", "button": 0},
    ]);
    let early = FakePage::new();
    early.fail_input("v0", FaultKind::NoView);
    assert_eq!(refused(perform(&mut early.session(), mouse(click.clone())).await), ErrorStatus::NoSuchWindow);
    let at_last = FakePage::new();
    at_last.fail_input("^0", FaultKind::NoView);
    assert!(perform(&mut at_last.session(), mouse(click)).await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn a_page_that_was_just_left_is_looked_at_again() {
    let page = FakePage::new();
    page.answer("actionPoints", Err(fault(FaultKind::Interrupted)));
    let seen = performed(&page, mouse(json!([{"type": "pointerMove", "x": 1, "y": 1}])));
    assert_eq!(seen.await, ["input @0 >1,1"]);
}

#[tokio::test(start_paused = true)]
async fn fingers_move_apart() {
    let page = FakePage::new();
    let finger = |id: &str, x: u32| {
        json!({"type": "pointer", "id": id, "parameters": {"pointerType": "touch"}, "actions": [
            {"type": "pointerMove", "x": 50, "y": 50},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerMove", "x": x, "y": 50},
            {"type": "pointerUp", "button": 0}]})
    };
    let seen = performed(&page, json!([finger("one", 10), finger("two", 90)]));
    assert_eq!(seen.await, ["input @0 v0 v0", "input @0 >10,50 >90,50 ^0 ^0"]);
}
