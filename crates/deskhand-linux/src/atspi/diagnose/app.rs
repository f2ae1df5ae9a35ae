//! One application as a whole: who it is on the bus, and how it turned out that it can be read.

use std::time::Duration;

use deskhand_model::{App, Fact, Health};
use zvariant::Value as Variant;

use crate::atspi::object::ObjectRef;
use crate::atspi::peer::{Abilities, Peer};
use crate::atspi::quirks::Quirks;
use crate::atspi::{AtSpi, guarded};

/// How long an application may take to tell the version of its bridge.
const VERSION_WITHIN: Duration = Duration::from_millis(250);

/// Facts of an application.
pub(super) async fn facts(atspi: &AtSpi, app: &App, within: Duration) -> Vec<Fact> {
    let mut facts = vec![
        Fact::new("bus_name", app.id.as_str()),
        Fact::new("pid", app.pid.map_or_else(|| "not known".to_owned(), |pid| pid.to_string())),
        Fact::new("toolkit", format!("{} {}", app.toolkit.name, app.toolkit.version).trim()),
        Fact::new("responding", responding(&app.health)),
    ];
    let known = atspi.roster.lock().await.as_ref().and_then(|roster| roster.known(&app.id));
    let Some(peer) = known else { return facts };
    if app.health == Health::Responding {
        let version = version(&peer, within.min(VERSION_WITHIN)).await;
        facts.extend(version.map(|version| Fact::new("atspi_version", version)));
        peer.connect().await;
    }
    facts.push(Fact::new("direct_connection", direct(&peer)));
    facts.extend(learnt(&peer.abilities(), &peer.quirks));
    facts.push(Fact::new("calls", peer.calls().to_string()));
    facts
}

fn responding(health: &Health) -> String {
    match health {
        Health::Responding => "yes".to_owned(),
        Health::NotResponding { reason } => format!("no: {reason}"),
    }
}

/// The version of the protocol that the application's bridge says to speak; Qt does not say.
async fn version(peer: &Peer, within: Duration) -> Option<String> {
    let root = ObjectRef::root(&peer.bus_name);
    let ask = async {
        let told = peer.property(&root, "org.a11y.atspi.Application", "AtspiVersion").await;
        Ok(match told.as_deref() {
            Ok(Variant::Str(version)) if !version.is_empty() => Some(version.to_string()),
            _ => None,
        })
    };
    guarded(peer, within, "telling its version", ask).await.ok().flatten()
}

fn direct(peer: &Peer) -> &'static str {
    if peer.quirks.lacks_direct {
        "no: this toolkit has none"
    } else if peer.is_direct() {
        "yes"
    } else if peer.was_connected() {
        "no: it could not be opened"
    } else {
        "not tried"
    }
}

/// What was found out by reading it.
fn learnt(abilities: &Abilities, quirks: &Quirks) -> [Fact; 4] {
    let cache = if quirks.cache_is_empty { Some(false) } else { abilities.cache };
    let by = match cache {
        Some(true) => "cache",
        Some(false) => "walk",
        None => "not read yet",
    };
    [
        Fact::new("reads_by", by),
        Fact::new("cache_get_items", tried(cache)),
        Fact::new("collection_get_matches", tried(abilities.collection)),
        Fact::new("accessible_id", tried(abilities.accessible_id)),
    ]
}

fn tried(ability: Option<bool>) -> &'static str {
    match ability {
        Some(true) => "yes",
        Some(false) => "no",
        None => "not tried yet",
    }
}

#[cfg(test)]
mod tests {
    use deskhand_model::Toolkit;

    use super::*;

    fn told(toolkit: &str, abilities: Abilities) -> String {
        let toolkit = Toolkit { name: toolkit.to_owned(), version: "3.24".to_owned() };
        let facts = learnt(&abilities, &Quirks::of(&toolkit));
        facts.map(|fact| fact.value).join(", ")
    }

    #[test]
    fn what_was_not_tried_is_not_called_missing() {
        let nothing = Abilities::default();
        assert_eq!(told("gtk", nothing), "not read yet, not tried yet, not tried yet, not tried yet");
        assert_eq!(told("Qt", nothing), "walk, no, not tried yet, not tried yet");
        let some = Abilities { cache: Some(true), collection: Some(false), accessible_id: Some(true) };
        assert_eq!(told("gtk", some), "cache, yes, no, yes");
    }
}
