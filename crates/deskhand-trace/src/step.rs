//! A step in the making.

use std::sync::Arc;
use std::time::{Instant, SystemTime};

use deskhand_engine::{Element, Receipt, Session, Snapshot};
use deskhand_model::{App, Candidate, Error, ErrorKind, NodeId, Rect};
use deskhand_schema::{self as schema, Asked, FailureDetail, TraceStep};

use crate::log::Mark;
use crate::picture::Picture;
use crate::record::Record;
use crate::scene::{Look, Scene, Subject};
use crate::sighting::{keeps_secret, listed};
use crate::words;
use crate::writer::Writer;

/// What a step is going to be.
pub(crate) struct Plan<'a> {
    pub(crate) asked: Asked,
    pub(crate) title: String,
    pub(crate) subject: Subject<'a>,
    pub(crate) looks: Looks,
}

/// How much is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Looks {
    /// Tree and picture, before and after: for what changes something.
    BeforeAndAfter,
    /// A picture once it is over: for what only looks itself.
    Picture,
    /// The same with the tree, where the answer alone does not tell which element it is about.
    PictureAndTree,
    /// Nothing.
    Nothing,
}

/// A step that is under way. One that is dropped before its end was given up by whoever asked, and is written as such.
pub(crate) struct Draft<'a> {
    session: &'a dyn Session,
    writer: &'a Arc<Writer>,
    record: Option<Box<Record>>,
    subject: Subject<'a>,
    looks: Looks,
    mark: Option<Mark>,
    asked_at: Instant,
    /// Where the step's element is on the screen, as far as is known.
    target: Option<Rect>,
    /// The application's process, as far as is known.
    pid: Option<u32>,
    /// Whether what is typed goes into a field that keeps a secret, as far as was known before.
    secret_before: Option<bool>,
    /// Whether it makes sense to look at the application again.
    look_again: bool,
    /// Whether all of it is known, and it only waits for room.
    over: bool,
}

