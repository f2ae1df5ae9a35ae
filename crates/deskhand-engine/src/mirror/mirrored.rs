//! An accessibility layer that answers from live trees where it can.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use deskhand_model::{App, AppId, Diagnosis, Error, ErrorKind, Fields, Handle, NodeData, Result};

use super::asked::Asked;
use super::ear::Ear;
use super::live::{Answer, Live, kept_up};
use super::options::{MirrorOptions, Mirroring};
use super::shelf::Shelf;
use super::tally::MirrorStats;
use crate::options::EngineOptions;
use crate::ports::{
    Accessibility, Clock, Freshness, Listening, Mailbox, Perform, Performed, ReadPath, ReadRequest, Reading,
    TopLevel, TopLevels, WindowChange,
};

/// An accessibility layer with a live tree of each application that is asked for again and again.
pub(crate) struct Mirrored {
    pub(super) inner: Arc<dyn Accessibility>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) max_nodes: usize,
    max_age: Option<Duration>,
    is_checked: bool,
    shelf: Mutex<Shelf<Live>>,
}

impl Mirrored {
    pub(crate) fn new(
        inner: Arc<dyn Accessibility>,
        clock: Arc<dyn Clock>,
        options: &EngineOptions,
    ) -> Mirrored {
        let MirrorOptions { mode, most, max_age } = options.mirror;
        let most = if mode == Mirroring::Off { 0 } else { most };
        let shelf = Mutex::new(Shelf::new(most));
        let is_checked = mode == Mirroring::Checked;
        Mirrored { inner, clock, max_nodes: options.max_nodes, max_age, is_checked, shelf }
    }

    /// Listens to an application, unless somebody does already. `None` when it tells nothing.
    pub(crate) async fn listen_to(&self, app: &AppId, within: Duration) -> Result<Option<Arc<Ear>>> {
        let live = self.hearing().put(app, Arc::default());
        self.noticing(app, live.listen(&*self.inner, &self.clock, app, within).await)
    }

    /// The ear that an application is listened to with already.
    pub(crate) fn ear(&self, app: &AppId) -> Option<Arc<Ear>> {
        self.shelf().seen(app)?.ear().cloned()
    }

    /// How an answer of this application can be had that holds: from the live tree where the application tells of every
    /// change, else from itself.
    pub(crate) fn surest(&self, app: &AppId) -> Freshness {
        match self.ear(app) {
            Some(ear) if !ear.telling().structure => Freshness::NOW,
            _ => Freshness::Current,
        }
    }

    /// Something was found that the live tree of this application did not show. Where every change is told, it is told by
    /// now.
    pub(crate) fn missed(&self, app: &AppId) {
        if self.surest(app) == Freshness::NOW {
            self.doubt(app);
        }
    }

    /// Something of this application is different from what its live tree shows.
    pub(crate) fn doubt(&self, app: &AppId) {
        if let Some(live) = self.shelf().seen(app) {
            live.doubt();
        }
    }

    /// Elements that are gone are still in the live tree.
    fn notice_gone(&self, app: &AppId, answers: &[Result<NodeData>]) {
        let is_gone = |answer: &Result<NodeData>| {
            answer.as_ref().is_err_and(|error| error.kind() == ErrorKind::ElementGone)
        };
        if answers.iter().any(is_gone) {
            self.doubt(app);
        }
    }

    /// What there is to say of each live tree, those of busy applications left out.
    pub(crate) fn stats(&self) -> Vec<(AppId, MirrorStats)> {
        let shelf = self.shelf();
        shelf.all().filter_map(|(app, live)| Some((app.clone(), live.stats()?))).collect()
    }

    /// The answer of the application's live tree, if it has one and that can tell.
    async fn answer(&self, asked: &Asked<'_>) -> Result<Answer> {
        // A part of an application down to some depth is another question than the tree can answer.
        let live = if asked.request.max_depth.is_none() { self.live(asked.app) } else { None };
        let Some(live) = live else { return Ok(Answer::Unknown) };
        let listen = live.listen(&*self.inner, &self.clock, asked.app, asked.left()?);
        let Some(ear) = asked.in_time(listen).await?? else { return Ok(Answer::Unknown) };
        if !kept_up(ear.telling()).contains(asked.request.fields) {
            return Ok(Answer::Unknown);
        }
        live.answer(&ear, asked).await
    }

