//! Everything that one application says, put down in one mailbox.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use deskhand_engine::ports::{Change, Mailbox, ReadRequest};
use deskhand_model::{Fields, Handle, Tree};
use futures_util::future::join_all;

use super::events::{Meaning, Signal, Structure, meaning};
use super::items::Items;
use crate::atspi::failure::Failure;
use crate::atspi::object::ObjectRef;
use crate::atspi::peer::Peer;
use crate::atspi::quirks::Quirks;
use crate::atspi::read;
use crate::atspi::wire::{Heard, Message, Rule, Subscription};

/// Of more elements that may have other children, none is asked: everything has to be read.
const ASKED: usize = 64;

/// How many elements are remembered at most. With more, all begin anew.
const REMEMBERED: usize = 1 << 14;

/// Where what an application says goes to.
pub(in crate::atspi) struct Feed {
    bus_name: Arc<str>,
    quirks: Quirks,
    mailbox: Arc<Mailbox>,
    memory: Mutex<Memory>,
    /// Held while elements are asked, so that nobody takes those for settled that somebody else has not heard of yet.
    asking: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct Memory {
    /// Elements that may have other children.
    doubtful: Doubtful,
    /// The element that got the focus last.
    focused: Option<Handle>,
    /// The children of elements that were in doubt before.
    seen: HashMap<ObjectRef, Arc<[Handle]>>,
    /// Elements whose bounds were told since they came into sight.
    placed: HashSet<ObjectRef>,
    /// Items that nobody tells of.
    items: Items,
    /// Whether parts of the tree belong to another process, which nobody listens to.
    has_guests: bool,
}

/// Elements that may have other children.
enum Doubtful {
    /// These; not more than can be asked.
    Some(HashSet<ObjectRef>),
    /// Too many to ask each of them.
    Many,
}

impl Default for Doubtful {
    fn default() -> Doubtful {
        Doubtful::Some(HashSet::new())
    }
}

impl Doubtful {
    fn insert(&mut self, object: ObjectRef) {
        if let Doubtful::Some(objects) = self {
            objects.insert(object);
            if objects.len() > ASKED {
                *self = Doubtful::Many;
            }
        }
    }
}

impl Memory {
    /// Notes that the element has a place, and returns whether it had none before.
    fn place(&mut self, object: &ObjectRef) -> bool {
        if self.placed.len() >= REMEMBERED {
            self.placed.clear();
        }
        self.placed.insert(object.clone())
    }

    /// Notes the children of an element, and returns whether they are others than the last time.
    fn see(&mut self, object: &ObjectRef, children: &Arc<[Handle]>) -> bool {
        if self.seen.len() >= REMEMBERED {
            self.seen.clear();
        }
        self.seen.insert(object.clone(), children.clone()).is_none_or(|before| before != *children)
    }
}

impl Feed {
    /// Begins to listen to the application, until what is returned beside the feed is dropped.
    pub(in crate::atspi) async fn open(
        peer: &Peer,
        mailbox: Arc<Mailbox>,
    ) -> Result<(Arc<Feed>, Subscription), Failure> {
        let feed = Arc::new(Feed {
            bus_name: peer.bus_name.clone(),
            quirks: peer.quirks,
            mailbox,
            memory: Mutex::default(),
            asking: tokio::sync::Mutex::default(),
        });
        let rule = Rule { sender: peer.bus_name.clone(), only: None };
        let hearing = feed.clone();
        let hear = move |heard: Heard<'_>| match heard {
            Heard::Signal(signal) => hearing.hear(signal),
            Heard::Nothing => hearing.mailbox.close(),
        };
        let subscription = peer.bus().listen(rule, hear).await?;
        Ok((feed, subscription))
    }

    /// Asks the elements that have to be asked because of what has arrived. Signals are in the mailbox as soon as they come.
    pub(in crate::atspi) async fn settle(&self, peer: &Peer) {
        self.ask_doubtful(peer).await;
        // Over a connection that broke nothing is heard any more, whatever has taken its place.
        if self.memory().has_guests || self.mailbox.is_closed() {
            self.mailbox.tell(Change::Anything);
        }
    }

    /// Notes what a reading of the whole application shows: who the elements belong to, and which of them hold items. From
    /// one of a part nobody can tell what is gone.
    pub(in crate::atspi) fn note(&self, request: &ReadRequest, tree: &Tree) {
        if request.only_roles.is_some() || tree.gaps().is_truncated() {
            return;
        }
        let is_own = |handle: &Handle| {
            handle.as_str().strip_prefix(&*self.bus_name).is_some_and(|path| path.starts_with('/'))
        };
        let has_guests = !tree.ids().all(|id| is_own(&tree.node(id).handle));
        let mut memory = self.memory();
        memory.has_guests = has_guests;
        if self.quirks.items_are_untold {
            memory.items.note(tree);
        }
    }

    /// Asks about everything that may be different without having been told.
    pub(in crate::atspi) async fn ask_untold(&self, peer: &Peer) {
        tokio::join!(self.ask_doubtful(peer), self.ask_items(peer));
    }

