//! All elements of one application, in AT-SPI's own words.

use std::time::Duration;

use atspi_common::StateSet as Native;
use deskhand_engine::ports::{Accessibility, ReadRequest};
use deskhand_model::{AppId, ElementDiagnosis, Fact, Fields, NodeId, Result, Tree};
use futures_util::{StreamExt, stream};
use tokio::time::Instant;

use crate::atspi::failure::Failure;
use crate::atspi::interfaces::Interface;
use crate::atspi::object::ObjectRef;
use crate::atspi::peer::{ACCESSIBLE, Peer};
use crate::atspi::{AtSpi, LOOK, guarded, read};

/// Most elements that are told.
const MOST: usize = 20_000;

/// Elements that are asked at once.
const AT_ONCE: usize = 64;

/// The elements of an application, and whether these are all.
pub(super) struct Elements {
    pub(super) elements: Vec<ElementDiagnosis>,
    by: String,
    is_cut_off: bool,
}

impl Elements {
    /// How many there are, and what is missing.
    pub(super) fn extent(&self) -> String {
        let cut_off = if self.is_cut_off { ", and not all of it was told" } else { "" };
        format!("{} read by {}{cut_off}", self.elements.len(), self.by)
    }
}

/// Reads all elements, then asks each for what a reading leaves out. What did not answer in time is told without that.
pub(super) async fn all(atspi: &AtSpi, app: &AppId, within: Duration) -> Result<Elements> {
    let until = Instant::now() + within;
    let request =
        ReadRequest { fields: Fields::ROLE | Fields::NAME, max_nodes: MOST, ..ReadRequest::default() };
    let reading = atspi.read(app, &request, within).await?;
    let peer = atspi.peer(app, within).await?;
    let left = until.saturating_duration_since(Instant::now());
    guarded(&peer, left + LOOK, "asking its elements", async {
        let (elements, in_time) = described(&peer, &reading.tree, until).await;
        let is_cut_off = !in_time || reading.tree.gaps().is_truncated();
        Ok(Elements { elements, by: reading.path.name().to_owned(), is_cut_off })
    })
    .await
}

/// The nodes of the tree with what they say of themselves, and whether all could say it in time.
async fn described(peer: &Peer, tree: &Tree, until: Instant) -> (Vec<ElementDiagnosis>, bool) {
    let mut elements: Vec<ElementDiagnosis> = tree.ids().map(|id| plain(tree, id)).collect();
    let asks = tree.ids().map(|id| async move {
        let object = ObjectRef::from_handle(&tree.node(id).handle).ok()?;
        Some((id, own_words(peer, &object).await))
    });
    let mut answers = std::pin::pin!(stream::iter(asks).buffer_unordered(AT_ONCE));
    loop {
        match tokio::time::timeout_at(until, answers.next()).await {
            Ok(Some(Some((id, facts)))) => elements[id.index()].facts.extend(facts),
            Ok(Some(None)) => {}
            Ok(None) => return (elements, true),
            Err(_) => return (elements, false),
        }
    }
}

fn plain(tree: &Tree, id: NodeId) -> ElementDiagnosis {
    let node = tree.node(id);
    let path = ObjectRef::from_handle(&node.handle).map(|object| object.path.to_string());
    ElementDiagnosis {
        depth: tree.depth(id),
        platform_role: node.platform_role.to_string(),
        name: node.name.to_string(),
        facts: path.into_iter().map(|path| Fact::new("path", path)).collect(),
    }
}

/// Interfaces, states and actions of one object.
async fn own_words(peer: &Peer, object: &ObjectRef) -> Vec<Fact> {
    let (interfaces, states) = tokio::join!(interfaces(peer, object), states(peer, object));
    let has_actions =
        interfaces.as_ref().is_ok_and(|names| names.iter().any(|name| name == Interface::Action.name()));
    let mut facts = vec![
        Fact::new(
            "interfaces",
            or_failure(interfaces.map(|names| names.iter().map(|name| short(name)).collect())),
        ),
        Fact::new("states", or_failure(states)),
    ];
    if has_actions {
        facts.push(Fact::new("actions", or_failure(actions(peer, object).await)));
    }
    facts
}

