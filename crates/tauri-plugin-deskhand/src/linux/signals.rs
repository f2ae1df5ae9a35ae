//! What the engine tells of a view, written down in its state.

use std::rc::{Rc, Weak};

use deskhand_page::{Fault, FaultKind};
use gtk::glib;
use gtk::prelude::*;
use webkit2gtk::{
    LoadEvent, NetworkError, PolicyError, UserContentInjectedFrames, UserContentManagerExt as _, UserScript,
    UserScriptInjectionTime, WebViewExt as _,
};

use super::dialogs;
use super::input;
use super::popups;
use super::tls;
use crate::app::{Desk, Loading, View, close_empty_window};
use crate::source::{DRIVEN, WORLD};

/// Puts the agent into all documents to come, and listens.
pub(crate) fn connect(desk: &Rc<Desk>, view: &Rc<View>) {
    inject(desk, view);
    loads(view);
    history(view);
    dialogs::connect(desk, view);
    ends(desk, view);
    popups::connect(desk, view);
}

fn inject(desk: &Desk, view: &View) {
    input::watch(&view.web);
    tls::apply(&view.web);
    let Some(manager) = view.web.user_content_manager() else { return };
    // The view that a page opens shares the manager of that page's.
    if desk.views().iter().any(|other| other.web.user_content_manager().as_ref() == Some(&manager)) {
        return;
    }
    let (frames, time) = (UserContentInjectedFrames::AllFrames, UserScriptInjectionTime::Start);
    manager.add_script(&UserScript::for_world(&desk.keys.agent(), frames, time, WORLD, &[], &[]));
    if desk.is_driven() {
        manager.add_script(&UserScript::new(DRIVEN, frames, time, &[], &[]));
    }
    manager.add_script(&UserScript::new(&desk.keys.attach(), frames, time, &[], &[]));
    manager.add_script(&UserScript::new(&desk.keys.page(), frames, time, &[], &[]));
}

/// Calls back with the view for as long as it is there: the widget must not keep it alive.
fn with<T: 'static>(
    view: &Rc<View>,
    note: impl Fn(&View) -> T + 'static,
) -> impl Fn() -> Option<T> + 'static {
    let view: Weak<View> = Rc::downgrade(view);
    move || view.upgrade().map(|view| note(&view))
}

fn loads(view: &Rc<View>) {
    let weak = Rc::downgrade(view);
    view.web.connect_load_changed(move |_, event| {
        let Some(view) = weak.upgrade() else { return };
        view.note(|state| match event {
            LoadEvent::Started => {
                state.loading = Loading::Provisional;
                state.started += 1;
                state.crashed = false;
            }
            LoadEvent::Committed => {
                state.loading = Loading::Committed;
                state.committed += 1;
            }
            // A navigation that takes the place of another is asked for before that other one has ended.
            LoadEvent::Finished if state.loading != Loading::Asked => state.loading = Loading::Idle,
            _ => {}
        });
    });
    let weak = Rc::downgrade(view);
    view.web.connect_load_failed(move |_, _, url, error| {
        if let (Some(view), Some(fault)) = (weak.upgrade(), failure(url, error)) {
            view.note(|state| {
                // What the certificate failed at is told first, and better.
                if state.failure.is_none() {
                    state.fail(fault);
                }
            });
        }
        false
    });
    let weak = Rc::downgrade(view);
    view.web.connect_load_failed_with_tls_errors(move |_, url, _, errors| {
        if let Some(view) = weak.upgrade() {
            let message = format!("Nobody vouches for the certificate of {url} ({errors:?})");
            view.note(|state| state.fail(Fault::new(FaultKind::InsecureCertificate, message)));
        }
        false
    });
    // A navigation that the application or the engine refuses before it begins is told by nothing else.
    let idle = with(view, |view| {
        if !view.web.is_loading() && view.state().loading == Loading::Asked {
            view.note(|state| state.loading = Loading::Idle);
        }
    });
    view.web.connect_is_loading_notify(move |_| {
        idle();
    });
}

/// A navigation that ends without a page is not always a failure: another may have taken its place, and what turns out
/// to be a download or has no content leaves the page as it is.
fn failure(url: &str, error: &glib::Error) -> Option<Fault> {
    let harmless = error.matches(NetworkError::Cancelled)
        || error.matches(PolicyError::FrameLoadInterruptedByPolicyChange);
    let message = format!("{url} could not be loaded: {}", error.message());
    (!harmless).then(|| Fault::new(FaultKind::LoadFailed, message))
}

fn history(view: &Rc<View>) {
    let Some(list) = view.web.back_forward_list() else { return };
    let step = with(view, |view| view.note(|state| state.steps += 1));
    list.connect_local("changed", false, move |_| {
        step();
        None
    });
}

fn ends(desk: &Rc<Desk>, view: &Rc<View>) {
    let crash = with(view, |view| {
        view.note(|state| {
            state.crashed = true;
            state.loading = Loading::Idle;
            state.dialog = None;
        });
    });
    view.web.connect_web_process_terminated(move |_, _| {
        crash();
    });
    let desk = Rc::downgrade(desk);
    let close = with(view, move |view| {
        if let Some(desk) = desk.upgrade() {
            desk.forget(&view.id);
        }
        view.note(|state| {
            state.closed = true;
            state.dialog = None;
        });
        // Where a page has closed its window, wry takes the view away and leaves the window as it is.
        let (desk, housed) = (desk.clone(), Rc::clone(&view.housed));
        glib::idle_add_local_once(move || {
            if let Some(desk) = desk.upgrade() {
                close_empty_window(&desk, &*housed);
            }
        });
    });
    view.web.connect_destroy(move |_| {
        close();
    });
}
