//! What the plugin for Tauri applications does with real web views, where WebDriver's clients do not get to.
#![cfg(target_os = "linux")]
#![expect(clippy::expect_used, reason = "what fails here fails a test")]

#[path = "apps/processes.rs"]
mod processes;

use std::fs;
use std::sync::Arc;
use std::time::Duration;

use deskhand_engine::ports::{Page, PageApp, PageDesktop, StartedApp};
use deskhand_page::reference::ELEMENT;
use deskhand_page::{
    Call, Code, Cookie, Fault, FaultKind, FrameChoice, LoadState, Navigation, NewViewKind, Orientation,
    PageInput, Place, PointerKind, PointerPhase, PrintOptions, World,
};
use processes::{Mark, kill};
use serde_json::{Value, json};

const PATIENCE: Duration = Duration::from_secs(60);

/// The fixture, showing one of its pages.
struct Shown {
    app: Box<dyn StartedApp>,
    page: Arc<dyn Page>,
    mark: Mark,
    top: Place,
}

impl Shown {
    async fn at(name: &str) -> Shown {
        let deps = std::env::current_exe().expect("this program");
        let built = deps.ancestors().nth(2).expect("the target folder").join("deskhand-fixture-tauri");
        assert!(built.exists(), "build it first: cargo build --package deskhand-fixture-tauri");
        let mark = Mark::new();
        let app = PageApp {
            binary: built.to_str().expect("a path").to_owned(),
            env: vec![mark.variable()],
            desktop: PageDesktop::Private,
            ..PageApp::default()
        };
        let app = deskhand::pages().start(&app, PATIENCE).await.expect("the fixture");
        let page = app.page();
        let view = page.views(PATIENCE).await.expect("views").swap_remove(0).id;
        let shown = Shown { app, page, mark, top: Place::top(view) };
        shown.go(name).await.expect(name);
        shown
    }

    async fn go(&self, name: &str) -> Result<(), Fault> {
        let to = Navigation::To(format!("tauri://localhost/{name}"));
        self.page.go(&self.top.view, &to, LoadState::Complete, PATIENCE).await
    }

    async fn ask(&self, place: &Place, world: World, body: &str) -> Result<Value, Fault> {
        let call = Call { world, code: Code::Body(body.to_owned()), args: Vec::new() };
        self.page.call(place, &call, PATIENCE).await
    }

    /// Runs a script of the page's in its top document.
    async fn run(&self, body: &str) -> Value {
        self.ask(&self.top, World::Page, body).await.expect(body)
    }

    /// The frame in an element of a document.
    async fn frame(&self, place: &Place, css: &str) -> Place {
        let found =
            self.ask(place, World::Own, &format!("return document.querySelector('{css}')")).await.expect(css);
        let node = found[ELEMENT].as_str().expect("an element").to_owned();
        let frame = self.page.enter_frame(place, &FrameChoice::Node(node), PATIENCE).await.expect("a frame");
        let mut inside = place.clone();
        inside.frames.push(frame);
        inside
    }

    async fn click(&self, css: &str) -> Result<(), Fault> {
        let point = self
            .run(&format!(
                "const box = document.querySelector('{css}').getBoundingClientRect();\
                 return [box.x + box.width / 2, box.y + box.height / 2]"
            ))
            .await;
        self.page.input(&self.top, &click_at(&point), PATIENCE).await
    }

    /// The processes that its pages run in.
    fn web_processes(&self) -> Vec<u32> {
        let is_one = |pid: &u32| {
            fs::read_to_string(format!("/proc/{pid}/comm"))
                .is_ok_and(|name| name.starts_with("WebKitWebProces"))
        };
        self.mark.processes().into_iter().filter(is_one).collect()
    }

    async fn end(self) {
        self.app.end(PATIENCE).await;
    }
}

fn click_at(point: &Value) -> Vec<PageInput> {
    let (x, y) = (point[0].as_f64().expect("x"), point[1].as_f64().expect("y"));
    let event = |phase, buttons| PageInput::Pointer {
        kind: PointerKind::Mouse,
        id: 0,
        phase,
        x,
        y,
        buttons,
        modifiers: Default::default(),
    };
    vec![event(PointerPhase::Move, 0), event(PointerPhase::Down(0), 1), event(PointerPhase::Up(0), 0)]
}

