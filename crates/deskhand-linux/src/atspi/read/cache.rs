//! `Cache.GetItems`: the application lists its objects itself, with parent, name, role and states of each.
//!
//! No toolkit lists all of them (GTK 3.24: 241 of 261; GTK 4.8: only those asked for before; Qt: none), so the
//! list is a start: where an object's number of children does not fit the list, the object is asked.

use std::collections::HashMap;

use serde::Deserialize;
use tokio::sync::mpsc;
use zvariant::Type;

use super::ask::join_states;
use super::draft::Draft;
use crate::atspi::failure::Failure;
use crate::atspi::interfaces::Interfaces;
use crate::atspi::object::{ObjectRef, WireRef};
use crate::atspi::peer::Peer;
use crate::atspi::wire::{Heard, Message, Rule, Subscription};

const CACHE: &str = "org.a11y.atspi.Cache";
const CACHE_PATH: &str = "/org/a11y/atspi/cache";

/// Announcements that may wait while we are busy. What does not fit is asked for.
const ANNOUNCEMENTS: usize = 1 << 16;

/// One object as the cache lists it: `((so)(so)(so)iiassusau)`.
#[derive(Debug, Deserialize, Type)]
pub(super) struct Item<'a> {
    #[serde(borrow)]
    object: WireRef<'a>,
    #[serde(borrow)]
    _application: WireRef<'a>,
    #[serde(borrow)]
    parent: WireRef<'a>,
    index: i32,
    child_count: i32,
    #[serde(borrow)]
    interfaces: Vec<&'a str>,
    #[serde(borrow)]
    name: &'a str,
    role: u32,
    #[serde(borrow)]
    description: &'a str,
    states: Vec<u32>,
}

/// Asks for the list. `Ok(None)` when the application has no cache, or one in a layout that we do not know.
pub(super) async fn items(peer: &Peer) -> Result<Option<Message>, Failure> {
    let cache = ObjectRef { bus: peer.bus_name.clone(), path: CACHE_PATH.into() };
    match peer.call(&cache, CACHE, "GetItems", &()).await {
        Ok(reply) if reply.signature() == LAYOUT => Ok(Some(reply)),
        Ok(_) | Err(Failure::NoMethod | Failure::NoObject | Failure::Refused(_)) => Ok(None),
        Err(failure) => Err(failure),
    }
}

const LAYOUT: &str = "a((so)(so)(so)iiassusau)";

/// Puts the list into the draft. Returns the number of items.
pub(super) fn note_items(draft: &mut Draft, reply: &Message, peer: &Peer, max_nodes: usize) -> usize {
    let body = reply.body();
    let Ok(items) = body.deserialize::<Vec<Item<'_>>>() else { return 0 };
    let mut counts: Vec<(usize, i32)> = Vec::with_capacity(items.len());
    // Children of each object: (place in its parent as told, the child).
    let mut families: Vec<Vec<(i32, usize)>> = Vec::new();
    let pages = Pages::among(&items, peer);
    for item in &items {
        if pages.hold(item) {
            continue;
        }
        if draft.sketches.len() >= max_nodes {
            draft.gaps.node_limit = Some(max_nodes);
            break;
        }
        let place = note_item(draft, item, peer);
        counts.push((place, item.child_count));
        let (parent, index) = pages.seat(item);
        if parent.is_null() {
            continue;
        }
        let parent = draft.place(ObjectRef::keep(parent, &peer.bus_name), 0);
        if families.len() <= parent {
            families.resize_with(parent + 1, Vec::new);
        }
        families[parent].push((index, place));
    }
    for (place, count) in counts {
        let family = families.get_mut(place).map(std::mem::take).unwrap_or_default();
        draft.sketches[place].children = settled(family, count);
    }
    items.len()
}

/// Pages of stacks and notebooks. GTK 4.8 lists them between the stack and what is on the page, with no interface
/// but the basic one, while `GetChildren` of the stack leaves them out. The tree must not depend on the way it was
/// read, so they are left out here as well.
struct Pages<'a>(HashMap<&'a str, &'a Item<'a>>);

