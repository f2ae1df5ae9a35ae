use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use deskhand_page::{Fault, FaultKind, ViewId};
use futures_util::future::{Either, select};
use tauri::{AppHandle, Runtime, Webview};

use super::main_thread::MainThread;
use super::view::View;
use super::views::Opener;
use crate::engine;
use crate::environment::Environment;
use crate::obey::{Dialogs, Obey};
use crate::source::Keys;

thread_local! {
    static DESK: OnceCell<Rc<Desk>> = const { OnceCell::new() };
}

/// What the plugin knows of the application it is in. Lives on the main thread.
pub(crate) struct Desk {
    views: RefCell<Vec<Rc<View>>>,
    pub(crate) keys: Keys,
    pub(crate) opener: Box<dyn Opener>,
    /// What our own API asks for.
    #[cfg(target_os = "linux")]
    pub(crate) token: Option<String>,
    /// The name of the socket for short questions, once somebody has asked for it.
    #[cfg(target_os = "linux")]
    pub(crate) line: OnceCell<Option<String>>,
    opened: Cell<u64>,
    driven: Cell<bool>,
}

impl Desk {
    /// The views that are open, the oldest first.
    pub(crate) fn views(&self) -> Vec<Rc<View>> {
        self.views.borrow().clone()
    }

    /// An open view.
    pub(crate) fn view(&self, id: &ViewId) -> Result<Rc<View>, Fault> {
        self.views
            .borrow()
            .iter()
            .find(|view| view.id == *id)
            .cloned()
            .ok_or_else(|| Fault::new(FaultKind::NoView, format!("There is no view '{id}'")))
    }

    pub(crate) fn forget(&self, id: &ViewId) {
        self.views.borrow_mut().retain(|view| view.id != *id);
    }

    /// Knows a view again that was forgotten too early.
    pub(super) fn take_back(&self, view: Rc<View>) {
        self.views.borrow_mut().insert(0, view);
    }

    /// Whether somebody drives the application. Until then it behaves as it does without the plugin: a person may be
    /// using a debug build.
    pub(crate) fn is_driven(&self) -> bool {
        self.driven.get()
    }

    pub(crate) fn note_driven(&self) {
        self.driven.set(true);
    }

    /// A label that no view has had.
    pub(crate) fn next_label(&self) -> String {
        loop {
            self.opened.set(self.opened.get() + 1);
            let label = format!("deskhand-{}", self.opened.get());
            if self.view(&ViewId(label.clone())).is_err() {
                return label;
            }
        }
    }
}

/// Sets the plugin up. Tauri calls this on the main thread.
pub(crate) fn start<R: Runtime>(app: &AppHandle<R>, environment: &Environment) -> Result<MainThread, Fault> {
    let desk = Rc::new(Desk {
        views: RefCell::default(),
        keys: Keys::new()?,
        opener: Box::new(app.clone()),
        #[cfg(target_os = "linux")]
        token: environment.token.clone(),
        #[cfg(target_os = "linux")]
        line: OnceCell::new(),
        opened: Cell::new(0),
        driven: Cell::new(environment.will_be_driven()),
    });
    DESK.with(|cell| {
        if cell.set(Rc::clone(&desk)).is_err() {
            return Err(Fault::new(FaultKind::Failed, "The plugin is already there"));
        }
        Ok(MainThread::new(desk))
    })
}

/// Takes a new web view in. Tauri calls this on the main thread, before the page in it has begun.
pub(crate) fn view_ready<R: Runtime>(webview: Webview<R>) {
    let inner = webview.clone();
    let taken = webview.with_webview(move |platform| {
        let Some(desk) = DESK.with(|desk| desk.get().cloned()) else { return };
        let Some(web) = engine::web_of(&platform) else { return };
        let view = View::new(inner, web);
        engine::connect(&desk, &view);
        desk.views.borrow_mut().push(view);
    });
    if let Err(error) = taken {
        tracing::error!(%error, view = webview.label(), "a web view could not be taken in");
    }
}

/// Notes that a frame of a view is about to go somewhere, or to another part of its document. The engine waits for the
/// application to allow it, on the main thread.
pub(crate) fn may_navigate<R: Runtime>(webview: &Webview<R>) {
    let view =
        DESK.with(|desk| desk.get().and_then(|desk| desk.view(&ViewId(webview.label().to_owned())).ok()));
    if let Some(view) = view {
        view.note(|state| state.decisions += 1);
    }
}

/// Carries a command out, unless a dialog is or comes in its way, or the view breaks down.
pub(crate) async fn obey<C: Obey>(desk: Rc<Desk>, command: C) -> Result<C::Done, Fault> {
    let view = command.view().map(|id| desk.view(id)).transpose()?;
    if let Some(view) = &view
        && C::OVERTAKES
    {
        view.settled().await;
    }
    match view {
        Some(view) if C::DIALOGS == Dialogs::Interrupt => {
            if let Some(dialog) = view.dialog() {
                return Err(Fault::dialog_standing(dialog));
            }
            let dialog = std::pin::pin!(view.dialog_opens());
            let done = std::pin::pin!(command.obey(desk));
            let broken = std::pin::pin!(view.breaks());
            // The command comes before its end: it may be the one that brings a view back.
            match select(dialog, select(done, broken)).await {
                Either::Left((dialog, _)) => Err(Fault::dialog_open(dialog)),
                Either::Right((Either::Left((done, _)), _)) => done,
                Either::Right((Either::Right((fault, _)), _)) => Err(fault),
            }
        }
        _ => command.obey(desk).await,
    }
}
