//! The usual scene: an application in the background while another window keeps the keyboard.

use deskhand::{ErrorKind, Method, Receipt, Result, WindowId};

use super::{Fixture, Stage, Toolkit};

const BYSTANDER: &str = "Bystander";

/// A fixture without the focus, and a bystander that has it.
pub(crate) struct Scene<'a> {
    pub(crate) stage: &'a Stage,
    pub(crate) subject: Fixture<'a>,
    pub(crate) bystander: Fixture<'a>,
    active: WindowId,
}

impl<'a> Scene<'a> {
    /// Starts the fixture as `Subject` and a bystander, which takes the focus.
    pub(crate) async fn set(stage: &'a Stage, toolkit: Toolkit) -> Scene<'a> {
        let subject = stage.fixture(toolkit, "Subject").await;
        let bystander = stage.fixture(Toolkit::Gtk3, BYSTANDER).await;
        let active = stage.focus(BYSTANDER).await;
        Scene { stage, subject, bystander, active }
    }

    /// The bystander still has the keyboard, and no key has strayed into it.
    pub(crate) async fn assert_focus_untouched(&self, after: &str) {
        assert_eq!(self.stage.focused().await, Some(self.active), "the active window after {after}");
        assert!(!self.bystander.has_said("key"), "keys strayed: {:?}", self.bystander.statuses());
    }

    /// An action went through accessibility, left the focus alone, and had this effect in the application.
    pub(crate) async fn in_background(
        &self,
        what: &str,
        act: impl Future<Output = Result<Receipt>>,
        effect: &str,
    ) {
        let receipt = self.without_focus(what, act).await;
        self.subject.expect(effect).await;
        self.assert_focus_untouched(&format!("{what}: {}", receipt.by)).await;
    }

    /// An action went through accessibility and left the focus alone.
    pub(crate) async fn without_focus(
        &self,
        what: &str,
        act: impl Future<Output = Result<Receipt>>,
    ) -> Receipt {
        let receipt = match act.await {
            Ok(receipt) => receipt,
            Err(error) => panic!("{what} on {:?}: {error:?}", self.subject.toolkit),
        };
        assert_eq!(receipt.method, Method::Accessibility, "{what}: {receipt:?}");
        assert!(!receipt.focus.taken && !receipt.focus.pointer_moved, "{what}: {receipt:?}");
        self.assert_focus_untouched(what).await;
        receipt
    }

    /// An action was refused for this reason, left the focus alone, and did nothing.
    pub(crate) async fn refused(
        &self,
        what: &str,
        act: impl Future<Output = Result<Receipt>>,
        kind: ErrorKind,
    ) {
        let before = self.subject.statuses();
        match act.await {
            Ok(receipt) => panic!("{what} on {:?} was not refused: {receipt:?}", self.subject.toolkit),
            Err(error) => {
                assert_eq!(error.kind(), kind, "{what} on {:?}: {error:?}", self.subject.toolkit);
            }
        }
        assert_eq!(self.subject.statuses(), before, "{what} was refused and had an effect");
        self.assert_focus_untouched(what).await;
    }
}
