//! Finding the element that a window is, where the element is needed: to believe it or to change it.
//!
//! Everything here fails closed. Where the registry lags, an account of the application and a list of windows can be of
//! different moments, so a join by looks counts only for what the application told alike before and after the
//! registry had time to catch up.

use std::sync::Arc;
use std::time::Duration;

use deskhand_model::{Error, ErrorKind, Result, Window, WindowId};

use super::account::Account;
use super::errors::{not_joined, window_ambiguous, window_not_found};
use super::memory::Pair;
use super::view::{Certainty, Joined};
use crate::bridge::{Joins, Known, Match, Owned};
use crate::engine::Engine;
use crate::ports::TopLevel;
use crate::session::WindowSelector;
use crate::wait::{Deadline, Pauses};

/// A window, and for certain its element.
#[derive(Clone, Debug)]
pub(super) struct Located {
    /// What the registry has of it, under its present number.
    pub(super) record: Window,
    pub(super) account: Account,
    pub(super) top: TopLevel,
    pub(super) joined: Joined,
}

/// An account and a list of windows that belong together, and how.
struct Settled {
    account: Account,
    windows: Arc<Vec<Window>>,
    joins: Joins,
}

impl Engine {
    /// The one window that is meant, with its element; waits until the window is there.
    pub(super) async fn locate(&self, selector: &WindowSelector, deadline: &Deadline<'_>) -> Result<Located> {
        let mut pauses = Pauses::new(&self.options);
        let appearing = self.time_to_appear(selector, deadline);
        loop {
            let windows = self.list_windows(deadline.for_call()).await?;
            match selector.select(&windows).as_slice() {
                [only] => return self.locate_listed(only, &windows, deadline).await,
                [] => {
                    if let WindowSelector::Id(id) = selector
                        && let Some(found) = self.follow(*id, deadline).await?
                    {
                        return Ok(found);
                    }
                    if !pauses.pause(&appearing, Duration::ZERO).await {
                        return Err(window_not_found(selector, &windows));
                    }
                }
                several => return Err(window_ambiguous(selector, several)),
            }
        }
    }

    /// The element of a window that the registry lists.
    async fn locate_listed(
        &self,
        record: &Window,
        windows: &[Window],
        deadline: &Deadline<'_>,
    ) -> Result<Located> {
        let pid = record.pid.ok_or_else(|| without_process(record))?;
        let account = self.account(pid, deadline).await?;
        if let Some(found) = self.recognise(record, windows, &account) {
            return Ok(found);
        }
        let account = self.whole_account(&account.app, deadline).await?;
        if let Some(found) = self.recognise(record, windows, &account) {
            return Ok(found);
        }
        let settled = self.join_settled(account, deadline).await?;
        let found = settled.joins.of_window(record.id).filter(|found| found.certainty > Certainty::Guess);
        let record_now = settled.windows.iter().find(|window| window.id == record.id);
        match (found, record_now) {
            (Some(found), Some(record)) => Ok(self.located(record.clone(), &settled.account, found)),
            _ => Err(not_joined(record, &settled.account, &settled.joins)),
        }
    }

    /// The element that the platform itself calls by the window's number, or that the window was before.
    fn recognise(&self, record: &Window, windows: &[Window], account: &Account) -> Option<Located> {
        let before = self.registry.remembered(record.id).filter(|(_, pair)| pair.app == account.app.id);
        let before = before.and_then(|(_, pair)| account.find(&pair.element));
        let top = before.or_else(|| account.tops.iter().find(|top| top.window == Some(record.id)))?;
        let mut record = record.clone();
        // The registry may still list a number that the platform calls it by no more.
        if let Some(id) = top.window.filter(|id| *id != record.id) {
            record = windows.iter().find(|window| window.id == id).cloned().unwrap_or(record);
            record.id = id;
        }
        let owned = Owned::by(account.app.pid, windows);
        let mut evidence = self.bridge(&account.app, &Known::new()).evidence(top, &record, &owned);
        evidence.known_before = before.is_some();
        let certainty = if evidence.exact_id { Certainty::Exact } else { Certainty::Sure };
        let joined = Joined { element: top.handle.clone(), evidence, certainty };
        self.remember(&record, account, top);
        Some(Located { record, account: account.clone(), top: top.clone(), joined })
    }

