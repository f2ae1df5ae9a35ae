//! Healing on the path of every look-up.

use std::sync::Arc;
use std::time::Duration;

use deskhand_model::{App, Candidate, Error, ErrorKind, Fields, NodeId, Query, Result, Tree};

use super::evidence::Grade;
use super::examine::{Question, Seen, examine};
use super::memory::Remembered;
use super::options::{HealingMode, HealingOptions};
use super::sight::{Looks, View};
use super::suggest::suggest;
use super::verdict::{Accused, Verdict};
use super::{Fingerprint, Heal, LocatorKey, Strategy};
use crate::locate::Sighting;
use crate::ports::{Fingerprints, Freshness, Moment, ReadRequest};
use crate::session::Locator;
use crate::wait::shown;
use crate::watch::{Look, Watch};

/// What a locator was healed to: how to look for the element from now on.
#[derive(Clone)]
pub(crate) struct Healed {
    pub(crate) heal: Arc<Heal>,
    /// The element by its new query.
    pub(crate) locator: Locator,
    /// What has to be read for that.
    pub(crate) request: ReadRequest,
}

/// What a fingerprint of this locator is kept under.
pub(super) fn key_of(app: &App, locator: &Locator) -> LocatorKey {
    LocatorKey { app: app.name.clone(), query: locator.query.source().to_owned(), nth: locator.nth }
}

/// What is read to compare everything.
pub(super) fn everything(max_nodes: usize) -> ReadRequest {
    let fields = Fields::ROLE
        | Fields::NAME
        | Fields::ID
        | Fields::DESCRIPTION
        | Fields::ATTRIBUTES
        | Fields::BOUNDS
        | Fields::STATES;
    ReadRequest { fields, max_nodes, ..ReadRequest::default() }
}

/// The application as it is while a locator is healed.
struct Stage {
    key: LocatorKey,
    then: Arc<Fingerprint>,
    /// The reading, as others go on with it.
    look: Look,
    /// The same with bounds in window coordinates where they can be known.
    tree: Arc<Tree>,
    began: Moment,
    /// When the budget is spent.
    end: Moment,
}

/// A verdict, and whether all that it could be was compared with the picture that was kept: then nobody has to be looked for.
struct Weighed {
    verdict: Verdict,
    was_compared: bool,
    /// The window as it was seen, where nobody was told by that.
    view: Option<View>,
}

