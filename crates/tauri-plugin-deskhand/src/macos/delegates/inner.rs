//! The delegate that was there before ours.

use objc2::Message;
use objc2::rc::Retained;
use objc2::runtime::{AnyObject, NSObject, NSObjectProtocol as _, ProtocolObject, Sel};

/// A delegate whose place was taken.
pub(super) struct Inner(Option<Retained<NSObject>>);

impl Inner {
    /// That which a view had, if it had one.
    pub(super) fn new<P: ?Sized>(delegate: Option<Retained<ProtocolObject<P>>>) -> Inner {
        // SAFETY: every delegate is an object that inherits from NSObject: those of Tauri do, and WebKit keeps weak
        // references to delegates, which others cannot have.
        Inner(delegate.map(|delegate| unsafe { Retained::cast_unchecked(delegate) }))
    }

    /// Whether it does anything when it gets this message.
    pub(super) fn responds(&self, selector: Sel) -> bool {
        self.target(selector).is_some()
    }

    /// It, if it does anything when it gets this message.
    pub(super) fn target(&self, selector: Sel) -> Option<&NSObject> {
        self.0.as_deref().filter(|delegate| delegate.respondsToSelector(selector))
    }

    /// The same, for the runtime.
    pub(super) fn forward(&self, selector: Sel) -> Option<Retained<AnyObject>> {
        self.target(selector).map(|target| {
            let target: &AnyObject = target;
            target.retain()
        })
    }
}