    /// The window that had this number before, under the number that it has now. Only a change that was really seen
    /// is followed: the same element, which is now certainly another number's.
    async fn follow(&self, id: WindowId, deadline: &Deadline<'_>) -> Result<Option<Located>> {
        let Some((last, pair)) = self.registry.remembered(id) else { return Ok(None) };
        let account = match self.account(pair.pid, deadline).await {
            Ok(account) if account.app.id == pair.app => account,
            _ => return Ok(None),
        };
        let account = self.whole_account(&account.app, deadline).await?;
        let Some(top) = account.find(&pair.element) else { return Ok(None) };
        if let Some(now) = top.window {
            let windows = self.list_windows_now(deadline.for_call()).await?;
            // The platform itself calls it by this number: the registry is only behind when it does not list it.
            let record = windows.iter().find(|window| window.id == now).unwrap_or(&last);
            return Ok(self.recognise(record, &windows, &account));
        }
        self.relocate(&account, &pair, deadline).await
    }

    /// The window that the element certainly is by its looks.
    pub(super) async fn relocate(
        &self,
        account: &Account,
        pair: &Pair,
        deadline: &Deadline<'_>,
    ) -> Result<Option<Located>> {
        let settled = self.join_settled(account.clone(), deadline).await?;
        let place = settled.account.tops.iter().position(|top| top.handle == pair.element);
        let found = place.and_then(|place| settled.joins.of_top(place));
        let Some(found) = found.filter(|found| found.certainty > Certainty::Guess) else { return Ok(None) };
        let record = settled.windows.iter().find(|window| window.id == found.window);
        Ok(record.map(|record| self.located(record.clone(), &settled.account, found)))
    }

    /// Joins by looks, from what stays as it is while the registry catches up with the account.
    async fn join_settled(&self, before: Account, deadline: &Deadline<'_>) -> Result<Settled> {
        let lag = self.ports.compositor.split().lag;
        deadline.clock().sleep_until(self.now().plus(lag)).await;
        let windows = self.list_windows_now(deadline.for_call()).await?;
        let later = self.whole_account(&before.app, deadline).await?;
        let steady = before.steady(&later);
        let joins = self.join(&steady, &windows);
        for found in joins.matches().iter().filter(|found| found.certainty > Certainty::Guess) {
            let record = windows.iter().find(|window| window.id == found.window);
            if let Some(record) = record {
                self.remember(record, &steady, &steady.tops[found.top]);
            }
        }
        // The looks as they are now, in the order of the joins.
        let tops = steady.tops.iter().filter_map(|top| later.find(&top.handle).cloned()).collect();
        Ok(Settled { account: Account { app: steady.app, tops }, windows, joins })
    }

    /// Joins an account with a list of windows. What is remembered of elements that are not there any more is left out:
    /// both sides were seen, and that weighs more.
    pub(super) fn join(&self, account: &Account, windows: &[Window]) -> Joins {
        let mut known = self.registry.known(&account.app.id);
        known.retain(|element, _| account.find(element).is_some());
        self.bridge(&account.app, &known).join(&account.tops, &Owned::by(account.app.pid, windows))
    }

    fn located(&self, record: Window, account: &Account, found: &Match) -> Located {
        let top = account.tops[found.top].clone();
        self.remember(&record, account, &top);
        let Match { evidence, certainty, .. } = *found;
        let joined = Joined { element: top.handle.clone(), evidence, certainty };
        Located { record, account: account.clone(), top, joined }
    }

    pub(super) fn remember(&self, record: &Window, account: &Account, top: &TopLevel) {
        let (Some(pid), app) = (record.pid, account.app.id.clone()) else { return };
        self.registry.note(record, Pair { pid, app, element: top.handle.clone() });
    }
}

fn without_process(record: &Window) -> Error {
    let message = format!("The window {} \"{}\" does not tell its process", record.id, record.title);
    Error::new(ErrorKind::WindowNotFound, message)
        .hint("without its process it cannot be found through accessibility")
}
