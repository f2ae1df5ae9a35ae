//! Painting, which waits while a page is at its input.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};

use gtk::glib::{self, Propagation, SourceId};
use gtk::prelude::*;
use gtk::{Widget, gdk};

/// How long a view may wait to be painted, all in all, until it is. A person who looks at it sees a long text grow, and a page
/// that waits for its next frame is not kept waiting for the end of it.
const LONGEST: Duration = Duration::from_millis(100);

/// How a view is painted.
#[derive(Default)]
pub(super) struct Painting {
    /// How long it has been kept from that since it last was.
    kept: Rc<Cell<Duration>>,
}

impl Painting {
    /// Notes when the view is painted.
    pub(super) fn watch(&self, view: &impl IsA<Widget>) {
        let kept = Rc::clone(&self.kept);
        view.connect_draw(move |_, _| {
            kept.take();
            Propagation::Proceed
        });
    }

    /// Keeps the window that the view is in from being painted, for as long as the answer lives, if it may be.
    ///
    /// WebKit draws no further frame until the last one is in the window. Where there is no graphics card, a frame takes as
    /// much of the processors as a word that is typed, and more than one of them would be drawn before the word is there.
    pub(super) fn wait(&self, view: &impl IsA<Widget>) -> Option<NoPainting> {
        let left = LONGEST.saturating_sub(self.kept.get());
        // Not the view's own window: GDK would count in the one above it that the display server knows, and not keep that.
        let window = view.window().filter(|_| !left.is_zero())?.toplevel();
        Some(NoPainting::begin(window, left, Rc::clone(&self.kept)))
    }
}

/// While this lives, but not for too long, a window is not painted.
pub(super) struct NoPainting(Rc<Frozen>);

impl NoPainting {
    fn begin(window: gdk::Window, longest: Duration, kept: Rc<Cell<Duration>>) -> NoPainting {
        window.freeze_updates();
        let window = RefCell::new(Some((window, Instant::now())));
        let frozen = Rc::new(Frozen { window, timer: RefCell::default(), kept });
        let over = Rc::clone(&frozen);
        let timer = glib::timeout_add_local_once(longest, move || {
            over.timer.take();
            over.thaw();
        });
        frozen.timer.replace(Some(timer));
        NoPainting(frozen)
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
    /// The window, and since when. None when it is thawed.
    window: RefCell<Option<(gdk::Window, Instant)>>,
    /// None when it has run out.
    timer: RefCell<Option<SourceId>>,
    kept: Rc<Cell<Duration>>,
}

impl Frozen {
    fn thaw(&self) {
        let Some((window, since)) = self.window.take() else { return };
        self.kept.set(self.kept.get() + since.elapsed());
        // What was typed may have closed it.
        if !window.is_destroyed() {
            window.thaw_updates();
        }
    }
}
