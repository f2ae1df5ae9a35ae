//! Whether Tauri looked at what a page asked for.

use std::cell::Cell;

use objc2::rc::Retained;
use objc2::runtime::{AnyObject, NSObject, Sel};
use objc2::{AnyThread as _, DefinedClass as _, Message as _, define_class, msg_send};
use objc2_web_kit::WKNavigationAction;

/// What is behind a probe.
pub(super) struct Behind {
    action: Retained<WKNavigationAction>,
    touched: Cell<bool>,
}

define_class!(
    // SAFETY: NSObject asks nothing of those that inherit from it, and nothing is to be done at the end.
    #[unsafe(super(NSObject))]
    #[ivars = Behind]
    /// Stands for a navigation action, and notes whether anything was asked of it.
    ///
    /// Tauri refuses a page's window both when the application has no handler for it and when that handler says no. Only
    /// in the latter case it looks at what was asked for.
    pub(super) struct Probe;

    impl Probe {
        #[unsafe(method_id(forwardingTargetForSelector:))]
        fn forward(&self, _selector: Sel) -> Option<Retained<AnyObject>> {
            self.ivars().touched.set(true);
            let action: &AnyObject = &self.ivars().action;
            Some(action.retain())
        }

        #[unsafe(method(respondsToSelector:))]
        fn responds(&self, selector: Sel) -> bool {
            use objc2::runtime::NSObjectProtocol as _;
            self.ivars().action.respondsToSelector(selector)
        }
    }
);

impl Probe {
    /// One for an action.
    pub(super) fn of(action: &WKNavigationAction) -> Retained<Probe> {
        let probe = Probe::alloc().set_ivars(Behind { action: action.retain(), touched: Cell::new(false) });
        // SAFETY: `init` of NSObject, once, on what was just allocated.
        unsafe { msg_send![super(probe), init] }
    }

    /// Whether anything was asked.
    pub(super) fn was_touched(&self) -> bool {
        self.ivars().touched.get()
    }
}
