//! Readings of an application that are compared with each other.

use std::sync::Arc;
use std::time::Duration;

use deskhand_model::{App, Candidate, Error, ErrorKind, Result, Tree};

use super::difference::differences;
use super::unrest::restless;
use crate::apps::{describe, diagnose};
use crate::effect::fingerprint;
use crate::engine::Engine;
use crate::ports::{Freshness, Moment, ReadRequest};
use crate::wait::{Deadline, shown};

/// Readings of one application, one after the other.
pub(super) struct Readings<'a> {
    engine: &'a Engine,
    app: &'a App,
    deadline: Deadline<'a>,
    count: u32,
    last: Option<Last>,
    /// What was different when two readings last differed.
    unrest: Vec<Candidate>,
}

struct Last {
    tree: Arc<Tree>,
    fingerprint: u64,
    /// How many readings in a row were like this one, itself included.
    equal: u32,
    /// When the first of these was made.
    since: Moment,
}

/// One reading among others.
#[derive(Clone, Copy)]
pub(super) struct Taken {
    /// How many readings in a row were like this one, itself included.
    pub(super) equal: u32,
    /// When it was complete.
    pub(super) at: Moment,
    took: Duration,
}

impl<'a> Readings<'a> {
    pub(super) fn of(engine: &'a Engine, app: &'a App, deadline: Deadline<'a>) -> Readings<'a> {
        Readings { engine, app, deadline, count: 0, last: None, unrest: Vec::new() }
    }

    /// How many there were.
    pub(super) fn count(&self) -> u32 {
        self.count
    }

    /// What was different when two of them last differed.
    pub(super) fn unrest(&self) -> Vec<Candidate> {
        self.unrest.clone()
    }

    /// Reads until enough readings in a row are equal.
    pub(super) async fn agree(&mut self) -> Result<()> {
        let options = self.engine.options.idle;
        loop {
            let Taken { equal, at, took } = self.take().await?;
            if equal >= options.equal {
                return Ok(());
            }
            // A slow application spends at most half of its time on answering us.
            let next = at.plus(options.interval.max(took));
            self.deadline.clock().sleep_until(next.min(self.deadline.end())).await;
            // A reading that comes too early proves nothing.
            if self.engine.now() < next {
                return Err(self.restless());
            }
        }
    }

    /// Reads the application and compares with the last reading.
    pub(super) async fn take(&mut self) -> Result<Taken> {
        let began = self.engine.now();
        let request = ReadRequest { freshness: Freshness::NOW, ..self.engine.whole() };
        let answer =
            self.engine.ports.accessibility.read(&self.app.id, &request, self.deadline.for_call()).await;
        let tree = answer.map_err(|error| diagnose(error, self.app, &*self.engine.ports.processes))?.tree;
        // What is missing in it was not looked at, and need not have changed.
        if tree.gaps().out_of_time {
            return Err(self.cut_off());
        }
        self.count += 1;
        let (at, fingerprint) = (self.engine.now(), fingerprint(&tree));
        let (equal, since) = match &self.last {
            Some(last) if last.fingerprint == fingerprint => (last.equal + 1, last.since),
            Some(last) => {
                self.unrest = differences(&last.tree, &tree);
                (1, at)
            }
            None => (1, at),
        };
        self.last = Some(Last { tree, fingerprint, equal, since });
        Ok(Taken { equal, at, took: at.since(began) })
    }

    fn cut_off(&self) -> Error {
        let (app, waited) = (describe(self.app), shown(self.deadline.waited()));
        let message =
            format!("{app} could not be read to its end within {waited}, so nobody knows whether it rests");
        Error::new(ErrorKind::Timeout, message)
            .tried(format!("read its tree {} times before", self.count))
            .hint("it answers slowly: allow more time")
    }

    fn restless(&self) -> Error {
        let now = self.engine.now();
        let still = self.last.as_ref().map(|last| now.since(last.since)).unwrap_or_default();
        let (waited, rest) = (self.deadline.waited(), self.engine.options.idle.rest());
        let changed = !self.unrest.is_empty();
        let error = restless(self.app, waited, still, rest, self.unrest(), changed);
        error.tried(format!("read its tree {} times in {}", self.count, shown(waited)))
    }
}
