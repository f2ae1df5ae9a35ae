//! Listening to one application.

use std::sync::Arc;
use std::time::Duration;

use deskhand_model::{AppId, Result};

use crate::ports::{Accessibility, Clock, Listening, Mailbox, Moment, Telling};

/// An application that is listened to. It is no longer when this is dropped.
#[derive(Debug)]
pub(crate) struct Ear {
    mailbox: Arc<Mailbox>,
    listening: Listening,
    since: Moment,
}

impl Ear {
    /// Begins to listen; `None` to an application that tells nothing.
    pub(crate) async fn open(
        port: &dyn Accessibility,
        clock: &Arc<dyn Clock>,
        app: &AppId,
        within: Duration,
    ) -> Result<Option<Ear>> {
        let mailbox = Arc::new(Mailbox::new(clock.clone()));
        let listening = port.listen(app, mailbox.clone(), within).await?;
        Ok(listening.map(|listening| Ear { mailbox, listening, since: clock.now() }))
    }

    /// Where it is put down what the application tells. The application's mirror takes everything out of it; others may
    /// watch how much there is and when the last came.
    pub(crate) fn mailbox(&self) -> &Arc<Mailbox> {
        &self.mailbox
    }

    /// Since when nothing that it tells is missed.
    pub(crate) fn since(&self) -> Moment {
        self.since
    }

    /// What its word is worth.
    pub(crate) fn telling(&self) -> Telling {
        self.listening.telling
    }
}
