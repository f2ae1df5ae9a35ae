//! Behind an agent of ours, a session is what it is at hand.

use std::time::Duration;

use deskhand_engine::ports::{Chord, ReadRequest, WindowChange};
use deskhand_engine::{
    Act, ActOptions, DragTo, Effect, IdleStrategy, Locator, Mode, Session, Shot, Until, WindowSelector,
};
use deskhand_model::{AppSelector, Error, ErrorKind, Fields, Handle, Point, Query, Rect, Size};

use crate::desk::{BRIEFLY, Desk, SOON, locator};

fn quick() -> ActOptions {
    ActOptions { within: SOON, ..ActOptions::default() }
}

fn window(name: &str) -> WindowSelector {
    WindowSelector::Named(name.to_owned())
}

#[tokio::test]
async fn applications_and_windows_are_the_same() {
    let desk = Desk::start().await;
    let (here, there) = (&desk.engine, desk.remote());
    assert_eq!(there.apps(SOON).await.unwrap(), here.apps(SOON).await.unwrap());
    let editor = AppSelector::parse("editor");
    assert_eq!(there.app(&editor, SOON).await.unwrap(), here.app(&editor, SOON).await.unwrap());
    assert_eq!(there.windows(SOON).await.unwrap(), here.windows(SOON).await.unwrap());
    let settings = window("Settings");
    // That it is known from before is told from the second time on.
    here.window(&settings, SOON).await.unwrap();
    let view = there.window(&settings, SOON).await.unwrap();
    assert_eq!(view, here.window(&settings, SOON).await.unwrap());
    assert!(view.joined.is_some());
}

#[tokio::test]
async fn a_tree_has_the_same_nodes_and_the_same_shape() {
    let desk = Desk::start().await;
    let there = desk.remote();
    let editor = AppSelector::parse("editor");
    for request in [
        ReadRequest::default(),
        ReadRequest { fields: Fields::ALL, ..ReadRequest::default() },
        ReadRequest { max_depth: Some(2), ..ReadRequest::default() },
        ReadRequest { max_nodes: 5, ..ReadRequest::default() },
    ] {
        // Who asks again may be answered from what is known: then both are.
        for _ in 0..2 {
            desk.engine.tree(&editor, &request, SOON).await.unwrap();
        }
        let near = desk.engine.tree(&editor, &request, SOON).await.unwrap();
        let far = there.tree(&editor, &request, SOON).await.unwrap();
        assert_eq!(far.app, near.app);
        assert_eq!((far.tree.len(), far.tree.gaps()), (near.tree.len(), near.tree.gaps()), "{request:?}");
        for id in near.tree.ids() {
            assert_eq!(far.tree.node(id), near.tree.node(id));
            assert_eq!(far.tree.parent(id), near.tree.parent(id));
        }
        assert_eq!((&far.path, far.direct), (&near.path, near.direct));
    }
}

#[tokio::test]
async fn elements_are_found_with_all_that_is_known_of_them() {
    let desk = Desk::start().await;
    let there = desk.remote();
    let save = locator("editor", "role:button title:Save");
    let (near, far) = (desk.engine.find(&save, SOON).await.unwrap(), there.find(&save, SOON).await.unwrap());
    assert_eq!((far.app, far.data), (near.app, near.data));
    let buttons = Locator { nth: None, ..locator("calculator", "//button") };
    let (near, far) =
        (desk.engine.find_all(&buttons, SOON).await.unwrap(), there.find_all(&buttons, SOON).await.unwrap());
    let names = |found: &deskhand_engine::Found| -> Vec<String> {
        found.elements.iter().map(|element| element.data.name.to_string()).collect()
    };
    assert_eq!((names(&far), far.elements.len()), (names(&near), 16));
    // A match stands where it stands in the part of the tree that came along.
    for element in &far.elements {
        assert_eq!(element.tree.node(element.id).handle, element.data.handle);
    }
    let third = Locator { nth: Some(2), ..buttons };
    assert_eq!(&*there.find(&third, SOON).await.unwrap().data.name, "9");
    let inside = Query::parse("button").unwrap().inside([Handle::new("nowhere")]);
    let nowhere = Locator { query: inside, ..third };
    assert!(there.find_all(&nowhere, SOON).await.unwrap().elements.is_empty(), "where to look goes along");
}