fn or_failure(words: Result<Vec<String>, Failure>) -> String {
    match words {
        Ok(words) => words.join(", "),
        Err(Failure::Refused(why) | Failure::Garbled(why)) => format!("not told: {why}"),
        Err(Failure::NoObject | Failure::NoMethod) => "not told: it is gone".to_owned(),
        Err(Failure::Gone | Failure::Cut | Failure::Silent) => "not told: no answer".to_owned(),
    }
}

/// `Action` for `org.a11y.atspi.Action`.
fn short(interface: &str) -> String {
    interface.strip_prefix("org.a11y.atspi.").unwrap_or(interface).to_owned()
}

async fn interfaces(peer: &Peer, object: &ObjectRef) -> Result<Vec<String>, Failure> {
    let reply = peer.call(object, ACCESSIBLE, "GetInterfaces", &()).await?;
    reply.body().deserialize().map_err(|error| Failure::Garbled(error.to_string()))
}

async fn states(peer: &Peer, object: &ObjectRef) -> Result<Vec<String>, Failure> {
    let reply = peer.call(object, ACCESSIBLE, "GetState", &()).await?;
    let words: Vec<u32> = reply.body().deserialize().map_err(|error| Failure::Garbled(error.to_string()))?;
    Ok(state_words(read::join_states(&words)))
}

/// The names of a set of states; of one that the protocol does not know, its number.
fn state_words(bits: u64) -> Vec<String> {
    let word = |bit: u32| {
        let known = Native::from_bits(1 << bit).ok().and_then(|set| set.iter().next());
        known.map_or_else(|| format!("state {bit}"), |state| state.to_static_str().to_owned())
    };
    (0..u64::BITS).filter(|bit| bits & (1 << bit) != 0).map(word).collect()
}

/// The toolkit's own names of the actions, with the keys for them.
async fn actions(peer: &Peer, object: &ObjectRef) -> Result<Vec<String>, Failure> {
    let reply = peer.call(object, Interface::Action.name(), "GetActions", &()).await?;
    let told: Vec<(String, String, String)> =
        reply.body().deserialize().map_err(|error| Failure::Garbled(error.to_string()))?;
    let mut actions = Vec::with_capacity(told.len());
    for (index, (shown, _, keys)) in (0i32..).zip(told) {
        // `GetActions` tells names in the user's language, or none; `GetName` tells those of the programmer.
        let reply = peer.call(object, Interface::Action.name(), "GetName", &index).await;
        let own: Option<String> = reply.ok().and_then(|reply| reply.body().deserialize().ok());
        actions.push(action_word(own.as_ref().unwrap_or(&shown), &keys));
    }
    Ok(actions)
}

/// `click (<Alt>s)`; toolkits that have no key for an action say so with nothing or with separators alone.
fn action_word(name: &str, keys: &str) -> String {
    let name = if name.is_empty() { "(unnamed)" } else { name };
    let keys = keys.trim_matches([';', ' ']);
    if keys.is_empty() { name.to_owned() } else { format!("{name} ({keys})") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_told_in_the_words_of_the_protocol() {
        let bits = atspi_common::State::Enabled as u64 | atspi_common::State::Showing as u64 | 1 << 63;
        assert_eq!(state_words(bits), ["enabled", "showing", "state 63"]);
        assert!(state_words(0).is_empty());
    }

    #[test]
    fn an_action_is_told_with_its_keys_where_it_has_some() {
        for (name, keys, told) in [
            ("click", "", "click"),
            ("click", "s;<Alt>f:s;<Primary>s", "click (s;<Alt>f:s;<Primary>s)"),
            ("press", ";;", "press"),
            ("", "", "(unnamed)"),
        ] {
            assert_eq!(action_word(name, keys), told);
        }
    }
}
