//! Which element is which window, learnt over time.
//!
//! The bridge can be certain only of two views of the same moment, and the registry is behind. So a join counts for now
//! when it is made, and for good (`proven`) when it is made once more after neither its element nor any other in doubt
//! has changed for as long as the registry can be behind. Elements that have just appeared are not given to windows
//! that have been there for longer: they may be windows that the registry does not list yet.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Duration;

use deskhand_model::{Handle, Window, WindowId};

use super::accounts::Account;
use super::known::{Element, Known};
use super::tracker::Tracker;
use crate::bridge::{self, Bridge, Owned};
use crate::observe::diff::Renumbered;
use crate::ports::{Moment, TopLevel};
use crate::windows::Certainty;

/// What is known of one application besides its windows.
#[derive(Debug, Default)]
pub(super) struct Family {
    /// When it was asked for what it said last, and when it said that.
    heard: Option<(Moment, Moment)>,
    seen: BTreeMap<Handle, Seen>,
    /// When an element whose window is not known for good last changed or went.
    restless: Option<Moment>,
    /// Since when there have been elements that belong to no window.
    spare: Vec<Moment>,
    /// New numbers that the platform gives to elements of other windows.
    disputed: BTreeSet<WindowId>,
}

/// How long an element has been there, and as it is.
#[derive(Debug)]
struct Seen {
    since: Moment,
    unchanged_since: Moment,
    top: TopLevel,
}

impl Family {
    /// Whether what it said last was asked at that moment or later.
    pub(super) fn heard_since(&self, moment: Moment) -> bool {
        self.heard.is_some_and(|(asked, _)| asked >= moment)
    }

    /// How many elements belong to no window.
    pub(super) fn spare(&self) -> usize {
        self.spare.len()
    }

    /// How many of these have been there for so long that the registry must list their windows.
    pub(super) fn old_spare(&self, asked: Moment, lag: Duration) -> usize {
        self.spare.iter().filter(|since| asked >= since.plus(lag)).count()
    }

    /// Whether this new number is that of an element that another window has.
    pub(super) fn disputes(&self, id: WindowId) -> bool {
        self.disputed.contains(&id)
    }

    /// Whether no element whose window is not known for good has changed or gone for as long as the registry can be
    /// behind. One that has, and that the registry still shows as it was, can make another one look like its window.
    /// Those that have just come do not count: their windows are not listed yet, or as they are.
    fn is_settled(&self, asked: Moment, lag: Duration) -> bool {
        self.restless.is_none_or(|since| asked >= since.plus(lag))
    }

    /// Notes what is there now. What an application says first may have been there for ever.
    fn look(&mut self, account: &Account, proven: &BTreeSet<Handle>) {
        let since = if self.heard.is_some() { account.at } else { Moment(Duration::ZERO) };
        self.heard = Some((account.asked, account.at));
        let mut before = std::mem::take(&mut self.seen);
        for top in &account.tops {
            let seen = match before.remove(&top.handle) {
                Some(seen) if looks_alike(&seen.top, top) => seen,
                Some(seen) => {
                    if !proven.contains(&top.handle) {
                        self.restless = Some(account.at);
                    }
                    Seen { unchanged_since: account.at, top: top.clone(), ..seen }
                }
                None => Seen { since, unchanged_since: account.at, top: top.clone() },
            };
            self.seen.insert(top.handle.clone(), seen);
        }
        if before.keys().any(|gone| !proven.contains(gone)) {
            self.restless = Some(account.at);
        }
    }
}

/// Whether the bridge would make the same of both.
fn looks_alike(a: &TopLevel, b: &TopLevel) -> bool {
    a.title == b.title
        && a.bounds == b.bounds
        && a.size == b.size
        && a.minimized == b.minimized
        && a.hidden == b.hidden
        && a.focused == b.focused
        && a.window == b.window
}

/// A certain match of the bridge.
struct Sure<'a> {
    top: &'a TopLevel,
    id: WindowId,
    exact: bool,
}