    /// Asks how many items there are where nobody tells of them.
    async fn ask_items(&self, peer: &Peer) {
        let holders = self.memory().items.holders();
        join_all(holders.into_iter().map(|holder| async move {
            let count = read::child_count(peer, &holder).await.ok();
            if self.memory().items.is_new_count(&holder, count) {
                self.mailbox.tell(Change::Anything);
            }
        }))
        .await;
    }

    /// Asks the elements that may have other children which they have.
    pub(in crate::atspi) async fn ask_doubtful(&self, peer: &Peer) {
        let _asking = self.asking.lock().await;
        let Doubtful::Some(doubtful) = std::mem::take(&mut self.memory().doubtful) else {
            self.mailbox.tell(Change::Anything);
            return;
        };
        let unanswered = (!doubtful.is_empty()).then(|| Unanswered(&self.mailbox));
        join_all(doubtful.into_iter().map(|object| async move {
            let change = match read::children(peer, &object).await {
                Ok(children) if self.quirks.much_is_untold && self.memory().see(&object, &children) => {
                    Change::Anything
                }
                Ok(children) => Change::ChildrenNow(object.handle(), children),
                Err(_) => Change::Children(object.handle()),
            };
            self.mailbox.tell(change);
        }))
        .await;
        if let Some(unanswered) = unanswered {
            unanswered.forget();
        }
    }

    fn hear(&self, message: &Message) {
        let Some(meaning) = Signal::with(message, |signal| meaning(signal, &self.quirks)) else { return };
        let Some(path) = message.path().map(Arc::from) else { return };
        self.understand(ObjectRef { bus: self.bus_name.clone(), path }, meaning);
    }

    fn understand(&self, object: ObjectRef, meaning: Meaning) {
        if !meaning.fields.is_empty() {
            self.mailbox.tell(Change::Fields(object.handle(), meaning.fields));
        }
        if meaning.gained_focus {
            // GTK 3.24 does not always tell who had it before.
            let before = self.memory().focused.replace(object.handle());
            self.mailbox.tell(before.map_or(Change::Anything, |who| Change::Fields(who, Fields::STATES)));
        }
        if meaning.has_no_place_yet {
            self.memory().placed.remove(&object);
        }
        match meaning.structure {
            Structure::Same => {}
            Structure::PerhapsChildren => {
                let is_placed_now = self.memory().place(&object);
                if is_placed_now {
                    self.mailbox.tell(Change::Fields(object.handle(), Fields::STATES));
                }
                self.memory().doubtful.insert(object);
            }
            Structure::Children => self.mailbox.tell(Change::Children(object.handle())),
            Structure::Anything => self.mailbox.tell(Change::Anything),
        }
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Questions that are forgotten when nobody waits for the answers any more: then everything may be different.
struct Unanswered<'a>(&'a Mailbox);

impl Unanswered<'_> {
    /// All were answered.
    fn forget(self) {
        std::mem::forget(self);
    }
}

impl Drop for Unanswered<'_> {
    fn drop(&mut self) {
        self.0.tell(Change::Anything);
    }
}

#[cfg(test)]
mod tests {
    use deskhand_engine::ports::SystemClock;
    use deskhand_model::{NodeData, Role, Toolkit, TreeBuilder};

    use super::*;

    const APP: &str = ":1.5";

    /// A feed of a Qt application.
    fn feed() -> Feed {
        let toolkit = Toolkit { name: "Qt".to_owned(), version: "6.4.2".to_owned() };
        Feed {
            bus_name: APP.into(),
            quirks: Quirks::of(&toolkit),
            mailbox: Arc::new(Mailbox::new(Arc::new(SystemClock::new()))),
            memory: Mutex::default(),
            asking: tokio::sync::Mutex::default(),
        }
    }

    /// A root with these objects below it.
    fn tree(below: &[(&str, Role)]) -> Tree {
        let mut builder = TreeBuilder::new();
        let root = NodeData::new(Handle::new(format!("{APP}/root")), Role::Application, "".into());
        let root = builder.add(root);
        for (handle, role) in below {
            let node = builder.add(NodeData::new(Handle::new(*handle), *role, "".into()));
            builder.link(root, node);
        }
        builder.build().unwrap()
    }

    #[test]
    fn doubts_are_counted_up_to_what_can_be_asked() {
        let mut doubtful = Doubtful::default();
        let object = |number: usize| ObjectRef { bus: APP.into(), path: format!("/{number}").into() };
        for _ in 0..2 {
            (0..ASKED).for_each(|number| doubtful.insert(object(number)));
            assert!(matches!(&doubtful, Doubtful::Some(objects) if objects.len() == ASKED));
        }
        doubtful.insert(object(ASKED));
        assert!(matches!(doubtful, Doubtful::Many));
    }

    #[test]
    fn a_guest_that_has_left_is_forgotten_with_the_next_whole_reading() {
        let feed = feed();
        let whole = ReadRequest::default();
        feed.note(&whole, &tree(&[(":1.9/page", Role::Document)]));
        assert!(feed.memory().has_guests);
        let narrow = ReadRequest { only_roles: Some(vec![Role::Button]), ..whole.clone() };
        feed.note(&narrow, &tree(&[]));
        assert!(feed.memory().has_guests, "nobody looked for it");
        feed.note(&whole, &tree(&[]));
        assert!(!feed.memory().has_guests);
    }
}
