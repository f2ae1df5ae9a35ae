//! Every action in the background: what a toolkit can do without the focus it does, what it cannot is refused. Which
//! is which stands in `fixtures/README.md`.

use deskhand::{ErrorKind, State, Target};

use crate::support::{Scene, Stage, Toolkit, eventually, on_every_toolkit};

use ErrorKind::{ActionUnsupported, FocusRequired, InvalidArgument};

on_every_toolkit!(every_action_leaves_the_focus_alone);

async fn every_action_leaves_the_focus_alone(toolkit: Toolkit) {
    let stage = Stage::start().await;
    let scene = Scene::set(&stage, toolkit).await;
    presses(&scene).await;
    toggles(&scene).await;
    expands_and_collapses(&scene).await;
    edits_text(&scene).await;
    sets_numbers(&scene).await;
    chooses(&scene).await;
    uses_menus(&scene).await;
    focuses_and_scrolls(&scene).await;
    confirms_and_cancels(&scene).await;
}

/// An element of the subject by the role that its toolkit gives it.
fn element(scene: &Scene<'_>, name: &str) -> Target {
    let role = match (name, scene.subject.toolkit) {
        ("Bold" | "Details", Toolkit::Gtk3 | Toolkit::Chromium) => "toggle-button",
        ("Bold" | "Details", Toolkit::Gtk4) => "button",
        ("Bold", Toolkit::Qt5 | Toolkit::Qt6) => "checkbox",
        ("Details", Toolkit::Qt5 | Toolkit::Qt6) => "cell",
        ("Agree", _) | ("Red" | "Green", Toolkit::Gtk4) => "checkbox",
        ("Red" | "Green", _) => "radio",
        ("Name", _) => "textfield",
        ("Notes", _) => "editable-text",
        ("Volume", _) => "slider",
        ("Count", _) => "spin-button",
        ("Banana", Toolkit::Qt5 | Toolkit::Qt6) => "list-item",
        ("Banana" | "New" | "Inspect" | "File", _) => "menu-item",
        ("Mars" | "Venus", _) => "list-item",
        ("First" | "Second", _) => "tab",
        ("Row 90", Toolkit::Qt5 | Toolkit::Qt6) => "list-item",
        ("Row 90", _) => "text",
        ("Context area" | "Drag source", Toolkit::Qt5 | Toolkit::Qt6) => "text",
        ("Context area" | "Drag source", _) => "group",
        _ => "button",
    };
    scene.subject.locate(&format!("role:{role} name:\"{name}\""))
}

async fn presses(scene: &Scene<'_>) {
    let save = element(scene, "Save");
    scene.in_background("press", save.press(), "pressed Save (1)").await;
    scene.in_background("press again", save.press(), "pressed Save (2)").await;
    let left = scene.subject.locate("group[name=\"Left\"] button");
    scene.in_background("press the left one", left.press(), "pressed Left Twin (1)").await;
    scene.refused("double click", save.double_click(), FocusRequired).await;
}

async fn toggles(scene: &Scene<'_>) {
    let (agree, green) = (element(scene, "Agree"), element(scene, "Green"));
    if scene.subject.toolkit == Toolkit::Gtk4 {
        scene.refused("toggle a check box", agree.toggle(), FocusRequired).await;
        scene.refused("select a radio button", green.select(), FocusRequired).await;
    } else {
        scene.in_background("toggle a check box", agree.toggle(), "Agree on").await;
        scene.in_background("toggle it back", agree.toggle(), "Agree off").await;
        scene.in_background("press a check box", agree.press(), "Agree on").await;
        scene.in_background("select a radio button", green.select(), "Color = Green").await;
        becomes(&green, State::Checked).await;
    }
    scene.in_background("toggle a button", element(scene, "Bold").toggle(), "Bold on").await;
}

