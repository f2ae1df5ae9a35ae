//! The live tree of one application.

use std::sync::Arc;
use std::time::Duration;

use deskhand_model::{AppId, Result};
use tokio::sync::OnceCell;

use super::ear::Ear;
use crate::ports::{Accessibility, Clock};

/// One application's mirror.
#[derive(Default)]
pub(crate) struct Live {
    /// `None` inside when the application tells nothing.
    ear: OnceCell<Option<Arc<Ear>>>,
}

impl Live {
    /// Listens to the application, from the first call on.
    pub(crate) async fn listen(
        &self,
        port: &dyn Accessibility,
        clock: &Arc<dyn Clock>,
        app: &AppId,
        within: Duration,
    ) -> Result<Option<Arc<Ear>>> {
        let open = async || Ok(Ear::open(port, clock, app, within).await?.map(Arc::new));
        self.ear.get_or_try_init(open).await.cloned()
    }

    /// The ear, if there is one by now.
    pub(crate) fn ear(&self) -> Option<&Arc<Ear>> {
        self.ear.get().and_then(Option::as_ref)
    }
}
