//! What applications say of their windows: asked all at once, none waiting for another.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use deskhand_model::{App, ErrorKind, Handle, Result};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use futures_util::stream::{FuturesUnordered, StreamExt};

use crate::ports::{Accessibility, Clock, Moment, Ports, TopLevel, TopLevels};

/// How long an application may take to answer. It delays nobody, and is asked again.
const CALL_TIME: Duration = Duration::from_secs(1);

/// What an application said last.
#[derive(Clone, Debug)]
pub(super) struct Account {
    pub(super) app: App,
    pub(super) tops: Vec<TopLevel>,
    /// When it was asked.
    pub(super) asked: Moment,
    /// When it had answered.
    pub(super) at: Moment,
    /// Whether it has ended since.
    pub(super) gone: bool,
}

/// What an application is expected to know.
#[derive(Clone, Debug, Default)]
pub(super) struct Question {
    /// How many windows it has on this space, as far as is known.
    pub(super) windows: usize,
    /// The elements that they are.
    pub(super) elements: BTreeSet<Handle>,
}

/// Whom a call is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Whom {
    /// The desktop, for its applications.
    Desktop,
    /// The application with this process.
    Process(u32),
}

enum Answer {
    Applications(Result<Vec<App>>, Moment),
    Windows(u32, App, Result<(Vec<TopLevel>, Moment)>, Moment),
}

/// Asks applications and keeps what they said.
pub(super) struct Accounts {
    accessibility: Arc<dyn Accessibility>,
    clock: Arc<dyn Clock>,
    /// How long to believe that a process without accessibility has none.
    list_age: Duration,
    apps: Vec<App>,
    /// When the applications were listed, and which processes were looked for in vain.
    listed: Option<(Moment, BTreeSet<u32>)>,
    questions: BTreeMap<u32, Question>,
    said: BTreeMap<u32, Account>,
    calls: FuturesUnordered<BoxFuture<'static, Answer>>,
    /// Who is being asked.
    asking: BTreeSet<Whom>,
    /// Who did not answer in time. Nobody waits for them until they have answered again.
    late: BTreeSet<Whom>,
}

impl Accounts {
    pub(super) fn new(ports: &Ports, list_age: Duration) -> Accounts {
        Accounts {
            accessibility: ports.accessibility.clone(),
            clock: ports.clock.clone(),
            list_age,
            apps: Vec::new(),
            listed: None,
            questions: BTreeMap::new(),
            said: BTreeMap::new(),
            calls: FuturesUnordered::new(),
            asking: BTreeSet::new(),
            late: BTreeSet::new(),
        }
    }

    /// What each application said last.
    pub(super) fn said(&self) -> &BTreeMap<u32, Account> {
        &self.said
    }

    /// Asks everybody who is not being asked already, and waits for the answers of those who usually answer in time,
    /// until `patience` is over.
    pub(super) async fn ask(&mut self, questions: BTreeMap<u32, Question>, patience: Moment) {
        self.said.retain(|pid, _| questions.contains_key(pid));
        self.late.retain(|whom| {
            matches!(whom, Whom::Process(pid) if questions.contains_key(pid)) || *whom == Whom::Desktop
        });
        self.questions = questions;
        self.take_ready();
        self.list_if_needed();
        let pids: Vec<u32> = self.questions.keys().copied().collect();
        pids.into_iter().for_each(|pid| self.ask_process(pid));

        let clock = self.clock.clone();
        let mut over = clock.sleep_until(patience);
        while !self.asking.is_subset(&self.late) {
            tokio::select! {
                biased;
                Some(answer) = self.calls.next() => self.take(answer),
                () = &mut over => {
                    self.late.extend(self.asking.iter().copied());
                }
            }
        }
        self.take_ready();
    }

    /// Lets the calls under way go on until that moment.
    pub(super) async fn wait_until(&mut self, moment: Moment) {
        let clock = self.clock.clone();
        let mut over = clock.sleep_until(moment);
        loop {
            tokio::select! {
                biased;
                () = &mut over => return,
                Some(answer) = self.calls.next() => self.take(answer),
            }
        }
    }

