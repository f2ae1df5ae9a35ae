//! Finding the one element that is meant, or all that match.

use deskhand_model::{App, Candidate, Error, ErrorKind, Fields, NodeData, NodeId, Result};

use crate::apps::describe;
use crate::engine::Engine;
use crate::heal::{Healed, HealingMode};
use crate::ports::{Freshness, Moment, ReadRequest};
use crate::session::{Element, Found, Locator};
use crate::wait::Deadline;
use crate::watch::{Look, Watch, matches};

/// Most candidates that an error lists.
const LISTED: usize = 10;

/// Most near misses that an error lists.
const NEAR: usize = 5;

/// What a locator means in one reading.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Pick {
    One(NodeId),
    Missing,
    Several,
}

pub(crate) fn pick(matches: &[NodeId], nth: Option<usize>) -> Pick {
    match (matches, nth) {
        (all, Some(nth)) => all.get(nth).map_or(Pick::Missing, |&id| Pick::One(id)),
        ([], None) => Pick::Missing,
        ([only], None) => Pick::One(*only),
        (_, None) => Pick::Several,
    }
}

/// The one match, in the reading that it was seen in.
pub(crate) struct Sighting {
    pub(crate) look: Look,
    pub(crate) id: NodeId,
    /// What it was found by instead of the locator as it is written.
    pub(crate) healed: Option<Healed>,
}

/// How often healing is tried before the patience ends when its budget is spent before it is done: a machine that is busy
/// now may not be in a moment.
const TRIES: u32 = 5;

impl Watch<'_> {
    /// Waits until exactly one element matches (or the `nth` is there). Two matches that stay are an error at once;
    /// two in a single reading can be an interface that is still settling. What is missing in the end is healed, where
    /// that is switched on.
    pub(crate) async fn one(&mut self, locator: &Locator, request: &ReadRequest) -> Result<Sighting> {
        let mut seen_several: Option<Vec<NodeData>> = None;
        let mut missing_since: Option<Moment> = None;
        let mut tries_left = TRIES;
        loop {
            let mut look = self.look_for(locator, request).await?;
            let mut found = matches(&locator.query, look.tree())?;
            let mut picked = pick(&found, locator.nth);
            if !matches!(picked, Pick::One(_))
                && let Some(sure) = self.make_sure(&locator.app, request, &look).await?
            {
                look = sure;
                found = matches(&locator.query, look.tree())?;
                picked = pick(&found, locator.nth);
                if matches!(picked, Pick::One(_)) {
                    self.engine.mirrors.missed(&self.app().id);
                }
            }
            match picked {
                Pick::One(id) => return Ok(Sighting { look, id, healed: None }),
                Pick::Missing => {
                    seen_several = None;
                    if let Some(known) = self.healed_before(locator).await? {
                        return Ok(known);
                    }
                    let since = *missing_since.get_or_insert(self.engine.now());
                    if tries_left > 0 && self.is_missed(since) {
                        self.ran_out_of_budget = false;
                        let missing = self.not_found(locator, request, &look, &found).await;
                        match self.heal(locator, missing).await {
                            // It may still come by itself.
                            Err(error) if error.kind() == ErrorKind::NotFound => {}
                            outcome => return outcome,
                        }
                        tries_left = if self.ran_out_of_budget { tries_left - 1 } else { 0 };
                    }
                    if !self.pause().await {
                        let missing = self.not_found(locator, request, &look, &found).await;
                        return self.heal(locator, missing).await;
                    }
                }
                Pick::Several => {
                    let several: Vec<NodeData> =
                        found.iter().map(|&id| look.tree().node(id).clone()).collect();
                    let agrees = seen_several.is_some_and(|before| same_elements(&before, &several));
                    if agrees || !self.settle().await {
                        return Err(self.ambiguous(locator, request, &look, &found).await);
                    }
                    seen_several = Some(several);
                }
            }
        }
    }

    /// Whether something has been missing for so long that it is healed before the patience ends.
    fn is_missed(&self, since: Moment) -> bool {
        let healing = &self.engine.options.healing;
        healing.mode == HealingMode::On
            && self.engine.ports.fingerprints.is_some()
            && healing.after.is_some_and(|after| self.engine.now().since(since) >= after)
    }

    /// `not_found` with what comes nearest.
    async fn not_found(
        &mut self,
        locator: &Locator,
        request: &ReadRequest,
        last: &Look,
        found: &[NodeId],
    ) -> Error {
        let (app, query) = (describe(self.app()), locator.query.source());
        if let (Some(nth), false) = (locator.nth, found.is_empty()) {
            let (count, wanted) = (found.len(), nth.saturating_add(1));
            let message = format!("Only {count} elements of {app} match `{query}`, not {wanted}");
            return self
                .told(Error::new(ErrorKind::NotFound, message), Some(last))
                .candidates(self.listed(locator, request, last).await)
                .hint("count from zero; these are all that match");
        }
        let message = format!("No element of {app} matches `{query}`");
        let error = self.told(Error::new(ErrorKind::NotFound, message), Some(last));
        let nearest = self.nearest(locator, request, last).await;
        let hint = match nearest.first() {
            Some(best) => format!("the nearest is {}", best.path),
            None => "look at the application's tree for what is there".to_owned(),
        };
        error.candidates(nearest).hint(hint)
    }

    /// What comes nearest to the query in the whole application.
    pub(crate) async fn nearest(
        &mut self,
        locator: &Locator,
        request: &ReadRequest,
        last: &Look,
    ) -> Vec<Candidate> {
        let labelled = self.labelled(locator, request, last).await;
        locator.query.nearest(labelled.as_ref().unwrap_or(last).tree(), NEAR)
    }

    /// The elements that match, as an error lists them: with names and the way to them.
    pub(crate) async fn listed(
        &mut self,
        locator: &Locator,
        request: &ReadRequest,
        last: &Look,
    ) -> Vec<Candidate> {
        let labelled = self.labelled(locator, request, last).await;
        let tree = labelled.as_ref().unwrap_or(last).tree();
        let found = matches(&locator.query, tree).unwrap_or_default();
        found.into_iter().take(LISTED).map(|id| Candidate::describe(tree, id, 1.0)).collect()
    }

    /// The whole application with role and name of everything, for an error to tell about. `None` when the last
    /// reading has all that, or there is no other.
    async fn labelled(&mut self, locator: &Locator, request: &ReadRequest, last: &Look) -> Option<Look> {
        let labels = Fields::ROLE | Fields::NAME;
        let root = last.tree().node(NodeId::ROOT);
        if request.only_roles.is_none() && root.known.contains(labels) {
            return None;
        }
        let whole = ReadRequest { fields: labels | request.fields, only_roles: None, ..request.clone() };
        self.look(&locator.app, &whole).await.ok()
    }

    async fn ambiguous(
        &mut self,
        locator: &Locator,
        request: &ReadRequest,
        look: &Look,
        found: &[NodeId],
    ) -> Error {
        let message = format!(
            "{} elements of {} match `{}`, and one was asked for",
            found.len(),
            describe(self.app()),
            locator.query.source()
        );
        let error = self.told(Error::new(ErrorKind::Ambiguous, message), Some(look));
        error.candidates(self.listed(locator, request, look).await).hint(
            "narrow it down by `id:`, by `window:` or by more of its fields, or take one by its number (nth)",
        )
    }
}

