//! What WebKit tells of by the properties of a view.

use std::ffi::c_void;
use std::ptr::null_mut;
use std::rc::{Rc, Weak};

use objc2::rc::Retained;
use objc2::runtime::{AnyObject, NSObject, NSObjectProtocol};
use objc2::{DefinedClass as _, MainThreadMarker, MainThreadOnly as _, define_class, msg_send};
use objc2_foundation::{
    NSDictionary, NSKeyValueChangeKey, NSKeyValueObservingOptions,
    NSObjectNSKeyValueObserverRegistration as _, NSString,
};
use objc2_web_kit::WKWebView;

use super::going;
use crate::app::{Loading, View};

/// The properties that change when the position in the history does, or when a navigation ends.
const PROPERTIES: [&str; 4] = ["loading", "URL", "canGoBack", "canGoForward"];

define_class!(
    // SAFETY: NSObject asks nothing of those that inherit from it, and nothing is to be done at the end.
    #[unsafe(super(NSObject))]
    #[thread_kind = objc2::MainThreadOnly]
    #[ivars = Weak<View>]
    struct Ear;

    // SAFETY: it inherits from NSObject, which keeps all promises of this.
    unsafe impl NSObjectProtocol for Ear {}

    impl Ear {
        #[unsafe(method(observeValueForKeyPath:ofObject:change:context:))]
        fn changed(
            &self,
            _property: Option<&NSString>,
            _of: Option<&AnyObject>,
            _change: Option<&NSDictionary<NSKeyValueChangeKey, AnyObject>>,
            _context: *mut c_void,
        ) {
            if let Some(view) = self.ivars().upgrade() {
                changed(&view);
            }
        }
    }
);

/// Writes down what can be seen.
fn changed(view: &View) {
    let loading = going::is_loading(&view.web);
    view.note(|state| {
        state.steps += 1;
        // A navigation that the application or the engine refuses before it begins is told by nothing else.
        if !loading && state.loading == Loading::Asked {
            state.loading = Loading::Idle;
        }
    });
}

/// Listens for as long as it lives.
pub(super) struct Observer {
    ear: Retained<Ear>,
    web: Retained<WKWebView>,
}

impl Observer {
    /// Listens to a view.
    pub(super) fn new(view: &Rc<View>, main: MainThreadMarker) -> Observer {
        // SAFETY: `init` of NSObject, once, on what was just allocated.
        let ear: Retained<Ear> =
            unsafe { msg_send![super(Ear::alloc(main).set_ivars(Rc::downgrade(view))), init] };
        let web = view.web.view.clone();
        for property in PROPERTIES {
            // SAFETY: the view has these properties and tells of their changes; the ear is taken away again before it is
            // gone.
            unsafe {
                web.addObserver_forKeyPath_options_context(
                    &ear,
                    &NSString::from_str(property),
                    NSKeyValueObservingOptions::New,
                    null_mut(),
                );
            }
        }
        Observer { ear, web }
    }
}

impl Drop for Observer {
    fn drop(&mut self) {
        for property in PROPERTIES {
            // SAFETY: it was put there for each of these, once.
            unsafe { self.web.removeObserver_forKeyPath(&self.ear, &NSString::from_str(property)) };
        }
    }
}
