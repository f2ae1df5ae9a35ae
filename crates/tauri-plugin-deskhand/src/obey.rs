//! What a command of our API needs to be carried out.

use std::rc::Rc;
use std::time::Duration;

use deskhand_page::{Command, Fault, FaultKind, ViewId};

use crate::app::{self, Desk, MainThread};

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

    /// Whether it can overtake what the page still does about keys that were struck. What is asked of the page itself
    /// cannot.
    const OVERTAKES: bool = true;

    /// The view that is meant, where one is.
    fn view(&self) -> Option<&ViewId>;

    /// Does it.
    fn obey(self, desk: Rc<Desk>) -> impl Future<Output = Result<Self::Done, Fault>>;
}

/// Has the main thread carry a command out, within this time.
pub(crate) async fn carry_out<C: Obey>(
    main: &MainThread,
    command: C,
    within: Duration,
) -> Result<C::Done, Fault> {
    in_time(C::NAME, within, main.run(move |desk| app::obey(desk, command))).await
}

/// Waits this long for something that the main thread does. That thread may be busy with what the application does there.
pub(crate) async fn in_time<T>(
    what: &str,
    within: Duration,
    done: impl Future<Output = Result<Result<T, Fault>, Fault>>,
) -> Result<T, Fault> {
    match tokio::time::timeout(within, done).await {
        Ok(done) => done?,
        Err(_) => {
            let message = format!("{what} was not done within {} ms", within.as_millis());
            Err(Fault::new(FaultKind::Timeout, message))
        }
    }
}
