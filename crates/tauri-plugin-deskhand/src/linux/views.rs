//! Listing, opening and closing views.

use std::rc::Rc;
use std::time::Duration;

use deskhand_page::{CloseView, Fault, FaultKind, NewView, View as Told, ViewId, Views};
use gtk::glib;
use gtk::prelude::*;
use tauri::{AppHandle, Runtime, Url, WebviewUrl, WebviewWindowBuilder};
use webkit2gtk::WebView;

use super::desk::Desk;
use super::view::{Housed, Loading, View};
use crate::obey::{Dialogs, Obey};

/// Opens windows with a web view, whatever the runtime of the application.
pub(super) trait Opener {
    /// Opens one with an empty page, which is there when this returns. A view that a page opens is related to that page's.
    fn open(&self, label: &str, related: Option<&WebView>) -> tauri::Result<()>;
}

impl<R: Runtime> Opener for AppHandle<R> {
    fn open(&self, label: &str, related: Option<&WebView>) -> tauri::Result<()> {
        let blank = WebviewUrl::External(Url::parse("about:blank").map_err(tauri::Error::InvalidUrl)?);
        let mut builder = WebviewWindowBuilder::new(self, label, blank).title(label).focused(false);
        if let Some(related) = related {
            builder = builder.with_related_view(related.clone());
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
    let visible = view.toplevel().is_some_and(|window| window.is_visible());
    Told { id: view.id.clone(), window: view.housed.window(), visible }
}

impl Obey for NewView {
    const DIALOGS: Dialogs = Dialogs::Ignore;

    fn view(&self) -> Option<&ViewId> {
        Some(&self.opener)
    }

    /// Tauri knows no tabs: both kinds are windows.
    async fn obey(self, desk: Rc<Desk>) -> Result<Told, Fault> {
        let view = open(&desk, None)?;
        view.until(|state| (state.loading == Loading::Idle).then_some(())).await;
        Ok(tell(&view))
    }
}

/// Opens a view with an empty page.
pub(super) fn open(desk: &Desk, related: Option<&WebView>) -> Result<Rc<View>, Fault> {
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
pub(super) fn close_empty_window(desk: &Desk, gone: &dyn Housed) {
    let window = gone.window();
    if gone.label() != window || desk.views().iter().any(|view| view.housed.window() == window) {
        return;
    }
    if let Err(error) = gone.close(true) {
        tracing::debug!(%error, window, "an empty window stays open");
    }
}

/// Tauri ends the application with its last window. The answer is to be out before that.
const FAREWELL: Duration = Duration::from_millis(50);

impl Obey for CloseView {
    const DIALOGS: Dialogs = Dialogs::Ignore;

    fn view(&self) -> Option<&ViewId> {
        Some(&self.view)
    }

    async fn obey(self, desk: Rc<Desk>) -> Result<(), Fault> {
        let view = desk.view(&self.view)?;
        let alone = is_alone(&desk, &view);
        let failed =
            |error| Fault::new(FaultKind::Failed, format!("The view '{}' stays open: {error}", view.id));
        if desk.views().len() > 1 {
            view.housed.close(alone).map_err(failed)?;
            view.until(|state| state.closed.then_some(())).await;
            return Ok(());
        }
        desk.forget(&view.id);
        glib::timeout_add_local_once(FAREWELL, move || {
            if let Err(error) = view.housed.close(alone) {
                tracing::warn!(%error, view = %view.id, "the last view stays open");
            }
        });
        Ok(())
    }
}