#[tokio::test]
async fn a_page_that_finds_our_names_cannot_speak_for_us_to_frames_of_other_origins() {
    let shown = Shown::at("frames.html").await;
    let foreign = shown.frame(&shown.top, "#elsewhere").await;
    shown.ask(&foreign, World::Own, "return 1").await.expect("an agent that listens");

    let found = shown
        .run(
            "const names = Object.getOwnPropertyNames(window).filter((name) => /-[0-9a-f]{32}$/.test(name));\
             const order = { path: [], member: 'call', args: { world: 'own', code: { body: 'document.title = \"taken\"' }, args: [] } };\
             const { contentWindow } = document.querySelector('#elsewhere');\
             for (const name of names) contentWindow.postMessage([name.slice(-32), 'do', 1e6, order], '*');\
             return names.length",
        )
        .await;

    assert_ne!(found, json!(0), "there are names to be found");
    let title = shown.ask(&foreign, World::Own, "return document.title").await.expect("a title");
    assert_eq!(title, json!("Elsewhere"));
    shown.end().await;
}

#[tokio::test]
async fn a_page_that_changes_what_events_are_made_of_is_driven_all_the_same() {
    let shown = Shown::at("forms.html").await;
    shown
        .run(
            "const refuse = () => { throw new Error('changed by the page'); };\
             for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent']) {\
               EventTarget.prototype[name] = refuse; window[name] = refuse;\
             }\
             window.CustomEvent = refuse; Event.prototype.composedPath = refuse; Reflect.apply = refuse;\
             JSON.parse = refuse; JSON.stringify = refuse",
        )
        .await;

    let found = shown.run("return document.querySelector('input')").await;

    let call = Call {
        world: World::Page,
        code: Code::Body("return arguments[0].localName".to_owned()),
        args: vec![found],
    };
    assert_eq!(shown.page.call(&shown.top, &call, PATIENCE).await, Ok(json!("input")));
    shown.end().await;
}

#[tokio::test]
async fn functions_reach_frames_of_another_origin_in_frames_of_it() {
    let shown = Shown::at("frames.html").await;
    let outer = shown.frame(&shown.top, "#elsewhere").await;
    let inner = shown.frame(&outer, "#inner").await;
    for world in [World::Own, World::Page] {
        let told = shown.ask(&inner, world, "return document.querySelector('#where').textContent").await;
        assert_eq!(told, Ok(json!("elsewhere, inner")), "{world:?}");
    }
    shown.end().await;
}

#[tokio::test]
async fn a_frame_without_scripts_is_told_as_one() {
    let shown = Shown::at("frames.html").await;
    let silent = shown.frame(&shown.top, "#sandbox").await;
    let fault = shown.ask(&silent, World::Own, "return 1").await.expect_err("no scripts run there");
    assert_eq!(fault.kind, FaultKind::Unsupported, "{fault}");
    shown.end().await;
}

#[tokio::test]
async fn calls_that_a_navigation_comes_between_are_answered_or_interrupted() {
    let shown = Shown::at("forms.html").await;
    let calls: Vec<_> = (0..8)
        .map(|number| {
            let (page, place) = (Arc::clone(&shown.page), shown.top.clone());
            tokio::spawn(async move {
                let body = format!(
                    "const end = performance.now() + {}; while (performance.now() < end); \
                     return new Promise((done) => setTimeout(done, 20, {number}))",
                    number * 5
                );
                let call = Call { world: World::Page, code: Code::Body(body), args: Vec::new() };
                (number, page.call(&place, &call, PATIENCE).await)
            })
        })
        .collect();

    shown.go("events.html").await.expect("a page");

    for call in calls {
        match call.await.expect("a task") {
            (number, Ok(value)) => assert_eq!(value, json!(number)),
            (_, Err(fault)) => assert_eq!(fault.kind, FaultKind::Interrupted, "{fault}"),
        }
    }
    assert_eq!(shown.run("return location.pathname").await, json!("/events.html"));
    shown.end().await;
}

