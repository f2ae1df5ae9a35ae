//! The fixture with the other plugin, on a private desktop.

use std::sync::Arc;
use std::time::{Duration, Instant};

use deskhand_engine::ports::{Page, PageApp, PageDesktop, PageResult, StartedApp};
use deskhand_page::{Call, Code, Fault, Library, LoadState, Navigation, PageInput, Place, ViewId, World};
use serde_json::Value;

pub(crate) const PATIENCE: Duration = Duration::from_secs(30);
const PACE: Duration = Duration::from_millis(10);

/// An application that was started, and the document that it shows.
pub(crate) struct Driven {
    pub(crate) started: Box<dyn StartedApp>,
    pub(crate) page: Arc<dyn Page>,
    pub(crate) place: Place,
}

impl Driven {
    /// On its first page.
    pub(crate) async fn start() -> Driven {
        let app = PageApp { binary: fixture(), desktop: PageDesktop::Private, ..PageApp::default() };
        let started = deskhand::pages().start(&app, PATIENCE).await.expect("the fixture");
        let page = started.page();
        let views = page.views(PATIENCE).await.expect("views");
        let place = Place::top(views.first().expect("a view").id.clone());
        let driven = Driven { started, page, place };
        driven.loaded().await;
        driven
    }

    pub(crate) fn view(&self) -> &ViewId {
        &self.place.view
    }

    pub(crate) async fn loaded(&self) {
        self.page.wait_loaded(&self.place, LoadState::Complete, PATIENCE).await.expect("a document");
    }

    /// Goes to a page of the fixture.
    pub(crate) async fn go(&self, page: &str) {
        let to = Navigation::To(format!("tauri://localhost/{page}"));
        self.navigate(&to).await.expect(page);
    }

    pub(crate) async fn navigate(&self, to: &Navigation) -> PageResult<()> {
        self.page.go(self.view(), to, LoadState::Complete, PATIENCE).await
    }

    pub(crate) async fn input(&self, events: &[PageInput]) {
        self.page.input(&self.place, events, PATIENCE).await.expect("input");
    }

    /// Runs a script that succeeds.
    pub(crate) async fn run(&self, body: &str) -> Value {
        self.run_in(&self.place, body).await.expect(body)
    }

    pub(crate) async fn run_with(&self, body: &str, args: Value) -> PageResult<Value> {
        self.run_within(body, args, PATIENCE).await
    }

    pub(crate) async fn run_within(&self, body: &str, args: Value, within: Duration) -> PageResult<Value> {
        let Value::Array(args) = args else { panic!("arguments are a list: {args}") };
        let call = Call { world: World::Page, code: Code::Body(body.to_owned()), args };
        self.page.call(&self.place, &call, within).await
    }

    pub(crate) async fn run_in(&self, place: &Place, body: &str) -> PageResult<Value> {
        let call = Call { world: World::Page, code: Code::Body(body.to_owned()), args: Vec::new() };
        self.page.call(place, &call, PATIENCE).await
    }

    /// Calls the function `read` of a library.
    pub(crate) async fn member(&self, source: Option<&str>, args: Value) -> PageResult<Value> {
        let Value::Array(args) = args else { panic!("arguments are a list: {args}") };
        let library = Library { id: "reading".into(), source: source.map(|source| source.to_owned().into()) };
        let code = Code::Member { library, name: "read".to_owned() };
        self.page.call(&self.place, &Call { world: World::Own, code, args }, PATIENCE).await
    }

    /// Runs a script until it returns what is wanted. A page may be replaced meanwhile.
    pub(crate) async fn until(&self, body: &str, wanted: &str) {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let told = self.run_in(&self.place, body).await;
            if told.as_ref().is_ok_and(|value| value == wanted) {
                return;
            }
            assert!(Instant::now() < deadline, "still waiting for {wanted}: {told:?}");
            tokio::time::sleep(PACE).await;
        }
    }

    /// Runs a script until that fails.
    pub(crate) async fn until_fault(&self, body: &str) -> Fault {
        let deadline = Instant::now() + PATIENCE;
        loop {
            match self.run_in(&self.place, body).await {
                Err(fault) => return fault,
                Ok(_) => assert!(Instant::now() < deadline, "it goes on working"),
            }
        }
    }
}

fn fixture() -> String {
    let deps = std::env::current_exe().expect("this program");
    let built = deps.ancestors().nth(2).expect("the target folder").join("deskhand-fixture-tauri-seed");
    assert!(built.exists(), "build it first: cargo build --package deskhand-fixture-tauri-seed");
    built.to_str().expect("a path").to_owned()
}
