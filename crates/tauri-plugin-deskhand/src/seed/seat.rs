//! Where somebody who drives the application sits: the window and the frame that are current, and what is held down.

use std::borrow::Cow;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use deskhand_page::reference::ELEMENT;
use deskhand_page::{
    Call, CallIn, Code, Fault, FaultKind, FrameId, Library, LoadState, Place, ViewId, Views, WaitLoaded,
    World,
};
use serde_json::{Value, json};

use super::answer::Refusal;
use super::input::Held;
use super::pages::Pages;
use crate::obey::Obey;

/// As long as anything may take; servers of this API cannot say how long.
pub(super) const WITHIN: Duration = Duration::from_secs(30);
/// How long the first window is waited for. Servers ask for it as soon as they know the port.
const FIRST_WINDOW: Duration = Duration::from_secs(10);
/// How long a page that is on its way is waited for before it is asked anything.
const ARRIVAL: Duration = Duration::from_secs(10);
const PACE: Duration = Duration::from_millis(20);
/// The window that is current before anybody says otherwise, where there is one of this name.
const MAIN: &str = "main";

const ELEMENTS: &str = include_str!("js/elements.js");
/// The version is part of it, as of everything that a document keeps.
const ELEMENTS_ID: &str = concat!("deskhand-seed-elements-", env!("CARGO_PKG_VERSION"));

/// Where somebody sits.
pub(crate) struct Seat<P> {
    pub(super) pages: P,
    state: Mutex<State>,
}

/// What is current.
#[derive(Default)]
pub(super) struct State {
    view: Option<ViewId>,
    frames: Vec<FrameId>,
    /// Whether there was a window the last time that somebody looked.
    had_view: bool,
    /// What a prompt is to be answered with.
    pub(super) prompt: Option<String>,
    /// What is held down.
    pub(super) held: Held,
}

impl<P: Pages> Seat<P> {
    pub(super) fn new(pages: P) -> Seat<P> {
        Seat { pages, state: Mutex::default() }
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) async fn ask<C: Obey>(&self, command: C) -> Result<C::Done, Fault> {
        self.pages.ask(command, WITHIN).await
    }

    /// The windows, once there is one.
    pub(super) async fn views(&self) -> Result<Vec<ViewId>, Refusal> {
        let deadline = Instant::now() + FIRST_WINDOW;
        loop {
            let views: Vec<ViewId> = self.ask(Views {}).await?.into_iter().map(|view| view.id).collect();
            let had_some = std::mem::replace(&mut self.state().had_view, !views.is_empty());
            if had_some || !views.is_empty() || Instant::now() >= deadline {
                return Ok(views);
            }
            tokio::time::sleep(PACE).await;
        }
    }

    /// The current window: that which was switched to, or else the main one, or else any.
    pub(super) async fn view(&self) -> Result<ViewId, Refusal> {
        if let Some(view) = self.state().view.clone() {
            return Ok(view);
        }
        let views = self.views().await?;
        let found = views.iter().find(|view| view.0 == MAIN).or(views.first());
        found.cloned().ok_or_else(|| Refusal::not_found("no such window: the application has none"))
    }

    /// The window that a request names, or else the current one.
    pub(super) async fn view_or(&self, label: Option<String>) -> Result<ViewId, Refusal> {
        match label {
            Some(label) => Ok(ViewId(label)),
            None => self.view().await,
        }
    }

    /// The document that is current.
    pub(super) async fn place(&self) -> Result<Place, Refusal> {
        let view = self.view().await?;
        Ok(Place { view, frames: self.state().frames.clone() })
    }

    /// The top document of the current window.
    pub(super) async fn top(&self) -> Result<Place, Refusal> {
        self.view().await.map(Place::top)
    }

    /// Makes a window current, with its top document.
    pub(super) fn sit_at(&self, view: Option<ViewId>) {
        let mut state = self.state();
        state.view = view;
        state.frames.clear();
    }

    pub(super) fn leave_frames(&self) {
        self.state().frames.clear();
    }

    pub(super) fn leave_frame(&self) {
        self.state().frames.pop();
    }

    pub(super) fn enter_frame(&self, frame: FrameId) {
        self.state().frames.push(frame);
    }

    /// Waits until no page is on its way, as WebDriver does before each command: servers of this API do not.
    ///
    /// A dialog, a window that is gone and a page that takes its time are matters of what comes next.
    pub(super) async fn settle(&self, view: &ViewId) {
        let top = Place::top(view.clone());
        let _ = self.pages.ask(WaitLoaded { place: top, until: LoadState::Interactive }, ARRIVAL).await;
    }

    /// Calls one of our functions in a document, beside its page.
    pub(super) async fn call(&self, place: &Place, name: &str, args: Vec<Value>) -> Result<Value, Refusal> {
        self.settle(&place.view).await;
        let told = match self.ask(member(place, name, args.clone(), None)).await {
            Err(fault) if fault.kind == FaultKind::LibraryMissing => {
                self.ask(member(place, name, args, Some(ELEMENTS))).await
            }
            told => told,
        };
        Ok(json!(told.map_err(own_words)?))
    }

    /// Calls one of our functions with an element of the current document.
    pub(super) async fn call_on(&self, name: &str, element: &str, more: &[Value]) -> Result<Value, Refusal> {
        let mut args = vec![json!({ ELEMENT: element })];
        args.extend_from_slice(more);
        self.call(&self.place().await?, name, args).await
    }
}

fn member(place: &Place, name: &str, args: Vec<Value>, source: Option<&'static str>) -> CallIn {
    let library = Library { id: ELEMENTS_ID.into(), source: source.map(Cow::Borrowed) };
    let code = Code::Member { library, name: name.to_owned() };
    CallIn { place: place.clone(), call: Call { world: World::Own, code, args } }
}

/// What our own functions throw are messages for the caller; that they were thrown does not matter.
fn own_words(fault: Fault) -> Refusal {
    match fault.thrown {
        Some(thrown) if thrown.name == "Error" => Refusal::failed(thrown.message),
        Some(thrown) if thrown.name == "SyntaxError" => {
            Refusal::invalid(format!("invalid selector: {}", thrown.message))
        }
        _ => fault.into(),
    }
}
