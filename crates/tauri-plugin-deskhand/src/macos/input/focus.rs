//! The focus of a page, without taking that of the desktop.

use std::cell::RefCell;
use std::time::Duration;

use objc2::rc::{Retained, Weak};
use objc2_app_kit::{NSResponder, NSWindow};

use crate::macos::native;
use crate::macos::run::{sleep, within};
use crate::macos::web::Web;
use crate::source::WORLD;

thread_local! {
    /// The window that was told that it is active though the desktop knows nothing of it.
    static PRETENDER: RefCell<Option<Weak<NSWindow>>> = const { RefCell::new(None) };
}

/// How long a page may take to notice that it has the focus.
const NOTICE: Duration = Duration::from_millis(500);

/// Makes the web view the one that is typed into in its window, and lets the window believe that it is active.
///
/// WebKit goes by what the window says of itself, and its own automation tells windows so, too. The desktop is not asked:
/// the active application, and the active window of every other one, stay what they are.
pub(super) async fn take(web: &Web) {
    let Some(window) = web.window() else { return };
    let view: &NSResponder = &web.view;
    let first = window.firstResponder().is_some_and(|first| *first == *view);
    let active = window.isKeyWindow() || pretender().as_ref() == Some(&window);
    if first && active {
        return;
    }
    window.makeFirstResponder(Some(&web.view));
    if !active {
        pretend(&window);
    }
    // WebKit tells the page in its own time, and keys would arrive before.
    within(NOTICE, noticed(web)).await;
}

/// Lets a window believe that it is active, and the one before it no longer.
fn pretend(window: &Retained<NSWindow>) {
    if let Some(before) = pretender() {
        before.resignKeyWindow();
    }
    PRETENDER.replace(Some(Weak::from_retained(window)));
    window.becomeKeyWindow();
}

fn pretender() -> Option<Retained<NSWindow>> {
    PRETENDER.with_borrow(|pretender| pretender.as_ref().and_then(Weak::load))
}

/// Answers when the page knows that it has the focus.
async fn noticed(web: &Web) {
    const ASK: &str = "return document.hasFocus() ? 'yes' : 'no'";
    while native::call(web, ASK, "", Some(WORLD)).await.ok().flatten().as_deref() != Some("yes") {
        sleep(Duration::from_millis(2)).await;
    }
}
