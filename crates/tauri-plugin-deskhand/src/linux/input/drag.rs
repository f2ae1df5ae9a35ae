//! Drags of the desktop that a page begins (`draggable`, links, selected text).

use std::cell::RefCell;
use std::rc::Rc;

use gtk::gdk;
use gtk::prelude::*;
use webkit2gtk::WebView;

/// The drag of a view that is under way.
#[derive(Clone, Default)]
pub(super) struct Drag {
    context: Rc<RefCell<Option<gdk::DragContext>>>,
}

impl Drag {
    /// Notes when the view begins and ends one.
    pub(super) fn watch(&self, view: &WebView) {
        let begun = self.context.clone();
        view.connect_drag_begin(move |_, context| {
            begun.replace(Some(context.clone()));
        });
        let ended = self.context.clone();
        view.connect_drag_end(move |_, _| {
            ended.take();
        });
    }

    /// Whether one is under way. GDK then wants the pointer's events before GTK and the page.
    pub(super) fn is_on(&self) -> bool {
        self.context.borrow().is_some()
    }

    /// Whether what is dragged would be taken where it is.
    pub(super) fn is_welcome(&self) -> bool {
        self.context.borrow().as_ref().is_some_and(|context| !context.selected_action().is_empty())
    }
}
