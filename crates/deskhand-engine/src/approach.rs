//! Waiting until the one element that is meant can be acted on.

use std::sync::Arc;
use std::time::Duration;

use deskhand_model::{App, Candidate, Error, ErrorKind, Fields, NodeData, NodeId, Result, Role, Tree};

use crate::apps::describe;
use crate::confirm::Confirmed;
use crate::heal::Heal;
use crate::locate::Sighting;
use crate::ports::{Freshness, Moment, ReadRequest};
use crate::ready::{Need, Unready, pages, unready};
use crate::session::Locator;
use crate::wait::shown;
use crate::watch::{Look, Watch};

/// Longest name that is shown in full.
const BRIEF: usize = 60;

/// How much has to be known about the element's surroundings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ground {
    /// Nothing: the fastest reading will do.
    Any,
    /// All its ancestors, so that its window can be told.
    Whole,
}

/// An element that is ready.
pub(crate) struct Ready {
    pub(crate) app: App,
    pub(crate) tree: Arc<Tree>,
    pub(crate) id: NodeId,
    pub(crate) node: NodeData,
    /// How long it took until it was ready.
    pub(crate) waited: Duration,
    /// How many readings that were.
    pub(crate) readings: u32,
    /// When the reading that it was found in ended; where that was kept and not every change is told, when it began.
    pub(crate) read_at: Moment,
    /// Set when the locator did not match as it is written.
    pub(crate) healed: Option<Arc<Heal>>,
}

impl Ready {
    /// As receipts and errors show it.
    pub(crate) fn candidate(&self) -> Candidate {
        let mut candidate = Candidate::describe(&self.tree, self.id, 1.0);
        if candidate.name.is_empty() && !self.node.name.is_empty() {
            // The query did not look at names, so the tree has none.
            candidate.name = self.node.name.to_string();
            candidate.path.push_str(&format!(" \"{}\"", brief(&candidate.name)));
        }
        candidate.bounds = self.node.bounds.or(candidate.bounds);
        candidate
    }

    /// Whether it is in something that can reach out of its window: a menu, a drop-down.
    pub(crate) fn floats(&self) -> bool {
        let floating = |id: &NodeId| {
            matches!(
                self.tree.node(*id).role,
                Role::Menu | Role::MenuItem | Role::MenuListPopup | Role::Popover | Role::Tooltip
            )
        };
        std::iter::once(self.id).chain(self.tree.ancestors(self.id)).any(|id| floating(&id))
    }
}

