//! Acting in the background.

mod support;

use std::time::Duration;

use deskhand_engine::ports::{Perform, Performed};
use deskhand_engine::{Act, ActOptions, Effect, Method, Mode, Session};
use deskhand_model::{Error, ErrorKind, State};
use support::*;

fn options() -> ActOptions {
    ActOptions { within: seconds(3), ..ActOptions::default() }
}

fn waiting_for(effect: Effect) -> ActOptions {
    ActOptions { effect: Some(effect), ..options() }
}

#[tokio::test(start_paused = true)]
async fn a_press_costs_one_reading_one_look_at_the_element_and_the_press() {
    let desktop = Desktop::new(vec![app("editor", 1, vec![button("Save")])], vec![]);
    let engine = desktop.engine();
    engine.apps(seconds(1)).await.unwrap();
    desktop.forget_calls();

    engine.act(&locator("editor", "Save"), &Act::Press, &options()).await.unwrap();

    assert_eq!(desktop.calls(), ["read editor", "details editor 1", "perform Save press"]);
}

#[tokio::test(start_paused = true)]
async fn states_that_the_reading_told_are_not_asked_for_again() {
    let mut fake = app("editor", 1, vec![button("Save")]);
    fake.tells_states = true;
    let desktop = Desktop::new(vec![fake], vec![]);
    let engine = desktop.engine();
    engine.apps(seconds(1)).await.unwrap();
    desktop.forget_calls();

    engine.act(&locator("editor", "Save"), &Act::Press, &options()).await.unwrap();

    assert_eq!(desktop.calls(), ["read editor", "perform Save press"]);
}

