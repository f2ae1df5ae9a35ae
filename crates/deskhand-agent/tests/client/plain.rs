//! Behind an agent that speaks the contract alone, a session does what the contract can.

use deskhand_engine::ports::{ReadRequest, WindowChange};
use deskhand_engine::{
    Act, ActOptions, Effect, Locator, Mode, Observe, Session, Shot, Until, WindowSelector,
};
use deskhand_model::{AppSelector, ErrorKind, Point, Query, Role, State};

use crate::desk::{BRIEFLY, Desk, SOON, locator};

fn quick() -> ActOptions {
    ActOptions { within: SOON, mode: Mode::Auto, ..ActOptions::default() }
}

#[tokio::test]
async fn applications_are_the_names_of_windows() {
    let desk = Desk::start().await;
    let plain = desk.contract_only().await;
    let mut names: Vec<String> = plain.apps(SOON).await.unwrap().into_iter().map(|app| app.name).collect();
    names.sort();
    assert_eq!(names, ["browser", "calculator", "editor", "settings"]);
    assert_eq!(plain.app(&AppSelector::parse("Editor"), SOON).await.unwrap().name, "editor");
    let missing = plain.app(&AppSelector::parse("editr"), BRIEFLY).await.unwrap_err();
    assert_eq!(missing.kind(), ErrorKind::AppNotFound);
    assert!(missing.message().contains("did you mean `editor`"), "{missing}");
    let by_pid = plain.app(&AppSelector::Pid(1001), SOON).await.unwrap_err();
    assert_eq!(by_pid.kind(), ErrorKind::ActionUnsupported);
}

#[tokio::test]
async fn a_tree_is_what_is_in_the_windows() {
    let desk = Desk::start().await;
    let plain = desk.contract_only().await;
    let editor = AppSelector::parse("editor");
    let (near, far) = (
        desk.engine.tree(&editor, &ReadRequest::default(), SOON).await.unwrap().tree,
        plain.tree(&editor, &ReadRequest::default(), SOON).await.unwrap().tree,
    );
    let outline = |tree: &deskhand_model::Tree| -> Vec<(usize, Role, String)> {
        tree.ids().map(|id| (tree.depth(id), tree.node(id).role, tree.node(id).name.to_string())).collect()
    };
    assert_eq!(outline(&far), outline(&near));
    for id in near.ids().filter(|id| near.depth(*id) > 1) {
        let (near, far) = (near.node(id), far.node(id));
        for state in [State::Enabled, State::Focused, State::Showing, State::Checked] {
            assert_eq!(far.states.contains(state), near.states.contains(state), "{} {state:?}", near.name);
        }
        assert_eq!(far.bounds, near.bounds, "{}", near.name);
    }
    let shallow = ReadRequest { max_depth: Some(2), ..ReadRequest::default() };
    let cut = plain.tree(&editor, &shallow, SOON).await.unwrap().tree;
    assert!(cut.ids().all(|id| cut.depth(id) <= 2) && cut.gaps().is_truncated());
    let few = ReadRequest { max_nodes: 4, ..ReadRequest::default() };
    assert_eq!(plain.tree(&editor, &few, SOON).await.unwrap().tree.len(), 4);
}

#[tokio::test]
async fn every_notation_is_answered_here() {
    let desk = Desk::start().await;
    let plain = desk.contract_only().await;
    for query in ["Save", "role:button title:Save", "toolbar button[name=\"Save\"]", "//toolbar/button[2]"] {
        assert_eq!(&*plain.find(&locator("editor", query), SOON).await.unwrap().data.name, "Save", "{query}");
    }
    assert_eq!(plain.find_all(&locator("calculator", "role:button"), SOON).await.unwrap().elements.len(), 16);
    for (query, kind, listed) in
        [("role:button title:Sav", ErrorKind::NotFound, true), ("role:button", ErrorKind::Ambiguous, true)]
    {
        let error = plain.find(&locator("editor", query), BRIEFLY).await.unwrap_err();
        assert_eq!((error.kind(), !error.nearest().is_empty()), (kind, listed), "{query}");
    }
}

#[tokio::test]
async fn the_element_that_was_found_is_the_one_that_is_acted_on() {
    let desk = Desk::start().await;
    let plain = desk.contract_only().await;
    // By its place alone, among fifteen others of its kind.
    let buttons = |nth| Locator { nth: Some(nth), ..locator("calculator", "role:button") };
    for nth in [4, 9, 12] {
        let receipt = plain.act(&buttons(nth), &Act::Press, &quick()).await.unwrap();
        assert_eq!(&*receipt.action, "press");
        assert!(receipt.by.starts_with("POST /press: "), "{}", receipt.by);
    }
    let display = locator("calculator", "role:text");
    assert_eq!(desk.engine.text(&display, SOON).await.unwrap(), "420");

    let document = locator("editor", "Document");
    let receipt = plain.act(&document, &Act::SetText("words".to_owned()), &quick()).await.unwrap();
    assert_eq!(receipt.target.unwrap().name.as_str(), "Document");
    assert!(receipt.by.starts_with("POST /set-value: "), "{}", receipt.by);
    assert_eq!(desk.engine.text(&document, SOON).await.unwrap(), "words");
    assert_eq!(plain.text(&document, SOON).await.unwrap(), "words");
    let volume = locator("settings", "role:slider");
    plain.act(&volume, &Act::SetNumber(7.0), &quick()).await.unwrap();
    assert_eq!(desk.engine.find(&volume, SOON).await.unwrap().data.value.unwrap().current, 7.0);
}

