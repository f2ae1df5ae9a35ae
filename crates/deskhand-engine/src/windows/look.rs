//! Looking at a window that is being changed.

use std::sync::Arc;

use deskhand_model::{ErrorKind, Result, Window};

use super::authority::merge;
use super::locate::Located;
use super::memory::Pair;
use super::view::{Certainty, Joined, WindowView};
use crate::engine::Engine;
use crate::ports::TopLevel;
use crate::wait::Deadline;

/// What is being changed.
#[derive(Clone, Debug)]
pub(super) enum Target {
    /// A window of the registry.
    Listed(Window),
    /// An element that is a window.
    Element(Box<Located>),
}

/// What one look at it shows.
#[derive(Clone, Debug)]
pub(super) enum Sight {
    /// It is there. `placed` says that its place was told by the side that is to be believed about it.
    Here { view: WindowView, placed: bool },
    /// The registry lists it, accessibility does not: it is going, or on another space.
    Unseen(Window),
    /// It is there, but its number is another one that is not known yet.
    Unnumbered,
    /// It is gone.
    Gone,
}

/// One look, and all windows at that moment.
pub(super) struct Look {
    pub(super) sight: Sight,
    pub(super) windows: Arc<Vec<Window>>,
}

impl Target {
    /// The window as it was found.
    pub(super) fn record(&self) -> &Window {
        match self {
            Target::Listed(record) => record,
            Target::Element(located) => &located.record,
        }
    }
}

impl Engine {
    pub(super) async fn look(&self, target: &Target, limit: &Deadline<'_>) -> Result<Look> {
        match target {
            Target::Listed(record) => {
                let windows = self.list_windows_now(limit.for_call()).await?;
                let now = windows.iter().find(|window| window.id == record.id).cloned();
                let sight = now.map_or(Sight::Gone, |window| Sight::Here {
                    view: WindowView { window, joined: None },
                    placed: true,
                });
                Ok(Look { sight, windows })
            }
            Target::Element(located) => self.look_at_element(located, limit).await,
        }
    }

    async fn look_at_element(&self, located: &Located, limit: &Deadline<'_>) -> Result<Look> {
        let split = self.ports.compositor.split();
        let account = match self.whole_account(&located.account.app, limit).await {
            Ok(account) => Some(account),
            Err(error) if error.kind() == ErrorKind::AppGone => None,
            Err(error) => return Err(error),
        };
        let mut windows = self.list_windows_now(limit.for_call()).await?;
        let listed =
            |windows: &[Window]| windows.iter().find(|window| window.id == located.record.id).cloned();
        let found = account.and_then(|account| {
            let top = account.find(&located.joined.element).cloned()?;
            Some((account, top))
        });
        let Some((account, top)) = found else {
            let sight = listed(&windows).map_or(Sight::Gone, Sight::Unseen);
            return Ok(Look { sight, windows });
        };
        let record = match numbered(&top, &windows, &located.record) {
            Some(record) => Some(record),
            // The old number is gone and the new one is not told: by its looks it may be certain.
            None => {
                let pid = located.record.pid.unwrap_or_default();
                let pair = Pair { pid, app: account.app.id.clone(), element: top.handle.clone() };
                let found = self.relocate(&account, &pair, limit).await?;
                windows = self.list_windows(limit.for_call()).await?;
                found.map(|found| found.record)
            }
        };
        let Some(record) = record else { return Ok(Look { sight: Sight::Unnumbered, windows }) };
        self.remember(&record, &account, &top);
        let mut joined = Joined { certainty: Certainty::Sure, ..located.joined.clone() };
        joined.evidence.known_before = true;
        joined.evidence.exact_id = top.window == Some(record.id);
        if joined.evidence.exact_id {
            joined.certainty = Certainty::Exact;
        }
        let view = WindowView { window: merge(&record, &top, split), joined: Some(joined) };
        Ok(Look { sight: Sight::Here { view, placed: top.bounds.is_some() }, windows })
    }
}

/// The registry's record of the window, under the number that it has now.
fn numbered(top: &TopLevel, windows: &[Window], before: &Window) -> Option<Window> {
    let by_id = |id| windows.iter().find(|window| window.id == id).cloned();
    match top.window {
        // The platform itself tells the number, so it is right whatever the registry lists yet.
        Some(id) => by_id(id).or_else(|| {
            let record = by_id(before.id).unwrap_or_else(|| before.clone());
            Some(Window { id, ..record })
        }),
        None => by_id(before.id),
    }
}
