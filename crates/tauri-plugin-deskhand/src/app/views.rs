//! Listing, opening and closing views.

use std::rc::Rc;
use std::time::Duration;

use deskhand_page::{CloseView, Fault, FaultKind, NewView, View as Told, ViewId, Views};
use futures_util::future::{Either, select};
use tauri::{AppHandle, Runtime, Url, WebviewUrl, WebviewWindowBuilder};

use super::desk::Desk;
use super::tasks::spawn;
use super::view::{Housed, Loading, View};
use crate::engine::{self, Related, sleep};
use crate::obey::{Dialogs, Obey};

/// Opens windows with a web view, whatever the runtime of the application.
pub(crate) trait Opener {
    /// Opens one with an empty page, which is there when this returns. A view that a page opens is related to that page's.
    fn open(&self, label: &str, related: Option<&Related>) -> tauri::Result<()>;
}

impl<R: Runtime> Opener for AppHandle<R> {
    fn open(&self, label: &str, related: Option<&Related>) -> tauri::Result<()> {
        let blank = WebviewUrl::External(Url::parse("about:blank").map_err(tauri::Error::InvalidUrl)?);
        let mut builder = WebviewWindowBuilder::new(self, label, blank).title(label).focused(false);
        if let Some(related) = related {
            builder = engine::relate(builder, related);
        }
        builder.build().map(drop)
    }
}

impl Obey for Views {
    const DIALOGS: Dialogs = Dialogs::Ignore;

    fn view(&self) -> Option<&ViewId> {
        None
    }

    async fn obey(self, desk: Rc<Desk>) -> Result<Vec<Told>, Fault> {
        Ok(desk.views().iter().map(|view| tell(view)).collect())
    }
}

fn tell(view: &View) -> Told {
    Told { id: view.id.clone(), window: view.housed.window(), visible: engine::is_visible(view) }
}

impl Obey for NewView {
    const DIALOGS: Dialogs = Dialogs::Ignore;

    fn view(&self) -> Option<&ViewId> {
        Some(&self.opener)
    }

    /// Tauri knows no tabs: both kinds are windows.
    async fn obey(self, desk: Rc<Desk>) -> Result<Told, Fault> {
        let view = open(&desk, None)?;
        let loaded = std::pin::pin!(view.until(|state| (state.loading == Loading::Idle).then_some(())));
        match select(std::pin::pin!(view.breaks()), loaded).await {
            Either::Left((fault, _)) => Err(fault),
            Either::Right(_) => Ok(tell(&view)),
        }
    }
}

/// Opens a view with an empty page.
pub(crate) fn open(desk: &Desk, related: Option<&Related>) -> Result<Rc<View>, Fault> {
    let label = desk.next_label();
    desk.opener
        .open(&label, related)
        .map_err(|error| Fault::new(FaultKind::Failed, format!("No window could be opened: {error}")))?;
    desk.view(&ViewId(label))
}

fn is_alone(desk: &Desk, view: &View) -> bool {
    let window = view.housed.window();
    !desk.views().iter().any(|other| other.id != view.id && other.housed.window() == window)
}

/// Closes the window that a view was in, if it was made for that view and there are no others in it.
pub(crate) fn close_empty_window(desk: &Desk, gone: &dyn Housed) {
    let window = gone.window();
    if gone.label() != window || desk.views().iter().any(|view| view.housed.window() == window) {
        return;
    }
    if let Err(error) = gone.destroy_window() {
        tracing::debug!(%error, window, "an empty window stays open");
    }
}

/// Tauri ends the application with its last window. The answer is to be out before that.
const FAREWELL: Duration = Duration::from_millis(50);
/// How long an application may take to close a window. It may ask its page first.
const PARTING: Duration = Duration::from_secs(3);

impl Obey for CloseView {
    const DIALOGS: Dialogs = Dialogs::Ignore;

    fn view(&self) -> Option<&ViewId> {
        Some(&self.view)
    }

    async fn obey(self, desk: Rc<Desk>) -> Result<(), Fault> {
        let view = desk.view(&self.view)?;
        if desk.views().len() > 1 {
            return close(&desk, &view).await;
        }
        desk.forget(&view.id);
        spawn(async move {
            sleep(FAREWELL).await;
            if let Err(fault) = close(&desk, &view).await {
                tracing::warn!(%fault, "the last view stays");
                desk.take_back(view);
            }
        });
        Ok(())
    }
}

/// Closes a view, with its window where no other is in it, as a person does: the application is asked.
async fn close(desk: &Desk, view: &View) -> Result<(), Fault> {
    let alone = is_alone(desk, view);
    let stays =
        |why: &str| Fault::new(FaultKind::Failed, format!("The view '{}' stays open: {why}", view.id));
    let asked = if alone { view.housed.ask_window_to_close() } else { view.housed.close() };
    asked.map_err(|error| stays(&error.to_string()))?;
    let closed = std::pin::pin!(view.until(|state| state.closed.then_some(())));
    match select(closed, std::pin::pin!(sleep(PARTING))).await {
        Either::Left(_) => Ok(()),
        Either::Right(_) => Err(stays("the application does not let its window close")),
    }
}
