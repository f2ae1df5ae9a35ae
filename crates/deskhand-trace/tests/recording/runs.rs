//! What a run leaves in the file.

use deskhand_engine::ports::{ReadRequest, WindowChange};
use deskhand_engine::{Act, Mode, Shot, Until, WindowSelector};
use deskhand_model::{AppSelector, ErrorKind, Point};
use deskhand_schema::Asked;
use deskhand_trace::{TraceOptions, page};

use crate::support::{Place, TIME, locator, options, recorded};

#[test]
fn every_call_is_a_step_with_what_came_of_it() {
    let place = Place::new();
    let editor = AppSelector::parse("editor");
    let window = WindowSelector::Named("Notes - Editor".to_owned());
    recorded(&place.file(), TraceOptions::default(), async |session| {
        session.apps(TIME).await.unwrap();
        session.app(&editor, TIME).await.unwrap();
        session.tree(&editor, &ReadRequest::default(), TIME).await.unwrap();
        session.find(&locator("editor", "role:button title:Save"), TIME).await.unwrap();
        session.find_all(&locator("editor", "role:button"), TIME).await.unwrap();
        session.wait(&locator("editor", "Save"), Until::Present, TIME).await.unwrap();
        let any = &mut |_: &deskhand_engine::Snapshot| true;
        session.wait_for(&editor, &ReadRequest::default(), any, TIME).await.unwrap();
        session.wait_for_idle(&editor, TIME).await.unwrap();
        session.act(&locator("editor", "Save"), &Act::Press, &options()).await.unwrap();
        let typed = Act::TypeText("more".to_owned());
        session.act(&locator("editor", "Document"), &typed, &options()).await.unwrap();
        session.text(&locator("editor", "Document"), TIME).await.unwrap();
        session.windows(TIME).await.unwrap();
        session.window(&window, TIME).await.unwrap();
        let change = WindowChange::Move(Point { x: 300, y: 200 });
        session.change_window(&window, change, TIME).await.unwrap();
        session.screenshot(&Shot::Screen, TIME).await.unwrap();
        session.set_clipboard("four", TIME).await.unwrap();
        session.clipboard(TIME).await.unwrap();
        let keys = ["ctrl+s".parse().unwrap()];
        let focus = deskhand_engine::ActOptions { mode: Mode::Focus, ..options() };
        session.keys(&editor, &keys, &focus).await.unwrap();
        let missing = session.find(&locator("editor", "Svae"), TIME).await.unwrap_err();
        assert_eq!(missing.kind(), ErrorKind::NotFound);
    });
    let trace = place.read();
    assert_eq!(trace.notes, Vec::<String>::new());
    let titles: Vec<&str> = trace.steps.iter().map(|one| one.step.title.as_str()).collect();
    assert_eq!(
        titles,
        [
            "apps",
            "app editor",
            "tree of editor",
            "find role:button title:Save in editor",
            "find all role:button in editor",
            "wait for Save in editor",
            "wait for a state of editor",
            "wait until editor is idle",
            "press Save in editor",
            "type \"more\" Document in editor",
            "text of Document in editor",
            "windows",
            "window \"Notes - Editor\"",
            "window \"Notes - Editor\": move to 300,200",
            "screenshot of the screen",
            "set clipboard to 4 characters",
            "clipboard",
            "keys ctrl+s in editor",
            "find Svae in editor",
        ]
    );
    for (index, one) in trace.steps.iter().enumerate() {
        assert_eq!(one.step.number as usize, index + 1);
        assert!(!one.step.outcome.is_empty(), "{}", one.step.title);
        assert_eq!(one.step.not_recorded, Vec::<String>::new(), "{}", one.step.title);
        assert_eq!(one.step.error.is_some(), one.step.title == "find Svae in editor", "{}", one.step.title);
    }
    let page = page(&trace).unwrap();
    for title in titles {
        assert!(page.contains(&title.replace('"', "&quot;")), "{title}");
    }
}

#[test]
fn an_action_has_its_receipt_its_pictures_and_what_it_changed() {
    let place = Place::new();
    recorded(&place.file(), TraceOptions::default(), async |session| {
        let effect = Some(deskhand_engine::Effect::Changes);
        let options = deskhand_engine::ActOptions { effect, ..options() };
        session.act(&locator("editor", "Save"), &Act::Press, &options).await.unwrap();
    });
    let trace = place.read();
    let [one] = trace.steps.as_slice() else { panic!("{:?}", trace.steps.len()) };
    let step = &one.step;
    assert!(matches!(&step.asked, Asked::Act(act) if act.locator.query.text == "Save"), "{:?}", step.asked);
    assert_eq!(step.receipt.as_ref().unwrap().target.as_ref().unwrap().name, "Save");
    assert_eq!((step.matches, step.candidates[0].name.as_str()), (Some(1), "Save"));
    let changed = &step.diff.as_ref().unwrap().changed;
    let told: Vec<(&str, &str)> = changed
        .iter()
        .flat_map(|one| &one.fields)
        .filter(|field| field.field == "name" || field.field == "text")
        .map(|field| (field.before.as_str(), field.after.as_str()))
        .collect();
    assert!(told.contains(&("Ready", "Saved")), "{changed:?}");
    for (picture, file) in [(&step.before, &one.before), (&step.after, &one.after)] {
        let (picture, file) = (picture.as_ref().unwrap(), file.as_ref().unwrap());
        assert!(picture.of.contains("Notes - Editor"), "{}", picture.of);
        let image = deskhand_schema::picture::decode_png(file).unwrap();
        assert_eq!((image.width, image.height), (picture.width, picture.height));
        let target = picture.target.unwrap();
        assert!(target.width > 0 && target.x >= 0 && target.x < image.width as i32, "{target:?}");
    }
    assert_eq!(step.tree.unwrap().after, Some(one.tree.as_ref().unwrap().nodes.len()));
}

