//! Looking at both views.

use std::time::Duration;

use deskhand_model::Window;

use super::accounts::Accounts;
use super::tracker::Tracker;
use crate::observe::polled::Look;
use crate::options::EngineOptions;
use crate::ports::{Moment, Ports};

/// How long the first look waits for applications that are slow to answer.
const FIRST_PATIENCE: Duration = Duration::from_secs(1);

/// Puts what the registry lists together with what the applications say.
pub(in crate::observe) struct HybridLooks {
    tracker: Tracker,
    accounts: Accounts,
    patience: Duration,
    is_first: bool,
}

impl HybridLooks {
    pub(in crate::observe) fn new(ports: &Ports, options: &EngineOptions) -> HybridLooks {
        HybridLooks {
            tracker: Tracker::new(ports.compositor.split()),
            accounts: Accounts::new(ports, options.app_list_age),
            patience: options.observe_pause,
            is_first: true,
        }
    }

    /// What follows from what the registry listed, asked at that moment. Waits for the applications until `most` is
    /// over, and not for those that are known to be slow.
    pub(in crate::observe) async fn look(
        &mut self,
        records: Vec<Window>,
        asked: Moment,
        most: Moment,
    ) -> Look {
        self.tracker.list(records, asked);
        let patience = if std::mem::take(&mut self.is_first) { FIRST_PATIENCE } else { self.patience };
        self.accounts.ask(self.tracker.questions(), asked.plus(patience).min(most)).await;
        self.tracker.conclude(self.accounts.said(), asked)
    }

    /// Lets the calls under way go on until that moment.
    pub(in crate::observe) async fn wait_until(&mut self, moment: Moment) {
        self.accounts.wait_until(moment).await;
    }
}