async fn expands_and_collapses(scene: &Scene<'_>) {
    let details = element(scene, "Details");
    if scene.subject.toolkit.is_qt() {
        scene.refused("expand a tree item", details.expand(), ActionUnsupported).await;
        return;
    }
    scene.in_background("expand", details.expand(), "Details on").await;
    scene.subject.locate("Hidden gem").wait().await.expect("what was hidden");
    let before = scene.subject.statuses();
    scene.without_focus("expand what is expanded", details.expand()).await;
    assert_eq!(scene.subject.statuses(), before, "expanding again changes nothing");
    scene.in_background("collapse", details.collapse(), "Details off").await;
}

async fn edits_text(scene: &Scene<'_>) {
    let (name, notes) = (element(scene, "Name"), element(scene, "Notes"));
    if scene.subject.toolkit == Toolkit::Chromium {
        scene.refused("set a text", name.set_text("Ada"), FocusRequired).await;
        scene.refused("type", name.type_text("Ada"), FocusRequired).await;
        assert_eq!(name.text().await.expect("the text of an empty field"), "");
        return;
    }
    scene.in_background("set a text", name.set_text("Ada"), "Name = Ada").await;
    scene.in_background("type after it", name.type_text(" ä€😀"), "Name = Ada ä€😀").await;
    scene.in_background("type on", name.type_text("!"), "Name = Ada ä€😀!").await;
    assert_eq!(name.text().await.expect("the text"), "Ada ä€😀!");
    scene.without_focus("set many lines", notes.set_text("one\ntwo")).await;
    scene.without_focus("type a line", notes.type_text("\nthree")).await;
    eventually("the notes have three lines", async || {
        (notes.text().await.expect("the notes") == "one\ntwo\nthree").then_some(())
    })
    .await;
    scene.in_background("clear a field", name.set_text(""), "Name = ").await;
}

async fn sets_numbers(scene: &Scene<'_>) {
    let (volume, count) = (element(scene, "Volume"), element(scene, "Count"));
    scene.in_background("set a slider", volume.set_number(40.0), "Volume = 40").await;
    scene.in_background("one step up", volume.increment(), "Volume = 41").await;
    scene.in_background("one step down", volume.decrement(), "Volume = 40").await;
    scene.refused("set it too high", volume.set_number(400.0), InvalidArgument).await;
    scene.refused("set it to no number", volume.set_number(f64::NAN), InvalidArgument).await;
    assert_eq!(volume.text().await.expect("its number as text"), "40");
    let value = volume.find().await.expect("the slider").data.value.expect("its number");
    assert_eq!((value.current, value.minimum, value.maximum), (40.0, Some(0.0), Some(100.0)));

    scene.in_background("set a spin button", count.set_number(7.0), "Count = 7").await;
    scene.in_background("set it as text", count.set_text("3"), "Count = 3").await;
    scene.in_background("spin up", count.increment(), "Count = 4").await;
    scene.in_background("spin down", count.decrement(), "Count = 3").await;
    scene.refused("set it to a word", count.set_text("three"), InvalidArgument).await;
}

async fn chooses(scene: &Scene<'_>) {
    scene.in_background("select a list item", element(scene, "Mars").select(), "Planet = Mars").await;
    scene.in_background("press a list item", element(scene, "Venus").press(), "Planet = Venus").await;
    scene.in_background("select a tab", element(scene, "Second").select(), "Tab = Second").await;
    let button = element(scene, "On Second");
    scene.in_background("press on the new page", button.press(), "pressed On Second (1)").await;
    scene.in_background("press a tab", element(scene, "First").press(), "Tab = First").await;

    let banana = element(scene, "Banana");
    match scene.subject.toolkit {
        Toolkit::Gtk3 | Toolkit::Chromium => {
            scene.in_background("select in a drop-down", banana.select(), "Fruit = Banana").await;
        }
        Toolkit::Gtk4 => assert!(!banana.is_present().await.expect("an answer"), "items are not in the tree"),
        Toolkit::Qt5 | Toolkit::Qt6 => {
            scene.refused("select in a drop-down", banana.select(), FocusRequired).await;
        }
    }
}

