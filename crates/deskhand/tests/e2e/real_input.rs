//! Real input: only where the mode allows it, and with focus and pointer given back.

use std::sync::Arc;
use std::time::{Duration, Instant};

use deskhand::engine::ports::Input;
use deskhand::{
    Act, ActOptions, AppSelector, Effect, ErrorKind, Locator, Method, Mode, Point, Query, Receipt, Result,
    Session as _, State, Target,
};

use crate::support::{PATIENCE, Recorder, Scene, Stage, Toolkit, on_every_toolkit};

use ErrorKind::{ActionFailed, ActionUnsupported, ElementHidden, FocusRequired};

/// Where the pointer rests while nothing happens: over neither window's content.
const REST: Point = Point { x: 3, y: 1000 };

on_every_toolkit!(real_input_is_borrowed_and_given_back);

async fn real_input_is_borrowed_and_given_back(toolkit: Toolkit) {
    let stage = Stage::start().await;
    let scene = Scene::set(&stage, toolkit).await;
    let pointer = Pointer::rest(&stage).await;
    what_needs_input_is_refused_in_the_background(&scene).await;

    let area = |name: &str| scene.subject.locate(&area_query(toolkit, name)).mode(Mode::Focus);
    let double = area("Double area");
    borrows(&scene, &pointer, "double click", double.double_click(), "double-clicked Double area (1)").await;
    borrows(&scene, &pointer, "turn the wheel", double.scroll(0, 1), "wheel down (1)").await;
    let drag = area("Drag source");
    let target = area_query(toolkit, "Drop target");
    borrows(&scene, &pointer, "drag", drag.drag_to(&target), "dropped cargo (1)").await;
    let save = scene.subject.button("Save").mode(Mode::Focus);
    borrows(&scene, &pointer, "click", save.press(), "pressed Save (1)").await;

    let app = scene.subject.app().mode(Mode::Focus);
    borrows(&scene, &pointer, "strike keys", app.keys(&["ctrl+k"]), "key ctrl+k (1)").await;
    types(&scene, &pointer).await;
    hovers(&scene, &pointer, &double).await;
    opens_a_context_menu(&scene, &pointer, &area("Context area")).await;
    does_what_accessibility_cannot(&scene, &pointer).await;
    if toolkit == Toolkit::Gtk3 {
        does_not_reach_a_page_in_the_back(&scene).await;
    }
}

on_every_toolkit!(what_is_focused_has_the_keyboard_and_its_window_too);

async fn what_is_focused_has_the_keyboard_and_its_window_too(toolkit: Toolkit) {
    let stage = Stage::start().await;
    let scene = Scene::set(&stage, toolkit).await;
    let name = scene.subject.locate("role:textfield name:Name").mode(Mode::Auto);
    let receipt = name.focus().await.expect("the focus");
    assert!(receipt.focus.taken && !receipt.focus.restored, "{receipt:?}");
    let active = stage.titled(&scene.subject.title).await.expect("the window");
    assert!(active.focused, "{receipt:?}");
    let states = name.find().await.expect("the field").data.states;
    assert!(states.contains(State::Focused), "{states:?}: {receipt:?}");

    if toolkit == Toolkit::Chromium {
        stage.focus(&scene.bystander.title).await;
        let group = scene.subject.locate("group[name=\"Left\"]").mode(Mode::Auto);
        scene.refused("focus what takes none", group.focus(), ActionFailed).await;
    }
}

#[tokio::test]
async fn what_is_out_of_sight_is_refused_soon_and_the_focus_left_alone() {
    let stage = Stage::start().await;
    let scene = Scene::set(&stage, Toolkit::Gtk3).await;
    let query = Query::parse("Hidden gem").expect("a query");
    let locator = Locator { app: AppSelector::Pid(scene.subject.pid), query, nth: None };
    let options = ActOptions {
        mode: Mode::Focus,
        within: PATIENCE,
        patience: Some(Duration::ZERO),
        ..ActOptions::default()
    };
    let recorder = Recorder::on(&stage);
    let began = Instant::now();
    let session = stage.desktop.session();
    scene.refused("press", session.act(&locator, &Act::Press, &options), ElementHidden).await;
    assert!(began.elapsed() < Duration::from_secs(3), "took {:?}", began.elapsed());
    assert_eq!(recorder.focus_changes(), 0, "the focus was taken in vain");
}

async fn what_needs_input_is_refused_in_the_background(scene: &Scene<'_>) {
    let area = scene.subject.locate(&area_query(scene.subject.toolkit, "Double area"));
    scene.refused("hover", area.hover(), FocusRequired).await;
    scene.refused("turn the wheel", area.scroll(0, 1), FocusRequired).await;
    scene.refused("drag", area.drag_by(20, 0), FocusRequired).await;
    scene.refused("strike keys", area.keys(&["ctrl+k"]), FocusRequired).await;
    scene.refused("strike keys anywhere", scene.subject.app().keys(&["ctrl+k"]), FocusRequired).await;
    for mode in [Mode::Background, Mode::Focus, Mode::Auto] {
        let touch = area.clone().mode(mode);
        scene.refused("touch with two fingers", touch.act(Act::MultiTouch), ActionUnsupported).await;
    }
}

