//! Recording how an element looks while its locator matches.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use deskhand_model::{App, Error, ErrorKind, Fields, Handle, NodeData, Result};

use super::healer::{everything, key_of};
use super::sight::{in_time, shadow};
use super::unchanged::is_unchanged;
use super::{Fingerprint, LocatorKey};
use crate::engine::Engine;
use crate::ports::Reading;
use crate::session::{Locator, Snapshot};
use crate::shot::crop;
use crate::wait::{Deadline, shown};

/// The longest that an operation is held up by recording.
const LONGEST: Duration = Duration::from_millis(300);

/// The part of an operation's time that recording may take at most: one in so many.
const SHARE: u32 = 4;

/// How often in a row an engine fails to record a locator before it lets it be: an application that cannot be read in time
/// is not read again and again for nothing.
const TRIES: u8 = 3;

/// Most locators that are remembered; with more, all are forgotten and recorded again.
const MOST: usize = 10_000;

/// Which locators an engine has recorded, and how often it tried in vain.
#[derive(Debug, Default)]
pub(crate) struct Recorded(Mutex<HashMap<LocatorKey, Tried>>);

#[derive(Clone, Copy, Debug, Default)]
struct Tried {
    succeeded: bool,
    /// How often it has failed since.
    failed: u8,
}

impl Recorded {
    /// Whether a locator is to be recorded: once in the life of an engine, so that what is known is from the last run in
    /// which it matched and not from the first; and whenever its element is seen to be different.
    fn is_due(&self, key: &LocatorKey, is_different: bool) -> bool {
        let Tried { succeeded, failed } = self.lock().get(key).copied().unwrap_or_default();
        failed < TRIES && (is_different || !succeeded)
    }

    /// It was tried.
    fn tried(&self, key: &LocatorKey, succeeded: bool) {
        let mut all = self.lock();
        if all.len() >= MOST {
            all.clear();
        }
        let tried = all.entry(key.clone()).or_default();
        tried.failed = if succeeded { 0 } else { tried.failed.saturating_add(1) };
        tried.succeeded |= succeeded;
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<LocatorKey, Tried>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Engine {
    /// Records the element that a locator matched as it is written: in full at its first match, afterwards when what is
    /// known of it is not what was recorded. Says whether that took any time; who acts on the element then has to look
    /// again. What goes wrong here is no reason to fail, and what takes long is given up.
    pub(crate) async fn record_match(
        &self,
        locator: &Locator,
        app: &App,
        node: &NodeData,
        deadline: &Deadline<'_>,
    ) -> bool {
        let Some(store) = &self.ports.fingerprints else { return false };
        if locator.query.windows().is_some() {
            return false;
        }
        let key = key_of(app, locator);
        let before = store.recall(&key);
        let is_different = before.as_ref().is_none_or(|before| !is_still(before, node));
        let time = deadline.at_most(LONGEST.min(deadline.left() / SHARE));
        if time.passed() || !self.recorded.is_due(&key, is_different) {
            return false;
        }
        match self.fingerprint(app, &node.handle, &time).await {
            Ok(now) => {
                self.recorded.tried(&key, true);
                let thumbnail = before.as_ref().and_then(|before| before.thumbnail.clone());
                // A picture that could not be taken this time is still how it looks, as far as anybody knows.
                let now = Fingerprint { thumbnail: now.thumbnail.clone().or(thumbnail), ..now };
                if before.is_none_or(|before| !is_unchanged(&before, &now)) {
                    store.record(&key, Arc::new(now));
                }
            }
            Err(error) => {
                self.recorded.tried(&key, false);
                tracing::debug!(%error, query = key.query, "no fingerprint was recorded");
            }
        }
        true
    }

    /// How the element looks. Its picture is left out when there is no time for it.
    async fn fingerprint(&self, app: &App, handle: &Handle, time: &Deadline<'_>) -> Result<Fingerprint> {
        let request = everything(self.options.max_nodes);
        let Some(tree) = in_time(time, async {
            let reading = self.ports.accessibility.read(&app.id, &request, time.left()).await?;
            Ok::<_, Error>(self.place_snapshot(snapshot(app, reading), &request, time).await.tree)
        })
        .await
        else {
            let message = format!("It was not read within {}", shown(time.waited()));
            return Err(Error::new(ErrorKind::Timeout, message));
        };
        let tree = tree?;
        // In a part of a tree, neither its way nor those that it could be taken for are what they are.
        if tree.gaps().is_truncated() {
            return Err(Error::new(ErrorKind::Timeout, "Its tree was cut off before its end"));
        }
        let Some(id) = tree.ids().find(|&id| tree.node(id).handle == *handle) else {
            return Err(Error::new(ErrorKind::ElementGone, "It is gone"));
        };
        let mut fingerprint = Fingerprint::of(&tree, id);
        if let Some(bounds) = fingerprint.bounds
            && let Some(Ok((window, picture))) = in_time(time, self.picture_of(app, &tree, id, time)).await
        {
            fingerprint.thumbnail = crop(&picture, bounds.translated(shadow(&window))).map(Arc::new);
        }
        Ok(fingerprint)
    }
}

fn snapshot(app: &App, reading: Reading) -> Snapshot {
    let Reading { tree, path, direct, calls, rounds, age } = reading;
    Snapshot { app: app.clone(), tree, path, direct, calls, rounds, took: Duration::ZERO, age }
}

/// Whether what happens to be known of the element is what was recorded.
fn is_still(recorded: &Fingerprint, node: &NodeData) -> bool {
    let knows = |field| node.known.contains(field);
    (!knows(Fields::ROLE) || node.role == recorded.role)
        && (!knows(Fields::NAME) || *node.name == *recorded.name)
        && (!knows(Fields::ID) || *node.id == *recorded.id)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> LocatorKey {
        LocatorKey { app: "editor".to_owned(), query: "title:Save".to_owned(), nth: None }
    }

    #[test]
    fn a_locator_is_recorded_once_and_when_its_element_is_different() {
        let recorded = Recorded::default();
        assert!(recorded.is_due(&key(), false));
        recorded.tried(&key(), true);
        assert!(!recorded.is_due(&key(), false));
        assert!(recorded.is_due(&key(), true));
    }

    #[test]
    fn what_fails_again_and_again_is_let_be() {
        let recorded = Recorded::default();
        for _ in 0..TRIES {
            assert!(recorded.is_due(&key(), false));
            recorded.tried(&key(), false);
        }
        assert!(!recorded.is_due(&key(), true));
    }
}
