//! Windows of every toolkit at once: what Deskhand answers is what other tools say, and an element is always told to be in
//! the window that it is really in.

use std::collections::BTreeMap;

use deskhand::engine::ports::ReadRequest;
use deskhand::model::NodeId;
use deskhand::{
    Certainty, ErrorKind, Launch, Point, Session, Size, Window, WindowChange, WindowId, WindowSelector,
};

use crate::support::{Fixture, PATIENCE, Stage, Toolkit, eventually, script};

/// Starts windows of one process that look the same, and returns their process and the number of each as the process
/// itself tells it.
async fn twins<'a>(stage: &'a Stage, options: &[&str]) -> (Fixture<'a>, Vec<WindowId>) {
    let mut command = script("twins.py", "Twin");
    command.extend(options.iter().map(|&option| option.to_owned()));
    let launched = stage.desktop.launch_with(&Launch { command, ..Launch::default() }).await;
    let fixture = Fixture::new(stage, Toolkit::Gtk3, "Twin", launched.expect("the twins; run `make setup`"));
    fixture.expect("ready").await;
    let ids: Vec<WindowId> = fixture
        .statuses()
        .iter()
        .filter_map(|status| status.strip_prefix("twin ")?.split_once(" is 0x"))
        .map(|(_, id)| WindowId(u64::from_str_radix(id, 16).expect("a number")))
        .collect();
    eventually("the twins have windows and elements", async || {
        let windows = stage.windows().await;
        let listed = ids.iter().all(|id| windows.iter().any(|window| window.id == *id));
        let elements = fixture.locate("role:button").count().await.ok()?;
        (listed && elements == ids.len()).then_some(())
    })
    .await;
    (fixture, ids)
}

/// The name of the button in each top-level element of the process.
async fn buttons(stage: &Stage, fixture: &Fixture<'_>) -> BTreeMap<String, String> {
    let app = deskhand::AppSelector::Pid(fixture.pid);
    let snapshot = stage.desktop.session().tree(&app, &ReadRequest::default(), PATIENCE).await;
    let tree = snapshot.expect("its tree").tree;
    tree.children(NodeId::ROOT)
        .map(|top| {
            let button =
                tree.descendants(top).map(|id| tree.node(id)).find(|node| node.name.starts_with("Twin "));
            let name = button.expect("a button in each window").name.to_string();
            (tree.node(top).handle.as_str().to_owned(), name)
        })
        .collect()
}

async fn view(stage: &Stage, id: WindowId) -> deskhand::WindowView {
    let view = stage.desktop.session().window(&WindowSelector::Id(id), PATIENCE).await;
    view.unwrap_or_else(|error| panic!("{id}: {error:?}"))
}

#[tokio::test]
async fn windows_that_look_the_same_get_their_own_elements() {
    let stage = Stage::start().await;
    let (fixture, ids) = twins(&stage, &["--count", "4"]).await;
    let buttons = buttons(&stage, &fixture).await;
    for (at, id) in ids.iter().enumerate() {
        let joined = view(&stage, *id).await.joined.expect("an element");
        assert_eq!(joined.certainty, Certainty::Sure, "{joined:?}");
        assert!(
            joined.evidence.process && joined.evidence.title && !joined.evidence.only_window,
            "{joined:?}"
        );
        assert_eq!(buttons[joined.element.as_str()], format!("Twin {}", at + 1), "{joined:?}");
    }
}

#[tokio::test]
async fn windows_on_each_other_are_never_told_apart_by_mere_luck() {
    let stage = Stage::start().await;
    let (fixture, ids) = twins(&stage, &["--count", "3", "--stacked"]).await;
    let buttons = buttons(&stage, &fixture).await;
    let mut told = Vec::new();
    for (at, id) in ids.iter().enumerate() {
        let Some(joined) = view(&stage, *id).await.joined else { continue };
        told.push(joined.element.as_str().to_owned());
        let is_right = buttons[joined.element.as_str()] == format!("Twin {}", at + 1);
        assert!(is_right || joined.certainty == Certainty::Guess, "sure, and wrong: {joined:?}");
    }
    told.sort();
    told.dedup();
    assert_eq!(told.len(), ids.len(), "each has an element of its own");

    let to = Point { x: 700, y: 500 };
    let moved = stage.desktop.session();
    let moved = moved.change_window(&WindowSelector::Id(ids[1]), WindowChange::Move(to), PATIENCE).await;
    let moved = moved.expect("a move");
    assert!(moved.as_asked && moved.view.window.id == ids[1], "{moved:?}");
    let apart = view(&stage, ids[1]).await.joined.expect("an element");
    assert_eq!(apart.certainty, Certainty::Sure, "it stands alone now: {apart:?}");
    assert_eq!(buttons[apart.element.as_str()], "Twin 2");
}

#[tokio::test]
async fn every_answer_is_what_other_tools_say() {
    let stage = Stage::start().await;
    twins(&stage, &[]).await;
    for (toolkit, title) in [
        (Toolkit::Gtk3, "Three"),
        (Toolkit::Gtk4, "Four"),
        (Toolkit::Qt5, "Five"),
        (Toolkit::Qt6, "Six"),
        (Toolkit::Chromium, "Page"),
    ] {
        stage.fixture(toolkit, title).await;
    }
    let windows = stage.windows().await;
    assert_eq!(windows.len(), 7, "{windows:?}");
    assert_eq!(stage.wmctrl().len(), 7);
    windows.iter().for_each(|window| stage.assert_as_others_see_it(window, "start"));

    for window in windows {
        let told = view(&stage, window.id).await;
        stage.assert_as_others_see_it(&told.window, "get");
        assert!(told.joined.is_some_and(|joined| joined.certainty >= Certainty::Sure), "{:?}", told.window);
        change_everything(&stage, &window).await;
    }
    assert_eq!(stage.windows().await, [], "all are closed");
    // The window manager learns of it from the server, as we do.
    eventually("wmctrl lists none", async || stage.wmctrl().is_empty().then_some(())).await;
}

/// Each change, told by the answer, by a look afterwards and by the other tools.
async fn change_everything(stage: &Stage, window: &Window) {
    let session = stage.desktop.session();
    let which = WindowSelector::Id(window.id);
    let size = Size { width: window.content().width + 30, height: window.content().height + 20 };
    for change in [
        WindowChange::Move(Point { x: 64, y: 48 }),
        WindowChange::Resize(size),
        WindowChange::Minimize,
        WindowChange::Restore,
        WindowChange::Focus,
        WindowChange::Workspace(1),
        WindowChange::Workspace(0),
    ] {
        let what = format!("{change:?} of {}", window.title);
        let changed = session.change_window(&which, change, PATIENCE).await;
        let changed = changed.unwrap_or_else(|error| panic!("{what}: {error:?}"));
        assert!(changed.as_asked && changed.previous_id.is_none(), "{what}: {changed:?}");
        stage.assert_as_others_see_it(&changed.view.window, &what);
        stage.assert_as_others_see_it(&view(stage, window.id).await.window, &what);
    }
    session.change_window(&which, WindowChange::Close, PATIENCE).await.expect("to close");
    let gone = session.window(&which, std::time::Duration::ZERO).await.expect_err("it is closed");
    assert_eq!(gone.kind(), ErrorKind::WindowNotFound);
}
