//! Which application is meant, and what is wrong with one that does not answer.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use deskhand_model::{App, AppSelector, Error, ErrorKind, Result, did_you_mean, nearest_names};

use crate::engine::Engine;
use crate::ports::{Moment, ProcessState, Processes};
use crate::wait::{Deadline, Pauses, shown};

/// A list that took long to get (because an application on it hangs) is kept this many times as long.
const KEPT_PER_COST: u32 = 20;

/// Most applications that an error names.
const NAMED: usize = 10;

/// The last list of applications.
#[derive(Default)]
pub(crate) struct Seen(Mutex<Option<List>>);

struct List {
    apps: Vec<App>,
    at: Moment,
    took: Duration,
}

/// An application that was chosen.
#[derive(Clone)]
pub(crate) struct Chosen {
    pub(crate) app: App,
    /// Whether it was just seen running, or only remembered.
    pub(crate) fresh: bool,
}

impl Engine {
    /// All applications, each with the class of its windows as its desktop id.
    pub(crate) async fn list_apps_with_ids(&self, within: Duration) -> Result<Vec<App>> {
        let apps = self.list_apps(within).await?;
        Ok(self.with_desktop_ids(apps, within).await)
    }

    /// Fills in what only the window system knows: the class of an application's windows, by which desktop files and
    /// window managers call it. Without a display the applications stay as they are.
    async fn with_desktop_ids(&self, mut apps: Vec<App>, within: Duration) -> Vec<App> {
        let windows = self.ports.compositor.windows(within).await.unwrap_or_default();
        for app in apps.iter_mut().filter(|app| app.desktop_id.is_none() && app.pid.is_some()) {
            let own = windows.iter().find(|window| window.pid == app.pid && !window.app.is_empty());
            app.desktop_id = own.map(|window| window.app.clone());
        }
        apps
    }

    /// Asks for all applications and remembers the answer.
    pub(crate) async fn list_apps(&self, within: Duration) -> Result<Vec<App>> {
        let began = self.now();
        let apps = self.ports.accessibility.applications(within).await?;
        let at = self.now();
        let list = List { apps: apps.clone(), at, took: at.since(began) };
        *self.seen.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(list);
        Ok(apps)
    }

    /// The one application that is meant; waits until it is there.
    pub(crate) async fn choose_app(&self, selector: &AppSelector, deadline: &Deadline<'_>) -> Result<Chosen> {
        self.await_app(selector, deadline, deadline).await
    }

    /// The same, waiting no longer than `patience`.
    pub(crate) async fn await_app(
        &self,
        selector: &AppSelector,
        deadline: &Deadline<'_>,
        patience: &Deadline<'_>,
    ) -> Result<Chosen> {
        if let Some(app) = self.remembered_app(selector) {
            return Ok(Chosen { app, fresh: false });
        }
        let mut pauses = Pauses::new(&self.options);
        loop {
            let mut apps = self.list_apps(deadline.for_call()).await?;
            if selector.select(&apps).is_empty() {
                apps = self.with_desktop_ids(apps, deadline.for_call()).await;
            }
            match selector.select(&apps).as_slice() {
                [only] => return Ok(Chosen { app: (*only).clone(), fresh: true }),
                [] => {
                    if self.has_ended(selector) || !pauses.pause(patience, Duration::ZERO).await {
                        return Err(app_not_found(selector, &apps, deadline.waited()));
                    }
                }
                several => return Err(app_ambiguous(selector, several)),
            }
        }
    }

    /// Whether it is useless to wait: a process that has ended does not come back.
    fn has_ended(&self, selector: &AppSelector) -> bool {
        match selector {
            AppSelector::Pid(pid) => self.ports.processes.state(*pid) == ProcessState::Gone,
            AppSelector::Name(_) => false,
        }
    }

    /// The application on the last list, when that list is good enough to tell that it is the only one.
    pub(crate) fn remembered_app(&self, selector: &AppSelector) -> Option<App> {
        let seen = self.seen.0.lock().unwrap_or_else(PoisonError::into_inner);
        let list = seen.as_ref()?;
        // A second application with the same name may start at any time; one with the same pid cannot.
        let age = self.now().since(list.at);
        let young = age <= self.options.app_list_age.max(list.took * KEPT_PER_COST);
        if !young && !matches!(selector, AppSelector::Pid(_)) {
            return None;
        }
        match selector.select(&list.apps).as_slice() {
            [only] => Some((*only).clone()),
            _ => None,
        }
    }

