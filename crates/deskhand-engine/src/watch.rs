//! Looking at one application again and again until something is to be seen.

use std::sync::Arc;
use std::time::Duration;

use deskhand_model::{App, AppSelector, Error, ErrorKind, Fields, NodeId, Query, Result, Tree};

use crate::apps::{Chosen, describe, diagnose};
use crate::engine::Engine;
use crate::heal::Healed;
use crate::locate::{Pick, pick};
use crate::mirror::Ear;
use crate::ports::{Freshness, Moment, ReadPath, ReadRequest, Reading};
use crate::session::{Locator, Snapshot};
use crate::wait::{Deadline, Pauses, shown};

/// Pause between two looks at an application that tells of every change, and tells of none. Should it have forgotten one,
/// this is what it costs.
const QUIET: Duration = Duration::from_millis(500);

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

    /// Whether it shows what was told, rather than what was read for it.
    pub(crate) fn is_mirrored(&self) -> bool {
        self.snapshot.path == ReadPath::Mirror
    }

    /// When the last full reading behind it ended or, for the longest, began.
    pub(crate) fn read_at(&self) -> Moment {
        Moment(self.at.0.saturating_sub(self.snapshot.age))
    }
}

/// Repeated readings of one application against one deadline.
pub(crate) struct Watch<'a> {
    pub(crate) engine: &'a Engine,
    pub(crate) deadline: Deadline<'a>,
    /// How many readings there were.
    pub(crate) readings: u32,
    /// How old the last full reading may be behind an action, where not every change is told.
    pub(crate) max_age: Option<Duration>,
    /// What a locator was healed to while this watch lasts.
    pub(crate) healed: Option<Healed>,
    /// Whether healing was given up for lack of time.
    pub(crate) ran_out_of_budget: bool,
    chosen: Chosen,
    /// Until when to look again.
    patience: Deadline<'a>,
    pauses: Pauses,
    last_took: Duration,
    /// The ear that the application was listened to with before the last look, and how much it had told.
    heard: Option<(Arc<Ear>, u64)>,
    /// Whether everything that the last look shows is told when it changes.
    is_told_all: bool,
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
        Watch {
            engine,
            deadline,
            readings: 0,
            max_age: None,
            healed: None,
            ran_out_of_budget: false,
            chosen,
            patience: deadline,
            pauses,
            last_took: Duration::ZERO,
            heard: None,
            is_told_all: false,
        }
    }

    /// The application.
    pub(crate) fn app(&self) -> &App {
        &self.chosen.app
    }

    /// Reads the application once. An application that was only remembered and has ended in the meantime is chosen
    /// anew; one that was seen alive and ends, or that was named by its process, is `app_gone` at once.
    pub(crate) async fn look(&mut self, app: &AppSelector, request: &ReadRequest) -> Result<Look> {
        self.readings += 1;
        self.look_again(app, request).await
    }

    /// The same when it does not count, because the last one shows nothing of its own.
    pub(crate) async fn look_again(&mut self, app: &AppSelector, request: &ReadRequest) -> Result<Look> {
        loop {
            let began = self.engine.now();
            let within = self.deadline.for_call();
            self.heard = self.listening();
            let answer = self.engine.ports.accessibility.read(&self.app().id, request, within).await;
            self.last_took = self.engine.now().since(began);
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

    /// A look for the one element that is meant, to be confirmed. While single elements at most are different from what the
    /// live tree shows, it is looked for in that, and those are read along with what is confirmed.
    pub(crate) async fn look_for(&mut self, locator: &Locator, request: &ReadRequest) -> Result<Look> {
        if request.freshness == Freshness::Told
            && let Some(look) = self.look_at_hand(request).await?
            && matches!(pick(&matches(&locator.query, look.tree())?, locator.nth), Pick::One(_))
        {
            self.readings += 1;
            return Ok(look);
        }
        self.look(&locator.app, request).await
    }

    async fn look_at_hand(&mut self, request: &ReadRequest) -> Result<Option<Look>> {
        let heard = self.listening();
        let within = self.deadline.for_call();
        let answer = self.engine.mirrors.at_hand(&self.app().id, request, within).await;
        let answer = answer.map_err(|error| diagnose(error, self.app(), &*self.engine.ports.processes));
        let Some(reading) = answer? else { return Ok(None) };
        self.heard = heard;
        self.last_took = Duration::ZERO;
        Ok(Some(self.seen(reading)))
    }

    /// The ear that the application is listened to with, and how much it has told.
    fn listening(&self) -> Option<(Arc<Ear>, u64)> {
        let ear = self.engine.mirrors.ear(&self.app().id)?;
        let arrivals = ear.mailbox().arrivals();
        Some((ear, arrivals))
    }

    /// Looks again when the last look came from a live tree that may lack what was asked for: nothing counts as missing or
    /// ambiguous because of what was merely told. `None` when the last look holds.
    pub(crate) async fn make_sure(
        &mut self,
        app: &AppSelector,
        request: &ReadRequest,
        last: &Look,
    ) -> Result<Option<Look>> {
        let freshness = self.engine.mirrors.surest(&self.app().id);
        if !last.is_mirrored() || request.freshness == freshness {
            return Ok(None);
        }
        let sure = ReadRequest { freshness, ..request.clone() };
        Ok(Some(self.look_again(app, &sure).await?))
    }

    fn seen(&mut self, reading: Reading) -> Look {
        let tells_all = |ear: &Ear| ear.telling().structure && ear.telling().fields.contains(Fields::STATES);
        self.is_told_all =
            reading.path == ReadPath::Mirror && self.heard.as_ref().is_some_and(|(ear, _)| tells_all(ear));
        let Reading { tree, path, direct, calls, rounds, age } = reading;
        let took = self.last_took;
        let snapshot = Snapshot { app: self.app().clone(), tree, path, direct, calls, rounds, took, age };
        Look { snapshot, at: self.engine.now() }
    }

    /// Waits before the next look. Says whether there is time for one.
    ///
    /// It ends early when the application tells of a change; where it tells of every change, hardly ever before.
    pub(crate) async fn pause(&mut self) -> bool {
        // A slow application spends at most half of its time on answering us.
        let at_least = self.last_took;
        let Some((ear, arrivals)) = self.heard.clone() else {
            return self.pauses.pause(&self.patience, at_least).await;
        };
        let at_most = if self.is_told_all { QUIET } else { Duration::ZERO };
        let told = ear.mailbox().another(arrivals);
        self.pauses.pause_unless(&self.patience, at_least, at_most, told).await
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