impl Watch<'_> {
    /// Goes straight to what the locator was healed to before, if that still holds. Without healing, or without such a
    /// heal, nothing is asked of the application.
    pub(crate) async fn healed_before(&mut self, locator: &Locator) -> Result<Option<Sighting>> {
        let options = self.engine.options.healing.clone();
        let key = key_of(self.app(), locator);
        let known = (options.mode == HealingMode::On && options.cache).then(|| self.engine.heals.get(&key));
        let (Some(known), Some(store)) = (known.flatten(), self.engine.ports.fingerprints.clone()) else {
            return Ok(None);
        };
        let Some(then) = store.recall(&key) else { return Ok(None) };
        let Ok(stage) = self.stage(locator, key, then, &options).await? else { return Ok(None) };
        let weighed = self.weigh(&stage, &[known.strategy], options.threshold).await;
        let holds = weighed.and_then(|Weighed { verdict, .. }| {
            let best = verdict.best.clone().filter(|_| verdict.by.is_some())?;
            (known.query.matches(stage.look.tree()).ok()? == [best.id]).then_some((verdict, best))
        });
        let Some((verdict, best)) = holds else {
            self.engine.heals.forget(&stage.key);
            return Ok(None);
        };
        let suggested = known.query.source().to_owned();
        let heal = self.told_heal(&stage, suggested, known.strategy, &verdict, &best, true);
        Ok(Some(self.go_on(locator, &*store, stage, known, heal, best.id)))
    }

    /// Finds what a locator that matches nothing means now. `missing` is the error when that is nothing, or not sure.
    pub(crate) async fn heal(&mut self, locator: &Locator, missing: Error) -> Result<Sighting> {
        let options = self.engine.options.healing.clone();
        let Some(store) = self.engine.ports.fingerprints.clone() else { return Err(missing) };
        // What was asked for in certain windows is not to be found in others.
        if options.mode == HealingMode::Off || locator.query.windows().is_some() {
            return Err(missing);
        }
        options.check()?;
        let key = key_of(self.app(), locator);
        let Some(then) = store.recall(&key) else {
            return Err(
                missing.tried("looked for a fingerprint to heal the locator by, and there is none yet")
            );
        };
        if let Some(why) = nothing_to_try(&options) {
            return Err(missing.tried(why));
        }
        let stage = match self.stage(locator, key, then, &options).await? {
            Ok(stage) => stage,
            Err(why) => return Err(missing.tried(why)),
        };
        let Some(Weighed { mut verdict, was_compared, view }) =
            self.weigh(&stage, &options.strategies, options.threshold).await
        else {
            return Err(missing.tried(self.out_of_budget(options.budget)));
        };
        let mut missing = missing;
        if verdict.by.is_none() && !was_compared && options.strategies.contains(&Strategy::VisualVlm) {
            match self.seen_in_picture(&stage, view).await {
                Some(Ok(sightings)) => {
                    let strategies = by_look(&options.strategies);
                    match self.examine(&stage, strategies, options.threshold, Some(Seen::Spotted(&sightings)))
                    {
                        Some(seen) => verdict = seen,
                        None => missing = missing.tried(self.out_of_budget(options.budget)),
                    }
                }
                Some(Err(error)) => {
                    missing = missing.tried(format!("looked at a picture: {}", error.message()))
                }
                None => {}
            }
        }
        let (Some(strategy), Some(best)) = (verdict.by, verdict.best.clone()) else {
            return Err(unsure(missing, &stage.tree, &verdict, options.threshold));
        };
        let suggested = suggest(stage.look.tree(), best.id);
        let heal = self.told_heal(&stage, suggested, strategy, &verdict, &best, false);
        if options.mode == HealingMode::Report {
            let heal = Arc::new(Heal { used: false, ..heal });
            store.healed(&heal);
            return Err(reported(missing, &heal));
        }
        let query = Query::parse(&heal.suggested)?;
        let remembered = Remembered { query, strategy };
        if options.cache {
            self.engine.heals.keep(&stage.key, remembered.clone());
        }
        Ok(self.go_on(locator, &*store, stage, remembered, heal, best.id))
    }

    /// What there is to say when the time of healing is over, which may be another time from now on.
    fn out_of_budget(&mut self, budget: Duration) -> String {
        self.ran_out_of_budget = true;
        format!(
            "gave up healing the locator when its budget of {} was spent, the reading included",
            shown(budget)
        )
    }

    /// Reads everything that is compared. The inner error says in words why nothing can be healed on what there is.
    async fn stage(
        &mut self,
        locator: &Locator,
        key: LocatorKey,
        then: Arc<Fingerprint>,
        options: &HealingOptions,
    ) -> Result<std::result::Result<Stage, String>> {
        let began = self.engine.now();
        let end = began.plus(options.budget);
        let freshness = self.engine.mirrors.surest(&self.app().id);
        let request = ReadRequest { freshness, ..everything(self.engine.options.max_nodes) };
        let whole = self.deadline;
        // Each call still has the grace that an application needs to answer at all.
        self.deadline = whole.at_most(options.budget);
        let look = self.look(&locator.app, &request).await;
        let within = std::mem::replace(&mut self.deadline, whole);
        let look = match look {
            Err(error) if is_late(&error) && !whole.passed() => {
                return Ok(Err(self.out_of_budget(options.budget)));
            }
            look => look?,
        };
        if look.tree().gaps().is_truncated() {
            return Ok(Err("the tree was cut off before its end, so the locator was not healed".to_owned()));
        }
        let placed = self.engine.place_snapshot(look.snapshot.clone(), &request, &within).await;
        Ok(Ok(Stage { key, then, look, tree: placed.tree, began, end }))
    }

    /// Weighs what the tree tells, and where what comes out is called otherwise, who looks as the element did. `None` when the
    /// time ran out: what there was no time to look at is not taken.
    async fn weigh(&self, stage: &Stage, strategies: &[Strategy], threshold: f64) -> Option<Weighed> {
        let verdict = self.examine(stage, strategies, threshold, None)?;
        // What can only be told by its looks is found by its looks.
        let strategies = if verdict.by.is_some() { strategies } else { by_look(strategies) };
        let told_by_the_tree = |verdict, view| Some(Weighed { verdict, was_compared: false, view });
        let Some(best) = verdict.contestable().filter(|_| !strategies.is_empty()) else {
            return told_by_the_tree(verdict, None);
        };
        let within = stage.end.since(self.engine.now()).min(self.deadline.for_call());
        match self.engine.looks(self.app(), &stage.then, &stage.tree, best, within).await {
            Ok(Looks { grades, view }) if grades.is_empty() => told_by_the_tree(verdict, view),
            Ok(Looks { grades, .. }) => {
                let verdict = self.examine(stage, strategies, threshold, Some(Seen::Compared(&grades)))?;
                Some(Weighed { verdict, was_compared: true, view: None })
            }
            // An error at the end of the time is one of the time, whatever it says.
            Err(error) if verdict.by.is_some() && (is_late(&error) || self.engine.now() >= stage.end) => None,
            // Where no picture can be taken, the tree is all that there is.
            Err(_) => told_by_the_tree(verdict, None),
        }
    }

    fn examine(
        &self,
        stage: &Stage,
        strategies: &[Strategy],
        threshold: f64,
        seen: Option<Seen<'_>>,
    ) -> Option<Verdict> {
        let clock = &*self.engine.ports.clock;
        // What a vision model takes is time of its own.
        let extra = match (seen, &self.engine.ports.vision) {
            (Some(Seen::Spotted(_)), Some(vision)) => vision.extra_time(),
            _ => Duration::ZERO,
        };
        let end = stage.end.plus(extra);
        let question = Question { then: &stage.then, tree: &stage.tree, strategies, threshold, seen };
        examine(&question, &|| clock.now() >= end)
    }

    fn told_heal(
        &self,
        stage: &Stage,
        suggested: String,
        strategy: Strategy,
        verdict: &Verdict,
        best: &Accused,
        cached: bool,
    ) -> Heal {
        let described = |accused: &Accused| Candidate::describe(&stage.tree, accused.id, accused.confidence);
        Heal {
            locator: stage.key.clone(),
            suggested,
            strategy,
            confidence: best.confidence,
            target: described(best),
            clues: best.clues.clone(),
            rival: verdict.rival.as_ref().map(described),
            took: self.engine.now().since(stage.began),
            used: true,
            cached,
        }
    }

    /// The element that is gone on with. A heal is reported once for each operation, however often it looks.
    fn go_on(
        &mut self,
        locator: &Locator,
        store: &dyn Fingerprints,
        stage: Stage,
        remembered: Remembered,
        heal: Heal,
        id: NodeId,
    ) -> Sighting {
        let told = self.healed.take().filter(|told| told.heal.locator == heal.locator);
        let heal = match told {
            Some(told) if told.heal.suggested == heal.suggested => told.heal,
            _ => {
                let heal = Arc::new(heal);
                store.healed(&heal);
                heal
            }
        };
        let fields = everything(0).fields | remembered.query.needs();
        let request = ReadRequest {
            fields,
            freshness: Freshness::Current,
            ..everything(self.engine.options.max_nodes)
        };
        let locator = Locator { app: locator.app.clone(), query: remembered.query, nth: None };
        let healed = Healed { heal, locator, request };
        self.healed = Some(healed.clone());
        Sighting { look: stage.look, id, healed: Some(healed) }
    }

    /// Where the element was seen in a picture of its window, as far as the budget and the eyes' own time go. `None`
    /// where nobody looks. Eyes that had too little time may have enough of it another time.
    async fn seen_in_picture(
        &mut self,
        stage: &Stage,
        view: Option<View>,
    ) -> Option<Result<Vec<(NodeId, Grade)>>> {
        let vision = self.engine.ports.vision.clone()?;
        let left = stage.end.since(self.engine.now());
        // What is seen has to be weighed afterwards.
        let within = left.saturating_sub(left / WEIGHING).saturating_add(vision.extra_time());
        if within.is_zero() {
            self.ran_out_of_budget = true;
            return None;
        }
        let end = self.engine.now().plus(within);
        let Stage { then, tree, .. } = stage;
        let seen = self.engine.spot(&*vision, self.app(), then, tree, view, within, &self.deadline).await;
        let is_late = |error: &Error| is_late(error) || self.engine.now() >= end;
        self.ran_out_of_budget |= seen.as_ref().is_err_and(is_late);
        Some(seen)
    }
}