#[tokio::test]
async fn what_is_asked_of_a_page_ends_with_its_process() {
    let shown = Shown::at("forms.html").await;
    let waiting = tokio::spawn({
        let (page, place) = (Arc::clone(&shown.page), shown.top.clone());
        let body = "return new Promise(() => {})".to_owned();
        let never = Call { world: World::Page, code: Code::Body(body), args: Vec::new() };
        async move { page.call(&place, &never, PATIENCE).await }
    });
    // Asked and answered: so the question before it is on its way.
    shown.run("return 1").await;

    for process in shown.web_processes() {
        kill(process);
    }

    let crashed = |fault: &Fault| fault.kind == FaultKind::Failed && fault.message.contains("crashed");
    let fault = waiting.await.expect("a task").expect_err("a crash");
    assert!(crashed(&fault), "{fault}");
    let fault = shown.page.input(&shown.top, &click_at(&json!([5, 5])), PATIENCE).await.expect_err("a crash");
    assert!(crashed(&fault), "{fault}");
    shown.go("forms.html").await.expect("a page in a new process");
    shown.click("input").await.expect("a click");
    shown.end().await;
}

#[tokio::test]
async fn an_application_is_asked_before_its_window_closes_and_may_keep_it() {
    let shown = Shown::at("windows.html").await;
    let opener = &shown.top.view;
    let other = shown.page.new_view(NewViewKind::Window, opener, PATIENCE).await.expect("a window").id;
    shown.click("#keep").await.expect("a click");
    let kept = "return new Promise((done) => {\
                  const look = () => { document.querySelector('#state').textContent ? done() : setTimeout(look, 5); };\
                  look(); })";
    shown.run(kept).await;

    let fault = shown.page.close_view(opener, PATIENCE).await.expect_err("a window that stays");

    assert_eq!(fault.kind, FaultKind::Failed, "{fault}");
    assert_eq!(shown.run("return window.log.map((entry) => entry.kind)").await, json!(["kept"]));
    shown.page.close_view(&other, PATIENCE).await.expect("a window that goes");
    assert_eq!(shown.page.views(PATIENCE).await.expect("views").len(), 1);
    shown.end().await;
}

#[tokio::test]
async fn a_cookie_for_secure_connections_is_seen_where_it_was_set() {
    let shown = Shown::at("cookies.html").await;
    let cookie: Cookie =
        serde_json::from_value(json!({"name": "a", "value": "b", "secure": true})).expect("one");
    shown.page.set_cookie(&shown.top, &cookie, PATIENCE).await.expect("set");
    let kept = shown.page.cookies(&shown.top, PATIENCE).await.expect("cookies");
    assert!(kept.iter().any(|kept| kept.name == "a" && kept.secure), "{kept:?}");
    shown.page.delete_cookies(&shown.top, Some("a"), PATIENCE).await.expect("deleted");
    assert_eq!(shown.page.cookies(&shown.top, PATIENCE).await, Ok(Vec::new()));
    shown.end().await;
}

#[tokio::test]
async fn a_larger_scale_lays_less_out_on_a_page() {
    let shown = Shown::at("scroll.html").await;
    let mut pages = Vec::new();
    for scale in [0.5, 1.0, 2.0] {
        let options = PrintOptions {
            orientation: Orientation::Portrait,
            scale,
            background: false,
            width: 21.0,
            height: 29.7,
            margins: [1.0; 4],
            shrink_to_fit: false,
            ranges: Vec::new(),
        };
        let pdf = shown.page.print(&shown.top, &options, PATIENCE).await.expect("a PDF");
        pages.push(pages_of(&pdf));
    }
    assert!(pages[0] < pages[1] && pages[1] < pages[2], "{pages:?}");
    // All that is too wide is cut off: no page is there for what is beside the others.
    assert!(pages[2] <= 2 * pages[1], "{pages:?}");
    shown.end().await;
}

/// How many pages a PDF says that it has.
fn pages_of(pdf: &[u8]) -> u32 {
    let text = String::from_utf8_lossy(pdf);
    let (_, count) = text.split_once("/Count ").expect("a count of pages");
    count.chars().take_while(char::is_ascii_digit).collect::<String>().parse().expect("a number")
}
