//! Acting by real input, with focus and pointer given back.

mod support;

use std::sync::Arc;
use std::time::Duration;

use deskhand_engine::ports::{Chord, Key, Performed};
use deskhand_engine::{Act, ActOptions, DragTo, Effect, Method, Mode, Session};
use deskhand_model::{AppSelector, Error, ErrorKind, Point, Role, State, WindowId, Workspace};
use support::*;

const OTHER: u64 = 1;
const EDITOR: u64 = 5;

/// An editor in the background of another window that has the focus.
fn desktop(nodes: Vec<(usize, deskhand_model::NodeData)>) -> Arc<Desktop> {
    Desktop::new(
        vec![app("editor", 7, nodes)],
        vec![window(EDITOR, "editor window", 7), focused(window(OTHER, "Other", 8))],
    )
}

fn focus() -> ActOptions {
    ActOptions { mode: Mode::Focus, within: seconds(3), ..ActOptions::default() }
}

fn input_of(desktop: &Desktop) -> Vec<String> {
    desktop.calls_of(&["pointer", "button", "wheel", "chord", "type", "change", "workspace"])
}

#[tokio::test(start_paused = true)]
async fn a_click_takes_the_focus_clicks_the_middle_and_gives_everything_back() {
    let desktop = desktop(vec![button("Save")]);

    let receipt = desktop.engine().act(&locator("editor", "Save"), &Act::Press, &focus()).await.unwrap();

    assert_eq!(
        input_of(&desktop),
        [
            "change 0x5 Focus",
            "pointer 140,140",
            "button Left down",
            "button Left up",
            "change 0x1 Focus",
            "pointer 7,7"
        ]
    );
    assert_eq!(receipt.method, Method::Input);
    assert_eq!(receipt.by, "pointer: click at 140,140");
    let used = receipt.focus;
    assert!(used.taken && used.restored && used.pointer_moved);
    assert_eq!(used.previous, Some(WindowId(OTHER)));
    assert!(desktop.calls_of(&["perform"]).is_empty());
}