/// Whether two readings show the same elements.
fn same_elements(before: &[NodeData], now: &[NodeData]) -> bool {
    before.len() == now.len() && before.iter().zip(now).all(|(a, b)| a.handle == b.handle)
}

impl Engine {
    /// The one element that matches.
    pub(crate) async fn find_one(&self, locator: &Locator, deadline: Deadline<'_>) -> Result<Element> {
        let request = ReadRequest { freshness: Freshness::Told, ..self.whole_request_for(&locator.query) };
        let mut watch = Watch::begin(self, &locator.app, deadline).await?;
        loop {
            let sighting = watch.one(locator, &request).await?;
            let found = if sighting.look.is_mirrored() {
                let Some(element) = watch.confirmed(locator, &request, &sighting).await? else { continue };
                Some(element)
            } else {
                self.elements(&sighting.look, &request, &[sighting.id], &deadline).await?.pop()
            };
            if let Some(mut element) = found {
                match sighting.healed {
                    Some(healed) => element.healed = Some(healed.heal),
                    None => {
                        self.record_match(locator, watch.app(), &element.data, &deadline).await;
                    }
                }
                return Ok(element);
            }
            // It vanished between two calls: look again.
            if !watch.pause().await {
                return Err(element_gone(watch.app(), locator));
            }
        }
    }

    /// Every element that matches now.
    pub(crate) async fn find_every(&self, locator: &Locator, deadline: Deadline<'_>) -> Result<Found> {
        let request = self.whole_request_for(&locator.query);
        let mut watch = Watch::begin(self, &locator.app, deadline).await?;
        let mut look = watch.look(&locator.app, &request).await?;
        if matches(&locator.query, look.tree())?.is_empty()
            && let Some(sure) = watch.make_sure(&locator.app, &request, &look).await?
        {
            look = sure;
        }
        self.found(locator, look, &request, &deadline).await
    }

    pub(crate) async fn found(
        &self,
        locator: &Locator,
        look: Look,
        request: &ReadRequest,
        deadline: &Deadline<'_>,
    ) -> Result<Found> {
        let mut ids = matches(&locator.query, look.tree())?;
        if let Some(nth) = locator.nth {
            ids = ids.get(nth).copied().into_iter().collect();
        }
        let elements = self.elements(&look, request, &ids, deadline).await?;
        Ok(Found { snapshot: look.snapshot, elements })
    }

    /// The elements at `ids` with everything known about them; those that are gone by now are left out.
    pub(crate) async fn elements(
        &self,
        look: &Look,
        request: &ReadRequest,
        ids: &[NodeId],
        deadline: &Deadline<'_>,
    ) -> Result<Vec<Element>> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let (app, tree) = (&look.snapshot.app, look.tree());
        let details = self.details(app, tree, ids, Fields::ALL, deadline).await?;
        let mut elements: Vec<Element> = ids
            .iter()
            .zip(details)
            .filter_map(|(&id, answer)| {
                let data = match answer {
                    Ok(data) => data,
                    Err(error) if error.kind() == ErrorKind::ElementGone => return None,
                    Err(_) => tree.node(id).clone(),
                };
                Some(Element { app: app.clone(), tree: tree.clone(), id, data, healed: None })
            })
            .collect();
        self.place_elements(look, request, &mut elements, deadline).await;
        Ok(elements)
    }
}

pub(crate) fn element_gone(app: &App, locator: &Locator) -> Error {
    let message = format!(
        "The element of {} that matches `{}` vanished each time it was found",
        describe(app),
        locator.query.source()
    );
    Error::new(ErrorKind::ElementGone, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locator_is_strict_unless_it_has_a_number() {
        let ids = [NodeId(3), NodeId(7)];
        assert_eq!(pick(&[], None), Pick::Missing);
        assert_eq!(pick(&ids[..1], None), Pick::One(NodeId(3)));
        assert_eq!(pick(&ids, None), Pick::Several);
        assert_eq!(pick(&ids, Some(1)), Pick::One(NodeId(7)));
        assert_eq!(pick(&ids, Some(2)), Pick::Missing);
    }
}