/// The part of the time left that is kept for weighing what was seen in a picture: one in so many.
const WEIGHING: u32 = 4;

/// The strategies that go by looks.
fn by_look(strategies: &[Strategy]) -> &'static [Strategy] {
    if strategies.contains(&Strategy::VisualVlm) { &[Strategy::VisualVlm] } else { &[] }
}

/// Why healing has nothing to do, if it has not.
fn nothing_to_try(options: &HealingOptions) -> Option<String> {
    if options.strategies.is_empty() {
        Some("did not heal the locator: no strategy is switched on".to_owned())
    } else if options.budget.is_zero() {
        Some("did not heal the locator: its budget is 0 ms".to_owned())
    } else {
        None
    }
}

/// Whether the application has not answered in time.
fn is_late(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::Timeout | ErrorKind::AppNotResponding)
}

/// `missing`, with what it may be and why that was not taken.
fn unsure(missing: Error, tree: &Tree, verdict: &Verdict, threshold: f64) -> Error {
    let Some(best) = &verdict.best else {
        return missing.tried("compared the locator's fingerprint, and nothing of that kind is there");
    };
    let told = |accused: &Accused| {
        let Candidate { path, .. } = Candidate::describe(tree, accused.id, accused.confidence);
        let clues: Vec<String> =
            accused.clues.iter().map(|clue| format!("{} {}", clue.kind, clue.told)).collect();
        format!("{path} ({:.0}%: {})", accused.confidence * 100.0, clues.join(", "))
    };
    let mut error = missing.tried(format!(
        "compared the locator's fingerprint and took nothing: {}; most likely it is {}",
        why_not(verdict, best, threshold),
        told(best)
    ));
    if let Some(rival) = verdict.rival.as_ref().filter(|rival| rival.confidence >= 0.005) {
        error = error.tried(format!("the second is {}", told(rival)));
    }
    let both = [Some(best), verdict.rival.as_ref()].into_iter().flatten();
    error.candidates(both.map(|accused| Candidate::describe(tree, accused.id, accused.confidence)))
}

/// Why the most likely element was not taken.
fn why_not(verdict: &Verdict, best: &Accused, threshold: f64) -> String {
    match verdict.objection {
        Some(objection) => objection.to_owned(),
        None if best.confidence < threshold => {
            format!("healing asks for {:.0}%", threshold * 100.0)
        }
        None if !verdict.is_clear() => "the second comes too close".to_owned(),
        None => "no strategy that is switched on names it".to_owned(),
    }
}

/// `missing`, with what it would have been healed to.
fn reported(missing: Error, heal: &Heal) -> Error {
    missing
        .tried(format!("healing by {} would take {}", heal.strategy, heal.target.path))
        .candidates([heal.target.clone()])
        .hint(format!("it is now `{}` ({:.0}% sure)", heal.suggested, heal.confidence * 100.0))
}
