//! An application that is built with `tauri-plugin-webdriver-automation` 0.1.3, driven within that plugin's limits.
#![cfg(target_os = "linux")]
#![expect(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "what fails here fails a test")]

#[path = "seed/stage.rs"]
mod stage;

use std::time::Duration;

use deskhand_page::reference::{ELEMENT, SHADOW};
use deskhand_page::{
    Ability, Cookie, DialogAnswer, DialogKind, Extent, FaultKind, FrameChoice, Key, LoadState, Modifiers,
    Navigation, NewViewKind, Orientation, PageInput, PageRect, PointerKind, PointerPhase, PrintOptions,
    Stage, WindowChange,
};
use serde_json::{Value, json};
use stage::{Driven, PATIENCE};

/// How the faults begin that are limits of the plugin.
const LIMIT: &str = "The application is built with tauri-plugin-webdriver-automation 0.1.3, which ";

fn pointer(phase: PointerPhase, x: f64, y: f64) -> PageInput {
    let buttons = u16::from(matches!(phase, PointerPhase::Down(_)));
    let (kind, id, modifiers) = (PointerKind::Mouse, 0, Modifiers::default());
    PageInput::Pointer { kind, id, phase, x, y, buttons, modifiers }
}

fn stroke(key: &str) -> [PageInput; 2] {
    [true, false].map(|down| PageInput::Key {
        down,
        key: Key { key: key.to_owned(), code: String::new(), location: Default::default() },
        modifiers: Modifiers::default(),
    })
}

async fn click(app: &Driven, selector: &str) {
    let middle = format!(
        "const box = document.querySelector('{selector}').getBoundingClientRect();
         return [box.x + box.width / 2, box.y + box.height / 2]"
    );
    let middle = app.run(&middle).await;
    let (x, y) = (middle[0].as_f64().unwrap(), middle[1].as_f64().unwrap());
    let phases = [PointerPhase::Move, PointerPhase::Down(0), PointerPhase::Up(0)];
    app.input(&phases.map(|phase| pointer(phase, x, y))).await;
}

#[tokio::test]
async fn references_are_stable_and_know_when_they_are_stale() {
    let app = Driven::start().await;
    let press = app.run("return document.querySelector('button')").await;
    assert!(press[ELEMENT].is_string());
    app.run("document.querySelector('#press').before(document.createElement('button'))").await;
    assert_eq!(app.run("return document.getElementById('press')").await, press);
    assert_eq!(app.run_with("return arguments[0].id", json!([press])).await.unwrap(), "press");

    app.run("document.getElementById('press').remove()").await;
    let fault = app.run_with("return 1", json!([[{ "deep": press }]])).await.unwrap_err();
    assert_eq!(fault.kind, FaultKind::StaleNode, "{fault}");
    let heading = app.run("return document.querySelector('h1')").await;
    app.go("forms.html").await;
    assert_eq!(app.run_with("return 1", json!([heading])).await.unwrap_err().kind, FaultKind::StaleNode);
    for unknown in ["nonsense", "main.0123456789abcdef.", "other.0123456789abcdef.1"] {
        let fault = app.run_with("return 1", json!([{ ELEMENT: unknown }])).await.unwrap_err();
        assert_eq!(fault.kind, FaultKind::NoNode, "{unknown}: {fault}");
    }

    app.go("shadow.html").await;
    let root = app.run("return document.getElementById('host').shadowRoot").await;
    assert!(root[SHADOW].is_string(), "{root}");
    app.run("document.getElementById('host').remove()").await;
    let fault = app.run_with("return 1", json!([root])).await.unwrap_err();
    assert_eq!(fault.kind, FaultKind::DetachedShadow);
}

#[tokio::test]
async fn scripts_answer_with_values_promises_and_what_they_throw() {
    let app = Driven::start().await;
    let value = json!({ "a": [1, null, "x", { "b": true }] });
    assert_eq!(app.run_with("return arguments[0]", json!([value])).await.unwrap(), value);
    assert_eq!(app.run("return Promise.resolve([document.body, undefined])").await[1], Value::Null);
    assert_eq!(app.run("return { error: 'e', message: 'm' }").await["message"], "m");
    let slow = "return new Promise((done) => setTimeout(() => done('late'), 1800))";
    assert_eq!(app.run(slow).await, "late", "longer than a request is held");

    let fault = app.run_with("throw new RangeError('too far')", json!([])).await.unwrap_err();
    assert_eq!(fault.message, "RangeError: too far");
    let fault = app.run_with("return Promise.reject({ code: 7 })", json!([])).await.unwrap_err();
    assert_eq!(fault.thrown.unwrap().value, Some(json!({ "code": 7 })));
    for (body, part) in [("const a = {}; a.a = a; return a", "refers to itself"), ("return (", "SyntaxError")]
    {
        let fault = app.run_with(body, json!([])).await.unwrap_err();
        assert_eq!(fault.kind, FaultKind::Script, "{body}");
        assert!(fault.message.contains(part), "{body}: {fault}");
    }
    let never = "return new Promise(() => {})";
    let fault = app.run_within(never, json!([]), Duration::from_millis(300)).await.unwrap_err();
    assert_eq!(fault.kind, FaultKind::Timeout);
    let fault = app.run_with("location.reload(); return new Promise(() => {})", json!([])).await.unwrap_err();
    assert_eq!(fault.kind, FaultKind::Interrupted);
    assert_eq!(app.run("return 2").await, 2);
}