impl Tracker {
    /// Takes in what an application has said. Returns which of its windows have another number now.
    pub(super) fn hear(&mut self, pid: u32, account: &Account, asked: Moment) -> Vec<Renumbered> {
        let proven = self.proven(pid);
        let family = self.families.entry(pid).or_default();
        if account.gone || family.heard == Some((account.asked, account.at)) {
            return Vec::new();
        }
        family.look(account, &proven);
        let lag = self.split.lag;
        let is_settled = family.is_settled(asked, lag);
        family.disputed.clear();
        self.update_elements(pid, account);
        self.note_agreement(pid, asked);
        let renumbered = if self.all_is_known(pid, account) {
            Vec::new()
        } else {
            let mut sure = self.join(pid, account, asked);
            let is_young = |id: WindowId| self.known.get(&id).is_some_and(|known| known.is_young(asked, lag));
            sure.retain(|sure| sure.exact || is_settled || is_young(sure.id));
            self.drop_unproven(pid, &sure, is_settled, asked);
            // Each element is in one match at most, so that what one match does changes no other's holder.
            let holders = self.holders(pid);
            let pair = |sure: &Sure<'_>| self.pair(pid, holders.get(&sure.top.handle).copied(), sure, asked);
            sure.iter().filter_map(pair).collect()
        };
        self.count_spare(pid);
        renumbered
    }

    /// What the application says now of elements that are known.
    fn update_elements(&mut self, pid: u32, account: &Account) {
        let tops: HashMap<&Handle, &TopLevel> = account.tops.iter().map(|top| (&top.handle, top)).collect();
        for known in self.known.values_mut().filter(|known| known.record.pid == Some(pid)) {
            let Some(element) = &mut known.element else { continue };
            match tops.get(&element.top.handle) {
                Some(top) => {
                    element.update(top);
                    known.elsewhere = false;
                }
                None => {
                    element.missing.get_or_insert(account.at);
                }
            }
        }
    }

    /// Notes where the registry has windows whose elements have not changed for as long as it can be behind.
    fn note_agreement(&mut self, pid: u32, asked: Moment) {
        let (lag, Some(family)) = (self.split.lag, self.families.get(&pid)) else { return };
        for known in self.known.values_mut().filter(|known| known.record.pid == Some(pid)) {
            let (is_listed, place) = (known.is_listed(), known.record.client);
            let Some(element) = known.element.as_mut().filter(|element| element.is_there()) else { continue };
            let seen = family.seen.get(&element.top.handle);
            if is_listed && seen.is_some_and(|seen| asked >= seen.unchanged_since.plus(lag)) {
                element.agreed = Some(place);
            }
        }
    }

    /// Whether every window has its element for good and there is no other: then there is nothing to join.
    fn all_is_known(&self, pid: u32, account: &Account) -> bool {
        let own = self.known.values().filter(|known| known.record.pid == Some(pid));
        let mut proven = 0;
        for known in own {
            match &known.element {
                Some(element) if element.proven && element.is_there() && known.is_listed() => proven += 1,
                _ => return false,
            }
        }
        proven == account.tops.len()
    }