    /// Drops the remembered list.
    pub(crate) fn forget_apps(&self) {
        *self.seen.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

fn app_not_found(selector: &AppSelector, apps: &[App], waited: Duration) -> Error {
    let near = match selector {
        AppSelector::Name(name) => {
            let names = apps.iter().flat_map(|app| [Some(app.name.as_str()), app.executable.as_deref()]);
            let mut near = nearest_names(name, names.flatten().filter(|name| !name.is_empty()), 6);
            near.dedup();
            near.truncate(3);
            near
        }
        AppSelector::Pid(_) => Vec::new(),
    };
    let hint = match apps {
        [] => "no application is connected to the accessibility bus; one that was started before \
               accessibility was switched on has to be started again"
            .to_owned(),
        some => format!("running: {}", list(&some.iter().collect::<Vec<_>>())),
    };
    let which = match selector {
        AppSelector::Pid(pid) => format!("with pid {pid}"),
        AppSelector::Name(_) => selector.to_string(),
    };
    Error::new(ErrorKind::AppNotFound, format!("No application {which} is running{}", did_you_mean(&near)))
        .tried(format!("looked for {selector} among {} applications for {}", apps.len(), shown(waited)))
        .hint(hint)
}

/// These applications are called so, and one is meant.
pub fn app_ambiguous(selector: &AppSelector, several: &[&App]) -> Error {
    Error::new(ErrorKind::AppAmbiguous, format!("{} applications are called {selector}", several.len()))
        .tried(format!("matched {}", list(several)))
        .hint("name the one that is meant by its pid")
}

fn list(apps: &[&App]) -> String {
    let mut shown: Vec<String> = apps.iter().take(NAMED).map(|app| describe(app)).collect();
    if apps.len() > NAMED {
        shown.push(format!("and {} more", apps.len() - NAMED));
    }
    shown.join(", ")
}

/// An application as sentences name it.
pub(crate) fn describe(app: &App) -> String {
    let name = match (app.name.as_str(), app.executable.as_deref()) {
        ("", Some(executable)) => executable,
        ("", None) => "unnamed",
        (name, _) => name,
    };
    match app.pid {
        Some(pid) => format!("`{name}` (pid {pid})"),
        None => format!("`{name}`"),
    }
}

/// A provider's error about an application, with the application's name and with what the operating system knows
/// of its process.
pub(crate) fn diagnose(error: Error, app: &App, processes: &dyn Processes) -> Error {
    let state = app.pid.map(|pid| processes.state(pid));
    match (error.kind(), state) {
        // The end of a process often shows first as a call without an answer.
        (ErrorKind::AppNotResponding | ErrorKind::AppGone, Some(ProcessState::Gone)) => {
            retold(error, ErrorKind::AppGone, format!("{} has ended", describe(app)))
        }
        (ErrorKind::AppNotResponding, Some(ProcessState::Stopped)) => {
            let pid = app.pid.unwrap_or_default();
            retold(error, ErrorKind::AppNotResponding, format!("{} is stopped (SIGSTOP)", describe(app)))
                .hint(format!("continue it with `kill -CONT {pid}`"))
        }
        (kind @ (ErrorKind::AppNotResponding | ErrorKind::AppGone), _)
            if !error.message().contains(&app.name) || app.name.is_empty() =>
        {
            let message = format!("{}: {}", describe(app), error.message());
            retold(error, kind, message)
        }
        _ => error,
    }
}

/// The same evidence under another headline.
pub(crate) fn retold(error: Error, kind: ErrorKind, message: String) -> Error {
    let mut told = Error::new(kind, message).candidates(error.nearest().iter().cloned());
    for step in error.steps() {
        told = told.tried(step.clone());
    }
    if error.message() != told.message() {
        told = told.tried(error.message().to_owned());
    }
    match error.advice() {
        Some(advice) => told.hint(advice.to_owned()),
        None => told,
    }
}