#[tokio::test(start_paused = true)]
async fn a_receipt_tells_what_was_pressed_how_and_how_long_each_part_took() {
    let desktop =
        Desktop::new(vec![app("editor", 1, vec![without(button("Save"), &[State::Enabled])])], vec![]);
    desktop.at(100, |world| world.app_mut("editor").node_mut("Save").states.insert(State::Enabled));

    let receipt = desktop.engine().act(&locator("editor", "Save"), &Act::Press, &options()).await.unwrap();

    assert_eq!((&*receipt.action, receipt.app.as_str(), receipt.pid), ("press", "editor", Some(1)));
    assert_eq!((receipt.method, receipt.by.as_str()), (Method::Accessibility, "Fake.press"));
    assert_eq!(receipt.target.unwrap().path, r#"window "editor window" > button "Save""#);
    assert!(!receipt.focus.taken && !receipt.focus.pointer_moved);
    assert!(receipt.waited >= Duration::from_millis(100) && receipt.readings > 1);
    assert_eq!(receipt.reading_age, CALL, "one call for the states lies between reading and press");
    assert_eq!(receipt.acted, CALL);
    assert_eq!(receipt.total, receipt.waited + receipt.acted);
    assert_eq!((receipt.effect, receipt.healed), (None, None));
}

#[tokio::test(start_paused = true)]
async fn an_element_that_stays_disabled_is_disabled_not_late() {
    let desktop =
        Desktop::new(vec![app("editor", 1, vec![without(button("Save"), &[State::Enabled])])], vec![]);

    let error = desktop.engine().act(&locator("editor", "Save"), &Act::Press, &options()).await.unwrap_err();

    assert_eq!(error.kind(), ErrorKind::ElementDisabled);
    assert_eq!(error.nearest()[0].name, "Save");
    assert!(desktop.elapsed() >= 3000);
    assert!(desktop.calls_of(&["perform"]).is_empty());
}

#[tokio::test(start_paused = true)]
async fn an_element_that_is_not_shown_is_hidden() {
    let unseen = without(button("Save"), &[State::Visible, State::Showing]);
    let desktop = Desktop::new(vec![app("editor", 1, vec![unseen])], vec![]);

    let error = desktop.engine().act(&locator("editor", "Save"), &Act::Press, &options()).await.unwrap_err();

    assert_eq!(error.kind(), ErrorKind::ElementHidden);
}

#[tokio::test(start_paused = true)]
async fn an_element_that_vanishes_before_the_press_is_looked_up_anew() {
    let desktop = Desktop::new(vec![app("editor", 1, vec![called(button("Save"), "old")])], vec![]);
    desktop.on_perform(|world, handle, _| {
        if handle.as_str() == "old" {
            world.app_mut("editor").node_mut("Save").handle = deskhand_model::Handle::new("new");
            return Err(Error::new(ErrorKind::ElementGone, "it is gone"));
        }
        Ok(Performed { by: "second".to_owned() })
    });

    let receipt = desktop.engine().act(&locator("editor", "Save"), &Act::Press, &options()).await.unwrap();

    assert_eq!((receipt.by.as_str(), receipt.readings), ("second", 2));
}

#[tokio::test(start_paused = true)]
async fn an_application_that_dies_under_the_press_is_gone_with_its_name() {
    let desktop = Desktop::new(vec![app("editor", 1, vec![button("Save")])], vec![]);
    desktop.on_perform(|world, _, _| {
        world.app_mut("editor").gone = true;
        Err(Error::new(ErrorKind::AppGone, "the connection is closed"))
    });

    let error = desktop.engine().act(&locator("editor", "Save"), &Act::Press, &options()).await.unwrap_err();

    assert_eq!(error.kind(), ErrorKind::AppGone);
    assert!(error.message().contains("editor"), "{}", error.message());
}

fn refuse(_: &mut World, _: &deskhand_model::Handle, what: &Perform) -> deskhand_model::Result<Performed> {
    Err(Error::new(ErrorKind::ActionUnsupported, format!("no {} here", what.name())))
}

#[tokio::test(start_paused = true)]
async fn what_only_input_can_do_needs_focus_and_says_what_was_tried() {
    let desktop = Desktop::new(vec![app("editor", 1, vec![button("Save")])], vec![]);
    desktop.on_perform(refuse);

    let error = desktop.engine().act(&locator("editor", "Save"), &Act::Press, &options()).await.unwrap_err();

    assert_eq!(error.kind(), ErrorKind::FocusRequired);
    assert_eq!(error.steps(), ["no press here"]);
    assert!(error.advice().unwrap().contains("--mode auto"));
}

#[tokio::test(start_paused = true)]
async fn what_no_mode_can_do_stays_unsupported() {
    let desktop = Desktop::new(vec![app("editor", 1, vec![button("Save")])], vec![]);
    desktop.on_perform(refuse);
    let engine = desktop.engine();
    for mode in [Mode::Background, Mode::Focus, Mode::Auto] {
        let options = ActOptions { mode, ..options() };
        for act in [Act::Increment, Act::MultiTouch] {
            let error = engine.act(&locator("editor", "Save"), &act, &options).await.unwrap_err();
            assert_eq!(error.kind(), ErrorKind::ActionUnsupported, "{} in {}", act.name(), mode.name());
        }
    }
}

#[tokio::test(start_paused = true)]
async fn input_is_refused_in_the_background_before_anything_is_read() {
    let desktop = Desktop::new(vec![app("editor", 1, vec![button("Save")])], vec![]);

    let error = desktop.engine().act(&locator("editor", "Save"), &Act::Hover, &options()).await.unwrap_err();

    assert_eq!(error.kind(), ErrorKind::FocusRequired);
    assert!(desktop.calls().is_empty());
}

#[tokio::test(start_paused = true)]
async fn expanding_what_is_expanded_does_nothing_and_says_so() {
    let mut row = button("Row");
    row.1.states.insert(State::Expanded);
    let desktop = Desktop::new(vec![app("editor", 1, vec![row])], vec![]);

    let receipt = desktop.engine().act(&locator("editor", "Row"), &Act::Expand, &options()).await.unwrap();

    assert!(receipt.by.contains("already expanded"));
    assert!(desktop.calls_of(&["perform"]).is_empty());
}

#[tokio::test(start_paused = true)]
async fn typing_and_setting_text_go_through_accessibility() {
    let desktop = Desktop::new(vec![app("editor", 1, vec![field("Name")])], vec![]);
    let engine = desktop.engine();
    for act in [Act::TypeText("a".to_owned()), Act::SetText("b".to_owned()), Act::RightClick] {
        engine.act(&locator("editor", "Name"), &act, &options()).await.unwrap();
    }
    assert_eq!(
        desktop.calls_of(&["perform"]),
        ["perform Name type", "perform Name set-value", "perform Name show-menu"]
    );
}

#[tokio::test(start_paused = true)]
async fn an_effect_that_comes_later_is_waited_for_and_timed() {
    let desktop = Desktop::new(vec![app("editor", 1, vec![button("Save"), button("Busy")])], vec![]);
    desktop.at(250, |world| world.app_mut("editor").nodes.push(button("Saved")));
    desktop.at(450, |world| world.app_mut("editor").remove("Busy"));
    let engine = desktop.engine();

    for (effect, least) in [(Effect::Appears(query("Saved")), 240), (Effect::Vanishes(query("Busy")), 150)] {
        let receipt =
            engine.act(&locator("editor", "Save"), &Act::Press, &waiting_for(effect)).await.unwrap();
        let seen = receipt.effect.unwrap();
        assert!(seen >= Duration::from_millis(least) && receipt.total >= seen, "{receipt:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn any_change_counts_when_any_change_was_asked_for() {
    let desktop = Desktop::new(vec![app("editor", 1, vec![button("Save"), button("Bold")])], vec![]);
    desktop.at(300, |world| world.app_mut("editor").node_mut("Bold").states.insert(State::Checked));

    let receipt = desktop
        .engine()
        .act(&locator("editor", "Save"), &Act::Press, &waiting_for(Effect::Changes))
        .await
        .unwrap();

    assert!(receipt.effect.unwrap() >= Duration::from_millis(250));
}

#[tokio::test(start_paused = true)]
async fn an_effect_that_does_not_come_is_a_timeout_that_says_that_the_action_was_done() {
    let desktop = Desktop::new(vec![app("editor", 1, vec![button("Save")])], vec![]);

    let error = desktop
        .engine()
        .act(&locator("editor", "Save"), &Act::Press, &waiting_for(Effect::Changes))
        .await
        .unwrap_err();

    assert_eq!(error.kind(), ErrorKind::Timeout);
    assert!(error.message().contains("was carried out"), "{}", error.message());
    assert_eq!(desktop.calls_of(&["perform"]).len(), 1);
}

#[tokio::test(start_paused = true)]
async fn pressing_quit_makes_everything_vanish() {
    let desktop = Desktop::new(vec![app("editor", 1, vec![button("Quit")])], vec![]);
    desktop.on_perform(|world, _, _| {
        world.app_mut("editor").gone = true;
        Ok(Performed { by: "quit".to_owned() })
    });

    let effect = Effect::Vanishes(query("Quit"));
    let receipt =
        desktop.engine().act(&locator("editor", "Quit"), &Act::Press, &waiting_for(effect)).await.unwrap();

    assert!(receipt.effect.is_some());
}