#[tokio::test]
async fn waiting_is_done_there() {
    let desk = Desk::start().await;
    let there = desk.remote();
    let save = locator("editor", "role:button title:Save");
    let nothing = locator("editor", "role:button title:Nothing");
    assert_eq!(there.wait(&save, Until::Present, SOON).await.unwrap().elements.len(), 1);
    assert!(there.wait(&nothing, Until::Absent, SOON).await.unwrap().elements.is_empty());
    let late = there.wait(&nothing, Until::Present, BRIEFLY).await.unwrap_err();
    assert_eq!(late.kind(), ErrorKind::Timeout);
    let late = there.wait(&save, Until::Absent, BRIEFLY).await.unwrap_err();
    assert_eq!((late.kind(), late.nearest().len()), (ErrorKind::Timeout, 1));
    let document = locator("editor", "Document");
    let text = there.text(&document, SOON).await.unwrap();
    let found = there.wait(&document, Until::Text(text), SOON).await.unwrap();
    assert_eq!(&*found.elements[0].data.name, "Document");
    let late = there.wait(&document, Until::Text("Farewell".to_owned()), BRIEFLY).await.unwrap_err();
    assert!(late.kind() == ErrorKind::Timeout && late.message().contains("Dear reader"), "{late}");
}

#[tokio::test]
async fn whether_an_application_is_idle_is_found_out_there() {
    let desk = Desk::start().await;
    let there = desk.remote();
    let editor = AppSelector::Name("editor".to_owned());
    let idle = there.wait_for_idle(&editor, SOON).await.unwrap();
    assert_eq!((idle.app.name.as_str(), idle.strategy), ("editor", IdleStrategy::Events));
    let error = there.wait_for_idle(&AppSelector::Name("nobody".to_owned()), BRIEFLY).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AppNotFound);
    let mut looks = 0;
    let seen = there
        .wait_for(
            &editor,
            &ReadRequest::default(),
            &mut |_: &_| {
                looks += 1;
                looks == 2
            },
            SOON,
        )
        .await;
    assert_eq!((seen.unwrap().app.name.as_str(), looks), ("editor", 2));
}

#[tokio::test]
async fn actions_are_carried_out_and_come_back_with_their_receipt() {
    let desk = Desk::start().await;
    let there = desk.remote();
    let document = locator("editor", "role:editable-text title:Document");
    let receipt = there.act(&document, &Act::SetText("words".to_owned()), &quick()).await.unwrap();
    assert_eq!((&*receipt.action, receipt.app.as_str()), ("set-value", "editor"));
    assert_eq!(receipt.target.unwrap().name, "Document");
    assert_eq!(desk.engine.text(&document, SOON).await.unwrap(), "words");
    assert_eq!(there.text(&document, SOON).await.unwrap(), "words");
    there.act(&document, &Act::TypeText(" and more".to_owned()), &quick()).await.unwrap();
    assert_eq!(there.text(&document, SOON).await.unwrap(), "words and more");

    let volume = locator("settings", "role:slider title:Volume");
    for (act, expected) in
        [(Act::SetNumber(7.0), 7.0), (Act::SetValue("12".to_owned()), 12.0), (Act::Increment, 13.0)]
    {
        there.act(&volume, &act, &quick()).await.unwrap();
        assert_eq!(desk.engine.find(&volume, SOON).await.unwrap().data.value.unwrap().current, expected);
    }
    let wrap = locator("editor", "role:checkbox title:\"Wrap lines\"");
    let effect = Some(Effect::Changes);
    let receipt = there.act(&wrap, &Act::Toggle, &ActOptions { effect, ..quick() }).await.unwrap();
    assert!(receipt.effect.is_some());
}

