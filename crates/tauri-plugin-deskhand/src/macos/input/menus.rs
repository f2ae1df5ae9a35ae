//! What a browser opens beside the page when it is clicked.

use std::ptr::NonNull;

use block2::RcBlock;
use objc2::rc::Retained;
use objc2::runtime::{NSObjectProtocol, ProtocolObject};
use objc2_app_kit::{NSMenu, NSMenuDidBeginTrackingNotification};
use objc2_foundation::{NSNotification, NSNotificationCenter};

/// While this lives, no menu and no list of options stays open: each would take the input of the whole application and not
/// give it back. The page sees its events (`contextmenu` too) all the same.
pub(super) struct NoMenus {
    watch: Retained<ProtocolObject<dyn NSObjectProtocol>>,
}

impl NoMenus {
    /// Closes them from now on.
    pub(super) fn begin() -> NoMenus {
        let close = RcBlock::new(|notification: NonNull<NSNotification>| {
            // SAFETY: the notification lives as long as this call.
            let menu = unsafe { notification.as_ref() }.object();
            if let Some(menu) = menu.as_deref().and_then(|menu| menu.downcast_ref::<NSMenu>()) {
                menu.cancelTrackingWithoutAnimation();
            }
        });
        // SAFETY: a constant of AppKit, whose notifications are sent on the main thread, where this is called; the block
        // has the type that they are given to.
        let watch = unsafe {
            NSNotificationCenter::defaultCenter().addObserverForName_object_queue_usingBlock(
                Some(NSMenuDidBeginTrackingNotification),
                None,
                None,
                &close,
            )
        };
        NoMenus { watch }
    }
}

impl Drop for NoMenus {
    fn drop(&mut self) {
        // SAFETY: what was given when the watch began.
        unsafe { NSNotificationCenter::defaultCenter().removeObserver((*self.watch).as_ref()) };
    }
}