#[tokio::test]
async fn libraries_are_handed_over_once_per_document() {
    let app = Driven::start().await;
    for page in ["index.html", "forms.html"] {
        app.go(page).await;
        let fault = app.member(None, json!(["title"])).await.unwrap_err();
        assert_eq!(fault.kind, FaultKind::LibraryMissing, "{fault}");
        let source = "{ read: (name) => document[name] }";
        let title = app.member(Some(source), json!(["title"])).await.unwrap();
        assert_eq!(app.member(None, json!(["title"])).await.unwrap(), title);
    }
}

#[tokio::test]
async fn pages_come_and_go_and_the_plugin_stays() {
    let app = Driven::start().await;
    for _ in 0..8 {
        app.go("navigation.html").await;
        click(&app, "#index").await;
        app.loaded().await;
        assert_eq!(app.run("return document.title").await, "Deskhand fixture");
        app.run("location.href = 'forms.html'").await;
        app.until("return document.title", "Forms").await;
    }
    app.navigate(&Navigation::Back).await.unwrap();
    assert_eq!(app.run("return document.title").await, "Deskhand fixture");
    app.navigate(&Navigation::Forward).await.unwrap();
    assert_eq!(app.run("return document.title").await, "Forms");
    app.run("window.mark = 1").await;
    app.navigate(&Navigation::Reload).await.unwrap();
    assert_eq!(app.run("return window.mark").await, Value::Null);
    let here = app.run("return location.href").await;
    app.run("window.mark = 1").await;
    app.navigate(&Navigation::To(format!("{}#below", here.as_str().unwrap()))).await.unwrap();
    assert_eq!(app.run("return [location.hash, window.mark]").await, json!(["#below", 1]));
    // Nowhere to go to.
    app.navigate(&Navigation::Forward).await.unwrap();

    let fault = app.navigate(&Navigation::To("about:blank".to_owned())).await.unwrap_err();
    assert!(fault.message.starts_with(LIMIT), "{fault}");
    let nobody = Navigation::To("http://127.0.0.1:9/".to_owned());
    let within = Duration::from_millis(1500);
    let fault = app.page.go(app.view(), &nobody, LoadState::Complete, within).await.unwrap_err();
    assert_eq!(fault.kind, FaultKind::Timeout, "{fault}");
    assert_eq!(app.run("return document.title").await, "Forms");
}

#[tokio::test]
async fn frames_of_the_same_origin_are_entered() {
    let app = Driven::start().await;
    app.go("frames.html").await;
    let outer = app.run("return document.getElementById('outer')").await;
    let node = FrameChoice::Node(outer[ELEMENT].as_str().unwrap().to_owned());
    let outer = app.page.enter_frame(&app.place, &node, PATIENCE).await.expect("the outer frame");
    let mut place = app.place.clone();
    place.frames.push(outer.clone());
    assert_eq!(app.page.enter_frame(&app.place, &FrameChoice::Index(0), PATIENCE).await, Ok(outer));
    let inner =
        app.page.enter_frame(&place, &FrameChoice::Index(0), PATIENCE).await.expect("the inner frame");
    place.frames.push(inner);
    app.page.wait_loaded(&place, LoadState::Complete, PATIENCE).await.unwrap();
    assert_eq!(app.run_in(&place, "return where.textContent").await.unwrap(), "inner");
    let text = app.run_in(&place, "return document.getElementById('text')").await.unwrap();
    assert!(
        app.run_with("return 1", json!([text])).await.is_err_and(|fault| fault.kind == FaultKind::NoNode)
    );
    app.run_in(&place, "document.getElementById('text').focus()").await.unwrap();
    app.page.input(&place, &stroke("x"), PATIENCE).await.unwrap();
    assert_eq!(app.run_in(&place, "return document.getElementById('text').value").await.unwrap(), "x");

    let fault = app.page.enter_frame(&app.place, &FrameChoice::Index(2), PATIENCE).await.unwrap_err();
    assert!(fault.message.starts_with(LIMIT), "{fault}");
    let fault = app.page.enter_frame(&app.place, &FrameChoice::Index(40), PATIENCE).await.unwrap_err();
    assert_eq!(fault.kind, FaultKind::NoFrame);
    app.run("document.getElementById('outer').remove()").await;
    assert_eq!(app.run_in(&place, "return 1").await.unwrap_err().kind, FaultKind::NoFrame);
}

