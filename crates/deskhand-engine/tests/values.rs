//! Setting a value: the element decides whether it is a number or text.

mod support;

use std::sync::Arc;

use deskhand_engine::ports::{Perform, Performed};
use deskhand_engine::{Act, ActOptions, Method, Mode, Session};
use deskhand_model::{Error, ErrorKind, Handle, NodeData, Result, Role};
use support::*;

fn element(role: Role, name: &str) -> (usize, NodeData) {
    let mut element = button(name);
    element.1.role = role;
    element
}

/// An editor with a slider that takes numbers, a field that takes text, and a page that takes neither but real input.
fn desktop() -> Arc<Desktop> {
    let nodes = vec![element(Role::Slider, "Volume"), field("Name"), field("Page")];
    let desktop = Desktop::new(
        vec![app("editor", 7, nodes)],
        vec![window(5, "editor window", 7), focused(window(1, "Other", 8))],
    );
    desktop.on_perform(takes);
    desktop
}

fn takes(_: &mut World, element: &Handle, what: &Perform) -> Result<Performed> {
    match (element.as_str(), what) {
        ("Volume", Perform::SetNumber(number)) if *number > 100.0 => {
            Err(Error::new(ErrorKind::InvalidArgument, "the number is outside of the range"))
        }
        ("Volume", Perform::SetNumber(number)) => Ok(Performed { by: format!("number {number}") }),
        ("Name", Perform::SetText(text)) => Ok(Performed { by: format!("text {text}") }),
        (_, Perform::Focus { .. }) => Ok(Performed { by: "focus".to_owned() }),
        _ => Err(Error::new(ErrorKind::ActionUnsupported, format!("no {} here", what.name()))),
    }
}

fn options(mode: Mode) -> ActOptions {
    ActOptions { mode, within: seconds(3), ..ActOptions::default() }
}

fn set(value: &str) -> Act {
    Act::SetValue(value.to_owned())
}

#[tokio::test(start_paused = true)]
async fn a_number_goes_to_what_takes_numbers_and_text_to_everything_else() {
    let desktop = desktop();
    let engine = desktop.engine();
    for mode in [Mode::Background, Mode::Auto, Mode::Focus] {
        for (name, value, by) in [
            ("Volume", "40", "number 40"),
            ("Volume", " -2.5 ", "number -2.5"),
            ("Name", "40", "text 40"),
            ("Name", "forty", "text forty"),
            ("Name", "", "text "),
            ("Name", "NaN", "text NaN"),
        ] {
            let receipt = engine.act(&locator("editor", name), &set(value), &options(mode)).await.unwrap();
            assert_eq!((receipt.method, receipt.by.as_str()), (Method::Accessibility, by), "{mode:?}");
            assert_eq!(&*receipt.action, "set-value");
        }
    }
    assert!(desktop.calls_of(&["type", "chord", "change"]).is_empty(), "{:?}", desktop.calls());
}

#[tokio::test(start_paused = true)]
async fn a_number_out_of_range_is_not_tried_as_text() {
    let desktop = desktop();

    let done = desktop.engine().act(&locator("editor", "Volume"), &set("500"), &options(Mode::Auto)).await;

    assert_eq!(done.unwrap_err().kind(), ErrorKind::InvalidArgument);
    assert_eq!(desktop.calls_of(&["perform", "type", "change"]).len(), 1, "{:?}", desktop.calls());
}

#[tokio::test(start_paused = true)]
async fn nothing_is_typed_into_what_is_no_text_field() {
    let desktop = desktop();
    let engine = desktop.engine();
    let text = || "five".to_owned();
    for mode in [Mode::Auto, Mode::Focus] {
        for act in [Act::SetValue(text()), Act::SetText(text()), Act::TypeText(text())] {
            let done = engine.act(&locator("editor", "Volume"), &act, &options(mode)).await;
            let error = done.unwrap_err();
            assert_eq!(error.kind(), ErrorKind::ActionUnsupported, "{act:?} in {mode:?}");
            assert!(error.message().contains(r#"slider "Volume" is no text field"#), "{error:?}");
            assert!(!format!("{error:?}").contains("five"), "a value may be a secret: {error:?}");
        }
    }
    assert!(desktop.calls_of(&["type", "chord", "change", "pointer"]).is_empty(), "{:?}", desktop.calls());
}

#[tokio::test(start_paused = true)]
async fn real_input_fills_a_field_that_accessibility_cannot() {
    let desktop = desktop();
    let engine = desktop.engine();

    let receipt = engine.act(&locator("editor", "Page"), &set("7"), &options(Mode::Auto)).await.unwrap();

    assert_eq!(receipt.method, Method::Input);
    assert_eq!(receipt.by, "keyboard: typed in place of what was there");
    assert_eq!(desktop.calls_of(&["type"]), ["type 7"]);
    let error = engine.act(&locator("editor", "Page"), &set("7"), &options(Mode::Background)).await;
    assert_eq!(error.unwrap_err().kind(), ErrorKind::FocusRequired);
}
