//! Which windows there are, and how they are. Pure: looks go in, states come out.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use deskhand_model::{Window, WindowId};

use super::accounts::{Account, Question};
use super::known::Known;
use super::pairing::Family;
use crate::observe::polled::Look;
use crate::ports::{Moment, Split};

/// Puts the two views together, look after look.
#[derive(Debug)]
pub(super) struct Tracker {
    pub(super) split: Split,
    pub(super) known: BTreeMap<WindowId, Known>,
    /// What is known of each application besides its windows.
    pub(super) families: BTreeMap<u32, Family>,
}

impl Tracker {
    pub(super) fn new(split: Split) -> Tracker {
        Tracker { split, known: BTreeMap::new(), families: BTreeMap::new() }
    }

    /// Takes in what the registry lists, asked at that moment.
    pub(super) fn list(&mut self, records: Vec<Window>, asked: Moment) {
        let listed: BTreeSet<WindowId> = records.iter().map(|record| record.id).collect();
        for (id, known) in &mut self.known {
            if !listed.contains(id) {
                known.unlisted.get_or_insert(asked);
            }
        }
        for record in records {
            match self.known.get_mut(&record.id) {
                Some(known) => (known.record, known.unlisted) = (record, None),
                None => {
                    self.known.insert(record.id, Known::new(record, asked));
                }
            }
        }
    }

    /// What to ask the applications: each that has windows, and what it is expected to know.
    pub(super) fn questions(&self) -> BTreeMap<u32, Question> {
        let mut questions: BTreeMap<u32, Question> = BTreeMap::new();
        for known in self.known.values() {
            let Some(pid) = known.record.pid else { continue };
            let question = questions.entry(pid).or_default();
            if !known.elsewhere {
                question.windows += usize::from(known.is_listed());
                question.elements.extend(known.element.as_ref().map(|element| element.top.handle.clone()));
            }
        }
        questions
    }

    /// The state that follows from what the registry listed, asked at that moment, and what applications have said.
    pub(super) fn conclude(&mut self, accounts: &BTreeMap<u32, Account>, asked: Moment) -> Look {
        let mut renumbered = Vec::new();
        for (pid, account) in accounts {
            renumbered.extend(self.hear(*pid, account, asked));
        }
        self.find_elsewhere(accounts, asked);
        self.forget_gone(accounts, asked);
        self.tell_new(asked);
        Look { windows: Arc::new(self.windows()), renumbered }
    }

    /// Finds out which windows are on other spaces. Accessibility is not behind: a window that it does not know of after
    /// the registry listed it is not here, unless it is one of the elements that belong to no window yet.
    fn find_elsewhere(&mut self, accounts: &BTreeMap<u32, Account>, asked: Moment) {
        let lag = self.split.lag;
        for (pid, family) in &self.families {
            let has_said = accounts.get(pid).is_some_and(|account| !account.gone);
            let own = |known: &&mut Known| known.is_listed() && known.record.pid == Some(*pid);
            // Windows here without an element, and those of them that are on the screen.
            let (mut unclaimed, mut on_screen) = (0, 0);
            for known in self.known.values_mut().filter(own) {
                // Twice as long, because its element may have been seen only a little later.
                let is_young = known.is_young(asked, lag * 2);
                match &known.element {
                    Some(element) if element.is_long_gone(asked, lag) => known.elsewhere = true,
                    None if !known.elsewhere && has_said && family.heard_since(known.since) => {
                        let spare = if is_young { family.spare() } else { family.old_spare(asked, lag) };
                        if spare == 0 {
                            known.elsewhere = true;
                        } else {
                            unclaimed += 1;
                            on_screen += usize::from(known.record.is_visible());
                        }
                    }
                    _ => {}
                }
            }
            // More elements than windows here that they could be: then those elsewhere may have come back, first of all
            // those that are on the screen.
            let spare = family.old_spare(asked, lag);
            if has_said && spare > on_screen {
                let is_back = |known: &&mut Known| {
                    known.element.is_none() && (known.record.is_visible() || spare > unclaimed)
                };
                self.known.values_mut().filter(own).filter(is_back).for_each(|known| known.elsewhere = false);
            }
        }
    }

    /// Forgets the windows that the registry does not list any more, except those on their way to another number.
    fn forget_gone(&mut self, accounts: &BTreeMap<u32, Account>, asked: Moment) {
        let lag = self.split.lag;
        self.known.retain(|_, known| {
            let is_dead =
                known.record.pid.and_then(|pid| accounts.get(&pid)).is_some_and(|account| account.gone);
            known.is_listed() || (known.told && !is_dead && known.is_in_transit(asked, lag))
        });
        let alive: BTreeSet<u32> = self.known.values().filter_map(|known| known.record.pid).collect();
        self.families.retain(|pid, _| alive.contains(pid));
    }

    /// Decides which new windows count as there. While a known window of the same process is on its way to another
    /// number, a new one may be it.
    fn tell_new(&mut self, asked: Moment) {
        let lag = self.split.lag;
        let in_transit: BTreeSet<Option<u32>> =
            self.known.values().filter(|known| !known.is_listed()).map(|known| known.record.pid).collect();
        for (id, known) in self.known.iter_mut().filter(|(_, known)| !known.told) {
            let family = known.record.pid.and_then(|pid| self.families.get(&pid));
            let may_be_known =
                in_transit.contains(&known.record.pid) || family.is_some_and(|family| family.disputes(*id));
            known.told = known.element.is_some() || !may_be_known || !known.is_young(asked, lag);
        }
    }

    /// The windows that count as there, from back to front.
    fn windows(&self) -> Vec<Window> {
        let told = || self.known.values().filter(|known| known.told);
        let mut windows: Vec<Window> = told().map(|known| known.window(self.split)).collect();
        // An application that does not answer, or whose window has just gone to another space, may still claim the
        // keyboard that another one has by now. The registry knows one owner among the windows that it lists.
        if windows.iter().filter(|window| window.focused).count() > 1 {
            let owns = |known: &Known| known.is_listed() && known.record.focused;
            windows.iter_mut().zip(told()).for_each(|(window, known)| window.focused = owns(known));
        }
        windows.sort_by_key(|window| window.z_index);
        windows
    }
}
