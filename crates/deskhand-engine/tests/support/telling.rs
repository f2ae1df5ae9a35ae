//! Applications that tell of their changes. What they tell is on its way until somebody makes sure that it arrived.

use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use deskhand_engine::ports::{Change, Listening, Mailbox, ReadPath, ReadRequest, Reading};
use deskhand_model::{AppId, Error, ErrorKind, Handle, Result};

use super::ports::tree;
use super::{Desktop, FakeApp, World};

/// Who listens to whom, and what is on its way.
#[derive(Default)]
pub(crate) struct Post {
    mailboxes: Vec<(AppId, Weak<Mailbox>)>,
    on_its_way: Vec<(AppId, Change)>,
}

/// Stops listening when it is dropped.
struct Subscription {
    post: Arc<Mutex<Post>>,
    mailbox: Weak<Mailbox>,
}

impl Drop for Subscription {
    fn drop(&mut self) {
        self.post.lock().unwrap().mailboxes.retain(|(_, other)| !other.ptr_eq(&self.mailbox));
    }
}

impl Desktop {
    pub(super) async fn lend_an_ear(
        &self,
        app: &AppId,
        mailbox: Arc<Mailbox>,
        within: Duration,
    ) -> Result<Option<Listening>> {
        let Some(telling) = self.world().by_id(app).and_then(|fake| fake.telling) else {
            return Ok(None);
        };
        self.note(format!("listen {}", app.as_str()));
        self.call(app, within).await?;
        let mailbox = Arc::downgrade(&mailbox);
        self.post.lock().unwrap().mailboxes.push((app.clone(), mailbox.clone()));
        let guard = Box::new(Subscription { post: self.post.clone(), mailbox });
        Ok(Some(Listening { telling, guard }))
    }

    /// How many listen to this application.
    pub(crate) fn listeners(&self, app: &str) -> usize {
        self.post.lock().unwrap().mailboxes.iter().filter(|(own, _)| own.as_str() == app).count()
    }

    /// Changes an application, which sends word of it.
    pub(crate) fn alter(&self, app: &str, changes: &[Change], change: impl FnOnce(&mut FakeApp)) {
        let mut world = self.world();
        change(world.app_mut(app));
        self.send(app, changes);
    }

    /// Has an application change at this time after the start, and send word of it.
    pub(crate) fn alter_at(
        &self,
        milliseconds: u64,
        app: &'static str,
        change: impl FnOnce(&mut FakeApp) -> Vec<Change> + Send + 'static,
    ) {
        let post = self.post.clone();
        self.at(milliseconds, move |world| {
            let told = change(world.app_mut(app));
            let told = told.into_iter().map(|change| (AppId::new(app), change));
            post.lock().unwrap().on_its_way.extend(told);
        });
    }

    /// Loses what is on its way, and says so.
    pub(crate) fn lose(&self, app: &str) {
        self.post.lock().unwrap().on_its_way.clear();
        self.send(app, &[Change::Anything]);
    }

    /// Has whoever listens to an application hear nothing any more.
    pub(crate) fn cut_off(&self, app: &str) {
        for (_, mailbox) in self.post.lock().unwrap().mailboxes.extract_if(.., |(own, _)| own.as_str() == app)
        {
            mailbox.upgrade().expect("somebody listens").close();
        }
    }

    /// Sends word of a change.
    pub(crate) fn send(&self, app: &str, changes: &[Change]) {
        let app = AppId::new(app);
        self.post.lock().unwrap().on_its_way.extend(changes.iter().map(|one| (app.clone(), one.clone())));
    }

    /// Has everything arrive that the application sent.
    pub(crate) fn deliver(&self, app: &AppId) {
        let post = &mut *self.post.lock().unwrap();
        let due = post.on_its_way.extract_if(.., |(own, _)| own == app);
        for (_, change) in due {
            for (_, mailbox) in post.mailboxes.iter().filter(|(own, _)| own == app) {
                if let Some(mailbox) = mailbox.upgrade() {
                    mailbox.tell(change.clone());
                }
            }
        }
    }

    /// Reads an element and what is below it.
    pub(super) async fn part(
        &self,
        app: &AppId,
        element: &Handle,
        request: &ReadRequest,
        within: Duration,
    ) -> Result<Reading> {
        self.note(format!("read_below {}", element.as_str()));
        let fake = self.call(app, within).await?;
        let part = below(&fake, element)
            .ok_or_else(|| Error::new(ErrorKind::ElementGone, "there is no such element"))?;
        Ok(Reading {
            tree: Arc::new(tree(&part, request)),
            path: ReadPath::Walk,
            direct: false,
            calls: 1,
            rounds: 1,
            age: Duration::ZERO,
        })
    }
}

/// The application as if this element were its root.
fn below(fake: &FakeApp, element: &Handle) -> Option<FakeApp> {
    let place = fake.nodes.iter().position(|(_, node)| node.handle == *element)?;
    let top = fake.nodes[place].0;
    let rest = fake.nodes[place + 1..].iter().take_while(|(depth, _)| *depth > top);
    let nodes = std::iter::once(&fake.nodes[place]).chain(rest);
    let nodes = nodes.map(|(depth, node)| (depth - top, node.clone())).collect();
    Some(FakeApp { nodes, ..fake.clone() })
}

impl World {
    /// The application with this name, which must be there.
    pub(crate) fn app_named(&self, name: &str) -> &FakeApp {
        self.by_id(&AppId::new(name)).expect("the application is there")
    }
}