#[tokio::test]
async fn effects_are_waited_for() {
    let desk = Desk::start().await;
    let plain = desk.contract_only().await;
    let wrap = locator("editor", "role:checkbox");
    let until = |effect| ActOptions { effect: Some(effect), ..quick() };
    let receipt = plain.act(&wrap, &Act::Press, &until(Effect::Changes)).await.unwrap();
    assert!(receipt.effect.is_some());
    let off = Effect::Vanishes(Query::parse("checkbox:checked").unwrap());
    let never = ActOptions { within: BRIEFLY, ..until(off) };
    let late = plain.act(&wrap, &Act::Press, &never).await.unwrap_err();
    assert_eq!(late.kind(), ErrorKind::Timeout);
    assert!(late.advice().unwrap().contains("do it twice"), "{late:?}");
}

#[tokio::test]
async fn waiting_ends_when_it_is_so() {
    let desk = Desk::start().await;
    let plain = desk.contract_only().await;
    let checked = locator("editor", "checkbox:checked");
    plain.wait(&checked, Until::Present, SOON).await.unwrap();
    let gone = plain.wait(&checked, Until::Absent, SOON);
    let wrap = locator("editor", "role:checkbox");
    let toggling = quick();
    let toggled = desk.engine.act(&wrap, &Act::Toggle, &toggling);
    let (gone, toggled) = tokio::join!(gone, toggled);
    toggled.unwrap();
    assert!(gone.unwrap().elements.is_empty());
    let late = plain.wait(&checked, Until::Present, BRIEFLY).await.unwrap_err();
    assert_eq!(late.kind(), ErrorKind::Timeout);
}

#[tokio::test]
async fn what_is_not_enabled_is_not_acted_on() {
    let desk = Desk::start().await;
    let plain = desk.contract_only().await;
    let options = ActOptions { within: BRIEFLY, ..quick() };
    let refused = plain.act(&locator("editor", "role:button title:Undo"), &Act::Press, &options).await;
    assert_eq!(refused.unwrap_err().kind(), ErrorKind::ElementDisabled);
}

#[tokio::test]
async fn windows_are_listed_and_changed() {
    let desk = Desk::start().await;
    let plain = desk.contract_only().await;
    let listed = plain.windows(SOON).await.unwrap();
    let real = desk.engine.windows(SOON).await.unwrap();
    let seen = |windows: &[deskhand_model::Window]| -> Vec<(String, String, bool, deskhand_model::Rect)> {
        let facts = |window: &deskhand_model::Window| {
            (window.title.clone(), window.app.clone(), window.focused, window.outer())
        };
        windows.iter().map(facts).collect()
    };
    assert_eq!(seen(&listed), seen(&real));
    let settings = listed.iter().find(|window| window.title == "Settings").unwrap();
    let by_number = WindowSelector::Id(settings.id);
    assert_eq!(plain.window(&by_number, SOON).await.unwrap().window.title, "Settings");
    let to = Point { x: 12, y: 34 };
    let changed = plain.change_window(&by_number, WindowChange::Move(to), SOON).await.unwrap();
    assert_eq!((changed.as_asked, changed.view.window.client.origin()), (true, to));
    plain.change_window(&by_number, WindowChange::Close, SOON).await.unwrap();
    assert_eq!(plain.windows(SOON).await.unwrap().len(), listed.len() - 1);
    let nowhere = WindowSelector::Named("Nowhere".to_owned());
    let missing = plain.change_window(&nowhere, WindowChange::Focus, BRIEFLY).await.unwrap_err();
    assert_eq!(missing.kind(), ErrorKind::WindowNotFound);
    assert_eq!(missing.message(), "There is no window `Nowhere`");
}

#[tokio::test]
async fn nothing_is_done_in_the_background_where_nobody_can_promise_it() {
    let desk = Desk::start().await;
    let plain = desk.contract_only().await;
    let wrap = locator("editor", "role:checkbox");
    let background = ActOptions { mode: Mode::Background, ..quick() };
    let refused = plain.act(&wrap, &Act::Press, &background).await.unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::FocusRequired);
    assert!(refused.advice().unwrap().contains("--mode auto"), "{refused:?}");
    desk.engine.wait(&locator("editor", "checkbox:checked"), Until::Present, BRIEFLY).await.unwrap();
    // What the contract has no word for is refused as that, whatever the mode.
    let hover = plain.act(&wrap, &Act::Hover, &background).await.unwrap_err();
    assert_eq!(hover.kind(), ErrorKind::ActionUnsupported);
}

#[tokio::test]
async fn what_the_contract_has_nothing_for_names_the_extension() {
    let desk = Desk::start().await;
    let plain = desk.contract_only().await;
    let save = locator("editor", "role:button title:Save");
    let editor = AppSelector::parse("editor");
    let settings = WindowSelector::Named("Settings".to_owned());
    let real = ActOptions { mode: Mode::Focus, ..quick() };
    for (refused, extension) in [
        (plain.screenshot(&Shot::Screen, SOON).await.map(drop), "/deskhand/screenshot"),
        (plain.clipboard(SOON).await.map(drop), "/deskhand/clipboard"),
        (plain.set_clipboard("x", SOON).await, "/deskhand/clipboard/set"),
        (plain.observe(&Observe::default(), SOON).await.map(drop), "/deskhand/events"),
        (plain.keys(&editor, &[], &real).await.map(drop), "/deskhand/keys"),
        (plain.wait_for_idle(&editor, SOON).await.map(drop), "/deskhand/idle"),
        (plain.act(&save, &Act::Hover, &quick()).await.map(drop), "/deskhand/act"),
        (plain.act(&save, &Act::Press, &real).await.map(drop), "/deskhand/act"),
        (
            plain.change_window(&settings, WindowChange::Maximize, SOON).await.map(drop),
            "/deskhand/window/change",
        ),
    ] {
        let error = refused.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::ActionUnsupported, "{extension}");
        assert!(error.message().ends_with(extension), "{error}");
    }
}
