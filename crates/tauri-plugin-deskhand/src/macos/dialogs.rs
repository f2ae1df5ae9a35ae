//! Dialogs that scripts open. They are kept unanswered without blocking anything but the scripts of their view.

use std::cell::Cell;

use block2::RcBlock;
use deskhand_page::{Dialog, DialogAnswer, DialogKind};
use objc2::rc::Retained;
use objc2::runtime::Bool;
use objc2_foundation::NSString;

use super::value::string;
use crate::app::View;

/// How WebKit is to be told what became of a dialog.
pub(super) enum Handler {
    Alert(RcBlock<dyn Fn()>),
    Confirm(RcBlock<dyn Fn(Bool)>),
    Prompt(RcBlock<dyn Fn(*mut NSString)>),
}

/// A dialog that can be answered. WebKit ends an application that forgets one, so that it is dismissed when nobody does.
pub(crate) struct OpenDialog {
    handler: Cell<Option<Handler>>,
}

impl OpenDialog {
    fn new(handler: Handler) -> OpenDialog {
        OpenDialog { handler: Cell::new(Some(handler)) }
    }

    fn answer(&self, accepted: bool, text: &str) {
        match self.handler.take() {
            Some(Handler::Alert(done)) => done.call(()),
            Some(Handler::Confirm(done)) => done.call((Bool::new(accepted),)),
            Some(Handler::Prompt(done)) if accepted => {
                let text = NSString::from_str(text);
                done.call((Retained::as_ptr(&text).cast_mut(),));
            }
            Some(Handler::Prompt(done)) => done.call((std::ptr::null_mut(),)),
            None => {}
        }
    }
}

impl Drop for OpenDialog {
    fn drop(&mut self) {
        self.answer(false, "");
    }
}

/// A dialog stands until it is answered.
pub(super) fn stand(view: &View, message: &NSString, default_text: Option<&NSString>, handler: Handler) {
    let kind = match handler {
        Handler::Alert(_) => DialogKind::Alert,
        Handler::Confirm(_) => DialogKind::Confirm,
        Handler::Prompt(_) => DialogKind::Prompt,
    };
    let default_text = (kind == DialogKind::Prompt).then(|| default_text.map(string).unwrap_or_default());
    let told = Dialog { kind, text: string(message), default_text };
    let mut before = None;
    view.note(|state| before = state.dialog.replace((told, OpenDialog::new(handler))));
    // A view has one at a time. Should there be another, it is over now that nobody looks at the state.
    drop(before);
}

/// Answers one, which is over then.
pub(crate) fn answer(told: &Dialog, dialog: OpenDialog, answer: DialogAnswer) {
    let (accepted, text) = match answer {
        DialogAnswer::Accept(text) => (true, text),
        DialogAnswer::Dismiss => (false, None),
    };
    dialog.answer(accepted, text.as_deref().or(told.default_text.as_deref()).unwrap_or_default());
}