impl<'a> Draft<'a> {
    /// Begins a step, with a look at the application where it is going to be changed.
    pub(crate) async fn begin(
        session: &'a dyn Session,
        writer: &'a Arc<Writer>,
        plan: Plan<'a>,
    ) -> Draft<'a> {
        let began = Instant::now();
        let options = writer.options();
        let started = SystemTime::now().duration_since(writer.started()).unwrap_or_default();
        let mut record = Record::new(plan.title, plan.asked);
        record.step.command.clone_from(&options.command);
        record.step.timing.started_ms = words::milliseconds(started);
        let mut draft = Draft {
            session,
            writer,
            record: Some(Box::new(record)),
            subject: plan.subject,
            looks: plan.looks,
            mark: options.log.as_ref().map(|log| log.mark()),
            asked_at: began,
            target: None,
            pid: None,
            secret_before: None,
            look_again: true,
            over: false,
        };
        if plan.looks == Looks::BeforeAndAfter {
            draft.look_before().await;
        }
        draft.asked_at = Instant::now();
        let before = draft.asked_at.saturating_duration_since(began);
        draft.step(|step| step.timing.before_ms = words::milliseconds(before));
        draft
    }

    async fn look_before(&mut self) {
        let look = Look { subject: self.subject, tree: true, target: None, pid: None, when: "before" };
        let scene = Scene::see(self.session, look, self.writer.options()).await;
        if let Some(sighting) = &scene.sighting {
            let (matches, candidates) = (sighting.matches, sighting.candidates.clone());
            self.step(|step| (step.matches, step.candidates) = (Some(matches), candidates));
            self.target = sighting.bounds;
        }
        self.secret_before = scene.secret;
        if let Some(record) = &mut self.record {
            record.before = scene.picture;
            record.tree_before = scene.snapshot.map(|snapshot| snapshot.tree);
            record.step.not_recorded.extend(scene.missing);
        }
    }

    /// The answer is there.
    pub(crate) fn answered(&mut self) {
        let took = self.asked_at.elapsed();
        self.step(|step| step.timing.took_ms = words::milliseconds(took));
    }

    /// Changes what is going to be written.
    pub(crate) fn step(&mut self, change: impl FnOnce(&mut TraceStep)) {
        if let Some(record) = &mut self.record {
            change(&mut record.step);
        }
    }

    /// What came of it, in one line.
    pub(crate) fn outcome(&mut self, outcome: impl Into<String>) {
        self.step(|step| step.outcome = outcome.into());
    }

    /// It failed.
    pub(crate) fn failed(&mut self, error: &Error) {
        // There is nobody to look at, and looking would only wait for it once more.
        let nobody = [
            ErrorKind::AppNotFound,
            ErrorKind::AppAmbiguous,
            ErrorKind::AppGone,
            ErrorKind::AppNotResponding,
        ];
        self.look_again = !nobody.contains(&error.kind());
        self.step(|step| {
            step.outcome = error.message().to_owned();
            if step.candidates.is_empty() {
                step.candidates = error.nearest().iter().map(schema::Candidate::from).collect();
            }
            step.error = Some(FailureDetail::from(error));
        });
    }

    /// It was done.
    pub(crate) fn acted(&mut self, receipt: &Receipt) {
        self.pid = receipt.pid;
        let bounds = receipt.target.as_ref().and_then(|target| target.bounds);
        self.target = bounds.or(self.target);
        self.step(|step| step.receipt = Some(receipt.into()));
    }

    /// It is about this application.
    pub(crate) fn of(&mut self, app: &App) {
        self.pid = app.pid;
    }

    /// It found these elements.
    pub(crate) fn found(&mut self, elements: &[Element]) {
        self.pid = elements.first().and_then(|element| element.app.pid);
        self.target = elements.first().and_then(|element| element.data.bounds);
        let candidates = elements.first().map(|first| {
            let ids: Vec<NodeId> = elements.iter().map(|element| element.id).collect();
            listed(&first.tree, &ids)
        });
        let healed = elements.iter().find_map(|element| element.healed.as_deref()).map(schema::Heal::from);
        self.step(|step| {
            step.matches = Some(elements.len());
            step.candidates = candidates.unwrap_or_default();
            step.healed = healed;
        });
    }

    /// The answer is a picture, so that no other needs to be taken.
    pub(crate) fn pictured(&mut self, picture: Picture) {
        self.looks = Looks::Nothing;
        if let Some(record) = &mut self.record {
            record.after = Some(picture);
        }
    }

    /// The answer is a tree.
    pub(crate) fn read(&mut self, snapshot: &Snapshot) {
        self.of(&snapshot.app);
        if let Some(record) = &mut self.record {
            record.tree_after = Some(snapshot.clone());
        }
    }

    /// Looks at the application as it is now. Returns whether the step's element keeps a secret, as far as is known.
    pub(crate) async fn look_after(&mut self, acted_on: Option<&Candidate>) -> Option<bool> {
        let began = Instant::now();
        let mut secret = self.secret_before;
        if self.looks != Looks::Nothing && self.look_again {
            let tree = matches!(self.looks, Looks::BeforeAndAfter | Looks::PictureAndTree);
            let (subject, target, pid) = (self.subject, self.target, self.pid);
            let look = Look { subject, tree, target, pid, when: "after" };
            let scene = Scene::see(self.session, look, self.writer.options()).await;
            let trees = [
                scene.snapshot.as_ref().map(|snapshot| &snapshot.tree),
                self.record.as_ref().and_then(|record| record.tree_before.as_ref()),
            ];
            let by_receipt = |target: &Candidate| {
                trees.into_iter().flatten().filter_map(|tree| keeps_secret(target, tree)).max()
            };
            // One reading that says it is a secret is enough.
            secret = [secret, scene.secret, acted_on.and_then(by_receipt)].into_iter().flatten().max();
            if let Some(record) = &mut self.record {
                record.after = scene.picture;
                record.tree_after = scene.snapshot.or_else(|| record.tree_after.take());
                record.step.not_recorded.extend(scene.missing);
            }
        }
        let cost = began.elapsed();
        self.step(|step| step.timing.after_ms += words::milliseconds(cost));
        secret
    }

    /// Waits a little for what an action has set off, so that the picture shows it.
    pub(crate) async fn settle(&mut self) {
        let settle = self.writer.options().settle;
        let app = match self.subject {
            Subject::App(app) => app,
            Subject::Element(locator) => &locator.app,
            Subject::Nothing | Subject::Screen => return,
        };
        if settle.is_zero() {
            return;
        }
        let began = Instant::now();
        // An application that does not come to rest is looked at as it is.
        let _ = self.session.wait_for_idle(app, settle).await;
        let cost = began.elapsed();
        self.step(|step| step.timing.after_ms += words::milliseconds(cost));
    }

    /// Keeps these texts out of everything that is written.
    pub(crate) fn mask(&mut self, secrets: Vec<String>) {
        if let Some(record) = &mut self.record {
            record.step.masked = true;
            record.secrets = secrets;
        }
    }

    /// Hands the step to be written, once there is room for it.
    pub(crate) async fn end(mut self) {
        self.over = true;
        self.writer.room().await;
        self.write();
    }

    fn write(&mut self) {
        let Some(mut record) = self.record.take() else { return };
        if let (Some(log), Some(mark)) = (&self.writer.options().log, self.mark) {
            (record.step.log, record.step.log_left_out) = log.since(mark);
        }
        self.writer.write(record);
    }
}

impl Drop for Draft<'_> {
    fn drop(&mut self) {
        if self.record.is_some() && !self.over {
            self.answered();
            self.outcome("given up: nobody waited for the answer");
        }
        self.write();
    }
}
