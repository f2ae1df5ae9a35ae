use std::cell::{Cell, Ref, RefCell, RefMut};
use std::rc::Rc;

use deskhand_page::{Dialog, Fault, FaultKind, ViewId};
use futures_util::future::select;
use tauri::{Runtime, Webview};
use tokio::sync::{Mutex, watch};

use crate::engine::{self, OpenDialog, Web};

/// How far the navigation of a view has come, as its engine tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Loading {
    /// Nothing is under way.
    Idle,
    /// The engine was asked to go somewhere and has not said anything yet.
    Asked,
    /// A document is on its way; the old one is still there.
    Provisional,
    /// The new document is there and being filled.
    Committed,
}

/// What is known of a view at a moment.
pub(crate) struct State {
    pub(crate) loading: Loading,
    /// How many navigations have begun.
    pub(crate) started: u64,
    /// How many documents there have been.
    pub(crate) committed: u64,
    /// Why a navigation failed, since somebody last asked for one.
    pub(crate) failure: Option<Failure>,
    /// How often somebody was asked whether a frame may go somewhere.
    pub(crate) decisions: u64,
    /// How often the position in the history has changed.
    pub(crate) steps: u64,
    pub(crate) dialog: Option<(Dialog, OpenDialog)>,
    /// The web process is dead, and nothing was loaded since.
    pub(crate) crashed: bool,
    pub(crate) closed: bool,
}

/// Counts that change when a navigation is about to begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stirred {
    started: u64,
    decisions: u64,
}

/// Input that a page has handled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Handled {
    /// What had stirred before.
    pub(super) before: Stirred,
    /// Whether all of the page was there by then, as it has said itself.
    pub(super) whole: bool,
}

/// What comes of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aftermath {
    /// All of the page is there, and none of it is about to go: nobody needs to ask.
    Calm,
    /// Something in it is about to go somewhere.
    Stirred,
    /// It was not looked at.
    Unknown,
}

/// A navigation that failed.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub(super) fault: Fault,
    /// Which one it was, counted as in [`State::started`]. The next is to a page about it.
    pub(super) number: u64,
}

impl State {
    pub(crate) fn fail(&mut self, fault: Fault) {
        self.failure = Some(Failure { fault, number: self.started });
    }
}

/// What Tauri knows of a view, whatever the runtime of the application.
pub(crate) trait Housed {
    /// Its label. A window that was made for one view has the same.
    fn label(&self) -> String;
    /// The label of the window that it is in.
    fn window(&self) -> String;
    /// Closes it and leaves its window.
    fn close(&self) -> tauri::Result<()>;
    /// Asks for the window that it is in to be closed, as a person does. The application may keep it.
    fn ask_window_to_close(&self) -> tauri::Result<()>;
    /// Closes the window that it was in, whatever the application says.
    fn destroy_window(&self) -> tauri::Result<()>;
}

impl<R: Runtime> Housed for Webview<R> {
    fn label(&self) -> String {
        Webview::label(self).to_owned()
    }

    fn window(&self) -> String {
        Webview::window(self).label().to_owned()
    }

    fn close(&self) -> tauri::Result<()> {
        Webview::close(self)
    }

    fn ask_window_to_close(&self) -> tauri::Result<()> {
        Webview::window(self).close()
    }

    fn destroy_window(&self) -> tauri::Result<()> {
        Webview::window(self).destroy()
    }
}

/// A web view of the application.
pub(crate) struct View {
    /// Its label.
    pub(crate) id: ViewId,
    /// What its engine knows it by.
    pub(crate) web: Web,
    pub(crate) housed: Rc<dyn Housed>,
    /// Had by whoever makes input. A view has one pointer, one keyboard and one file chooser: two who use them at once
    /// would take each other's events for their own.
    pub(super) hands: Mutex<()>,
    /// The input that the page has handled, until something else is asked of it.
    handled: Cell<Option<Handled>>,
    state: RefCell<State>,
    changes: watch::Sender<()>,
}

