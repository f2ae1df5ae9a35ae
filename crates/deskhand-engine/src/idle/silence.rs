//! Applications that tell of their changes: silence is the sign of rest.

use std::sync::Arc;
use std::time::Duration;

use deskhand_model::{App, Candidate, Fields, Handle, Result};

use super::options::IdleOptions;
use super::readings::Readings;
use super::unrest::{restless, told_of};
use crate::apps::diagnose;
use crate::engine::Engine;
use crate::mirror::Ear;
use crate::ports::{Listening, Mailbox, Moment, Told};
use crate::wait::{Deadline, shown};

/// Most elements that are asked for their names when an application does not come to rest.
const NAMED: usize = 5;

/// Somebody who waits for an application to fall silent.
pub(super) struct Silence<'a> {
    engine: &'a Engine,
    app: &'a App,
    ear: &'a Ear,
    deadline: Deadline<'a>,
    /// How many changes had been told at the start.
    from: u64,
    /// Taken up when the application is heard: then it matters what it says.
    notes: Option<Notes>,
}

/// What was said last.
struct Notes {
    mailbox: Arc<Mailbox>,
    _listening: Listening,
    last: Told,
}

impl<'a> Silence<'a> {
    pub(super) fn of(engine: &'a Engine, app: &'a App, ear: &'a Ear, deadline: Deadline<'a>) -> Silence<'a> {
        Silence { engine, app, ear, deadline, from: ear.mailbox().count(), notes: None }
    }

    /// Waits until nothing was told for long enough. When that is so already, one round trip shows it.
    pub(super) async fn fall(&mut self) -> Result<()> {
        let rest = self.engine.options.idle.rest();
        loop {
            let count = self.ear.mailbox().count();
            if self.lasts_until(self.silent_from(self.ear.since()).plus(rest)).await {
                // Silence can also mean that it hangs, or that its words are still under way.
                let port = &self.engine.ports.accessibility;
                let answer = port.caught_up(&self.app.id, self.deadline.for_call()).await;
                answer.map_err(|error| diagnose(error, self.app, &*self.engine.ports.processes))?;
                if self.ear.mailbox().count() == count {
                    return Ok(());
                }
            }
            if self.deadline.passed() {
                return Err(self.restless(Vec::new()).await);
            }
        }
    }

    /// The same for an application that does not tell everything: the tree has to be the same early in the silence and
    /// at its end.
    pub(super) async fn fall_between(&mut self, readings: &mut Readings<'_>) -> Result<()> {
        let IdleOptions { interval, .. } = self.engine.options.idle;
        let rest = self.engine.options.idle.rest();
        let interval = interval.min(rest);
        let mut start = readings.take().await?.at;
        let mut before = start;
        loop {
            let told = self.ear.mailbox().last().filter(|last| *last > before);
            let lasts = match told {
                // What was told came after the reading: another one is needed, when it seems to be over.
                Some(told) => self.lasts_until(told.plus(interval)).await,
                None => {
                    let enough = self.silent_from(start).plus(rest).max(before.plus(interval));
                    self.lasts_until(enough).await
                }
            };
            if lasts {
                let reading = readings.take().await?;
                if told.is_none() && reading.equal > 1 {
                    return Ok(());
                }
                if told.is_none() {
                    // Something changed that was not told of: the silence meant nothing.
                    start = reading.at;
                }
                before = reading.at;
            }
            if self.deadline.passed() {
                let seen = readings.unrest();
                return Err(self.restless(seen).await);
            }
        }
    }

    /// Since when nothing was told, `start` at the earliest.
    fn silent_from(&self, start: Moment) -> Moment {
        self.ear.mailbox().last().map_or(start, |last| last.max(start))
    }

    /// Waits until that moment, or until the time is over. Says whether it came, and nothing was told until then.
    async fn lasts_until(&mut self, enough: Moment) -> bool {
        let count = self.ear.mailbox().count();
        if count > self.from {
            self.take_notes().await;
        }
        if self.engine.now() < enough {
            // Not woken by what is told: an application that talks a lot would cost a lot.
            self.deadline.clock().sleep_until(enough.min(self.deadline.end())).await;
        }
        self.ear.mailbox().count() == count && self.engine.now() >= enough
    }

    /// Remembers what is told until the next time. Without being heard it cannot be told, which is no reason to fail.
    async fn take_notes(&mut self) {
        match &mut self.notes {
            Some(notes) => {
                let told = notes.mailbox.take();
                if !told.is_empty() {
                    notes.last = told;
                }
            }
            None => {
                let mailbox = Arc::new(Mailbox::new(self.engine.ports.clock.clone()));
                let port = &self.engine.ports.accessibility;
                let listening = port.listen(&self.app.id, mailbox.clone(), self.deadline.for_call()).await;
                if let Ok(Some(listening)) = listening {
                    self.notes = Some(Notes { mailbox, _listening: listening, last: Told::default() });
                }
            }
        }
    }

    /// The error when the time is over, with what was still changing.
    async fn restless(&mut self, mut seen: Vec<Candidate>) -> deskhand_model::Error {
        self.take_notes().await;
        if seen.is_empty() {
            seen = self.named().await;
        }
        let mailbox = self.ear.mailbox();
        let heard = mailbox.count().saturating_sub(self.from);
        let silent = mailbox.last().map(|last| self.engine.now().since(last)).filter(|_| heard > 0);
        let silent: Duration = silent.unwrap_or_else(|| self.deadline.waited());
        let changed = heard > 0 || !seen.is_empty();
        let error = restless(
            self.app,
            self.deadline.waited(),
            silent,
            self.engine.options.idle.rest(),
            seen,
            changed,
        );
        error.tried(match heard {
            0 => format!("listened for {}, and nothing was told", shown(self.deadline.waited())),
            _ => format!("heard of {heard} changes, the last {} before the end", shown(silent)),
        })
    }

    /// The elements that were told of last, by their names.
    async fn named(&self) -> Vec<Candidate> {
        let Some(told) = self.notes.as_ref().map(|notes| &notes.last) else { return Vec::new() };
        let mut elements: Vec<(Handle, Fields, bool)> =
            told.fields.iter().map(|(handle, &fields)| (handle.clone(), fields, false)).collect();
        elements.extend(told.children.iter().map(|handle| (handle.clone(), Fields::NONE, true)));
        elements.sort_by(|one, other| one.0.as_str().cmp(other.0.as_str()));
        elements.truncate(NAMED);
        let handles: Vec<Handle> = elements.iter().map(|(handle, ..)| handle.clone()).collect();
        let labels = Fields::ROLE | Fields::NAME;
        let port = &self.engine.ports.accessibility;
        let answers = port.details(&self.app.id, &handles, labels, self.engine.options.grace).await;
        let answers = answers.unwrap_or_default().into_iter().zip(elements);
        answers
            .filter_map(|(node, (_, fields, children))| Some(told_of(&node.ok()?, fields, children)))
            .collect()
    }
}