#[tokio::test]
async fn clicks_and_keys_reach_the_page_as_events() {
    let app = Driven::start().await;
    click(&app, "#press").await;
    click(&app, "#press").await;
    assert_eq!(app.run("return document.getElementById('pressed').textContent").await, "2");
    assert!(!app.page.about().can(Ability::TrustedInput));

    app.go("forms.html").await;
    click(&app, "#check").await;
    assert_eq!(app.run("return document.getElementById('check').checked").await, true);
    app.run("text.focus(); text.setSelectionRange(5, 5)").await;
    for key in ["A", "é", "Backspace", "ArrowLeft", "b", "Tab"] {
        app.input(&stroke(key)).await;
    }
    let told = app.run("return [text.value, document.activeElement.id]").await;
    assert_eq!(told, json!(["startbA", "password"]));
    app.run("search.focus()").await;
    app.input(&stroke("Enter")).await;
    app.loaded().await;
    assert_eq!(app.run("return document.title").await, "Navigation", "Enter submits the form");
    app.input(&[PageInput::Wheel {
        x: 50.0,
        y: 50.0,
        across: 0.0,
        down: 120.0,
        modifiers: Modifiers::default(),
    }])
    .await;
    assert_eq!(app.run("return scrollY").await, 120);
}

#[tokio::test]
async fn dialogs_are_told_after_the_plugin_has_answered_them() {
    let app = Driven::start().await;
    app.go("dialogs.html").await;
    assert_eq!(app.page.dialog(app.view(), PATIENCE).await, Ok(None));
    let fault = app.run_with("alert('Take note')", json!([])).await.unwrap_err();
    assert_eq!(fault.dialog.as_ref().map(|dialog| dialog.text.as_str()), Some("Take note"));
    assert_eq!(app.run_with("return 1", json!([])).await.unwrap_err().kind, FaultKind::DialogOpen);
    let answered = app.page.answer_dialog(app.view(), &DialogAnswer::Accept(None), PATIENCE).await.unwrap();
    assert_eq!(answered.kind, DialogKind::Alert);
    assert_eq!(app.run("return 1").await, 1);

    app.run_with("prompt('Name?', 'nobody')", json!([])).await.unwrap_err();
    let open = app.page.dialog(app.view(), PATIENCE).await.unwrap().expect("a prompt");
    assert_eq!((open.kind, open.default_text.as_deref()), (DialogKind::Prompt, Some("nobody")));
    let fault = app.page.answer_dialog(app.view(), &DialogAnswer::Accept(None), PATIENCE).await.unwrap_err();
    assert!(fault.message.starts_with(LIMIT), "{fault}");
    let fault = app.page.answer_dialog(app.view(), &DialogAnswer::Dismiss, PATIENCE).await.unwrap_err();
    assert_eq!(fault.kind, FaultKind::NoDialog);
}

#[tokio::test]
async fn files_reach_a_file_input_with_their_content() {
    let app = Driven::start().await;
    app.go("files.html").await;
    let folder = tempfile::tempdir().unwrap();
    let (small, large) = (folder.path().join("a.txt"), folder.path().join("b.bin"));
    std::fs::write(&small, "hello").unwrap();
    std::fs::write(&large, vec![b'x'; 2_500_000]).unwrap();
    let paths: Vec<String> = [&small, &large].map(|path| path.to_str().unwrap().to_owned()).into();
    let node = |value: &Value| value[ELEMENT].as_str().unwrap().to_owned();

    let many = node(&app.run("return document.getElementById('multiple')").await);
    app.page.choose_files(&app.place, &many, &paths[..1], PATIENCE).await.unwrap();
    app.page.choose_files(&app.place, &many, &paths[1..], PATIENCE).await.unwrap();
    let told = "return Array.from(multiple.files, (file) => [file.name, file.size, file.type])";
    assert_eq!(app.run(told).await, json!([["a.txt", 5, "text/plain"], ["b.bin", 2_500_000, ""]]));

    let single = node(&app.run("return document.getElementById('single')").await);
    let fault = app.page.choose_files(&app.place, &single, &paths, PATIENCE).await.unwrap_err();
    assert_eq!(fault.kind, FaultKind::Invalid, "{fault}");
    app.page.choose_files(&app.place, &single, &paths[..1], PATIENCE).await.unwrap();
    let told = "return Array.from(single.files, (file) => [file.name, file.size])";
    assert_eq!(app.run(told).await, json!([["a.txt", 5]]), "nothing of what was refused is left over");
    let nowhere = ["/nowhere/at/all".to_owned()];
    let fault = app.page.choose_files(&app.place, &single, &nowhere, PATIENCE).await.unwrap_err();
    assert_eq!(fault.kind, FaultKind::Invalid, "{fault}");
}