impl View {
    pub(crate) fn new<R: Runtime>(webview: Webview<R>, web: Web) -> Rc<View> {
        let (changes, _) = watch::channel(());
        // Applications open windows with a page: the load was asked for before anybody could listen.
        let loading = if engine::going::is_loading(&web) { Loading::Asked } else { Loading::Idle };
        let id = ViewId(webview.label().to_owned());
        Rc::new(View {
            id,
            web,
            housed: Rc::new(webview),
            hands: Mutex::new(()),
            handled: Cell::new(None),
            state: RefCell::new(State {
                loading,
                started: 0,
                committed: 0,
                failure: None,
                decisions: 0,
                steps: 0,
                dialog: None,
                crashed: false,
                closed: false,
            }),
            changes,
        })
    }

    pub(crate) fn state(&self) -> Ref<'_, State> {
        self.state.borrow()
    }

    /// Changes what is known and wakes everybody who waits for it.
    pub(crate) fn note(&self, change: impl FnOnce(&mut RefMut<'_, State>)) {
        change(&mut self.state.borrow_mut());
        self.changes.send_replace(());
    }

    /// Waits until something can be seen in the state.
    pub(crate) async fn until<T>(&self, mut seen: impl FnMut(&State) -> Option<T>) -> T {
        let mut changes = self.changes.subscribe();
        loop {
            if let Some(found) = seen(&self.state.borrow()) {
                return found;
            }
            if changes.changed().await.is_err() {
                // The sender lives as long as `self`.
                std::future::pending::<()>().await;
            }
        }
    }

    /// What has stirred so far.
    pub(super) fn stirred(&self) -> Stirred {
        let State { started, decisions, .. } = *self.state();
        Stirred { started, decisions }
    }

    /// Notes that the page has handled input, or that this is of no meaning any more.
    pub(super) fn note_handled(&self, handled: Option<Handled>) {
        self.handled.set(handled);
    }

    /// What has come of the input that the page has just handled, to be known once.
    pub(super) fn aftermath(&self) -> Aftermath {
        match self.handled.take() {
            Some(handled) if handled.before != self.stirred() => Aftermath::Stirred,
            Some(Handled { whole: true, .. }) if self.state().loading == Loading::Idle => Aftermath::Calm,
            _ => Aftermath::Unknown,
        }
    }

    /// The dialog that is open.
    pub(crate) fn dialog(&self) -> Option<Dialog> {
        self.state.borrow().dialog.as_ref().map(|(dialog, _)| dialog.clone())
    }

    /// The dialog that is open, or the next one that opens.
    pub(crate) async fn dialog_opens(&self) -> Dialog {
        self.until(|state| state.dialog.as_ref().map(|(dialog, _)| dialog.clone())).await
    }

    /// Waits until the page is done with the keys that were struck, or a dialog or its end comes of them.
    pub(super) async fn settled(&self) {
        let (dialog, end) = (std::pin::pin!(self.dialog_opens()), std::pin::pin!(self.breaks()));
        select(std::pin::pin!(engine::input::settled(&self.web)), select(dialog, end)).await;
    }

    /// Waits for what ends every conversation with the pages of this view.
    pub(crate) async fn breaks(&self) -> Fault {
        self.until(|state| self.broken(state)).await
    }

    /// Waits for more documents than there have been, and answers with their number, or for what [`View::breaks`] does.
    pub(super) async fn left(&self, documents: u64) -> Result<u64, Fault> {
        let left = |state: &State| {
            let more = (state.committed != documents).then_some(state.committed);
            self.broken(state).map(Err).or(more.map(Ok))
        };
        self.until(left).await
    }

    fn broken(&self, state: &State) -> Option<Fault> {
        if state.closed {
            Some(Fault::new(FaultKind::NoView, format!("The view '{}' was closed", self.id)))
        } else if state.crashed {
            let message =
                format!("The web process of the view '{}' has crashed; it can go to a page again", self.id);
            Some(Fault::new(FaultKind::Failed, message))
        } else {
            None
        }
    }
}