    fn take_ready(&mut self) {
        while let Some(Some(answer)) = self.calls.next().now_or_never() {
            self.take(answer);
        }
    }

    /// Lists the applications when a process is not among them, unless that was tried a short while ago.
    fn list_if_needed(&mut self) {
        let now = self.clock.now();
        let is_missing = |pid: &&u32| !self.apps.iter().any(|app| app.pid == Some(**pid));
        let missing: BTreeSet<u32> = self.questions.keys().filter(is_missing).copied().collect();
        let is_due = match &self.listed {
            None => true,
            Some((at, in_vain)) => !missing.is_subset(in_vain) || now >= at.plus(self.list_age),
        };
        if missing.is_empty() || !is_due || !self.asking.insert(Whom::Desktop) {
            return;
        }
        let (accessibility, clock) = (self.accessibility.clone(), self.clock.clone());
        self.calls.push(Box::pin(async move {
            let apps = accessibility.applications(CALL_TIME).await;
            Answer::Applications(apps, clock.now())
        }));
    }

    fn ask_process(&mut self, pid: u32) {
        let Some(app) = self.apps.iter().find(|app| app.pid == Some(pid)).cloned() else { return };
        let Some(question) = self.questions.get(&pid).cloned() else { return };
        if !self.asking.insert(Whom::Process(pid)) {
            return;
        }
        let (accessibility, clock) = (self.accessibility.clone(), self.clock.clone());
        self.calls.push(Box::pin(async move {
            let asked = clock.now();
            let answer = windows_of(&*accessibility, &app, &question).await;
            Answer::Windows(pid, app, answer.map(|tops| (tops, asked)), clock.now())
        }));
    }

    fn take(&mut self, answer: Answer) {
        match answer {
            Answer::Applications(apps, at) => {
                self.asking.remove(&Whom::Desktop);
                if let Ok(apps) = apps {
                    self.late.remove(&Whom::Desktop);
                    self.apps = apps;
                }
                let pids: Vec<u32> = self.questions.keys().copied().collect();
                let in_vain = pids.iter().filter(|pid| !self.apps.iter().any(|app| app.pid == Some(**pid)));
                self.listed = Some((at, in_vain.copied().collect()));
                pids.into_iter().for_each(|pid| self.ask_process(pid));
            }
            Answer::Windows(pid, app, answer, at) => {
                self.asking.remove(&Whom::Process(pid));
                match answer {
                    _ if !self.questions.contains_key(&pid) => {}
                    Ok((tops, asked)) => {
                        self.late.remove(&Whom::Process(pid));
                        self.said.insert(pid, Account { app, tops, asked, at, gone: false });
                    }
                    Err(error) if error.kind() == ErrorKind::AppGone => {
                        self.apps.retain(|other| other.pid != Some(pid));
                        let before = self.said.remove(&pid);
                        let account =
                            before.unwrap_or(Account { app, tops: Vec::new(), asked: at, at, gone: true });
                        self.said.insert(pid, Account { gone: true, ..account });
                    }
                    // It does not answer: what it said last stands.
                    Err(_) => {
                        self.late.insert(Whom::Process(pid));
                    }
                }
            }
        }
    }
}

/// An application's windows. One that is just being minimised can be missing among them and is looked for among all
/// its children before anything is decided.
async fn windows_of(
    accessibility: &dyn Accessibility,
    app: &App,
    expected: &Question,
) -> Result<Vec<TopLevel>> {
    let mut tops = accessibility.top_levels(&app.id, TopLevels::Windows, CALL_TIME).await?;
    let listed: BTreeSet<Handle> = tops.iter().map(|top| top.handle.clone()).collect();
    if listed.len() < expected.windows || !expected.elements.is_subset(&listed) {
        let children = accessibility.top_levels(&app.id, TopLevels::Children, CALL_TIME).await?;
        tops.extend(children.into_iter().filter(|child| !listed.contains(&child.handle)));
    }
    Ok(tops)
}