async fn uses_menus(scene: &Scene<'_>) {
    let (new, area) = (element(scene, "New"), element(scene, "Context area"));
    match scene.subject.toolkit {
        Toolkit::Gtk3 | Toolkit::Qt5 | Toolkit::Qt6 => {
            scene.in_background("press in a closed menu", new.press(), "chose New (1)").await;
        }
        Toolkit::Gtk4 => assert!(!new.is_present().await.expect("an answer"), "items are not in the tree"),
        Toolkit::Chromium => {
            scene.without_focus("open a menu", element(scene, "File").press()).await;
            scene.in_background("press in the menu", new.press(), "chose New (1)").await;
        }
    }
    if scene.subject.toolkit == Toolkit::Chromium {
        scene.without_focus("show a context menu", area.show_menu()).await;
        let inspect = element(scene, "Inspect");
        scene.in_background("press in it", inspect.press(), "chose Inspect (1)").await;
        scene.without_focus("show it by a right click", area.right_click()).await;
        scene.in_background("press in it again", inspect.press(), "chose Inspect (2)").await;
    } else {
        scene.refused("show a context menu", area.show_menu(), FocusRequired).await;
        scene.refused("right click", area.right_click(), FocusRequired).await;
    }
}

async fn focuses_and_scrolls(scene: &Scene<'_>) {
    let (name, row) = (element(scene, "Name"), element(scene, "Row 90"));
    if scene.subject.toolkit.is_qt() {
        scene.without_focus("focus within the application", name.focus()).await;
        // Qt tells who has the focus only while the window has it.
        scene.stage.focus(&scene.subject.title).await;
        becomes(&name, State::Focused).await;
        scene.stage.focus(&scene.bystander.title).await;
    } else {
        scene.refused("focus", name.focus(), FocusRequired).await;
    }
    if scene.subject.toolkit == Toolkit::Chromium {
        let before = row.find().await.expect("a row").data.bounds.expect("its place");
        scene.without_focus("scroll to a row", row.scroll_into_view()).await;
        eventually("the row has moved up into sight", async || {
            let now = row.find().await.expect("a row").data;
            (now.states.contains(State::Showing) && now.bounds?.y < before.y).then_some(())
        })
        .await;
    } else {
        scene.refused("scroll to a row", row.scroll_into_view(), ActionUnsupported).await;
    }
}

async fn confirms_and_cancels(scene: &Scene<'_>) {
    let name = element(scene, "Name");
    if scene.subject.toolkit == Toolkit::Gtk3 {
        scene.in_background("confirm a field", name.confirm(), "confirmed Name (1)").await;
    } else {
        scene.refused("confirm a field", name.confirm(), FocusRequired).await;
    }
    for (answer, effect) in [("OK", "dialog OK (1)"), ("Cancel", "dialog Cancel (1)")] {
        let dialog = open_dialog(scene).await;
        let answering = async {
            match (scene.subject.toolkit, answer) {
                (Toolkit::Gtk4, "OK") => dialog.confirm().await,
                (Toolkit::Gtk4, _) => dialog.cancel().await,
                _ => {
                    let button = format!("dialog[name=\"Question\"] button[name=\"{answer}\"]");
                    scene.subject.locate(&button).press().await
                }
            }
        };
        scene.in_background(&format!("answer with {answer}"), answering, effect).await;
        dialog.wait_until_gone().await.expect("the dialog is gone");
    }
}

async fn becomes(target: &Target, state: State) {
    eventually(&format!("{target:?} is {state:?}"), async || {
        target.find().await.expect("the element").data.states.contains(state).then_some(())
    })
    .await;
}

/// A new dialog may take the keyboard, as the window manager likes; the bystander then takes it back.
async fn open_dialog(scene: &Scene<'_>) -> Target {
    element(scene, "Dialog").press().await.expect("the button for the dialog");
    let dialog = scene.subject.locate("role:dialog name:Question");
    dialog.wait().await.expect("the dialog");
    if scene.subject.toolkit != Toolkit::Chromium {
        eventually("the dialog has a window", async || scene.stage.titled("Question").await).await;
    }
    scene.stage.focus(&scene.bystander.title).await;
    dialog
}