impl<'a> Pages<'a> {
    fn among(items: &'a [Item<'a>], peer: &Peer) -> Pages<'a> {
        let is_page = |item: &&Item<'_>| peer.quirks.lists_pages && item.interfaces.len() == 1;
        Pages(items.iter().filter(is_page).map(|item| (item.object.path.as_str(), item)).collect())
    }

    fn hold(&self, item: &Item<'_>) -> bool {
        self.0.contains_key(item.object.path.as_str())
    }

    /// The item's parent and place there, past the page that it is on.
    fn seat(&self, item: &'a Item<'a>) -> (&'a WireRef<'a>, i32) {
        let page = self.0.get(item.parent.path.as_str());
        page.map_or((&item.parent, item.index), |page| (&page.parent, page.index))
    }
}

/// The children in order, when the list tells them all and their order; `None` means that the object must be asked.
fn settled(mut family: Vec<(i32, usize)>, count: i32) -> Option<Vec<usize>> {
    if usize::try_from(count) != Ok(family.len()) {
        return None;
    }
    family.sort_unstable();
    let ordered = family.len() < 2 || family.iter().zip(0..).all(|(&(index, _), expected)| index == expected);
    ordered.then(|| family.into_iter().map(|(_, place)| place).collect())
}

fn note_item(draft: &mut Draft, item: &Item<'_>, peer: &Peer) -> usize {
    let place = draft.place(ObjectRef::keep(&item.object, &peer.bus_name), 0);
    draft.set_name(place, item.name);
    let description = draft.intern(item.description);
    let sketch = &mut draft.sketches[place];
    sketch.role = Some(item.role);
    sketch.states = Some(join_states(&item.states));
    sketch.interfaces = Some(Interfaces::from_names(item.interfaces.iter().copied()));
    sketch.description = Some(description);
    place
}

/// Objects that the application announces when a walk makes it create them (GTK 4): everything the cache would say
/// of them, one message earlier than the reply that mentions them.
pub(super) struct Announcements {
    told: mpsc::Receiver<Message>,
    _listening: Subscription,
}

impl Announcements {
    /// Starts listening; one round trip to the bus.
    pub(super) async fn listen(peer: &Peer) -> Option<Announcements> {
        let (tell, told) = mpsc::channel(ANNOUNCEMENTS);
        let rule = Rule { sender: peer.bus_name.clone(), only: Some((CACHE, "AddAccessible")) };
        let hear = move |heard: Heard<'_>| {
            if let Heard::Signal(signal) = heard {
                drop(tell.try_send(signal.clone()));
            }
        };
        let listening = peer.bus().listen(rule, hear).await;
        Some(Announcements { told, _listening: listening.ok()? })
    }

    /// Notes everything that was announced up to now.
    pub(super) fn drain_into(&mut self, draft: &mut Draft, peer: &Peer) {
        // Not more than there was room for: while these are noted, others may come.
        for _ in 0..ANNOUNCEMENTS {
            let Ok(signal) = self.told.try_recv() else { return };
            let body = signal.body();
            let Ok(item) = body.deserialize::<Item<'_>>() else { continue };
            let place = note_item(draft, &item, peer);
            if item.child_count == 0 {
                draft.sketches[place].children.get_or_insert_default();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_layout_is_what_the_type_says() {
        assert_eq!(<Vec<Item<'_>>>::SIGNATURE.to_string(), LAYOUT);
    }

    #[test]
    fn children_are_settled_only_when_all_are_listed_in_a_known_order() {
        assert_eq!(settled(vec![(1, 20), (0, 10)], 2), Some(vec![10, 20]));
        assert_eq!(settled(vec![], 0), Some(vec![]));
        assert_eq!(settled(vec![(-1, 10)], 1), Some(vec![10]), "one child has one place");
        assert_eq!(settled(vec![(0, 10)], 2), None, "one is missing");
        assert_eq!(settled(vec![(0, 10), (1, 20)], 1), None, "one is stale");
        assert_eq!(settled(vec![(-1, 10), (-1, 20)], 2), None, "the order is unknown");
        assert_eq!(settled(vec![], -1), None, "the application does not count");
    }
}
