//! The live tree of one application.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use deskhand_model::{AppId, ErrorKind, Fields, Handle, Result, Tree};
use tokio::sync::{Mutex, OnceCell};

use super::asked::Asked;
use super::ear::Ear;
use super::fetch::{Cost, fetch};
use super::graft::graft;
use super::mask::masked;
use super::need::{Need, can_wait, need};
use super::plan::{Parts, resolve_children};
use super::tally::{MirrorStats, Tally};
use crate::ports::{Accessibility, Clock, Moment, ReadPath, Reading, Telling, Told};

/// How often changes that come while others are read are read in turn, before everything is.
const TURNS: u32 = 3;

/// A larger tree is not handed out before it is changed: somebody who holds it makes the change a copy.
const CHEAP_TO_COPY: usize = 1 << 12;

/// An application that is too large for a live tree is tried again after this, and after many times what the trial took.
const NEXT_TRIAL: Duration = Duration::from_secs(1);
const TRIAL_PER_COST: u32 = 20;

/// One application's live tree.
#[derive(Default)]
pub(crate) struct Live {
    /// `None` inside when the application tells nothing.
    ear: OnceCell<Option<Arc<Ear>>>,
    state: Mutex<State>,
    /// Set when something was seen that the tree does not show.
    doubted: AtomicBool,
    tally: Tally,
}

#[derive(Default)]
struct State {
    kept: Option<Kept>,
    /// What was told and is not in the tree yet. It stays here until it is, so that nothing is lost with a reader who
    /// leaves in the middle.
    pending: Told,
    /// How much had been told when somebody last asked.
    asked: Option<u64>,
    /// No tree is kept before this.
    next_trial: Option<Moment>,
}

/// A tree that is kept.
pub(crate) struct Kept {
    pub(crate) tree: Arc<Tree>,
    /// What is known of every node.
    pub(crate) fields: Fields,
    /// When the last full reading began.
    pub(crate) began: Moment,
    /// Whether anything was told since then.
    pub(crate) stirred: bool,
    direct: bool,
}

/// What came of a question.
pub(crate) enum Answer {
    Known(Reading),
    /// The application has to be asked itself.
    Unknown,
}

/// What came of one turn.
enum Turn {
    Over(Answer),
    /// The tree is what was told.
    Settled,
    /// Something was read; there may be more by now.
    Changed,
}

impl Live {
    /// Listens to the application, from the first call on. One that cannot be listened to tells nothing.
    pub(crate) async fn listen(
        &self,
        port: &dyn Accessibility,
        clock: &Arc<dyn Clock>,
        app: &AppId,
        within: Duration,
    ) -> Result<Option<Arc<Ear>>> {
        let open = async || match Ear::open(port, clock, app, within).await {
            Ok(ear) => Ok(ear.map(Arc::new)),
            Err(error) if matches!(error.kind(), ErrorKind::AppGone | ErrorKind::AppNotResponding) => {
                Err(error)
            }
            Err(error) => {
                tracing::debug!(app = app.as_str(), %error, "cannot be listened to");
                Ok(None)
            }
        };
        self.ear.get_or_try_init(open).await.cloned()
    }

    /// The ear, if there is one by now.
    pub(crate) fn ear(&self) -> Option<&Arc<Ear>> {
        self.ear.get().and_then(Option::as_ref)
    }

    /// Something is different from what the tree shows, and nobody told.
    pub(crate) fn doubt(&self) {
        self.doubted.store(true, Ordering::Release);
    }

    /// Answers from the tree, after it was brought to where the question wants it.
    pub(crate) async fn answer(&self, ear: &Ear, asked: &Asked<'_>) -> Result<Answer> {
        let mut cost = Cost::default();
        let mut is_all_told = !asked.wants_everything_told();
        let mut turns = 0;
        loop {
            let mut state = asked.in_time(self.state.lock()).await?;
            match self.turn(&mut state, ear, asked, turns, &mut cost).await? {
                Turn::Over(answer) => return Ok(answer),
                Turn::Settled if is_all_told => {
                    self.tally.answered();
                    return Ok(state.known(asked, ear.telling(), cost));
                }
                Turn::Settled => {
                    // Nobody else has to wait for this round trip.
                    drop(state);
                    asked.port.caught_up(asked.app, asked.left()?).await?;
                    cost.one_call();
                    is_all_told = true;
                }
                Turn::Changed => {
                    turns += 1;
                    is_all_told = !asked.wants_everything_told();
                }
            }
        }
    }