async fn types(scene: &Scene<'_>, pointer: &Pointer) {
    let name = scene.subject.locate("role:textfield name:Name");
    let typed = name.clone().mode(Mode::Focus);
    borrows(scene, pointer, "type", typed.type_text("Zoë & Ünal"), "Name = Zoë & Ünal").await;
    borrows(scene, pointer, "type on", typed.type_text("!"), "Name = Zoë & Ünal!").await;
    borrows(scene, pointer, "press Return", typed.keys(&["Return"]), "confirmed Name (1)").await;
    if scene.subject.toolkit == Toolkit::Chromium {
        // Where there is no EditableText, `auto` takes the keyboard, and says so.
        let auto = name.clone().mode(Mode::Auto);
        borrows(scene, pointer, "replace", auto.set_text("Ada"), "Name = Ada").await;
        // Chromium's page runs ahead of its accessibility tree.
        name.wait_for_text("Ada").await.expect("the text of the field");
    } else {
        assert_eq!(name.text().await.expect("the text of the field"), "Zoë & Ünal!");
        let auto = name.clone().mode(Mode::Auto);
        scene.in_background("auto stays in the background", auto.set_text("Ada"), "Name = Ada").await;
    }
}

/// The pointer stays on what it hovers over, unless an effect was waited for.
async fn hovers(scene: &Scene<'_>, pointer: &Pointer, area: &Target) {
    // The double click and the wheel entered the area before.
    let times = scene.subject.statuses().iter().filter(|status| status.starts_with("hovered")).count() + 1;
    let effect = format!("hovered Double area ({times})");
    let seen = Effect::Appears(Query::parse(&format!("\"status: {effect}\"")).expect("a query"));
    borrows(scene, pointer, "hover", area.clone().until(seen).hover(), &effect).await;
}

async fn opens_a_context_menu(scene: &Scene<'_>, pointer: &Pointer, area: &Target) {
    if scene.subject.toolkit.is_qt() {
        // Qt's context menu is in no tree; the keyboard reaches it.
        return;
    }
    let inspect = "role:menu-item name:Inspect";
    let opened = Effect::Appears(Query::parse(inspect).expect("a query"));
    let receipt = area.clone().until(opened).right_click().await.expect("a right click");
    assert_eq!(receipt.method, Method::Input, "{receipt:?}");
    assert!(receipt.effect.is_some(), "{receipt:?}");
    pointer.is_back("right click").await;
    scene.subject.locate(inspect).press().await.expect("the item");
    scene.subject.expect("chose Inspect (1)").await;
    scene.stage.focus(&scene.bystander.title).await;
}

/// What the toolkit cannot do in the background, mode `auto` does with real input.
async fn does_what_accessibility_cannot(scene: &Scene<'_>, pointer: &Pointer) {
    if scene.subject.toolkit == Toolkit::Gtk4 {
        let agree = scene.subject.locate("role:checkbox name:Agree").mode(Mode::Auto);
        borrows(scene, pointer, "toggle", agree.toggle(), "Agree on").await;
        let green = scene.subject.locate("role:checkbox name:Green").mode(Mode::Auto);
        borrows(scene, pointer, "select", green.select(), "Color = Green").await;
    }
}

async fn does_not_reach_a_page_in_the_back(scene: &Scene<'_>) {
    let button = scene.subject.button("On Second").mode(Mode::Focus);
    let brief = button.clone().within(Duration::from_millis(400));
    let error = brief.press().await.expect_err("it is on the other page");
    assert_eq!(error.kind(), ElementHidden, "{error:?}");
    assert!(error.advice().is_some_and(|hint| hint.contains("tab")), "{error:?}");
    scene.subject.locate("role:tab name:Second").select().await.expect("the tab");
    button.press().await.expect("the button on it");
    scene.subject.expect("pressed On Second (1)").await;
}

/// The action was carried out by real input, had this effect, and left everything as it was.
async fn borrows(
    scene: &Scene<'_>,
    pointer: &Pointer,
    what: &str,
    act: impl Future<Output = Result<Receipt>>,
    effect: &str,
) {
    let receipt = match act.await {
        Ok(receipt) => receipt,
        Err(error) => panic!("{what} on {:?}: {error:?}", scene.subject.toolkit),
    };
    assert_eq!(receipt.method, Method::Input, "{what}: {receipt:?}");
    assert!(receipt.focus.taken && receipt.focus.restored, "{what}: {receipt:?}");
    scene.subject.expect(effect).await;
    scene.assert_focus_untouched(what).await;
    pointer.is_back(what).await;
}

fn area_query(toolkit: Toolkit, name: &str) -> String {
    let role = if toolkit.is_qt() { "*" } else { "group" };
    format!("{role}[name=\"{name}\"]")
}

/// The pointer of a stage.
struct Pointer(Arc<dyn Input>);

impl Pointer {
    async fn rest(stage: &Stage) -> Pointer {
        let env = stage.desktop.private().expect("a private desktop").env();
        let input = deskhand_linux::ports(&env).input;
        input.move_to(REST, PATIENCE).await.expect("the pointer goes to rest");
        Pointer(input)
    }

    async fn is_back(&self, what: &str) {
        assert_eq!(self.0.pointer(PATIENCE).await.expect("the pointer"), REST, "the pointer after {what}");
    }
}
