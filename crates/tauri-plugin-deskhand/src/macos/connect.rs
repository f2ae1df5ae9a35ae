//! Puts the agent into all documents to come, and listens.

use std::rc::{Rc, Weak};

use objc2::rc::Retained;
use objc2::runtime::{NSObject, NSObjectProtocol, ProtocolObject};
use objc2::{DefinedClass as _, MainThreadMarker, MainThreadOnly as _, define_class, msg_send};
use objc2_foundation::NSString;
use objc2_web_kit::{
    WKScriptMessage, WKScriptMessageHandler, WKUserContentController, WKUserScript, WKUserScriptInjectionTime,
};

use super::delegates::{NavigationDelegate, UiDelegate};
use super::leaving::Witness;
use super::native::world_named;
use super::observer::Observer;
use super::value::string;
use super::web::{Listeners, Web};
use crate::app::{Desk, View};
use crate::source::{DRIVEN, WORLD};

/// The message handler that `arrivals.js` reports to. It is there in our own world only.
const ARRIVALS: &str = "deskhandArrivals";

/// Takes a view over.
pub(crate) fn connect(desk: &Rc<Desk>, view: &Rc<View>) {
    inject(desk, &view.web);
    let main = view.web.main;
    let ui = UiDelegate::new(desk, view, main);
    let navigation = NavigationDelegate::new(view, main);
    // SAFETY: on the main thread. WebKit keeps weak references to both; the view keeps them.
    unsafe {
        view.web.view.setUIDelegate(Some(ProtocolObject::from_ref(&*ui)));
        view.web.view.setNavigationDelegate(Some(ProtocolObject::from_ref(&*navigation)));
    }
    let listeners = Listeners {
        _ui: ui,
        _navigation: navigation,
        _observer: Observer::new(view, main),
        _witness: Witness::put(desk, view, main),
    };
    // A view is taken in once.
    let _ = view.web.listeners.set(listeners);
}

fn inject(desk: &Rc<Desk>, web: &Web) {
    let content = web.content();
    // The view that a page opens shares the scripts of that page's.
    if desk.views().iter().any(|other| other.web.content() == content) {
        return;
    }
    let own = Some(WORLD);
    add_script(web, &content, &desk.keys.agent(), own);
    if desk.is_driven() {
        add_script(web, &content, DRIVEN, None);
    }
    add_script(web, &content, &desk.keys.attach(), None);
    add_script(web, &content, &desk.keys.page(), None);
    let listener = Listener::new(desk, web.main);
    // SAFETY: on the main thread; in our own world there is no handler of this name yet.
    unsafe {
        content.addScriptMessageHandler_contentWorld_name(
            ProtocolObject::from_ref(&*listener),
            &world_named(web, own),
            &NSString::from_str(ARRIVALS),
        );
    }
}

/// Has a script run in all documents, before anything of theirs does.
fn add_script(web: &Web, content: &WKUserContentController, source: &str, world: Option<&str>) {
    // SAFETY: on the main thread; `init` once on what was just allocated.
    unsafe {
        let script = WKUserScript::initWithSource_injectionTime_forMainFrameOnly_inContentWorld(
            WKUserScript::alloc(web.main),
            &NSString::from_str(source),
            WKUserScriptInjectionTime::AtDocumentStart,
            false,
            &world_named(web, world),
        );
        content.addUserScript(&script);
    }
}

define_class!(
    // SAFETY: NSObject asks nothing of those that inherit from it, and nothing is to be done at the end.
    #[unsafe(super(NSObject))]
    #[thread_kind = objc2::MainThreadOnly]
    #[ivars = Weak<Desk>]
    /// Hears which input was handled.
    struct Listener;

    // SAFETY: it inherits from NSObject, which keeps all promises of this.
    unsafe impl NSObjectProtocol for Listener {}

    // SAFETY: the method has the type that the protocol says.
    unsafe impl WKScriptMessageHandler for Listener {
        #[unsafe(method(userContentController:didReceiveScriptMessage:))]
        fn received(&self, _content: &WKUserContentController, message: &WKScriptMessage) {
            // SAFETY: both only read, on the main thread.
            let (from, body) = unsafe { (message.webView(), message.body()) };
            let (Some(from), Some(desk)) = (from, self.ivars().upgrade()) else { return };
            let sender = desk.views().into_iter().find(|view| view.web.view == from);
            if let (Some(view), Some(type_)) = (sender, body.downcast_ref::<NSString>()) {
                view.web.arrivals.reported(&string(type_));
            }
        }
    }
);

impl Listener {
    fn new(desk: &Rc<Desk>, main: MainThreadMarker) -> Retained<Listener> {
        // SAFETY: `init` of NSObject, once, on what was just allocated.
        unsafe { msg_send![super(Listener::alloc(main).set_ivars(Rc::downgrade(desk))), init] }
    }
}
