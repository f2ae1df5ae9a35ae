//! Recording how an element looks while its locator matches.

use std::sync::Arc;

use deskhand_model::{App, Fields, Handle, NodeData, Result};

use super::Fingerprint;
use super::healer::{everything, key_of};
use super::sight::shadow;
use crate::engine::Engine;
use crate::ports::{Image, Reading};
use crate::session::{Locator, Snapshot};
use crate::shot::crop;
use crate::wait::Deadline;

impl Engine {
    /// Records the element that a locator matched as it is written, unless what is known of it is what was recorded: then
    /// nothing is read for it. What goes wrong here is no reason to fail.
    pub(crate) async fn record_match(
        &self,
        locator: &Locator,
        app: &App,
        node: &NodeData,
        deadline: &Deadline<'_>,
    ) {
        let Some(store) = &self.ports.fingerprints else { return };
        if locator.query.windows().is_some() {
            return;
        }
        let key = key_of(app, locator);
        let recorded = store.recall(&key);
        if recorded.as_ref().is_some_and(|recorded| is_still(recorded, node)) {
            return;
        }
        match self.fingerprint(app, &node.handle, deadline).await {
            Ok(Some(new)) if recorded.is_none_or(|recorded| !same_but_look(&recorded, &new)) => {
                store.record(&key, Arc::new(new));
            }
            Ok(_) => {}
            Err(error) => tracing::debug!(%error, query = key.query, "no fingerprint was recorded"),
        }
    }

    /// How the element looks; `None` when it is gone.
    async fn fingerprint(
        &self,
        app: &App,
        handle: &Handle,
        deadline: &Deadline<'_>,
    ) -> Result<Option<Fingerprint>> {
        let request = everything(self.options.max_nodes);
        let reading = self.ports.accessibility.read(&app.id, &request, deadline.for_call()).await?;
        let Snapshot { tree, .. } = self.place_snapshot(snapshot(app, reading), &request, deadline).await;
        let Some(id) = tree.ids().find(|&id| tree.node(id).handle == *handle) else { return Ok(None) };
        let mut fingerprint = Fingerprint::of(&tree, id);
        if let Some(bounds) = fingerprint.bounds
            && let Ok(window) = self.window_of(app, &tree, id, deadline).await
            && let Ok(picture) = self.ports.capture.window(window.id, deadline.for_call()).await
        {
            let part: Option<Image> = crop(&picture, bounds.translated(shadow(&window)));
            fingerprint.thumbnail = part.map(Arc::new);
        }
        Ok(Some(fingerprint))
    }
}

fn snapshot(app: &App, reading: Reading) -> Snapshot {
    let Reading { tree, path, direct, calls, rounds, age } = reading;
    Snapshot { app: app.clone(), tree, path, direct, calls, rounds, took: std::time::Duration::ZERO, age }
}

/// Whether what happens to be known of the element is what was recorded.
fn is_still(recorded: &Fingerprint, node: &NodeData) -> bool {
    let knows = |field| node.known.contains(field);
    (!knows(Fields::ROLE) || node.role == recorded.role)
        && (!knows(Fields::NAME) || *node.name == *recorded.name)
        && (!knows(Fields::ID) || *node.id == *recorded.id)
}

fn same_but_look(a: &Fingerprint, b: &Fingerprint) -> bool {
    let plain = |one: &Fingerprint| Fingerprint { thumbnail: None, ..one.clone() };
    plain(a) == plain(b)
}
