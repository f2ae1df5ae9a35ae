//! Painting, which waits while a page is at its input.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use gtk::gdk;
use gtk::glib::{self, SourceId};
use gtk::prelude::*;
use webkit2gtk::WebView;

/// How long a window may stay as it is. A person who looks at it sees a long text grow, and a page that waits for its next
/// frame is not kept waiting for the end of it.
const LONGEST: Duration = Duration::from_millis(100);

/// While this lives, but not for long, the window that a view is in is not painted.
///
/// WebKit draws no further frame until the last one is in the window. Where there is no graphics card, a frame takes as much
/// of the processors as a word that is typed, and more than one of them would be drawn before the word is there.
pub(super) struct NoPainting(Rc<Frozen>);

impl NoPainting {
    /// Lets the window be as it is from now on.
    pub(super) fn begin(view: &WebView) -> Option<NoPainting> {
        // Not the view's own: GDK would count in the one above it that the display server knows, and not keep that.
        let window = view.window()?.toplevel();
        let frozen = Rc::new(Frozen::new(window));
        let over = Rc::clone(&frozen);
        let timer = glib::timeout_add_local_once(LONGEST, move || {
            over.timer.take();
            over.thaw();
        });
        frozen.timer.replace(Some(timer));
        Some(NoPainting(frozen))
    }
}

impl Drop for NoPainting {
    fn drop(&mut self) {
        if let Some(timer) = self.0.timer.take() {
            timer.remove();
        }
        self.0.thaw();
    }
}

/// A window that GDK does not update.
struct Frozen {
    /// None when it is thawed.
    window: RefCell<Option<gdk::Window>>,
    /// None when it has run out.
    timer: RefCell<Option<SourceId>>,
}

impl Frozen {
    fn new(window: gdk::Window) -> Frozen {
        window.freeze_updates();
        Frozen { window: RefCell::new(Some(window)), timer: RefCell::default() }
    }

    fn thaw(&self) {
        // It may have been closed by what was typed.
        if let Some(window) = self.window.take().filter(|window| !window.is_destroyed()) {
            window.thaw_updates();
        }
    }
}