    /// The application's live tree as it is, when single elements at most are different from what it shows.
    pub(crate) async fn at_hand(
        &self,
        app: &AppId,
        request: &ReadRequest,
        within: Duration,
    ) -> Result<Option<Reading>> {
        let Some((live, ear)) = self.listened_to(app) else { return Ok(None) };
        live.at_hand(&ear, &self.asked(app, request, within)).await
    }

    /// Reads those elements, so that the live tree shows them as they are.
    pub(crate) async fn refresh(&self, app: &AppId, request: &ReadRequest, within: Duration) -> Result<()> {
        let Some((live, ear)) = self.listened_to(app) else { return Ok(()) };
        self.noticing(app, live.refresh(&ear, &self.asked(app, request, within)).await)
    }

    fn listened_to(&self, app: &AppId) -> Option<(Arc<Live>, Arc<Ear>)> {
        let live = self.hearing().used(app)?;
        let ear = live.ear()?.clone();
        Some((live, ear))
    }

    /// A question that is asked now.
    pub(super) fn asked<'a>(
        &'a self,
        app: &'a AppId,
        request: &'a ReadRequest,
        within: Duration,
    ) -> Asked<'a> {
        let at = self.clock.now();
        Asked {
            port: &*self.inner,
            clock: &*self.clock,
            app,
            request,
            max_age: self.max_age,
            max_nodes: self.max_nodes.max(request.max_nodes),
            at,
            until: at.plus(within),
        }
    }

    /// The live tree of an application. Who asks for the first time gets none: it may be the only time.
    fn live(&self, app: &AppId) -> Option<Arc<Live>> {
        let mut shelf = self.hearing();
        if let Some(live) = shelf.used(app) {
            return Some(live);
        }
        (shelf.has_room() && shelf.meet(app)).then(|| shelf.put(app, Arc::default()))
    }

    /// Whatever an application answers, its live tree goes when it is gone, and is doubted when an element is.
    pub(super) fn noticing<T>(&self, app: &AppId, answer: Result<T>) -> Result<T> {
        match answer.as_ref().err().map(Error::kind) {
            Some(ErrorKind::AppGone) => self.shelf().forget(app),
            // Somebody had it from a tree, where it no longer belongs.
            Some(ErrorKind::ElementGone) => self.doubt(app),
            _ => {}
        }
        answer
    }

    /// The live trees, without those that nothing is heard for any more: they begin anew.
    fn hearing(&self) -> MutexGuard<'_, Shelf<Live>> {
        let mut shelf = self.shelf();
        shelf.retain(|live| live.ear().is_none_or(|ear| !ear.mailbox().is_closed()));
        shelf
    }

    pub(super) fn shelf(&self) -> MutexGuard<'_, Shelf<Live>> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Accessibility for Mirrored {
    async fn read(&self, app: &AppId, request: &ReadRequest, within: Duration) -> Result<Reading> {
        let asked = self.asked(app, request, within);
        let answer = match self.answer(&asked).await {
            Ok(Answer::Known(reading)) if self.is_checked && reading.path == ReadPath::Mirror => {
                self.checked(&asked, reading).await
            }
            Ok(Answer::Known(reading)) => return Ok(reading),
            Ok(Answer::Unknown) => self.inner.read(app, request, asked.rest()).await,
            Err(error) => Err(error),
        };
        self.noticing(app, answer)
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
        let answer = self.noticing(app, self.inner.details(app, elements, fields, within).await)?;
        self.notice_gone(app, &answer);
        Ok(answer)
    }

    async fn confirm(
        &self,
        app: &AppId,
        elements: &[Handle],
        fields: Fields,
        within: Duration,
    ) -> Result<Vec<Result<NodeData>>> {
        let answer = self.noticing(app, self.inner.confirm(app, elements, fields, within).await)?;
        self.notice_gone(app, &answer);
        Ok(answer)
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
