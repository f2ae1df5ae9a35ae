//! Asking an application whether an element is still what its live tree shows.

use std::sync::Arc;

use deskhand_model::{ErrorKind, Fields, NodeData, NodeId, Result, Tree};
use futures_util::future::join;

use crate::approach::Ground;
use crate::apps::diagnose;
use crate::detail::merged;
use crate::locate::{Pick, Sighting, pick};
use crate::ports::{Freshness, ReadRequest};
use crate::ready::pages;
use crate::session::{Element, Locator};
use crate::watch::{Look, Watch, matches};

/// An element as the application itself describes it now.
pub(crate) struct Confirmed {
    /// The look that it is the only match in.
    pub(crate) look: Look,
    pub(crate) id: NodeId,
    pub(crate) node: NodeData,
    /// The tab pages that it is on.
    pub(crate) pages: Vec<NodeData>,
}

impl Watch<'_> {
    /// Asks for these fields of the element and, at the same time, for everything that was not told yet; then looks whether
    /// it is still the one that is meant. `None` when it is not: the next look will show more.
    pub(crate) async fn confirm(
        &mut self,
        locator: &Locator,
        request: &ReadRequest,
        seen: &Sighting,
        fields: Fields,
        ground: Ground,
    ) -> Result<Option<Confirmed>> {
        let tree = seen.look.tree();
        let pages = if ground == Ground::Whole { pages(tree, seen.id) } else { Vec::new() };
        let ids: Vec<NodeId> = std::iter::once(seen.id).chain(pages).collect();
        let fields = fields | Fields::ROLE | Fields::NAME | Fields::STATES | locator.query.needs();
        let told = ReadRequest { freshness: Freshness::Told, ..request.clone() };
        // What else was told by now is read in the same round trip.
        let refreshed = self.engine.mirrors.refresh(&self.app().id, &told, self.deadline.for_call());
        let (answer, refreshed) = join(self.ask(tree, &ids, fields), refreshed).await;
        let Some((node, pages)) = answer? else { return Ok(None) };
        refreshed.map_err(|error| diagnose(error, self.app(), &*self.engine.ports.processes))?;

        let now = self.look_again(&locator.app, &told).await?;
        let same = if Arc::ptr_eq(now.tree(), tree) {
            Some(seen.id)
        } else {
            picked(locator, now.tree())?.filter(|&id| now.tree().node(id).handle == node.handle)
        };
        let Some(id) = same else { return Ok(None) };
        if !is_still_meant(locator, now.tree(), id, &node)? {
            self.engine.mirrors.doubt(&self.app().id);
            return Ok(None);
        }
        Ok(Some(Confirmed { look: now, id, node, pages }))
    }

    /// The element with everything that is to be known about it, if it is still the one that is meant.
    pub(crate) async fn confirmed(
        &mut self,
        locator: &Locator,
        request: &ReadRequest,
        seen: &Sighting,
    ) -> Result<Option<Element>> {
        let healed = seen.healed.as_ref();
        let (locator, request) =
            healed.map_or((locator, request), |healed| (&healed.locator, &healed.request));
        let confirmed = self.confirm(locator, request, seen, Fields::ALL, Ground::Any).await?;
        let Some(Confirmed { look, id, node, .. }) = confirmed else { return Ok(None) };
        let (app, tree) = (self.app().clone(), look.tree().clone());
        let mut elements = [Element { app, tree, id, data: node, healed: None }];
        self.engine.place_elements(&look, request, &mut elements, &self.deadline).await;
        Ok(elements.into_iter().next())
    }

    /// The first of the elements, and the others, as the application describes them now, behind everything that it told
    /// before. `None` when the first is gone.
    async fn ask(
        &self,
        tree: &Tree,
        ids: &[NodeId],
        fields: Fields,
    ) -> Result<Option<(NodeData, Vec<NodeData>)>> {
        let (port, app) = (&self.engine.ports.accessibility, self.app());
        let handles: Vec<_> = ids.iter().map(|&id| tree.node(id).handle.clone()).collect();
        let diagnosed = |error| diagnose(error, app, &*self.engine.ports.processes);
        let answers = port.confirm(&app.id, &handles, fields, self.deadline.for_call()).await;
        let answers = answers.map_err(diagnosed)?;
        let mut told = ids
            .iter()
            .zip(answers)
            .map(|(&id, answer)| answer.map(|more| merged(tree.node(id).clone(), more, fields)));
        match told.next() {
            Some(Ok(node)) => Ok(Some((node, told.filter_map(Result::ok).collect()))),
            Some(Err(error)) if error.kind() != ErrorKind::ElementGone => Err(diagnosed(error)),
            _ => Ok(None),
        }
    }
}

/// The one element that is meant in this tree, if there is exactly one.
fn picked(locator: &Locator, tree: &Tree) -> Result<Option<NodeId>> {
    Ok(match pick(&matches(&locator.query, tree)?, locator.nth) {
        Pick::One(id) => Some(id),
        Pick::Missing | Pick::Several => None,
    })
}

/// Whether the element at `id` is the one that is meant, being what the application just said.
fn is_still_meant(locator: &Locator, tree: &Tree, id: NodeId, node: &NodeData) -> Result<bool> {
    let kept = tree.node(id);
    // What the query does not look at makes no other element match.
    let as_kept = merged(kept.clone(), node.clone(), kept.known & locator.query.needs());
    if as_kept == *kept {
        return Ok(true);
    }
    let mut now = tree.clone();
    now.replace(id, as_kept);
    Ok(picked(locator, &now)? == Some(id))
}
