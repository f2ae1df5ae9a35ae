//! Dialogs that scripts open. They are kept unanswered without blocking anything but the scripts of their view.

use std::rc::Rc;

use deskhand_page::{Dialog, DialogAnswer, DialogKind};
use webkit2gtk::{ScriptDialog, ScriptDialogType, WebViewExt as _};

use crate::app::{Desk, View};

pub(super) fn connect(desk: &Rc<Desk>, view: &Rc<View>) {
    let (desk, view_of) = (Rc::downgrade(desk), Rc::downgrade(view));
    view.web.connect_script_dialog(move |_, dialog| {
        let (Some(desk), Some(view)) = (desk.upgrade(), view_of.upgrade()) else { return false };
        // Nobody else would answer.
        if !desk.is_driven() {
            return false;
        }
        let Some(told) = tell(dialog) else { return false };
        // Cloning takes a reference of its own, by which the engine knows that the answer will come later.
        view.note(|state| state.dialog = Some((told, dialog.clone())));
        true
    });
}

fn tell(dialog: &ScriptDialog) -> Option<Dialog> {
    let kind = match dialog.dialog_type() {
        ScriptDialogType::Alert => DialogKind::Alert,
        ScriptDialogType::Confirm => DialogKind::Confirm,
        ScriptDialogType::Prompt => DialogKind::Prompt,
        ScriptDialogType::BeforeUnloadConfirm => DialogKind::BeforeUnload,
        _ => return None,
    };
    let default_text = (kind == DialogKind::Prompt)
        .then(|| dialog.prompt_get_default_text().map(|text| text.to_string()).unwrap_or_default());
    let text = dialog.message().map(|text| text.to_string()).unwrap_or_default();
    Some(Dialog { kind, text, default_text })
}

/// Answers one, which is over then.
pub(crate) fn answer(told: &Dialog, dialog: ScriptDialog, answer: DialogAnswer) {
    let (yes, text) = match answer {
        DialogAnswer::Accept(text) => (true, text),
        DialogAnswer::Dismiss => (false, None),
    };
    match told.kind {
        DialogKind::Alert => {}
        DialogKind::Confirm | DialogKind::BeforeUnload => dialog.confirm_set_confirmed(yes),
        // A prompt without a text set is one that was dismissed.
        DialogKind::Prompt if yes => {
            dialog.prompt_set_text(text.as_deref().or(told.default_text.as_deref()).unwrap_or_default());
        }
        DialogKind::Prompt => {}
    }
    dialog.close();
}