#[test]
fn a_failure_is_recorded_with_what_came_nearest() {
    let place = Place::new();
    recorded(&place.file(), TraceOptions::default(), async |session| {
        session.act(&locator("editor", "Saev"), &Act::Press, &options()).await.unwrap_err();
    });
    let step = &place.read().steps[0].step;
    let error = step.error.as_ref().unwrap();
    assert_eq!(error.code, "not_found");
    assert!(error.hint.is_some() && !error.tried.is_empty(), "{error:?}");
    assert_eq!((step.matches, step.candidates[0].name.as_str()), (Some(0), "Save"));
    assert!(step.receipt.is_none());
}

#[test]
fn an_application_that_is_not_there_fails_as_it_would_without_a_trace() {
    let place = Place::new();
    recorded(&place.file(), TraceOptions::default(), async |session| {
        let error = session.act(&locator("nobody", "Save"), &Act::Press, &options()).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::AppNotFound);
    });
    let step = &place.read().steps[0].step;
    assert_eq!(step.error.as_ref().unwrap().code, "app_not_found");
    assert!(
        step.not_recorded.iter().any(|told| told.starts_with("the tree before: ")),
        "{:?}",
        step.not_recorded
    );
}

#[test]
fn recording_changes_no_answer() {
    let place = Place::new();
    let script = async |session: &dyn deskhand_engine::Session| {
        let pressed = session.act(&locator("editor", "Save"), &Act::Press, &options()).await.unwrap();
        let found = session.find(&locator("editor", "Saved"), TIME).await.unwrap();
        let error = session.find(&locator("editor", "Svae"), TIME).await.unwrap_err();
        (pressed.by, pressed.target, found.data.name, error.message().to_owned(), error.nearest().len())
    };
    let plain = {
        let clock = deskhand_sim::VirtualClock::new();
        let sim =
            deskhand_sim::Sim::new(&deskhand_sim::Scenario::demo(0), std::sync::Arc::new(clock.clone()));
        let engine = deskhand_engine::Engine::new(sim.ports());
        clock.runtime().unwrap().block_on(script(&engine))
    };
    let mut traced = None;
    recorded(&place.file(), TraceOptions::default(), async |session| traced = Some(script(session).await));
    assert_eq!(traced.unwrap(), plain);
}

#[test]
fn a_picture_that_is_too_large_is_made_smaller_with_its_target() {
    let place = Place::new();
    let options_small = TraceOptions { largest_picture: 100, ..TraceOptions::default() };
    recorded(&place.file(), options_small, async |session| {
        session.act(&locator("editor", "Save"), &Act::Press, &options()).await.unwrap();
    });
    let one = &place.read().steps[0];
    let picture = one.step.after.as_ref().unwrap();
    assert_eq!(picture.width.max(picture.height), 100);
    assert!(picture.scale < 0.5, "{}", picture.scale);
    let image = deskhand_schema::picture::decode_png(one.after.as_ref().unwrap()).unwrap();
    assert_eq!((image.width, image.height), (picture.width, picture.height));
    assert!(picture.target.unwrap().width < 100);
}

#[test]
fn a_tree_that_is_too_large_is_told_in_figures() {
    let place = Place::new();
    let few = TraceOptions { largest_tree: 3, ..TraceOptions::default() };
    recorded(&place.file(), few, async |session| {
        session.act(&locator("editor", "Save"), &Act::Press, &options()).await.unwrap();
    });
    let one = &place.read().steps[0];
    let tree = one.step.tree.unwrap();
    assert!(!tree.kept && tree.after.unwrap() > 3 && one.tree.is_none(), "{tree:?}");
    assert!(one.step.diff.is_some());
}

#[test]
fn a_step_that_nobody_waits_for_is_recorded_as_given_up() {
    let place = Place::new();
    recorded(&place.file(), TraceOptions::default(), async |session| {
        let nothing = locator("editor", "Nothing");
        let mut wait = Box::pin(session.wait(&nothing, Until::Present, TIME));
        // Asked once, which begins the step, and then dropped.
        std::future::poll_fn(|context| {
            let _ = wait.as_mut().poll(context);
            std::task::Poll::Ready(())
        })
        .await;
        drop(wait);
    });
    let step = &place.read().steps[0].step;
    assert_eq!(step.outcome, "given up: nobody waited for the answer");
}

#[test]
fn no_more_steps_are_kept_than_there_may_be_and_the_session_goes_on() {
    let place = Place::new();
    let clock = deskhand_sim::VirtualClock::new();
    let sim = deskhand_sim::Sim::new(&deskhand_sim::Scenario::demo(0), std::sync::Arc::new(clock.clone()));
    let engine = std::sync::Arc::new(deskhand_engine::Engine::new(sim.ports()));
    let two = TraceOptions { most_steps: 2, ..TraceOptions::default() };
    let session = deskhand_trace::Traced::with(engine, &place.file(), two).unwrap();
    clock.runtime().unwrap().block_on(async {
        for _ in 0..3 {
            deskhand_engine::Session::apps(&session, TIME).await.unwrap();
        }
    });
    assert!(session.finish().unwrap_err().message().contains("holds 2 steps"));
    assert_eq!(place.read().steps.len(), 2);
}