impl Watch<'_> {
    /// Waits until exactly one element matches and meets `need`.
    pub(crate) async fn approach(&mut self, locator: &Locator, need: Need, ground: Ground) -> Result<Ready> {
        let mut request = self.engine.request_for(&locator.query);
        if ground == Ground::Whole {
            request.only_roles = None;
        }
        // What was told will do: it is confirmed before anybody acts on it.
        request.freshness = self.max_age.map_or(Freshness::Told, Freshness::NoOlderThan);
        let mut is_recorded = false;
        loop {
            let (ready, reason) = self.step(locator, &request, need, ground).await?;
            let Some(reason) = reason else {
                if is_recorded || ready.healed.is_some() {
                    return Ok(ready);
                }
                is_recorded = true;
                if !self.engine.record_match(locator, &ready.app, &ready.node, &self.deadline).await {
                    return Ok(ready);
                }
                // That took its time, so what was seen is not what is acted on.
                continue;
            };
            if !self.pause().await {
                return Err(self.not_ready(&ready, reason));
            }
        }
    }

    /// One look at the element: what it is like, and what is against acting on it.
    async fn step(
        &mut self,
        locator: &Locator,
        request: &ReadRequest,
        need: Need,
        ground: Ground,
    ) -> Result<(Ready, Option<Unready>)> {
        let (look, id, node, pages, healed) = loop {
            let sighting = self.one(locator, request).await?;
            let healed = sighting.healed.clone();
            if !sighting.look.is_mirrored() {
                let Sighting { look, id, .. } = sighting;
                let (node, pages) = self.states(&look, id, ground).await?;
                break (look, id, node, pages, healed);
            }
            let (locator, request) =
                healed.as_ref().map_or((locator, request), |healed| (&healed.locator, &healed.request));
            if let Some(Confirmed { look, id, node, pages }) =
                self.confirm(locator, request, &sighting, Fields::ACTIONS, ground).await?
            {
                break (look, id, Some(node), pages, healed);
            }
        };
        let reason = node.as_ref().map_or(Some(Unready::Gone), |node| unready(node, &pages, need));
        let ready = Ready {
            app: self.app().clone(),
            node: node.unwrap_or_else(|| look.tree().node(id).clone()),
            tree: look.tree().clone(),
            id,
            waited: self.deadline.waited(),
            readings: self.readings,
            read_at: look.read_at(),
            healed: healed.map(|healed| healed.heal),
        };
        Ok((ready, reason))
    }

    /// The element with its states, and the tab pages that it is on, in one call; in none when the reading told the
    /// states already. `None` for an element that is gone.
    ///
    /// The pages matter for the pointer only: accessibility reaches what is on a page in the back, and the fastest
    /// readings do not even know on which page an element is.
    async fn states(
        &self,
        look: &Look,
        id: NodeId,
        ground: Ground,
    ) -> Result<(Option<NodeData>, Vec<NodeData>)> {
        let tree = look.tree();
        let pages = if ground == Ground::Whole { pages(tree, id) } else { Vec::new() };
        if tree.node(id).known.contains(Fields::STATES) {
            let pages = pages.into_iter().map(|page| tree.node(page).clone()).collect();
            return Ok((Some(tree.node(id).clone()), pages));
        }
        let mut ids = vec![id];
        ids.extend(pages);
        let wanted = Fields::STATES | Fields::ACTIONS | Fields::NAME;
        let mut answers =
            self.engine.details(self.app(), tree, &ids, wanted, &self.deadline).await?.into_iter();
        let node = match answers.next() {
            Some(Err(error)) if error.kind() == ErrorKind::ElementGone => None,
            Some(answer) => Some(answer?),
            None => None,
        };
        Ok((node, answers.filter_map(Result::ok).collect()))
    }

    fn not_ready(&self, ready: &Ready, reason: Unready) -> Error {
        let target = ready.candidate();
        let element = format!("{} of {}", last_step(&target), describe(self.app()));
        let waited = shown(self.deadline.waited());
        // Who looked only once did not wait.
        let is = |what: &str| match self.readings {
            1 => format!("{element} is {what}"),
            _ => format!("{element} is still {what} after {waited}"),
        };
        let error = match reason {
            Unready::Disabled => Error::new(ErrorKind::ElementDisabled, is("disabled"))
                .hint("something else has to happen first before the application enables it"),
            Unready::Hidden => {
                Error::new(ErrorKind::ElementHidden, is("not shown")).hint("open or expand what it is in")
            }
            Unready::OtherPage => Error::new(ErrorKind::ElementHidden, is("on a tab page that is not shown"))
                .hint("select its tab first"),
            Unready::Gone => Error::new(
                ErrorKind::ElementGone,
                format!("{element} vanished each time it was found, for {waited}"),
            ),
        };
        self.told(error, None).candidates([target])
    }
}

/// The element itself, without the way to it.
pub(crate) fn last_step(target: &Candidate) -> String {
    if target.name.is_empty() {
        target.role.to_string()
    } else {
        format!("{} \"{}\"", target.role, brief(&target.name))
    }
}

/// A name that fits into a sentence.
pub(crate) fn brief(name: &str) -> String {
    let flat: String = name.chars().take(BRIEF).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if name.chars().nth(BRIEF).is_some() { flat + "…" } else { flat }
}