#[tokio::test]
async fn real_input_goes_along() {
    let desk = Desk::start().await;
    let there = desk.remote();
    let real = ActOptions { mode: Mode::Focus, ..quick() };
    let save = locator("editor", "role:button title:Save");
    let refused = there.act(&save, &Act::DoubleClick, &quick()).await.unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::FocusRequired);
    assert_eq!(there.act(&save, &Act::DoubleClick, &real).await.unwrap().method.name(), "input");
    let editor = AppSelector::parse("editor");
    let keys: Vec<Chord> = vec!["ctrl+s".parse().unwrap()];
    assert_eq!(there.keys(&editor, &keys, &quick()).await.unwrap_err().kind(), ErrorKind::FocusRequired);
    assert_eq!(&*there.keys(&editor, &keys, &real).await.unwrap().action, "keys");
    for to in
        [DragTo::By(Point { x: 3, y: 4 }), DragTo::Element(Query::parse("role:button title:Open").unwrap())]
    {
        there.act(&save, &Act::Drag(to), &real).await.unwrap();
    }
}

#[tokio::test]
async fn windows_are_changed() {
    let desk = Desk::start().await;
    let there = desk.remote();
    let to = Point { x: 12, y: 34 };
    let changed = there.change_window(&window("Settings"), WindowChange::Move(to), SOON).await.unwrap();
    assert!(changed.as_asked);
    assert_eq!(changed.view.window.outer().origin(), to);
    let id = WindowSelector::Id(changed.view.window.id);
    let size = Size { width: 500, height: 300 };
    let changed = there.change_window(&id, WindowChange::Resize(size), SOON).await.unwrap();
    assert_eq!(changed.view.window.content().size(), size);
    let changed = there.change_window(&id, WindowChange::Minimize, SOON).await.unwrap();
    assert!(changed.view.window.minimized);
    let missing = there.change_window(&window("Nowhere"), WindowChange::Focus, BRIEFLY).await.unwrap_err();
    assert_eq!(missing.kind(), ErrorKind::WindowNotFound);
    there.change_window(&id, WindowChange::Close, SOON).await.unwrap();
    assert!(!desk.engine.windows(SOON).await.unwrap().iter().any(|window| window.title == "Settings"));
}

#[tokio::test]
async fn pictures_and_the_clipboard_come_through() {
    let desk = Desk::start().await;
    let there = desk.remote();
    for shot in [
        Shot::Screen,
        Shot::Part(Rect::new(10, 20, 30, 40)),
        Shot::Window(window("Calculator")),
        Shot::Element(Box::new(locator("editor", "role:button title:Save"))),
    ] {
        let (near, far) = (
            desk.engine.screenshot(&shot, SOON).await.unwrap(),
            there.screenshot(&shot, SOON).await.unwrap(),
        );
        assert!(near == far, "{shot:?}");
    }
    assert_eq!(there.clipboard(SOON).await.unwrap(), desk.engine.clipboard(SOON).await.unwrap());
    there.set_clipboard("ö\n\"quoted\"", SOON).await.unwrap();
    assert_eq!(desk.engine.clipboard(SOON).await.unwrap().as_deref(), Some("ö\n\"quoted\""));
    assert_eq!(there.clipboard(SOON).await.unwrap().as_deref(), Some("ö\n\"quoted\""));
}

/// What an error says, apart from how long it took.
fn timeless(error: &Error) -> String {
    error.message().chars().filter(|character| !character.is_ascii_digit()).collect()
}

#[tokio::test]
async fn failures_keep_their_kind_and_their_evidence() {
    let desk = Desk::start().await;
    let there = desk.remote();
    let hasty = ActOptions { patience: Some(Duration::ZERO), ..quick() };
    for query in ["role:button title:Nope", "role:button title:Undo", "role:button"] {
        let what = locator("editor", query);
        let near = desk.engine.act(&what, &Act::Press, &hasty).await.unwrap_err();
        let far = there.act(&what, &Act::Press, &hasty).await.unwrap_err();
        assert_eq!((far.kind(), timeless(&far)), (near.kind(), timeless(&near)), "{query}");
        assert_eq!((far.nearest(), far.advice()), (near.nearest(), near.advice()), "{query}");
        assert_eq!(far.steps().len(), near.steps().len(), "{query}");
    }
    let nobody = there.app(&AppSelector::parse("nobody"), BRIEFLY).await.unwrap_err();
    assert_eq!(nobody.kind(), ErrorKind::AppNotFound);
}
