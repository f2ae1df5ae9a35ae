//! One window, asked of both sides now.

use std::sync::Arc;
use std::time::Duration;

use deskhand_model::{Result, Window};

use super::account::Account;
use super::authority::merge;
use super::errors::vanished;
use super::locate::Located;
use super::view::{Certainty, Joined, WindowView};
use crate::engine::Engine;
use crate::ports::{Side, Split};
use crate::session::WindowSelector;
use crate::wait::Deadline;

/// How long an application may take to describe its windows where that only adds details.
const DETAILS_TIME: Duration = Duration::from_secs(1);

/// How often both sides are asked again when a window was changing between the questions.
const LOOKS: usize = 3;

impl Engine {
    /// The window as both sides together know it.
    pub(crate) async fn get_window(
        &self,
        selector: &WindowSelector,
        deadline: &Deadline<'_>,
    ) -> Result<WindowView> {
        let split = self.ports.compositor.split();
        if needs_element(split) {
            return Ok(self.locate(selector, deadline).await?.view(split));
        }
        let (record, windows) = self.choose_among_windows(selector, deadline).await?;
        self.with_details(record, windows, deadline).await
    }

    /// The window with what accessibility adds to it. An application that says nothing, or not in time, adds nothing.
    async fn with_details(
        &self,
        mut record: Window,
        mut before: Arc<Vec<Window>>,
        deadline: &Deadline<'_>,
    ) -> Result<WindowView> {
        let split = self.ports.compositor.split();
        let limit = deadline.at_most(DETAILS_TIME);
        for look in 1..=LOOKS {
            let Some(account) = self.account_in_time(&record, &limit).await else { break };
            let after = self.list_windows_now(deadline.for_call()).await?;
            record = after
                .iter()
                .find(|window| window.id == record.id)
                .cloned()
                .ok_or_else(|| vanished(&record))?;
            // Only a list that was the same before and after is of the same moment as the account.
            let same = looks_of(&before, record.pid) == looks_of(&after, record.pid);
            if !same && look < LOOKS {
                before = after;
                continue;
            }
            let joins = self.join(&account, &after);
            let Some(found) = joins.of_window(record.id) else { break };
            let top = &account.tops[found.top];
            let certainty = if same { found.certainty } else { Certainty::Guess };
            let joined = Joined { element: top.handle.clone(), evidence: found.evidence, certainty };
            if certainty == Certainty::Guess {
                return Ok(WindowView { window: record, joined: Some(joined) });
            }
            self.remember(&record, &account, top);
            return Ok(WindowView { window: merge(&record, top, split), joined: Some(joined) });
        }
        Ok(WindowView { window: record, joined: None })
    }

    async fn account_in_time(&self, record: &Window, limit: &Deadline<'_>) -> Option<Account> {
        let pid = record.pid?;
        let end = limit.end().max(self.now().plus(self.options.grace));
        let account = tokio::select! {
            biased;
            account = self.account(pid, limit) => account,
            () = limit.clock().sleep_until(end) => return None,
        };
        account.inspect_err(|error| tracing::debug!(%error, "a window without details")).ok()
    }
}

/// Whether a window's element has to be known for certain before anything can be said of it or done to it.
pub(super) fn needs_element(split: Split) -> bool {
    split.state == Side::Accessibility || split.changes == Side::Accessibility
}

impl Located {
    /// The window as both sides together know it.
    pub(super) fn view(&self, split: Split) -> WindowView {
        WindowView { window: merge(&self.record, &self.top, split), joined: Some(self.joined.clone()) }
    }
}

/// What joins look at, of the windows of one process.
fn looks_of(windows: &[Window], pid: Option<u32>) -> Vec<impl PartialEq + use<'_>> {
    let own = windows.iter().filter(|window| window.pid == pid);
    let mut looks: Vec<_> =
        own.map(|window| (window.id, window.title.as_str(), window.client, window.focused)).collect();
    // Another order in the stack is no other look.
    looks.sort_unstable_by_key(|(id, ..)| *id);
    looks
}