    /// What the bridge is certain of.
    fn join<'a>(&self, pid: u32, account: &'a Account, asked: Moment) -> Vec<Sure<'a>> {
        let lag = self.split.lag;
        let holders = self.holders(pid);
        let own = || self.known.iter().filter(|(_, known)| known.record.pid == Some(pid));
        let records: Vec<Window> =
            own().filter(|(_, known)| known.is_listed()).map(|(_, known)| known.record.clone()).collect();
        // An application may give a window another element. That is believed when both the old one has been gone and
        // another one has been without a window for longer than the registry can be behind.
        let may_be_replaced = self.families.get(&pid).is_some_and(|family| {
            let is_free = |handle: &Handle| !holders.contains_key(handle);
            family.seen.iter().any(|(handle, seen)| asked >= seen.since.plus(lag) && is_free(handle))
        });
        let sides: bridge::Known = own()
            .filter_map(|(id, known)| known.element.as_ref().map(|element| (id, element)))
            .filter(|(_, element)| element.proven && !(may_be_replaced && element.is_long_gone(asked, lag)))
            .map(|(id, element)| (element.top.handle.clone(), *id))
            .collect();
        let joins = Bridge::new(&account.app, self.split, &sides)
            .join(&account.tops, &Owned::by(Some(pid), &records));
        joins
            .matches()
            .iter()
            .filter(|found| found.certainty >= Certainty::Sure)
            .map(|found| Sure {
                top: &account.tops[found.top],
                id: found.window,
                exact: found.certainty == Certainty::Exact,
            })
            .collect()
    }

    /// Parts what was joined for the time being, where the bridge now says otherwise, or does not say it again although
    /// both views are of the same moment.
    fn drop_unproven(&mut self, pid: u32, sure: &[Sure<'_>], is_settled: bool, asked: Moment) {
        let lag = self.split.lag;
        let Some(family) = self.families.get(&pid) else { return };
        let by_handle: HashMap<&Handle, WindowId> =
            sure.iter().map(|sure| (&sure.top.handle, sure.id)).collect();
        let by_id: HashMap<WindowId, &Handle> = sure.iter().map(|sure| (sure.id, &sure.top.handle)).collect();
        for (id, known) in self.known.iter_mut().filter(|(_, known)| known.record.pid == Some(pid)) {
            let is_unproven = |element: &&Element| !element.proven && element.is_there();
            let Some(handle) = known.element.as_ref().filter(is_unproven).map(|element| &element.top.handle)
            else {
                continue;
            };
            let seen = family.seen.get(handle);
            let is_current = is_settled && seen.is_some_and(|seen| asked >= seen.unchanged_since.plus(lag));
            let is_repeated = by_handle.get(handle) == Some(id);
            let is_contradicted = by_handle.contains_key(handle) || by_id.contains_key(id);
            if known.is_listed() && !is_repeated && (is_contradicted || is_current) {
                known.element = None;
            }
        }
    }

    /// Acts on a certain match. Returns the change of number that it reveals.
    fn pair(
        &mut self,
        pid: u32,
        holder: Option<WindowId>,
        sure: &Sure<'_>,
        asked: Moment,
    ) -> Option<Renumbered> {
        let lag = self.split.lag;
        let id = sure.id;
        let family = self.families.get(&pid)?;
        let seen = family.seen.get(&sure.top.handle)?;
        let is_old = asked >= seen.since.plus(lag);
        let is_current = family.is_settled(asked, lag) && asked >= seen.unchanged_since.plus(lag);
        let known = self.known.get_mut(&id)?;
        match holder {
            None => {
                let may = match &known.element {
                    None => is_old || known.is_young(asked, lag),
                    Some(other) => is_old && other.is_long_gone(asked, lag),
                };
                if may || sure.exact {
                    known.element = Some(Element::new(sure.top, sure.exact));
                    known.elsewhere = false;
                }
                None
            }
            Some(holder) if holder == id => {
                if let Some(element) = &mut known.element {
                    element.proven |= sure.exact || is_current;
                }
                None
            }
            Some(holder) => self.pair_with_held(pid, holder, sure, is_current, asked),
        }
    }

    /// Acts on a certain match of an element that another window has had so far.
    fn pair_with_held(
        &mut self,
        pid: u32,
        holder: WindowId,
        sure: &Sure<'_>,
        is_current: bool,
        asked: Moment,
    ) -> Option<Renumbered> {
        let id = sure.id;
        let is_new = !self.known.get(&id)?.told;
        let is_young = self.known.get(&id)?.is_young(asked, self.split.lag);
        let held = self.known.get_mut(&holder)?;
        let is_proven = held.element.as_ref().is_some_and(|element| element.proven);
        if !held.is_listed() && is_proven && is_new {
            let known = self.known.remove(&holder)?;
            let record = self.known.remove(&id)?.record;
            let element = Some(Element::new(sure.top, sure.exact || is_current));
            self.known.insert(id, Known { record, unlisted: None, elsewhere: false, element, ..known });
            return Some(Renumbered { from: holder, to: id });
        }
        if is_proven && !sure.exact {
            return None;
        }
        if is_proven && is_new && is_young {
            // The platform says that it has another number, but the registry still lists the old one.
            self.families.get_mut(&pid)?.disputed.insert(id);
            return None;
        }
        held.element = None;
        let known = self.known.get_mut(&id)?;
        known.element = Some(Element::new(sure.top, sure.exact));
        known.elsewhere = false;
        None
    }

    /// The elements whose windows are known for good.
    fn proven(&self, pid: u32) -> BTreeSet<Handle> {
        let own = self.known.values().filter(|known| known.record.pid == Some(pid));
        let elements = own.filter_map(|known| known.element.as_ref());
        elements.filter(|element| element.proven).map(|element| element.top.handle.clone()).collect()
    }

    /// The window of each element.
    fn holders(&self, pid: u32) -> HashMap<Handle, WindowId> {
        let own = self.known.iter().filter(|(_, known)| known.record.pid == Some(pid));
        own.filter_map(|(id, known)| Some((known.element.as_ref()?.top.handle.clone(), *id))).collect()
    }

    fn count_spare(&mut self, pid: u32) {
        let holders = self.holders(pid);
        if let Some(family) = self.families.get_mut(&pid) {
            let spare = family.seen.iter().filter(|(handle, _)| !holders.contains_key(*handle));
            family.spare = spare.map(|(_, seen)| seen.since).collect();
        }
    }
}
