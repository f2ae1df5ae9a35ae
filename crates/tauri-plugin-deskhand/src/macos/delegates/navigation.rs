//! What WebKit tells of navigations, written down in the state of the view.

use std::rc::{Rc, Weak};

use block2::DynBlock;
use deskhand_page::{Fault, FaultKind};
use objc2::rc::Retained;
use objc2::runtime::{AnyObject, NSObject, NSObjectProtocol, Sel};
use objc2::{DefinedClass as _, MainThreadMarker, MainThreadOnly as _, define_class, msg_send, sel};
use objc2_foundation::{
    NSError, NSURLAuthenticationChallenge, NSURLCredential, NSURLSessionAuthChallengeDisposition,
};
use objc2_web_kit::{WKNavigation, WKNavigationDelegate, WKWebView};

use super::inner::Inner;
use crate::app::{Loading, View};
use crate::macos::{failures, tls};

/// Whose delegate it is.
pub(in crate::macos) struct Whose {
    view: Weak<View>,
    inner: Inner,
}

define_class!(
    // SAFETY: NSObject asks nothing of those that inherit from it, and nothing is to be done at the end.
    #[unsafe(super(NSObject))]
    #[thread_kind = objc2::MainThreadOnly]
    #[ivars = Whose]
    /// Our delegate for navigations.
    pub(in crate::macos) struct NavigationDelegate;

    // SAFETY: it inherits from NSObject, which keeps all promises of this.
    unsafe impl NSObjectProtocol for NavigationDelegate {}

    impl NavigationDelegate {
        #[unsafe(method(respondsToSelector:))]
        fn responds(&self, selector: Sel) -> bool {
            // SAFETY: the method of NSObject, which takes a selector.
            let own: bool = unsafe { msg_send![super(self), respondsToSelector: selector] };
            own || self.ivars().inner.responds(selector)
        }

        #[unsafe(method_id(forwardingTargetForSelector:))]
        fn forward(&self, selector: Sel) -> Option<Retained<AnyObject>> {
            self.ivars().inner.forward(selector)
        }
    }

    // SAFETY: the methods have the types that the protocol says.
    unsafe impl WKNavigationDelegate for NavigationDelegate {
        #[unsafe(method(webView:didStartProvisionalNavigation:))]
        fn started(&self, web_view: &WKWebView, navigation: Option<&WKNavigation>) {
            self.note(|view| {
                view.note(|state| {
                    state.loading = Loading::Provisional;
                    state.started += 1;
                    state.crashed = false;
                });
            });
            if let Some(inner) = self.ivars().inner.target(sel!(webView:didStartProvisionalNavigation:)) {
                // SAFETY: the delegate has this method, with the type that the protocol says.
                unsafe { msg_send![inner, webView: web_view, didStartProvisionalNavigation: navigation] }
            }
        }

        #[unsafe(method(webView:didCommitNavigation:))]
        fn committed(&self, web_view: &WKWebView, navigation: Option<&WKNavigation>) {
            self.note(|view| {
                view.note(|state| {
                    state.loading = Loading::Committed;
                    state.committed += 1;
                });
            });
            if let Some(inner) = self.ivars().inner.target(sel!(webView:didCommitNavigation:)) {
                // SAFETY: the delegate has this method, with the type that the protocol says.
                unsafe { msg_send![inner, webView: web_view, didCommitNavigation: navigation] }
            }
        }

        #[unsafe(method(webView:didFinishNavigation:))]
        fn finished(&self, web_view: &WKWebView, navigation: Option<&WKNavigation>) {
            self.note(|view| over(view, None));
            if let Some(inner) = self.ivars().inner.target(sel!(webView:didFinishNavigation:)) {
                // SAFETY: the delegate has this method, with the type that the protocol says.
                unsafe { msg_send![inner, webView: web_view, didFinishNavigation: navigation] }
            }
        }

        #[unsafe(method(webView:didFailProvisionalNavigation:withError:))]
        fn failed_early(&self, web_view: &WKWebView, navigation: Option<&WKNavigation>, error: &NSError) {
            self.note(|view| over(view, failures::of(error)));
            if let Some(inner) =
                self.ivars().inner.target(sel!(webView:didFailProvisionalNavigation:withError:))
            {
                // SAFETY: the delegate has this method, with the type that the protocol says.
                unsafe {
                    msg_send![inner, webView: web_view, didFailProvisionalNavigation: navigation, withError: error]
                }
            }
        }

        #[unsafe(method(webView:didFailNavigation:withError:))]
        fn failed_late(&self, web_view: &WKWebView, navigation: Option<&WKNavigation>, error: &NSError) {
            self.note(|view| over(view, failures::of(error)));
            if let Some(inner) = self.ivars().inner.target(sel!(webView:didFailNavigation:withError:)) {
                // SAFETY: the delegate has this method, with the type that the protocol says.
                unsafe { msg_send![inner, webView: web_view, didFailNavigation: navigation, withError: error] }
            }
        }

        #[unsafe(method(webViewWebContentProcessDidTerminate:))]
        fn crashed(&self, web_view: &WKWebView) {
            self.note(|view| {
                view.note(|state| {
                    state.crashed = true;
                    state.loading = Loading::Idle;
                    state.dialog = None;
                });
            });
            if let Some(inner) = self.ivars().inner.target(sel!(webViewWebContentProcessDidTerminate:)) {
                // SAFETY: the delegate has this method, with the type that the protocol says.
                unsafe { msg_send![inner, webViewWebContentProcessDidTerminate: web_view] }
            }
        }

        #[unsafe(method(webView:didReceiveAuthenticationChallenge:completionHandler:))]
        fn challenged(
            &self,
            web_view: &WKWebView,
            challenge: &NSURLAuthenticationChallenge,
            done: &DynBlock<dyn Fn(NSURLSessionAuthChallengeDisposition, *mut NSURLCredential)>,
        ) {
            if let Some(credential) = tls::credential(challenge) {
                let credential = Retained::as_ptr(&credential).cast_mut();
                done.call((NSURLSessionAuthChallengeDisposition::UseCredential, credential));
                return;
            }
            let method = sel!(webView:didReceiveAuthenticationChallenge:completionHandler:);
            match self.ivars().inner.target(method) {
                // SAFETY: the delegate has this method, with the type that the protocol says.
                Some(inner) => unsafe {
                    msg_send![inner, webView: web_view, didReceiveAuthenticationChallenge: challenge,
                        completionHandler: done]
                },
                // What WebKit does where no delegate has the method.
                None => done
                    .call((NSURLSessionAuthChallengeDisposition::PerformDefaultHandling, std::ptr::null_mut())),
            }
        }
    }
);

impl NavigationDelegate {
    /// One for a view, which passes everything on.
    pub(in crate::macos) fn new(view: &Rc<View>, main: MainThreadMarker) -> Retained<NavigationDelegate> {
        // SAFETY: only reads, on the main thread.
        let inner = Inner::new(unsafe { view.web.view.navigationDelegate() });
        let whose = Whose { view: Rc::downgrade(view), inner };
        // SAFETY: `init` of NSObject, once, on what was just allocated.
        unsafe { msg_send![super(NavigationDelegate::alloc(main).set_ivars(whose)), init] }
    }

    fn note(&self, note: impl FnOnce(&View)) {
        if let Some(view) = self.ivars().view.upgrade() {
            note(&view);
        }
    }
}

/// A navigation has ended, one way or the other.
fn over(view: &View, failure: Option<(FaultKind, String)>) {
    view.note(|state| {
        // A navigation that takes the place of another is asked for before that other one has ended.
        if state.loading != Loading::Asked {
            state.loading = Loading::Idle;
        }
        if let Some((kind, message)) = failure {
            state.fail(Fault::new(kind, message));
        }
    });
}
