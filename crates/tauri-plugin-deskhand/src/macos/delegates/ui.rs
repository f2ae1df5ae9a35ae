//! What pages want of the desktop: windows, dialogs, files.

use std::rc::{Rc, Weak};

use block2::DynBlock;
use objc2::rc::Retained;
use objc2::runtime::{AnyObject, Bool, NSObject, NSObjectProtocol, Sel};
use objc2::{DefinedClass as _, MainThreadMarker, MainThreadOnly as _, define_class, msg_send, sel};
use objc2_foundation::{NSArray, NSString, NSURL};
use objc2_web_kit::{
    WKFrameInfo, WKNavigationAction, WKOpenPanelParameters, WKUIDelegate, WKWebView, WKWebViewConfiguration,
    WKWindowFeatures,
};

use super::inner::Inner;
use super::probe::Probe;
use crate::app::{Desk, View};
use crate::macos::dialogs::{self, Handler};
use crate::macos::{files, popups};

/// Whose delegate it is.
pub(in crate::macos) struct Whose {
    desk: Weak<Desk>,
    view: Weak<View>,
    inner: Inner,
}

define_class!(
    // SAFETY: NSObject asks nothing of those that inherit from it, and nothing is to be done at the end.
    #[unsafe(super(NSObject))]
    #[thread_kind = objc2::MainThreadOnly]
    #[ivars = Whose]
    /// Our delegate for what pages want of the desktop.
    pub(in crate::macos) struct UiDelegate;

    // SAFETY: it inherits from NSObject, which keeps all promises of this.
    unsafe impl NSObjectProtocol for UiDelegate {}

    impl UiDelegate {
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
    unsafe impl WKUIDelegate for UiDelegate {
        #[unsafe(method_id(webView:createWebViewWithConfiguration:forNavigationAction:windowFeatures:))]
        fn create(
            &self,
            web_view: &WKWebView,
            configuration: &WKWebViewConfiguration,
            action: &WKNavigationAction,
            features: &WKWindowFeatures,
        ) -> Option<Retained<WKWebView>> {
            self.window_for(web_view, configuration, action, features)
        }

        #[unsafe(method(webViewDidClose:))]
        fn closed(&self, web_view: &WKWebView) {
            if let Some(inner) = self.ivars().inner.target(sel!(webViewDidClose:)) {
                // SAFETY: the delegate has this method, with the type that the protocol says.
                let () = unsafe { msg_send![inner, webViewDidClose: web_view] };
            } else if let Some(view) = self.driven() {
                popups::close(&view);
            }
        }

        #[unsafe(method(webView:runJavaScriptAlertPanelWithMessage:initiatedByFrame:completionHandler:))]
        fn alert(
            &self,
            web_view: &WKWebView,
            message: &NSString,
            frame: &WKFrameInfo,
            done: &DynBlock<dyn Fn()>,
        ) {
            if let Some(view) = self.driven() {
                dialogs::stand(&view, message, None, Handler::Alert(done.copy()));
                return;
            }
            let method =
                sel!(webView:runJavaScriptAlertPanelWithMessage:initiatedByFrame:completionHandler:);
            match self.ivars().inner.target(method) {
                // SAFETY: the delegate has this method, with the type that the protocol says.
                Some(inner) => unsafe {
                    msg_send![inner, webView: web_view, runJavaScriptAlertPanelWithMessage: message,
                        initiatedByFrame: frame, completionHandler: done]
                },
                // What WebKit does where no delegate has the method.
                None => done.call(()),
            }
        }

        #[unsafe(method(webView:runJavaScriptConfirmPanelWithMessage:initiatedByFrame:completionHandler:))]
        fn confirm(
            &self,
            web_view: &WKWebView,
            message: &NSString,
            frame: &WKFrameInfo,
            done: &DynBlock<dyn Fn(Bool)>,
        ) {
            if let Some(view) = self.driven() {
                dialogs::stand(&view, message, None, Handler::Confirm(done.copy()));
                return;
            }
            let method =
                sel!(webView:runJavaScriptConfirmPanelWithMessage:initiatedByFrame:completionHandler:);
            match self.ivars().inner.target(method) {
                // SAFETY: the delegate has this method, with the type that the protocol says.
                Some(inner) => unsafe {
                    msg_send![inner, webView: web_view, runJavaScriptConfirmPanelWithMessage: message,
                        initiatedByFrame: frame, completionHandler: done]
                },
                None => done.call((Bool::NO,)),
            }
        }

        #[unsafe(method(webView:runJavaScriptTextInputPanelWithPrompt:defaultText:initiatedByFrame:completionHandler:))]
        fn prompt(
            &self,
            web_view: &WKWebView,
            message: &NSString,
            default_text: Option<&NSString>,
            frame: &WKFrameInfo,
            done: &DynBlock<dyn Fn(*mut NSString)>,
        ) {
            if let Some(view) = self.driven() {
                dialogs::stand(&view, message, default_text, Handler::Prompt(done.copy()));
                return;
            }
            let method = sel!(webView:runJavaScriptTextInputPanelWithPrompt:defaultText:initiatedByFrame:completionHandler:);
            match self.ivars().inner.target(method) {
                // SAFETY: the delegate has this method, with the type that the protocol says.
                Some(inner) => unsafe {
                    msg_send![inner, webView: web_view, runJavaScriptTextInputPanelWithPrompt: message,
                        defaultText: default_text, initiatedByFrame: frame, completionHandler: done]
                },
                None => done.call((std::ptr::null_mut(),)),
            }
        }

        #[unsafe(method(webView:runOpenPanelWithParameters:initiatedByFrame:completionHandler:))]
        fn choose_files(
            &self,
            web_view: &WKWebView,
            parameters: &WKOpenPanelParameters,
            frame: &WKFrameInfo,
            done: &DynBlock<dyn Fn(*mut NSArray<NSURL>)>,
        ) {
            if let Some(view) = self.driven() {
                files::answer(&view.web, parameters, done);
                return;
            }
            let method = sel!(webView:runOpenPanelWithParameters:initiatedByFrame:completionHandler:);
            match self.ivars().inner.target(method) {
                // SAFETY: the delegate has this method, with the type that the protocol says.
                Some(inner) => unsafe {
                    msg_send![inner, webView: web_view, runOpenPanelWithParameters: parameters,
                        initiatedByFrame: frame, completionHandler: done]
                },
                None => done.call((std::ptr::null_mut(),)),
            }
        }
    }
);

impl UiDelegate {
    /// One for a view, which passes on what it does not answer itself.
    pub(in crate::macos) fn new(
        desk: &Rc<Desk>,
        view: &Rc<View>,
        main: MainThreadMarker,
    ) -> Retained<UiDelegate> {
        // SAFETY: only reads, on the main thread.
        let inner = Inner::new(unsafe { view.web.view.UIDelegate() });
        let whose = Whose { desk: Rc::downgrade(desk), view: Rc::downgrade(view), inner };
        // SAFETY: `init` of NSObject, once, on what was just allocated.
        unsafe { msg_send![super(UiDelegate::alloc(main).set_ivars(whose)), init] }
    }

    /// The view, if somebody drives the application: nobody else would answer.
    fn driven(&self) -> Option<Rc<View>> {
        self.ivars().desk.upgrade().filter(|desk| desk.is_driven())?;
        self.ivars().view.upgrade()
    }

    /// The window that a page gets.
    fn window_for(
        &self,
        web_view: &WKWebView,
        configuration: &WKWebViewConfiguration,
        action: &WKNavigationAction,
        features: &WKWindowFeatures,
    ) -> Option<Retained<WKWebView>> {
        if popups::has_address(action) {
            let (given, decided) = self.ask_inner(web_view, configuration, action, features);
            if given.is_some() || decided {
                return given;
            }
        }
        let desk = self.ivars().desk.upgrade().filter(|desk| desk.is_driven())?;
        popups::open(&desk, configuration)
    }

    /// The window that Tauri gives a page, and whether the application was asked.
    fn ask_inner(
        &self,
        web_view: &WKWebView,
        configuration: &WKWebViewConfiguration,
        action: &WKNavigationAction,
        features: &WKWindowFeatures,
    ) -> (Option<Retained<WKWebView>>, bool) {
        let method = sel!(webView:createWebViewWithConfiguration:forNavigationAction:windowFeatures:);
        let Some(inner) = self.ivars().inner.target(method) else { return (None, false) };
        let probe = Probe::of(action);
        // SAFETY: the delegate has this method, with the type that the protocol says. The probe takes every message that
        // a navigation action does.
        let given = unsafe {
            msg_send![inner, webView: web_view, createWebViewWithConfiguration: configuration,
                forNavigationAction: &*probe, windowFeatures: features]
        };
        (given, probe.was_touched())
    }
}
