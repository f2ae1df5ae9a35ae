//! Windows and pictures.

mod support;

use deskhand_engine::ports::WindowChange;
use deskhand_engine::{Session, Shot, WindowSelector};
use deskhand_model::{ErrorKind, Insets, Point, Rect, Size, WindowId};
use support::*;

fn named(text: &str) -> WindowSelector {
    WindowSelector::Named(text.to_owned())
}

#[tokio::test(start_paused = true)]
async fn a_window_is_returned_as_it_is_after_the_change() {
    let desktop = Desktop::new(vec![], vec![window(1, "Notes", 7)]);
    let engine = desktop.engine();

    let to = Point { x: 5, y: 6 };
    let moved = engine.change_window(&named("Notes"), WindowChange::Move(to), seconds(1)).await.unwrap();
    assert_eq!(moved.view.window.outer().origin(), to);

    let small = WindowChange::Resize(Size { width: 50, height: 40 });
    assert_eq!(
        engine.change_window(&named("notes"), small, seconds(1)).await.unwrap().view.window.client.width,
        50
    );

    assert!(
        engine
            .change_window(&named("note"), WindowChange::Minimize, seconds(1))
            .await
            .unwrap()
            .view
            .window
            .minimized
    );
}

#[tokio::test(start_paused = true)]
async fn a_change_that_shows_later_is_waited_for() {
    let desktop = Desktop::new(vec![], vec![window(1, "Notes", 7)]);
    desktop.at(700, |world| world.windows.clear());

    let closed =
        desktop.engine().change_window(&named("Notes"), WindowChange::Close, seconds(5)).await.unwrap();

    assert_eq!(closed.view.window.id, WindowId(1));
    assert!((700..900).contains(&desktop.elapsed()));
}

#[tokio::test(start_paused = true)]
async fn a_size_that_comes_after_the_state_is_waited_for() {
    let desktop = Desktop::new(vec![], vec![window(1, "Notes", 7)]);
    let filled = Rect::new(0, 0, 1280, 1024);
    desktop.at(20, move |world| world.window_mut(1).client = filled);

    let maximized =
        desktop.engine().change_window(&named("Notes"), WindowChange::Maximize, seconds(5)).await.unwrap();

    assert_eq!((maximized.view.window.maximized, maximized.view.window.client), (true, filled));
}

#[tokio::test(start_paused = true)]
async fn a_window_that_asks_before_it_closes_is_an_error_that_names_the_dialog() {
    let desktop = Desktop::new(vec![], vec![window(1, "Notes", 7)]);
    desktop.at(100, |world| {
        let mut dialog = window(2, "Save changes?", 7);
        dialog.modal = true;
        world.windows.push(dialog);
    });

    let error = desktop
        .engine()
        .change_window(&WindowSelector::Id(WindowId(1)), WindowChange::Close, seconds(5))
        .await;

    let error = error.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ActionFailed);
    assert!(error.advice().unwrap().contains("Save changes?"));
    assert!((2000..2100).contains(&desktop.elapsed()), "took {} ms", desktop.elapsed());
}

#[tokio::test(start_paused = true)]
async fn a_refused_change_says_what_was_seen() {
    let desktop = Desktop::new(vec![], vec![window(1, "Notes", 7)]);
    desktop.world().focus_guarded = true;

    let error =
        desktop.engine().change_window(&named("Notes"), WindowChange::Focus, seconds(5)).await.unwrap_err();

    assert_eq!(error.kind(), ErrorKind::ActionFailed);
    assert!(error.message().contains("it is at 100,100 with a content of 400x300"), "{}", error.message());
}

#[tokio::test(start_paused = true)]
async fn a_refused_move_tells_the_real_place_at_once() {
    let desktop = Desktop::new(vec![], vec![window(1, "Notes", 7)]);
    desktop.world().stubborn = true;
    let engine = desktop.engine();

    for change in
        [WindowChange::Move(Point { x: 5, y: 6 }), WindowChange::Resize(Size { width: 50, height: 40 })]
    {
        let changed = engine.change_window(&named("Notes"), change, seconds(5)).await.unwrap();
        assert!(!changed.as_asked);
        assert_eq!(changed.view.window.client, Rect::new(100, 100, 400, 300));
        assert_eq!(changed.previous_id, None);
    }
    assert!(desktop.elapsed() < 100, "took {} ms", desktop.elapsed());
}