#[tokio::test(start_paused = true)]
async fn the_pointer_does_not_reach_a_tab_page_in_the_back_and_accessibility_does() {
    let mut tab = node(Role::Tab, "Page 2");
    tab.states.insert(State::Selectable);
    let mut inside = without(button("Save"), &[State::Showing]);
    inside.0 = 3;
    let desktop = desktop(vec![(2, tab), inside]);
    let (engine, save) = (desktop.engine(), locator("editor", "Save"));

    let error = engine.act(&save, &Act::Press, &focus()).await.unwrap_err();
    assert_eq!((error.kind(), error.advice()), (ErrorKind::ElementHidden, Some("select its tab first")));
    engine.act(&save, &Act::Press, &ActOptions { mode: Mode::Background, ..focus() }).await.unwrap();

    desktop.world().app_mut("editor").node_mut("Page 2").states.insert(State::Selected);
    engine.act(&save, &Act::Press, &focus()).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn focus_and_pointer_come_back_when_the_effect_does_not_show() {
    let desktop = desktop(vec![button("Save")]);
    let options = ActOptions { effect: Some(Effect::Changes), ..focus() };

    let error = desktop.engine().act(&locator("editor", "Save"), &Act::Press, &options).await.unwrap_err();

    assert_eq!(error.kind(), ErrorKind::Timeout);
    assert!(error.steps().iter().any(|step| step == "gave focus and pointer back"), "{:?}", error.steps());
    let world = desktop.world();
    assert_eq!((world.focused, world.pointer), (Some(WindowId(OTHER)), Point { x: 7, y: 7 }));
}

#[tokio::test(start_paused = true)]
async fn the_focus_is_not_taken_for_an_element_that_cannot_be_reached() {
    let mut far = button("Save");
    far.1.bounds = Some(deskhand_model::Rect::new(900, 900, 10, 10));
    let desktop = desktop(vec![far]);

    let error = desktop.engine().act(&locator("editor", "Save"), &Act::Press, &focus()).await.unwrap_err();

    assert_eq!(error.kind(), ErrorKind::ElementHidden);
    assert!(
        desktop.calls_of(&["perform Save scroll-into-view"]).len() == 1,
        "it was asked to scroll into view"
    );
    assert_eq!(input_of(&desktop), [""; 0], "the focus was taken in vain");
    assert!(error.steps().iter().any(|step| step.contains("not touched")), "{:?}", error.steps());
}

#[tokio::test(start_paused = true)]
async fn focus_comes_back_soon_when_a_restored_window_does_not_show_the_element() {
    let mut far = button("Save");
    far.1.bounds = Some(deskhand_model::Rect::new(900, 900, 10, 10));
    let desktop = desktop(vec![far]);
    desktop.world().window_mut(EDITOR).minimized = true;
    let now = ActOptions { patience: Some(Duration::ZERO), ..focus() };

    let error = desktop.engine().act(&locator("editor", "Save"), &Act::Press, &now).await.unwrap_err();

    assert_eq!(error.kind(), ErrorKind::ElementHidden);
    assert!(desktop.calls_of(&["button"]).is_empty());
    assert_eq!(desktop.world().focused, Some(WindowId(OTHER)));
    assert!(desktop.elapsed() < 1000, "without patience it took {} ms", desktop.elapsed());
}

#[tokio::test(start_paused = true)]
async fn focus_is_had_only_when_the_element_and_its_window_have_it() {
    let focusable = |name: &str| {
        let (depth, mut node) = button(name);
        node.states.insert(State::Focusable);
        (depth, node)
    };
    let auto = ActOptions { mode: Mode::Auto, ..focus() };
    let desktop = desktop(vec![focusable("Save"), button("Group")]);
    let engine = desktop.engine();

    let receipt = engine.act(&locator("editor", "Save"), &Act::Focus, &auto).await.unwrap();
    assert_eq!(desktop.world().focused, Some(WindowId(EDITOR)), "its window was brought to the front");
    assert!(receipt.focus.taken && !receipt.focus.pointer_moved, "{receipt:?}");
    assert!(desktop.calls_of(&["button"]).is_empty());

    desktop.world().focus(Some(WindowId(OTHER)));
    desktop.world().app_mut("editor").node_mut("Save").states.remove(State::Focused);
    desktop.world().app_mut("editor").ignores_focus = true;
    for name in ["Save", "Group"] {
        let error = engine.act(&locator("editor", name), &Act::Focus, &auto).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::ActionFailed, "{name}: {error:?}");
        assert_eq!(desktop.world().focused, Some(WindowId(OTHER)), "given back after {name}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_window_that_is_not_given_the_focus_is_an_error_that_says_who_has_it() {
    let desktop = desktop(vec![button("Save")]);
    desktop.world().focus_guarded = true;

    let error = desktop.engine().act(&locator("editor", "Save"), &Act::Press, &focus()).await.unwrap_err();

    assert_eq!(error.kind(), ErrorKind::ActionFailed);
    assert!(error.message().contains("window 0x1 has it"), "{}", error.message());
    assert!(desktop.calls_of(&["button"]).is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_moving_element_is_clicked_where_it_comes_to_rest() {
    let desktop = desktop(vec![button("Save")]);
    for step in 1..=10_u64 {
        desktop.at(step * 20, move |world| {
            let node = world.app_mut("editor").node_mut("Save");
            node.bounds = node.bounds.map(|bounds| bounds.translated(Point { x: 10, y: 0 }));
        });
    }

    let receipt = desktop.engine().act(&locator("editor", "Save"), &Act::Press, &focus()).await.unwrap();

    assert_eq!(receipt.by, "pointer: click at 240,140");
}

#[tokio::test(start_paused = true)]
async fn an_element_is_scrolled_into_view_before_it_is_clicked() {
    let mut far = button("Save");
    far.1.bounds = Some(deskhand_model::Rect::new(120, 900, 40, 20));
    let desktop = desktop(vec![far]);
    desktop.on_perform(|world, _, _| {
        world.app_mut("editor").node_mut("Save").bounds = Some(deskhand_model::Rect::new(120, 200, 40, 20));
        Ok(Performed { by: "scrolled".to_owned() })
    });

    let receipt = desktop.engine().act(&locator("editor", "Save"), &Act::Press, &focus()).await.unwrap();

    assert_eq!(receipt.by, "pointer: click at 140,210");
}

#[tokio::test(start_paused = true)]
async fn a_minimised_window_is_restored_first_and_the_receipt_says_so() {
    let desktop = desktop(vec![button("Save")]);
    desktop.world().window_mut(EDITOR).minimized = true;

    let receipt = desktop.engine().act(&locator("editor", "Save"), &Act::Press, &focus()).await.unwrap();

    assert!(receipt.by.ends_with("restored the minimised window"), "{}", receipt.by);
    assert_eq!(input_of(&desktop)[..2], ["change 0x5 Restore", "change 0x5 Focus"]);
}

#[tokio::test(start_paused = true)]
async fn another_workspace_is_shown_only_meanwhile() {
    let desktop = desktop(vec![button("Save")]);
    desktop.world().window_mut(EDITOR).workspace = Some(Workspace::Number(1));

    let receipt = desktop.engine().act(&locator("editor", "Save"), &Act::Press, &focus()).await.unwrap();

    assert_eq!(desktop.calls_of(&["workspace"]), ["workspace 1", "workspace 0"]);
    assert!(receipt.focus.restored && receipt.by.contains("workspace 1"));
}

#[tokio::test(start_paused = true)]
async fn auto_uses_input_only_where_accessibility_cannot() {
    let desktop = desktop(vec![button("Save"), field("Name")]);
    desktop.on_perform(|_, handle, _| match handle.as_str() {
        "Save" => Ok(Performed { by: "Fake".to_owned() }),
        _ => Err(Error::new(ErrorKind::ActionUnsupported, "no such action")),
    });
    let engine = desktop.engine();
    let auto = ActOptions { mode: Mode::Auto, ..focus() };

    let quiet = engine.act(&locator("editor", "Save"), &Act::Press, &auto).await.unwrap();
    assert!(quiet.method == Method::Accessibility && !quiet.focus.taken);

    let loud = engine.act(&locator("editor", "Name"), &Act::Press, &auto).await.unwrap();
    assert!(loud.method == Method::Input && loud.focus.taken && loud.focus.restored);
}

#[tokio::test(start_paused = true)]
async fn typing_goes_after_what_is_there_and_setting_replaces_it() {
    let desktop = desktop(vec![field("Name")]);
    desktop.on_perform(|_, _, what| match what.name() {
        "focus" => Ok(Performed { by: "Fake".to_owned() }),
        _ => Err(Error::new(ErrorKind::ActionUnsupported, "no such action")),
    });
    let engine = desktop.engine();
    let keyboard = || desktop.calls_of(&["chord", "type"]);

    engine.act(&locator("editor", "Name"), &Act::TypeText("abc".to_owned()), &focus()).await.unwrap();
    assert_eq!(keyboard(), [r#"chord [Control] Named("End")"#, "type abc"]);

    desktop.forget_calls();
    engine.act(&locator("editor", "Name"), &Act::SetText("abc".to_owned()), &focus()).await.unwrap();
    assert_eq!(keyboard(), ["chord [Control] Char('a')", "type abc"]);

    desktop.forget_calls();
    engine.act(&locator("editor", "Name"), &Act::Confirm, &focus()).await.unwrap();
    assert_eq!(keyboard(), [r#"chord [] Named("Return")"#]);
    assert!(desktop.calls_of(&["button"]).is_empty(), "accessibility gave it the keyboard");
}

#[tokio::test(start_paused = true)]
async fn a_field_that_cannot_be_focused_is_clicked_but_a_button_is_not() {
    let desktop = desktop(vec![field("Name"), button("Save")]);
    desktop.on_perform(|_, _, _| Err(Error::new(ErrorKind::ActionUnsupported, "no such action")));
    desktop.at(150, |world| {
        world.app_mut("editor").node_mut("Name").states.insert(State::Focused);
    });
    let engine = desktop.engine();

    engine.act(&locator("editor", "Name"), &Act::TypeText("a".to_owned()), &focus()).await.unwrap();
    assert_eq!(desktop.calls_of(&["button"]), ["button Left down", "button Left up"]);

    desktop.forget_calls();
    let keys = Act::Keys(vec![Chord { modifiers: vec![], key: Key::Char('x') }]);
    let error = engine.act(&locator("editor", "Save"), &keys, &focus()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ActionUnsupported);
    assert!(desktop.calls_of(&["button", "chord"]).is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_field_that_accessibility_cannot_focus_is_clicked_into_and_keeps_the_keyboard() {
    let desktop = desktop(vec![button("Save"), field("Name")]);
    desktop.on_perform(|_, _, _| Err(Error::new(ErrorKind::ActionUnsupported, "no focus here")));
    let auto = ActOptions { mode: Mode::Auto, ..focus() };

    let receipt = desktop.engine().act(&locator("editor", "Name"), &Act::Focus, &auto).await.unwrap();

    assert_eq!((receipt.method, receipt.focus.taken, receipt.focus.restored), (Method::Input, true, false));
    assert_eq!(desktop.world().focused, Some(WindowId(EDITOR)));

    let error = desktop.engine().act(&locator("editor", "Save"), &Act::Focus, &auto).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ActionUnsupported);
    assert!(error.message().contains("would do more"), "{}", error.message());
    let background = ActOptions { mode: Mode::Background, ..focus() };
    let error = desktop.engine().act(&locator("editor", "Name"), &Act::Focus, &background).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::FocusRequired);
}

#[tokio::test(start_paused = true)]
async fn hovering_leaves_the_pointer_unless_an_effect_was_waited_for() {
    let desktop = desktop(vec![button("Save")]);
    let engine = desktop.engine();
    let there = Point { x: 140, y: 140 };

    let receipt = engine.act(&locator("editor", "Save"), &Act::Hover, &focus()).await.unwrap();
    assert!(receipt.focus.pointer_moved && !receipt.focus.restored);
    assert_eq!(desktop.world().pointer, there);

    desktop.world().pointer = Point { x: 1, y: 1 };
    let tip = Effect::Appears(query("Save"));
    let options = ActOptions { effect: Some(tip), ..focus() };
    engine.act(&locator("editor", "Save"), &Act::Hover, &options).await.unwrap();
    assert_eq!(desktop.world().pointer, Point { x: 1, y: 1 });
}

#[tokio::test(start_paused = true)]
async fn a_drag_presses_moves_in_steps_and_lets_go() {
    let desktop = desktop(vec![button("Card")]);
    let drag = Act::Drag(DragTo::By(Point { x: 80, y: 0 }));

    desktop.engine().act(&locator("editor", "Card"), &drag, &focus()).await.unwrap();

    let input = input_of(&desktop);
    let down = input.iter().position(|call| call == "button Left down").unwrap();
    let up = input.iter().position(|call| call == "button Left up").unwrap();
    assert_eq!(input[down - 1], "pointer 140,140");
    assert_eq!(input[up - 1], "pointer 220,140");
    assert!(up - down > 4, "{input:?}");
}

#[tokio::test(start_paused = true)]
async fn a_drag_out_of_the_screen_is_refused_before_the_button_goes_down() {
    let desktop = desktop(vec![button("Card")]);
    let drag = Act::Drag(DragTo::By(Point { x: 5000, y: 0 }));

    let error = desktop.engine().act(&locator("editor", "Card"), &drag, &focus()).await.unwrap_err();

    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert!(desktop.calls_of(&["button"]).is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_drag_can_end_on_another_element() {
    let mut bin = button("Bin");
    bin.1.bounds = Some(deskhand_model::Rect::new(300, 300, 20, 20));
    let desktop = desktop(vec![button("Card"), bin]);
    let drag = Act::Drag(DragTo::Element(query("Bin")));

    let receipt = desktop.engine().act(&locator("editor", "Card"), &drag, &focus()).await.unwrap();

    assert_eq!(receipt.by, "pointer: dragged from 140,140 to 310,310");
}

#[tokio::test(start_paused = true)]
async fn the_wheel_turns_over_a_disabled_element_too() {
    let desktop = desktop(vec![without(button("List"), &[State::Enabled])]);
    let scroll = Act::Scroll { across: 0, down: 3 };
    desktop.engine().act(&locator("editor", "List"), &scroll, &focus()).await.unwrap();
    assert_eq!(desktop.calls_of(&["wheel"]), ["wheel 0,3"]);
}

#[tokio::test(start_paused = true)]
async fn keys_for_an_application_go_to_its_front_window() {
    let desktop = desktop(vec![]);
    let engine = desktop.engine();
    let chords = [Chord { modifiers: vec![], key: Key::Named("F5".to_owned()) }];
    let selector = AppSelector::parse("editor");

    let receipt = engine.keys(&selector, &chords, &focus()).await.unwrap();
    assert_eq!(input_of(&desktop), ["change 0x5 Focus", r#"chord [] Named("F5")"#, "change 0x1 Focus"]);
    assert!(receipt.target.is_none() && receipt.focus.restored);

    let error = engine.keys(&selector, &chords, &ActOptions::default()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::FocusRequired);
}

#[tokio::test(start_paused = true)]
async fn a_window_that_cannot_be_told_from_its_clone_is_left_alone() {
    let desktop = desktop(vec![button("Save")]);
    desktop.world().windows.push(window(6, "editor window", 7));

    let error = desktop.engine().act(&locator("editor", "Save"), &Act::Press, &focus()).await.unwrap_err();

    assert_eq!(error.kind(), ErrorKind::WindowAmbiguous);
    assert!(input_of(&desktop).is_empty());
}

#[tokio::test(start_paused = true)]
async fn actions_that_need_the_pointer_take_turns() {
    let desktop = desktop(vec![button("Save"), button("Quit")]);
    let engine = desktop.engine();

    let (save, quit) = (locator("editor", "Save"), locator("editor", "Quit"));
    let options = focus();
    let (first, second) =
        tokio::join!(engine.act(&save, &Act::Press, &options), engine.act(&quit, &Act::Press, &options));

    first.unwrap();
    second.unwrap();
    let turns: Vec<String> =
        input_of(&desktop).into_iter().filter(|call| call.starts_with("change")).collect();
    assert_eq!(turns, ["change 0x5 Focus", "change 0x1 Focus", "change 0x5 Focus", "change 0x1 Focus"]);
}

#[tokio::test(start_paused = true)]
async fn input_waits_until_another_process_is_done_with_keyboard_and_pointer() {
    let desktop = desktop(vec![button("Save")]);
    desktop.world().input_taken = true;
    desktop.at(300, |world| world.input_taken = false);

    desktop.engine().act(&locator("editor", "Save"), &Act::Press, &focus()).await.unwrap();

    assert!(desktop.elapsed() >= 300, "clicked after {} ms", desktop.elapsed());
}

#[tokio::test(start_paused = true)]
async fn nothing_is_touched_while_another_process_keeps_keyboard_and_pointer() {
    let desktop = desktop(vec![button("Save")]);
    desktop.world().input_taken = true;

    let error = desktop.engine().act(&locator("editor", "Save"), &Act::Press, &focus()).await.unwrap_err();

    assert_eq!(error.kind(), ErrorKind::Timeout, "{error}");
    assert_eq!(input_of(&desktop), [] as [&str; 0]);
}

#[tokio::test(start_paused = true)]
async fn a_click_that_gave_no_focus_is_repeated_before_anything_is_typed() {
    let desktop = desktop(vec![field("Name")]);
    desktop.on_perform(|_, _, _| Err(Error::new(ErrorKind::ActionUnsupported, "no such action")));
    desktop.at(500, |world| {
        world.app_mut("editor").node_mut("Name").states.insert(State::Focused);
    });

    let typed = Act::TypeText("a".to_owned());
    desktop.engine().act(&locator("editor", "Name"), &typed, &focus()).await.unwrap();

    let (click, release) = ("button Left down", "button Left up");
    let calls = desktop.calls_of(&["button", "type"]);
    assert_eq!(calls, [click, release, click, release, "type a"]);
    assert!(desktop.elapsed() >= 500, "typed after {} ms", desktop.elapsed());
}
