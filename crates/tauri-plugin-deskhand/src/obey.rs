//! What a command of our API needs to be carried out.

use std::rc::Rc;

use deskhand_page::{Command, Fault, ViewId};

use crate::platform::Desk;

/// What a dialog that is open, or opens meanwhile, does to a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialogs {
    /// Scripts stand still, so the command is answered with the dialog.
    Interrupt,
    /// Nothing.
    Ignore,
}

/// A command that the main thread carries out. It never waits there: what takes time is a future.
pub(crate) trait Obey: Command + 'static {
    /// What dialogs do to it.
    const DIALOGS: Dialogs = Dialogs::Interrupt;

    /// The view that is meant, where one is.
    fn view(&self) -> Option<&ViewId>;

    /// Does it.
    fn obey(self, desk: Rc<Desk>) -> impl Future<Output = Result<Self::Done, Fault>>;
}
