//! A web view, and what hangs on it.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use objc2::MainThreadMarker;
use objc2::rc::Retained;
use objc2_app_kit::NSWindow;
use objc2_core_foundation::CGSize;
use objc2_web_kit::{WKUserContentController, WKWebView, WKWebViewConfiguration};
use tauri::webview::PlatformWebview;
use tauri::{AppHandle, Runtime, WebviewWindowBuilder};

use super::delegates::{NavigationDelegate, UiDelegate};
use super::files::Chosen;
use super::input::Arrivals;
use super::leaving::Witness;
use super::observer::Observer;

/// What relates the view that a page opens to that page's: WebKit wants it made with the configuration that it hands over.
pub(crate) type Related = Retained<WKWebViewConfiguration>;

/// A web view. Only ever on the main thread.
pub(crate) struct Web {
    /// The view itself.
    pub(super) view: Retained<WKWebView>,
    /// Says that this is the main thread.
    pub(super) main: MainThreadMarker,
    /// What the page has handled of its input.
    pub(super) arrivals: Rc<Arrivals>,
    /// What is chosen when the page asks for files.
    pub(super) chosen: RefCell<Option<Chosen>>,
    /// What listens. WebKit itself keeps none of it alive.
    pub(super) listeners: OnceCell<Listeners>,
}

/// What listens to a view.
pub(super) struct Listeners {
    pub(super) _ui: Retained<UiDelegate>,
    pub(super) _navigation: Retained<NavigationDelegate>,
    pub(super) _observer: Observer,
    pub(super) _witness: Retained<Witness>,
}

impl Web {
    /// The scripts and message handlers of the view. A view that a page opened shares those of that page's.
    pub(super) fn content(&self) -> Retained<WKUserContentController> {
        // SAFETY: both only read, on the main thread.
        unsafe { self.view.configuration().userContentController() }
    }

    /// The window around it, while it is in one.
    pub(super) fn window(&self) -> Option<Retained<NSWindow>> {
        self.view.window()
    }

    /// How many pixels of the view make one of the page.
    pub(super) fn zoom(&self) -> f64 {
        // SAFETY: both only read, on the main thread.
        unsafe { self.view.pageZoom() * self.view.magnification() }
    }

    /// How large it is, in its own pixels.
    pub(super) fn size(&self) -> CGSize {
        self.view.bounds().size
    }
}

/// The web view that Tauri hands over, on the main thread.
pub(crate) fn web_of(platform: &PlatformWebview) -> Option<Web> {
    let main = MainThreadMarker::new()?;
    // SAFETY: Tauri gives the pointer of the WKWebView that it holds for as long as this call takes; from here on it is
    // held by us, too.
    let view = unsafe { Retained::retain(platform.inner().cast::<WKWebView>()) }?;
    Some(Web { view, main, arrivals: Rc::default(), chosen: RefCell::default(), listeners: OnceCell::new() })
}

/// Has a window opened for a page.
pub(crate) fn relate<'a, R: Runtime>(
    builder: WebviewWindowBuilder<'a, R, AppHandle<R>>,
    related: &Related,
) -> WebviewWindowBuilder<'a, R, AppHandle<R>> {
    builder.with_webview_configuration(related.clone())
}

/// The width and the height of a view, and how many of their pixels make one of CSS.
pub(crate) fn size_and_zoom(web: &Web) -> (f64, f64, f64) {
    let CGSize { width, height } = web.size();
    (width, height, web.zoom())
}