#[tokio::test(start_paused = true)]
async fn several_windows_are_ambiguous_and_none_is_not_found() {
    let desktop = Desktop::new(vec![], vec![window(1, "Notes one", 7), window(2, "Notes two", 7)]);
    let engine = desktop.engine();

    let error = engine.change_window(&named("Notes"), WindowChange::Maximize, seconds(1)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::WindowAmbiguous);
    assert!(error.steps()[0].contains("0x1") && error.steps()[0].contains("0x2"));

    let error =
        engine.change_window(&named("Notes tow"), WindowChange::Maximize, seconds(1)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::WindowNotFound);
    assert!(error.message().contains("did you mean `Notes two`"), "{}", error.message());
    let waited = desktop.elapsed();
    assert!(waited >= 1000, "a window with this title could still come: {waited} ms");

    let gone = WindowSelector::Id(WindowId(3));
    let error = engine.change_window(&gone, WindowChange::Maximize, seconds(1)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::WindowNotFound);
    assert_eq!(engine.window(&gone, seconds(1)).await.unwrap_err().kind(), ErrorKind::WindowNotFound);
    assert!(desktop.elapsed() < waited + 100, "nobody knows a number before it is given");
}

#[tokio::test(start_paused = true)]
async fn an_impossible_change_is_refused_before_it_is_tried() {
    let desktop = Desktop::new(vec![], vec![window(1, "Notes", 7)]);
    let engine = desktop.engine();
    for change in [
        WindowChange::Resize(Size { width: 0, height: 9 }),
        WindowChange::Resize(Size { width: 9, height: 2_000_000 }),
        WindowChange::Move(Point { x: i32::MIN, y: 0 }),
        WindowChange::Workspace(2),
    ] {
        let error = engine.change_window(&named("Notes"), change, seconds(1)).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{change:?}");
    }
    assert!(desktop.calls_of(&["change"]).is_empty());
}

#[tokio::test(start_paused = true)]
async fn an_element_is_cut_out_of_its_window_inside_of_the_shadow() {
    let mut shadowed = window(1, "editor window", 7);
    shadowed.shadow = Insets { left: 10, right: 10, top: 10, bottom: 10 };
    let mut corner = button("Save");
    // The content ends at 490,390: all but ten pixels are outside of the picture, which has the shadow too.
    corner.1.bounds = Some(Rect::new(480, 380, 40, 40));
    let desktop = Desktop::new(vec![app("editor", 7, vec![button("Open"), corner])], vec![shadowed]);
    let engine = desktop.engine();

    let shot = |name| Shot::Element(Box::new(locator("editor", name)));
    let open = engine.screenshot(&shot("Open"), seconds(1)).await.unwrap();
    assert_eq!((open.width, open.height), (40, 20));
    let save = engine.screenshot(&shot("Save"), seconds(1)).await.unwrap();
    assert_eq!((save.width, save.height), (20, 20));
}

#[tokio::test(start_paused = true)]
async fn an_element_outside_of_its_window_has_no_picture() {
    let mut far = button("Save");
    far.1.bounds = Some(Rect::new(900, 900, 10, 10));
    let desktop = Desktop::new(vec![app("editor", 7, vec![far])], vec![window(1, "editor window", 7)]);

    let shot = Shot::Element(Box::new(locator("editor", "Save")));
    let error = desktop.engine().screenshot(&shot, seconds(1)).await.unwrap_err();

    assert_eq!(error.kind(), ErrorKind::ElementHidden);
}

#[tokio::test(start_paused = true)]
async fn a_part_outside_of_the_screen_is_refused() {
    let desktop = Desktop::new(vec![], vec![]);
    let engine = desktop.engine();
    for part in [Rect::new(0, 0, 0, 5), Rect::new(5000, 0, 5, 5)] {
        let error = engine.screenshot(&Shot::Part(part), seconds(1)).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{part:?}");
    }
}
