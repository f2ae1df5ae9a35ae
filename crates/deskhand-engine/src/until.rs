//! Waiting until an application shows what somebody waits for.

use deskhand_model::{AppSelector, Candidate, Error, ErrorKind, Result};

use crate::apps::{describe, retold};
use crate::engine::Engine;
use crate::locate::{Sighting, element_gone};
use crate::ports::{Freshness, ReadRequest};
use crate::session::{Element, Found, Locator, Snapshot, Until};
use crate::wait::{Deadline, shown};
use crate::watch::{Look, Watch, matches};

/// Most characters of a text that an error shows.
const SHOWN: usize = 200;

/// Says of a snapshot whether it is what somebody waits for.
pub type Predicate<'a> = dyn FnMut(&Snapshot) -> bool + Send + 'a;

impl Engine {
    /// Waits until elements match, or until none does, or until the one that does says something.
    pub(crate) async fn wait_until(
        &self,
        locator: &Locator,
        until: &Until,
        deadline: Deadline<'_>,
    ) -> Result<Found> {
        match until {
            Until::Present => self.wait_for_some(locator, deadline).await,
            Until::Absent => self.wait_for_none(locator, deadline).await,
            Until::Text(text) => self.wait_for_text(locator, text, deadline).await,
        }
    }

    async fn wait_for_some(&self, locator: &Locator, deadline: Deadline<'_>) -> Result<Found> {
        let request = self.request_for(&locator.query);
        let mut watch = Watch::begin(self, &locator.app, deadline).await?;
        loop {
            let request = self.surely(&request, &watch);
            let look = watch.look(&locator.app, &request).await?;
            if is_present(locator, &look)? {
                let found = self.found(locator, look, &request, &deadline).await?;
                if !found.elements.is_empty() {
                    return Ok(found);
                }
                // It vanished while its details were read: keep waiting.
                if !watch.pause().await {
                    return Err(element_gone(watch.app(), locator));
                }
            } else if !watch.pause().await {
                let nearest = watch.nearest(locator, &request, &look).await;
                let what = format!("no element matches `{}`", locator.query.source());
                return Err(late(&watch, &look, what).candidates(nearest));
            }
        }
    }

    async fn wait_for_none(&self, locator: &Locator, deadline: Deadline<'_>) -> Result<Found> {
        let request = self.request_for(&locator.query);
        let mut watch = Watch::begin(self, &locator.app, deadline).await?;
        let mut last: Option<Look> = None;
        loop {
            let request = self.surely(&request, &watch);
            let look = match (watch.look(&locator.app, &request).await, last.take()) {
                (Ok(look), _) => look,
                // What has ended has no elements any more.
                (Err(error), Some(last)) if error.kind() == ErrorKind::AppGone => {
                    return Ok(Found { snapshot: last.snapshot, elements: Vec::new() });
                }
                (Err(error), _) => return Err(error),
            };
            if !is_present(locator, &look)? {
                return Ok(Found { snapshot: look.snapshot, elements: Vec::new() });
            }
            if !watch.pause().await {
                let what = format!("some element still matches `{}`", locator.query.source());
                let listed = watch.listed(locator, &request, &look).await;
                return Err(late(&watch, &look, what).candidates(listed));
            }
            last = Some(look);
        }
    }

    async fn wait_for_text(&self, locator: &Locator, wanted: &str, deadline: Deadline<'_>) -> Result<Found> {
        let request = self.request_for(&locator.query);
        let mut watch = Watch::begin(self, &locator.app, deadline).await?;
        let mut last: Option<String> = None;
        loop {
            let sighting = match watch.one(locator, &request).await {
                Ok(sighting) => sighting,
                Err(error) => return Err(never_said(error, last.as_deref())),
            };
            match self.text_of(&sighting, &deadline).await {
                Ok(text) if text == wanted => {
                    let Sighting { look, id, healed } = sighting;
                    let element = self.elements(&look, &request, &[id], &deadline).await?.pop();
                    if let Some(element) = element {
                        let healed = healed.map(|healed| healed.heal);
                        let elements = vec![Element { healed, ..element }];
                        return Ok(Found { snapshot: look.snapshot, elements });
                    }
                    // It vanished while its details were read.
                    if !watch.pause().await {
                        return Err(element_gone(watch.app(), locator));
                    }
                }
                Ok(text) => {
                    if !watch.pause().await {
                        let what = format!(
                            "the text of `{}` was {}, not {}",
                            locator.query.source(),
                            quoted(&text),
                            quoted(wanted)
                        );
                        let candidate = Candidate::describe(sighting.look.tree(), sighting.id, 1.0);
                        return Err(late(&watch, &sighting.look, what).candidates([candidate]));
                    }
                    last = Some(text);
                }
                Err(error) if error.kind() == ErrorKind::ElementGone => {
                    if !watch.pause().await {
                        return Err(element_gone(watch.app(), locator));
                    }
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Waits until a snapshot is as somebody wants it.
    pub(crate) async fn wait_for_snapshot(
        &self,
        app: &AppSelector,
        request: &ReadRequest,
        predicate: &mut Predicate<'_>,
        deadline: Deadline<'_>,
    ) -> Result<Snapshot> {
        let mut watch = Watch::begin(self, app, deadline).await?;
        loop {
            let request = self.surely(request, &watch);
            let look = watch.look(app, &request).await?;
            let snapshot = self.place_snapshot(look.snapshot.clone(), &request, &deadline).await;
            if predicate(&snapshot) {
                return Ok(snapshot);
            }
            if !watch.pause().await {
                return Err(late(&watch, &look, "it was not as it was waited for".to_owned()));
            }
        }
    }

    /// The request as it is to be answered for somebody who waits: what is not told of must not be missed.
    fn surely(&self, request: &ReadRequest, watch: &Watch<'_>) -> ReadRequest {
        let freshness = match request.freshness {
            Freshness::Current => self.mirrors.surest(&watch.app().id),
            asked => asked,
        };
        ReadRequest { freshness, ..request.clone() }
    }
}

/// Whether what is waited for is in the reading.
fn is_present(locator: &Locator, look: &Look) -> Result<bool> {
    let found = matches(&locator.query, look.tree())?;
    Ok(locator.nth.map_or(!found.is_empty(), |nth| found.len() > nth))
}

fn late(watch: &Watch<'_>, look: &Look, what: String) -> Error {
    let waited = shown(watch.deadline.waited());
    let message = format!("Waited {waited} for {}, and {what}", describe(watch.app()));
    watch.told(Error::new(ErrorKind::Timeout, message), Some(look))
}

/// An element that is not there in time is a wait that took too long; what it said before it went is worth knowing.
fn never_said(error: Error, last: Option<&str>) -> Error {
    let error = match error.kind() {
        ErrorKind::NotFound => {
            let message = error.message().to_owned();
            retold(error, ErrorKind::Timeout, message)
        }
        _ => error,
    };
    match last {
        Some(text) => error.tried(format!("its text was {} before", quoted(text))),
        None => error,
    }
}

/// A text as a sentence shows it, the beginning of a long one.
fn quoted(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{:?} and so on", &text[..end]),
        None => format!("{text:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_cut_between_characters() {
        assert_eq!(quoted("a\"b"), r#""a\"b""#);
        let long = "ä".repeat(SHOWN + 1);
        assert_eq!(quoted(&long), format!("{:?} and so on", "ä".repeat(SHOWN)));
    }
}