    /// The tree as it is, when single elements at most are different from what it shows. For whoever has those
    /// [read](Live::refresh) while the application is asked for the one that is found.
    pub(crate) async fn at_hand(&self, ear: &Ear, asked: &Asked<'_>) -> Result<Option<Reading>> {
        let mut state = asked.in_time(self.state.lock()).await?;
        self.hear(&mut state, ear);
        let is_small = |kept: &Kept| kept.tree.len() <= CHEAP_TO_COPY;
        match need(state.kept.as_ref(), &state.pending, asked, ear.telling()) {
            Need::Parts(parts) if parts.keep_the_shape() && state.kept.as_ref().is_some_and(is_small) => {
                match state.known(asked, ear.telling(), Cost::default()) {
                    Answer::Known(reading) => Ok(Some(reading)),
                    Answer::Unknown => Ok(None),
                }
            }
            _ => Ok(None),
        }
    }

    /// Reads the single elements that are different, if there are no other changes.
    pub(crate) async fn refresh(&self, ear: &Ear, asked: &Asked<'_>) -> Result<()> {
        let mut state = asked.in_time(self.state.lock()).await?;
        self.hear(&mut state, ear);
        match need(state.kept.as_ref(), &state.pending, asked, ear.telling()) {
            Need::Parts(parts) if parts.keep_the_shape() => {
                self.update(&mut state, asked, &parts, &mut Cost::default()).await
            }
            _ => Ok(()),
        }
    }

    async fn turn(
        &self,
        state: &mut State,
        ear: &Ear,
        asked: &Asked<'_>,
        turns: u32,
        cost: &mut Cost,
    ) -> Result<Turn> {
        let has_stirred = state.has_stirred(ear);
        self.hear(state, ear);
        let need = need(state.kept.as_ref(), &state.pending, asked, ear.telling());
        match need {
            Need::Nothing => {
                // What is told of elements that are not in the tree is settled with that.
                state.pending = state.deferred(asked);
                Ok(Turn::Settled)
            }
            Need::Parts(parts) if turns < TURNS => {
                self.update(state, asked, &parts, cost).await?;
                Ok(Turn::Changed)
            }
            Need::Parts(_) | Need::Whole => {
                // An application that talks all the time would have to be read as a whole for every question. Until it
                // rests, those who want less get that.
                let pays = !asked.is_narrow() || (turns > 0 || !has_stirred) && !asked.wants_it_now();
                if !pays || state.next_trial.is_some_and(|next| asked.clock.now() < next) {
                    return Ok(Turn::Over(Answer::Unknown));
                }
                self.begin_anew(state, ear.telling(), asked, cost).await.map(Turn::Over)
            }
        }
    }

    /// Takes in what was told.
    fn hear(&self, state: &mut State, ear: &Ear) {
        let mut told = ear.mailbox().take();
        let kept = state.kept.as_ref().map(|kept| &*kept.tree);
        resolve_children(kept, &mut told, ear.telling());
        if let Some(kept) = state.kept.as_mut().filter(|_| !told.is_empty()) {
            kept.stirred = true;
        }
        absorb(&mut state.pending, told);
        if self.doubted.swap(false, Ordering::AcqRel) {
            state.pending.anything = true;
        }
    }

    /// Reads what changed.
    async fn update(
        &self,
        state: &mut State,
        asked: &Asked<'_>,
        parts: &Parts,
        cost: &mut Cost,
    ) -> Result<()> {
        let deferred = state.deferred(asked);
        let Some(kept) = state.kept.as_mut() else { return Ok(()) };
        let fetched = fetch(asked, &kept.tree, parts, kept.fields, cost).await?;
        self.tally.updated(parts);
        let before = std::mem::take(&mut state.pending);
        let strangers =
            before.fields.into_iter().filter(|(element, _)| kept.tree.with_handle(element).is_none());
        let strangers: Vec<_> = strangers.collect();
        let mut pending = graft(&mut kept.tree, fetched);
        // Those that were not among what was read stay a sign that there is more.
        pending.fields.extend(strangers.into_iter().filter(|(one, _)| kept.tree.with_handle(one).is_none()));
        let deferred = deferred.fields.into_iter();
        pending.fields.extend(deferred.filter(|(one, _)| kept.tree.with_handle(one).is_some()));
        state.pending = pending;
        Ok(())
    }

