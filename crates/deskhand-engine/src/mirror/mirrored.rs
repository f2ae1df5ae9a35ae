//! An accessibility layer that answers from live trees where it can.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use deskhand_model::{App, AppId, Diagnosis, Error, ErrorKind, Fields, Handle, NodeData, Result};

use super::ear::Ear;
use super::live::Live;
use super::options::{MirrorOptions, Mirroring};
use super::shelf::Shelf;
use crate::ports::{
    Accessibility, Clock, Listening, Mailbox, Perform, Performed, ReadRequest, Reading, TopLevel, TopLevels,
    WindowChange,
};

/// An accessibility layer with a live tree of each application that is asked for again and again.
pub(crate) struct Mirrored {
    inner: Arc<dyn Accessibility>,
    clock: Arc<dyn Clock>,
    shelf: Mutex<Shelf<Live>>,
}

impl Mirrored {
    pub(crate) fn new(
        inner: Arc<dyn Accessibility>,
        clock: Arc<dyn Clock>,
        options: &MirrorOptions,
    ) -> Mirrored {
        let most = if options.mode == Mirroring::Off { 0 } else { options.most };
        Mirrored { inner, clock, shelf: Mutex::new(Shelf::new(most)) }
    }

    /// Listens to an application, unless somebody does already. `None` when it tells nothing.
    pub(crate) async fn listen_to(&self, app: &AppId, within: Duration) -> Result<Option<Arc<Ear>>> {
        let live = self.shelf().put(app, Arc::default());
        self.noticing(app, live.listen(&*self.inner, &self.clock, app, within).await)
    }

    /// The ear that an application is listened to with already.
    pub(crate) fn ear(&self, app: &AppId) -> Option<Arc<Ear>> {
        self.shelf().seen(app)?.ear().cloned()
    }

    /// Whatever an application answers, its mirror goes when it is gone.
    fn noticing<T>(&self, app: &AppId, answer: Result<T>) -> Result<T> {
        if answer.as_ref().is_err_and(|error: &Error| error.kind() == ErrorKind::AppGone) {
            self.shelf().forget(app);
        }
        answer
    }

    fn shelf(&self) -> MutexGuard<'_, Shelf<Live>> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Accessibility for Mirrored {
    async fn read(&self, app: &AppId, request: &ReadRequest, within: Duration) -> Result<Reading> {
        self.noticing(app, self.inner.read(app, request, within).await)
    }

    async fn read_below(
        &self,
        app: &AppId,
        element: &Handle,
        request: &ReadRequest,
        within: Duration,
    ) -> Result<Reading> {
        self.noticing(app, self.inner.read_below(app, element, request, within).await)
    }

    async fn listen(
        &self,
        app: &AppId,
        mailbox: Arc<Mailbox>,
        within: Duration,
    ) -> Result<Option<Listening>> {
        self.noticing(app, self.inner.listen(app, mailbox, within).await)
    }

    async fn caught_up(&self, app: &AppId, within: Duration) -> Result<()> {
        self.noticing(app, self.inner.caught_up(app, within).await)
    }

    async fn applications(&self, within: Duration) -> Result<Vec<App>> {
        self.inner.applications(within).await
    }

    async fn details(
        &self,
        app: &AppId,
        elements: &[Handle],
        fields: Fields,
        within: Duration,
    ) -> Result<Vec<Result<NodeData>>> {
        self.noticing(app, self.inner.details(app, elements, fields, within).await)
    }

    async fn perform(
        &self,
        app: &AppId,
        element: &Handle,
        what: &Perform,
        within: Duration,
    ) -> Result<Performed> {
        self.noticing(app, self.inner.perform(app, element, what, within).await)
    }

    async fn text(&self, app: &AppId, element: &Handle, within: Duration) -> Result<String> {
        self.noticing(app, self.inner.text(app, element, within).await)
    }

    async fn top_levels(&self, app: &AppId, among: TopLevels, within: Duration) -> Result<Vec<TopLevel>> {
        self.noticing(app, self.inner.top_levels(app, among, within).await)
    }

    async fn diagnose(&self, app: Option<&AppId>, within: Duration) -> Result<Diagnosis> {
        self.inner.diagnose(app, within).await
    }

    async fn change_window(
        &self,
        app: &AppId,
        window: &Handle,
        change: WindowChange,
        within: Duration,
    ) -> Result<()> {
        self.noticing(app, self.inner.change_window(app, window, change, within).await)
    }
}
