//! click, act, type, set-value, key: proven by what the application itself reports.

use crate::desktop::Desktop;

#[test]
fn a_click_in_the_background_arrives_and_leaves_the_focus_alone() {
    let desktop = Desktop::start();
    let behind = desktop.fixture("Behind");
    let _front = desktop.fixture("Front");
    desktop.run(&["window", "focus", "Front"]).ok();
    assert_eq!(desktop.focused(), "Front");

    let receipt = desktop.json(&["click", &behind.app, "role:button title:Save"], 0);
    behind.has_said("status: pressed Save (1)");
    assert_eq!(receipt["method"], "accessibility");
    assert_eq!(receipt["focus"]["taken"], false);
    assert_eq!(receipt["target"]["name"], "Save");
    assert_eq!(desktop.focused(), "Front");

    let told = desktop.run(&["click", &behind.app, "role:button title:Save"]).ok();
    assert!(told.starts_with("pressed button \"Save\" in ") && told.contains("focus untouched"), "{told}");
    behind.has_said("status: pressed Save (2)");
}

#[test]
fn a_click_can_wait_for_its_effect() {
    let desktop = Desktop::start();
    let fixture = desktop.fixture("Effect");
    let app = &fixture.app;
    let receipt = desktop.json(&["click", app, "Appear later", "--until", "role:button title:Latecomer"], 0);
    assert!(receipt["effect_ms"].as_f64().unwrap() > 0.0, "{receipt}");
    desktop.run(&["find", app, "role:button title:Latecomer"]).ok();
    let error =
        desktop.json(&["click", app, "role:button title:Save", "--until", "Never", "--timeout", "1"], 7);
    assert_eq!(error["error"]["code"], "timeout");
    fixture.has_said("status: pressed Save (1)");
}

#[test]
fn text_and_numbers_are_set_and_typed_in_the_background() {
    let desktop = Desktop::start();
    let fixture = desktop.fixture("Values");
    let app = &fixture.app;
    let name = "role:textfield title:Name";
    desktop.run(&["type", app, name, "Grace Hopper"]).ok();
    fixture.has_said("status: Name = Grace Hopper");
    assert_eq!(desktop.run(&["get", app, name]).ok(), "Grace Hopper\n");
    desktop.run(&["set-value", app, name, "Ada"]).ok();
    fixture.has_said("status: Name = Ada");
    desktop.run(&["set-value", app, "role:slider title:Volume", "40"]).ok();
    fixture.has_said("status: Volume = 40");
    let told = desktop.run(&["set-value", app, "role:slider title:Volume", "loud"]).fails(2);
    assert!(told.contains("number"), "{told}");
    // A text field takes a number as text.
    desktop.run(&["set-value", app, name, "-5"]).ok();
    fixture.has_said("status: Name = -5");
}

#[test]
fn a_qt_button_does_not_take_text() {
    let desktop = Desktop::start();
    let fixture = desktop.fixture_of("qt5", "Qt");
    let error = desktop.json(&["set-value", &fixture.app, "role:button title:Save", "x"], 4);
    assert_eq!(error["error"]["code"], "focus_required");
    desktop.run(&["set-value", &fixture.app, "role:textfield title:Name", "x"]).ok();
    fixture.has_said("status: Name = x");
}

#[test]
fn a_key_that_does_not_exist_is_refused_before_any_is_struck() {
    let desktop = Desktop::start();
    let fixture = desktop.fixture("Keys");
    let error = desktop.json(&["key", &fixture.app, "ctrl+k", "ctrl+bogus", "--mode", "focus"], 2);
    assert!(error["error"]["message"].as_str().unwrap().contains("no key `bogus`"), "{error}");
    desktop.run(&["key", &fixture.app, "ctrl+j", "--mode", "focus"]).ok();
    fixture.has_said("status: key ctrl+j (1)");
    assert!(!fixture.said("status: key ctrl+k (1)"), "half of the keys were struck");
}

#[test]
fn other_verbs_reach_what_offers_them() {
    let desktop = Desktop::start();
    let fixture = desktop.fixture("Verbs");
    desktop.run(&["act", "toggle", &fixture.app, "role:checkbox title:Agree"]).ok();
    fixture.has_said("status: Agree on");
    desktop.run(&["act", "select", &fixture.app, "Mars"]).ok();
    fixture.has_said("status: Planet = Mars");
}

#[test]
fn a_disabled_element_is_waited_for_and_then_refused() {
    let desktop = Desktop::start();
    let fixture = desktop.fixture("Disabled");
    let locked = "role:button title:Locked";
    let error = desktop.json(&["click", &fixture.app, locked, "--timeout", "300ms"], 5);
    assert_eq!(error["error"]["code"], "element_disabled");
    desktop.run(&["click", &fixture.app, "Unlock later"]).ok();
    desktop.run(&["click", &fixture.app, locked]).ok();
    fixture.has_said("status: pressed Locked (1)");
}

#[test]
fn keys_need_a_mode_that_allows_real_input() {
    let desktop = Desktop::start();
    let fixture = desktop.fixture("Keys");
    let error = desktop.json(&["key", &fixture.app, "ctrl+k"], 4);
    assert_eq!(error["error"]["code"], "focus_required");
    let receipt = desktop.json(&["key", &fixture.app, "ctrl+k", "--mode", "focus"], 0);
    assert_eq!(receipt["method"], "input");
    fixture.has_said("status: key ctrl+k (1)");
}

#[test]
fn real_input_gives_the_focus_back() {
    let desktop = Desktop::start();
    let behind = desktop.fixture("Behind");
    let _front = desktop.fixture("Front");
    desktop.run(&["window", "focus", "Front"]).ok();
    let scroll = ["scroll", &behind.app, "Double area", "--down", "1", "--mode", "focus"];
    let receipt = desktop.json(&scroll, 0);
    assert_eq!(
        (&receipt["focus"]["taken"], &receipt["focus"]["restored"]),
        (&true.into(), &true.into()),
        "{receipt}"
    );
    behind.has_said("status: wheel down (1)");
    assert_eq!(desktop.focused(), "Front");
}
