//! When a view is gone.

use std::rc::{Rc, Weak};

use objc2::rc::Retained;
use objc2::{DefinedClass as _, MainThreadMarker, MainThreadOnly as _, define_class, msg_send};
use objc2_app_kit::NSView;
use objc2_core_foundation::CGRect;

use super::run::spawn;
use crate::app::{Desk, View, close_empty_window};

/// Whose end it waits for.
pub(super) struct Whose {
    desk: Weak<Desk>,
    view: Weak<View>,
}

define_class!(
    // SAFETY: NSView may be inherited from; the method that is replaced does nothing there.
    #[unsafe(super(NSView))]
    #[thread_kind = objc2::MainThreadOnly]
    #[ivars = Whose]
    /// A view of no size within a web view. AppKit tells it when the web view leaves its window; nothing else does.
    pub(super) struct Witness;

    impl Witness {
        #[unsafe(method(viewDidMoveToWindow))]
        fn moved(&self) {
            if self.window().is_none()
                && let (Some(desk), Some(view)) = (self.ivars().desk.upgrade(), self.ivars().view.upgrade())
            {
                // A view that moves to another window leaves the first one: the next turn tells.
                spawn(async move { leave(&desk, &view) });
            }
        }
    }
);

impl Witness {
    /// Puts one into a view.
    pub(super) fn put(desk: &Rc<Desk>, view: &Rc<View>, main: MainThreadMarker) -> Retained<Witness> {
        let whose = Whose { desk: Rc::downgrade(desk), view: Rc::downgrade(view) };
        // SAFETY: the initializer of NSView, once, on what was just allocated.
        let witness: Retained<Witness> = unsafe {
            msg_send![super(Witness::alloc(main).set_ivars(whose)), initWithFrame: CGRect::default()]
        };
        witness.setHidden(true);
        view.web.view.addSubview(&witness);
        witness
    }
}

/// Tauri takes a web view out of its window for good when it closes it.
fn leave(desk: &Desk, view: &View) {
    // SAFETY: only reads, on the main thread.
    if unsafe { view.web.view.superview() }.is_some() {
        return;
    }
    desk.forget(&view.id);
    // It is dismissed once nobody looks at the state any more.
    let mut dialog = None;
    view.note(|state| {
        state.closed = true;
        dialog = state.dialog.take();
    });
    drop(dialog);
    // Where a page has closed its window, Tauri takes the view away and leaves the window as it is.
    close_empty_window(desk, &*view.housed);
}
