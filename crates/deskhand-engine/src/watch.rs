//! Looking at one application again and again until something is to be seen.

use std::sync::Arc;
use std::time::Duration;

use deskhand_model::{App, AppSelector, Error, ErrorKind, Fields, NodeId, Query, Result, Tree};

use crate::apps::{Chosen, describe, diagnose};
use crate::engine::Engine;
use crate::ports::{Freshness, Moment, ReadRequest, Reading};
use crate::session::Snapshot;
use crate::wait::{Deadline, Pauses, shown};

/// One reading of an application.
#[derive(Clone)]
pub(crate) struct Look {
    pub(crate) snapshot: Snapshot,
    /// When the reading ended.
    pub(crate) at: Moment,
}

impl Look {
    pub(crate) fn tree(&self) -> &Arc<Tree> {
        &self.snapshot.tree
    }
}

/// Repeated readings of one application against one deadline.
pub(crate) struct Watch<'a> {
    pub(crate) engine: &'a Engine,
    pub(crate) deadline: Deadline<'a>,
    /// How many readings there were.
    pub(crate) readings: u32,
    chosen: Chosen,
    /// Until when to look again.
    patience: Deadline<'a>,
    pauses: Pauses,
    last_took: Duration,
}

impl<'a> Watch<'a> {
    /// Waits for the application.
    pub(crate) async fn begin(
        engine: &'a Engine,
        app: &AppSelector,
        deadline: Deadline<'a>,
    ) -> Result<Watch<'a>> {
        Watch::begin_with_patience(engine, app, deadline, None).await
    }

    /// Waits for the application, and later for what is looked for, no longer than `patience`, if there is one. Calls
    /// have the whole time.
    pub(crate) async fn begin_with_patience(
        engine: &'a Engine,
        app: &AppSelector,
        deadline: Deadline<'a>,
        patience: Option<Duration>,
    ) -> Result<Watch<'a>> {
        let patience = patience.map_or(deadline, |patience| deadline.at_most(patience));
        let chosen = engine.await_app(app, &deadline, &patience).await?;
        Ok(Watch { patience, ..Watch::on(engine, chosen, deadline) })
    }

    /// A watch on an application that was chosen before.
    pub(crate) fn resume(
        engine: &'a Engine,
        app: App,
        deadline: Deadline<'a>,
        patience: Deadline<'a>,
    ) -> Watch<'a> {
        Watch { patience, ..Watch::on(engine, Chosen { app, fresh: true }, deadline) }
    }

    fn on(engine: &'a Engine, chosen: Chosen, deadline: Deadline<'a>) -> Watch<'a> {
        let pauses = Pauses::new(&engine.options);
        Watch { engine, deadline, readings: 0, chosen, patience: deadline, pauses, last_took: Duration::ZERO }
    }

    /// The application.
    pub(crate) fn app(&self) -> &App {
        &self.chosen.app
    }

    /// Reads the application once. An application that was only remembered and has ended in the meantime is chosen
    /// anew; one that was seen alive and ends, or that was named by its process, is `app_gone` at once.
    pub(crate) async fn look(&mut self, app: &AppSelector, request: &ReadRequest) -> Result<Look> {
        loop {
            let began = self.engine.now();
            let within = self.deadline.for_call();
            let answer = self.engine.ports.accessibility.read(&self.app().id, request, within).await;
            self.last_took = self.engine.now().since(began);
            self.readings += 1;
            match answer {
                Ok(reading) => {
                    self.chosen.fresh = true;
                    return Ok(self.seen(reading));
                }
                Err(error) => {
                    let error = diagnose(error, self.app(), &*self.engine.ports.processes);
                    if error.kind() == ErrorKind::AppGone {
                        self.engine.forget_apps();
                        if !self.chosen.fresh && !matches!(app, AppSelector::Pid(_)) {
                            self.chosen = self.engine.await_app(app, &self.deadline, &self.patience).await?;
                            continue;
                        }
                    }
                    return Err(error);
                }
            }
        }
    }

    fn seen(&self, reading: Reading) -> Look {
        let Reading { tree, path, direct, calls, rounds, age } = reading;
        let took = self.last_took;
        let snapshot = Snapshot { app: self.app().clone(), tree, path, direct, calls, rounds, took, age };
        Look { snapshot, at: self.engine.now() }
    }

    /// Waits before the next look. Says whether there is time for one.
    pub(crate) async fn pause(&mut self) -> bool {
        // A slow application spends at most half of its time on answering us.
        self.pauses.pause(&self.patience, self.last_took).await
    }

    /// Waits before a look that has to agree with the last one.
    pub(crate) async fn settle(&mut self) -> bool {
        let settle = self.engine.options.settle;
        self.pauses.pause(&self.patience, settle).await
    }

    /// What was done so far, for errors.
    pub(crate) fn told(&self, error: Error, last: Option<&Look>) -> Error {
        let error = error.tried(format!("found the application {}", describe(self.app()))).tried(format!(
            "read its tree {} in {}",
            times(self.readings),
            shown(self.deadline.waited())
        ));
        let Some(last) = last else { return error };
        let tree = last.tree();
        let error = error.tried(format!(
            "last saw {} elements ({})",
            tree.len().saturating_sub(1),
            last.snapshot.path.name()
        ));
        if tree.gaps().is_truncated() {
            error.tried("the tree was cut off before its end".to_owned())
        } else {
            error
        }
    }
}

fn times(count: u32) -> String {
    match count {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        more => format!("{more} times"),
    }
}

impl Engine {
    /// What to read when only `query` is to be answered.
    pub(crate) fn request_for(&self, query: &Query) -> ReadRequest {
        ReadRequest {
            fields: query.needs(),
            only_roles: query.only_roles(),
            only_name: query.only_name().map(str::to_owned),
            max_nodes: self.options.max_nodes,
            max_depth: None,
            freshness: Freshness::default(),
        }
    }

    /// The same with all of the tree, for somebody who wants to see where the matches are.
    pub(crate) fn whole_request_for(&self, query: &Query) -> ReadRequest {
        let fields = query.needs() | Fields::ROLE | Fields::NAME;
        ReadRequest { fields, only_roles: None, only_name: None, ..self.request_for(query) }
    }
}

/// The nodes of `tree` that match.
pub(crate) fn matches(query: &Query, tree: &Tree) -> Result<Vec<NodeId>> {
    Ok(query.matches(tree)?)
}