    /// Reads everything. What was told before is in what is read; what is told meanwhile is in the mailbox.
    async fn begin_anew(
        &self,
        state: &mut State,
        telling: Telling,
        asked: &Asked<'_>,
        cost: &mut Cost,
    ) -> Result<Answer> {
        let before = state.kept.as_ref().map_or(Fields::NONE, |kept| kept.fields);
        let base = Fields::ROLE | Fields::NAME | Fields::STATES;
        let fields = (before | asked.request.fields | base) & kept_up(telling);
        let began = asked.clock.now();
        let reading = asked.read_whole(fields).await?;
        self.tally.read_whole();
        if reading.tree.gaps().is_truncated() {
            // What is not whole cannot be kept.
            state.kept = None;
            let took = asked.clock.now().since(began);
            state.next_trial = Some(asked.clock.now().plus(NEXT_TRIAL.max(took * TRIAL_PER_COST)));
            let suits = asked.request.max_nodes >= reading.tree.len() && !asked.is_narrow();
            return Ok(if suits { Answer::Known(reading) } else { Answer::Unknown });
        }
        let tree = masked(reading.tree, fields);
        state.pending = Told::default();
        state.kept = Some(Kept { tree: tree.clone(), fields, began, stirred: false, direct: reading.direct });
        if tree.len() > asked.request.max_nodes {
            return Ok(Answer::Unknown);
        }
        let (calls, rounds) = (reading.calls + cost.calls, reading.rounds + cost.rounds);
        Ok(Answer::Known(Reading { tree, calls, rounds, ..reading }))
    }
}

impl Live {
    /// The fields of the tree that is kept, if there is one.
    pub(super) async fn kept(&self) -> Option<Fields> {
        self.state.lock().await.kept.as_ref().map(|kept| kept.fields)
    }

    /// What there is to say of it, if anything is kept and nobody is at it just now.
    pub(super) fn stats(&self) -> Option<MirrorStats> {
        let state = self.state.try_lock().ok()?;
        let told = self.ear()?.mailbox().count();
        Some(self.tally.shown(state.kept.as_ref().map(|kept| &*kept.tree), told))
    }
}

impl State {
    /// Whether more was told than when somebody last asked.
    fn has_stirred(&mut self, ear: &Ear) -> bool {
        let count = ear.mailbox().count();
        self.asked.replace(count).is_some_and(|before| before != count)
    }

    /// What was told of elements of the tree that this question is not about.
    fn deferred(&self, asked: &Asked<'_>) -> Told {
        let Some(kept) = &self.kept else { return Told::default() };
        let waits = |(element, fields): &(&Handle, &Fields)| {
            let id = kept.tree.with_handle(element);
            id.is_some_and(|id| can_wait(&kept.tree, id, **fields & kept.fields, asked))
        };
        let fields = self.pending.fields.iter().filter(waits);
        Told {
            fields: fields.map(|(element, fields)| (element.clone(), *fields)).collect(),
            ..Told::default()
        }
    }

    /// The answer that the tree gives.
    fn known(&self, asked: &Asked<'_>, telling: Telling, cost: Cost) -> Answer {
        let Some(kept) = self.kept.as_ref().filter(|kept| kept.tree.len() <= asked.request.max_nodes) else {
            return Answer::Unknown;
        };
        let age = if telling.structure { Duration::ZERO } else { asked.clock.now().since(kept.began) };
        Answer::Known(Reading {
            tree: kept.tree.clone(),
            path: ReadPath::Mirror,
            direct: kept.direct,
            calls: cost.calls,
            rounds: cost.rounds,
            age,
        })
    }
}

/// The fields that a live tree can keep: those of which changes are told, and what kind of element it is, which makes it
/// another when it changes.
pub(crate) fn kept_up(telling: Telling) -> Fields {
    telling.fields | Fields::ROLE
}

/// Puts what was told later to what was told before.
fn absorb(pending: &mut Told, told: Told) {
    pending.anything |= told.anything;
    pending.children.extend(told.children);
    for (element, fields) in told.fields {
        *pending.fields.entry(element).or_default() |= fields;
    }
}