#[tokio::test]
async fn windows_are_opened_changed_and_closed() {
    let app = Driven::start().await;
    let change =
        WindowChange { position: Some((60.0, 50.0)), size: Some((640.0, 480.0)), ..WindowChange::default() };
    let state = app.page.set_window(app.view(), change, PATIENCE).await.unwrap();
    assert_eq!(state.bounds, PageRect { x: 60.0, y: 50.0, width: 640.0, height: 480.0 });

    let opened = app.page.new_view(NewViewKind::Window, app.view(), PATIENCE).await.unwrap();
    let views = app.page.views(PATIENCE).await.unwrap();
    assert_eq!(views.iter().map(|view| &view.id).collect::<Vec<_>>(), [app.view(), &opened.id]);
    app.run("window.mine = 'first'").await;
    let there = deskhand_page::Place::top(opened.id.clone());
    assert_eq!(app.run_in(&there, "return window.mine || 'other'").await.unwrap(), "other");
    assert_eq!(app.run("return window.mine").await, "first");
    app.page.close_view(&opened.id, PATIENCE).await.unwrap();
    assert_eq!(app.run_in(&there, "return 1").await.unwrap_err().kind, FaultKind::NoView);
    assert_eq!(app.run("return window.mine").await, "first");

    let maximise = WindowChange { stage: Some(Stage::Maximized), ..WindowChange::default() };
    let state = app.page.set_window(app.view(), maximise, PATIENCE).await.unwrap();
    assert_eq!(state.stage, Stage::Maximized);
    assert!(state.bounds.width > 640.0, "{state:?}");
    let fault = app.page.set_window(app.view(), change, PATIENCE).await.unwrap_err();
    assert!(fault.message.starts_with(LIMIT), "{fault}");
}

#[tokio::test]
async fn what_the_plugin_cannot_do_is_told_with_its_name() {
    let app = Driven::start().await;
    let picture =
        app.page.picture(app.view(), Extent::Viewport, PATIENCE).await.expect("a picture of a kind");
    assert!(picture.starts_with(b"\x89PNG"));
    let part = Extent::Part(PageRect { x: 0.0, y: 0.0, width: 9.0, height: 9.0 });
    let paper = PrintOptions {
        orientation: Orientation::Portrait,
        scale: 1.0,
        background: false,
        width: 21.0,
        height: 29.7,
        margins: [1.0; 4],
        shrink_to_fit: true,
        ranges: Vec::new(),
    };
    let mut cookie = Cookie {
        name: "a".to_owned(),
        value: "b".to_owned(),
        path: None,
        domain: None,
        secure: false,
        http_only: true,
        expiry: None,
        same_site: None,
    };
    for fault in [
        app.page.picture(app.view(), part, PATIENCE).await.unwrap_err(),
        app.page.print(&app.place, &paper, PATIENCE).await.unwrap_err(),
        app.page.accept_insecure_certificates(true, PATIENCE).await.unwrap_err(),
        app.page.set_cookie(&app.place, &cookie, PATIENCE).await.unwrap_err(),
    ] {
        assert_eq!(fault.kind, FaultKind::Unsupported);
        assert!(fault.message.starts_with(LIMIT), "{fault}");
    }
    app.page.accept_insecure_certificates(false, PATIENCE).await.unwrap();
    cookie.http_only = false;
    let fault = app.page.set_cookie(&app.place, &cookie, PATIENCE).await.unwrap_err();
    assert_eq!(fault.kind, FaultKind::CookieRefused, "{fault}");
    assert_eq!(app.page.cookies(&app.place, PATIENCE).await, Ok(Vec::new()));
}

#[tokio::test]
async fn a_plugin_that_breaks_down_is_told_and_takes_nothing_along() {
    let app = Driven::start().await;
    // An answer to a question that was never asked: the plugin panics while it holds a lock.
    let fault = app.until_fault("window.__WEBDRIVER__.resolve('nobody', 1)").await;
    assert_eq!(fault.kind, FaultKind::Gone, "{fault}");
    assert!(fault.message.contains("has broken down"), "{fault}");
    assert_eq!(app.page.views(PATIENCE).await.expect("views").len(), 1);
    assert_eq!(app.started.ended(), None);
}
