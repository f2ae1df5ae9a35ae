//! What an application tells about its own changes, and where that is put down.

use std::any::Any;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use deskhand_model::{Fields, Handle};
use tokio::sync::watch;

use super::{Clock, Moment};

/// Most elements that a mailbox lists one by one; with more, everything may be different.
const LISTED: usize = 4096;

/// What an application's word about its changes is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Telling {
    /// Whether it tells of every element that comes, goes or moves within the tree. Where it does not, what it tells is a
    /// hint to read again, and its silence proves nothing: a kept tree is as old as the last full reading.
    pub structure: bool,
    /// The fields of which it tells every change. Others have to be read whenever they are wanted.
    pub fields: Fields,
}

/// One thing that is different now. It says where to look, not what is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// These fields of one element.
    Fields(Handle, Fields),
    /// The children of one element: some came, went or moved.
    Children(Handle),
    /// Perhaps the children of one element, for which something was told that may mean that. These are its children now:
    /// whoever knows of others has to read them.
    ChildrenNow(Handle, Arc<[Handle]>),
    /// Anything: the application told something that cannot be placed, or something of it was lost.
    Anything,
}

/// Everything that was told since somebody last looked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// Elements of which fields are different.
    pub fields: HashMap<Handle, Fields>,
    /// Elements whose children are different.
    pub children: HashSet<Handle>,
    /// Elements whose children may be different: these they were when they were last looked at.
    pub children_now: HashMap<Handle, Arc<[Handle]>>,
    /// Whether anything else may be different, too.
    pub anything: bool,
}

impl Told {
    /// Whether nothing was told.
    pub fn is_empty(&self) -> bool {
        !self.anything && self.len() == 0
    }

    fn len(&self) -> usize {
        self.fields.len() + self.children.len() + self.children_now.len()
    }
}

/// Where a provider puts down what one application tells. What is told twice is kept once, so that it stays small
/// however much the application talks.
pub struct Mailbox {
    clock: Arc<dyn Clock>,
    inside: Mutex<Inside>,
    count: watch::Sender<u64>,
    arrivals: watch::Sender<u64>,
}

#[derive(Default)]
struct Inside {
    told: Told,
    last: Option<Moment>,
    closed: bool,
}

impl Mailbox {
    /// An empty one.
    pub fn new(clock: Arc<dyn Clock>) -> Mailbox {
        Mailbox {
            clock,
            inside: Mutex::default(),
            count: watch::Sender::new(0),
            arrivals: watch::Sender::new(0),
        }
    }

    /// Puts down a change. Called by providers.
    pub fn tell(&self, change: Change) {
        let now = self.clock.now();
        // That the same children are still there is no sign of life.
        let is_news = !matches!(change, Change::ChildrenNow(..));
        {
            let mut inside = self.inside();
            if is_news {
                inside.last = Some(now);
            }
            let told = &mut inside.told;
            match change {
                _ if told.anything => {}
                Change::Fields(element, fields) => *told.fields.entry(element).or_default() |= fields,
                Change::Children(element) => {
                    told.children.insert(element);
                }
                Change::ChildrenNow(element, children) => {
                    told.children_now.insert(element, children);
                }
                Change::Anything => told.anything = true,
            }
            if told.anything || told.len() > LISTED {
                *told = Told { anything: true, ..Told::default() };
            }
        }
        if is_news {
            self.count.send_modify(|count| *count += 1);
        }
        self.arrivals.send_modify(|count| *count += 1);
    }

    /// Nothing will be put down here any more, whatever happens. Called by providers who can no longer listen.
    pub fn close(&self) {
        self.inside().closed = true;
        self.tell(Change::Anything);
    }

    /// Whether it was closed: its silence means nothing then.
    pub fn is_closed(&self) -> bool {
        self.inside().closed
    }

    /// Takes out everything that was told since the last time.
    pub fn take(&self) -> Told {
        std::mem::take(&mut self.inside().told)
    }

    /// How many changes were told in all, those that were told twice included.
    pub fn count(&self) -> u64 {
        *self.count.borrow()
    }

    /// When the last change was told.
    pub fn last(&self) -> Option<Moment> {
        self.inside().last
    }

    /// How often something was put down, whether or not it is news.
    pub fn arrivals(&self) -> u64 {
        *self.arrivals.borrow()
    }

    /// Returns when something was put down more than `arrivals` times.
    pub async fn another(&self, arrivals: u64) {
        // The sender is ours, so the wait cannot end otherwise.
        let _ = self.arrivals.subscribe().wait_for(|now| *now > arrivals).await;
    }

    /// Returns when more than `count` changes were told.
    pub async fn more_than(&self, count: u64) {
        // The sender is ours, so the wait cannot end otherwise.
        let _ = self.count.subscribe().wait_for(|now| *now > count).await;
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Mailbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mailbox").field("count", &self.count()).finish_non_exhaustive()
    }
}

/// A provider that listens to one application; it stops when this is dropped.
pub struct Listening {
    /// What the application's word is worth.
    pub telling: Telling,
    /// Whatever the provider has to let go of at the end.
    pub guard: Box<dyn Any + Send + Sync>,
}

impl fmt::Debug for Listening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Listening").field("telling", &self.telling).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::SystemClock;

    fn mailbox() -> Mailbox {
        Mailbox::new(Arc::new(SystemClock::new()))
    }

    #[tokio::test]
    async fn what_is_told_twice_is_kept_once() {
        let mailbox = mailbox();
        let button = Handle::new("button");
        mailbox.tell(Change::Fields(button.clone(), Fields::NAME));
        mailbox.tell(Change::Fields(button.clone(), Fields::STATES));
        mailbox.tell(Change::Children(button.clone()));
        let told = mailbox.take();
        assert_eq!(told.fields[&button], Fields::NAME | Fields::STATES);
        assert!(told.children.contains(&button) && !told.anything);
        assert_eq!(mailbox.count(), 3);
        assert!(mailbox.take().is_empty());
    }

    #[tokio::test]
    async fn the_last_look_at_children_counts_and_is_no_sign_of_life() {
        let mailbox = mailbox();
        let list = Handle::new("list");
        let seen = |names: &[&str]| names.iter().map(|name| Handle::new(*name)).collect::<Arc<[Handle]>>();
        mailbox.tell(Change::ChildrenNow(list.clone(), seen(&["a"])));
        mailbox.tell(Change::ChildrenNow(list.clone(), seen(&["b", "a"])));
        assert_eq!((mailbox.count(), mailbox.last(), mailbox.arrivals()), (0, None, 2));
        let told = mailbox.take();
        assert!(!told.is_empty());
        assert_eq!(told.children_now[&list], seen(&["b", "a"]));
    }

    #[tokio::test]
    async fn a_flood_becomes_one_word() {
        let mailbox = mailbox();
        for number in 0..LISTED + 2 {
            mailbox.tell(Change::Children(Handle::new(number.to_string())));
        }
        assert_eq!(mailbox.take(), Told { anything: true, ..Told::default() });
    }

    #[tokio::test]
    async fn closing_is_the_last_that_is_told() {
        let mailbox = mailbox();
        assert!(!mailbox.is_closed());
        mailbox.close();
        assert!(mailbox.is_closed() && mailbox.take().anything);
    }

    #[tokio::test]
    async fn somebody_who_waits_hears_of_the_next_change() {
        let mailbox = Arc::new(mailbox());
        let count = mailbox.count();
        let (told, ()) = tokio::join!(mailbox.more_than(count), async { mailbox.tell(Change::Anything) });
        assert_eq!(told, ());
        assert!(mailbox.last().is_some());
    }
}
