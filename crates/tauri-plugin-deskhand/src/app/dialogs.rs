//! Dialogs that scripts open. They are kept unanswered without blocking anything but the scripts of their view.

use std::rc::Rc;

use deskhand_page::{AnswerDialog, Dialog, DialogOf, Fault, FaultKind, ViewId};

use super::desk::Desk;
use crate::engine;
use crate::obey::{Dialogs, Obey};

impl Obey for DialogOf {
    const DIALOGS: Dialogs = Dialogs::Ignore;

    fn view(&self) -> Option<&ViewId> {
        Some(&self.view)
    }

    async fn obey(self, desk: Rc<Desk>) -> Result<Option<Dialog>, Fault> {
        Ok(desk.view(&self.view)?.dialog())
    }
}

impl Obey for AnswerDialog {
    const DIALOGS: Dialogs = Dialogs::Ignore;

    fn view(&self) -> Option<&ViewId> {
        Some(&self.view)
    }

    async fn obey(self, desk: Rc<Desk>) -> Result<Dialog, Fault> {
        let view = desk.view(&self.view)?;
        let mut open = None;
        view.note(|state| open = state.dialog.take());
        let (told, dialog) = open.ok_or_else(|| Fault::new(FaultKind::NoDialog, "No dialog is open"))?;
        engine::dialogs::answer(&told, dialog, self.answer);
        Ok(told)
    }
}
