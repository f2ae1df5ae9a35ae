//! Where to look for elements: in which applications, and in which of their windows.

use std::collections::BTreeSet;

use deskhand_engine::{Certainty, Session, WindowSelector};
use deskhand_model::{App, AppSelector, Handle, Query, Window};
use futures_util::future::join_all;

use super::choose::{Chosen, brief, choose, is_passing};
use super::deadline::Deadline;
use super::reading::{Standing, standing};
use crate::server::Refusal;

/// An application, or some windows of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) app: AppSelector,
    /// What it is called.
    pub(super) app_name: String,
    /// How sentences call it.
    pub(super) name: String,
    /// The windows' own elements, when not all of the application is meant.
    pub(super) inside: Option<Vec<Handle>>,
}

/// All places that a request means.
#[derive(Debug, Default)]
pub(super) struct Places {
    /// In the order of their windows, from back to front.
    pub(super) places: Vec<Place>,
    /// Applications that were left out because they do not answer.
    pub(super) silent: Vec<String>,
    /// Applications that were left out because they show nothing to accessibility.
    pub(super) missing: Vec<String>,
}

impl Places {
    /// The only place in question.
    pub(super) fn only(&self) -> Option<&Place> {
        match (self.places.as_slice(), self.silent.is_empty()) {
            ([only], true) => Some(only),
            _ => None,
        }
    }
}

impl Place {
    /// Whether this window is one of the application's.
    pub(super) fn owns(&self, window: &Window) -> bool {
        owner(window) == self.app
    }

    /// The query, for elements of this place alone.
    pub(super) fn narrow(&self, query: Query) -> Query {
        match &self.inside {
            Some(windows) => query.inside(windows.iter().cloned()),
            None => query,
        }
    }
}

/// Where to look for an element in these windows, or in all. With only one application in question, nobody but the
/// window system is asked.
pub(super) async fn places(
    session: &dyn Session,
    window: Option<&str>,
    deadline: Deadline,
) -> Result<Places, Refusal> {
    let Some(text) = window else { return everywhere(session, deadline).await };
    let chosen = choose(session, text, deadline).await?;
    let owners = owners_of(&chosen);
    if let [only] = owners.as_slice() {
        let place = narrowed(session, only.clone(), &chosen, deadline).await;
        return Ok(Places { places: vec![place], ..Places::default() });
    }
    let apps = session.apps(deadline.left()).await?;
    let Places { places, silent, missing } = answering(owners, &apps);
    let places = join_all(places.into_iter().map(|place| narrowed(session, place, &chosen, deadline))).await;
    Ok(Places { places, silent, missing })
}

/// All applications, those with windows first.
async fn everywhere(session: &dyn Session, deadline: Deadline) -> Result<Places, Refusal> {
    let apps = session.apps(deadline.left()).await?;
    // An application may be worth asking although the window system does not answer.
    let windows = session.windows(deadline.left()).await.unwrap_or_default();
    let mut owners = owners_of_windows(&windows);
    owners.retain(|owner| standing(&owner.app, &apps) != Standing::Missing);
    let listed: BTreeSet<u32> = windows.iter().filter_map(|window| window.pid).collect();
    let others = apps.iter().filter(|app| app.pid.is_none_or(|pid| !listed.contains(&pid)));
    owners.extend(others.map(place_of_app));
    Ok(answering(owners, &apps))
}

/// The applications of what is meant, those without windows last.
pub(super) fn owners_of(chosen: &Chosen) -> Vec<Place> {
    let mut owners = owners_of_windows(&chosen.meant);
    owners.extend(without_windows(chosen));
    owners
}

/// The applications of windows, in the order of their first window.
fn owners_of_windows(windows: &[Window]) -> Vec<Place> {
    let mut owners: Vec<Place> = Vec::new();
    for window in windows {
        let place = place_of_window(window);
        if owners.iter().all(|owner| owner.app != place.app) {
            owners.push(place);
        }
    }
    owners
}

/// Applications that are meant by their own name and have no window in the list.
fn without_windows(chosen: &Chosen) -> impl Iterator<Item = Place> + '_ {
    let has_none = |app: &&App| app.pid.is_none() || chosen.all.iter().all(|window| window.pid != app.pid);
    chosen.apps.iter().filter(has_none).map(place_of_app)
}

fn place_of_window(window: &Window) -> Place {
    Place {
        app: owner(window),
        app_name: window.app.clone(),
        name: called(&window.app, window.pid),
        inside: None,
    }
}

/// Whose window it is; one that does not tell its process is known by its class alone.
fn owner(window: &Window) -> AppSelector {
    window.pid.map_or_else(|| AppSelector::Name(window.app.clone()), AppSelector::Pid)
}

fn place_of_app(app: &App) -> Place {
    let selector = match app.pid {
        Some(pid) => AppSelector::Pid(pid),
        None => AppSelector::Name(app.name.clone()),
    };
    Place { app: selector, app_name: app.name.clone(), name: called(&app.name, app.pid), inside: None }
}

fn called(name: &str, pid: Option<u32>) -> String {
    match pid {
        Some(pid) => format!("`{}` (pid {pid})", brief(name)),
        None => format!("`{}`", brief(name)),
    }
}

/// Those that are worth asking, and the others by name.
fn answering(owners: Vec<Place>, apps: &[App]) -> Places {
    let mut sorted = Places::default();
    for owner in owners {
        match standing(&owner.app, apps) {
            Standing::Answers => sorted.places.push(owner),
            Standing::Silent => sorted.silent.push(owner.name),
            Standing::Missing => sorted.missing.push(owner.name),
        }
    }
    sorted
}

/// The place with only those of its windows that are meant, and its menus. Where it is not certain which elements the
/// windows are, with all of them: an element that is found in too large a place is still found, and strictness tells
/// when there are several.
async fn narrowed(session: &dyn Session, place: Place, chosen: &Chosen, deadline: Deadline) -> Place {
    let is_meant = |window: &Window| chosen.meant.iter().any(|meant| meant.id == window.id);
    let own: Vec<&Window> = chosen.all.iter().filter(|window| place.owns(window)).collect();
    let (wanted, others): (Vec<&Window>, Vec<&Window>) =
        own.into_iter().partition(|window| is_meant(window) || is_passing(window));
    if others.is_empty() || !wanted.iter().any(|window| is_meant(window)) {
        return place;
    }
    let elements = join_all(wanted.iter().map(|window| element_of(session, window, deadline))).await;
    let known = wanted.iter().zip(elements);
    // A menu of which this is not certain is left out: it may be that of another window.
    let inside = known.filter(|(window, element)| element.is_some() || is_meant(window));
    Place { inside: inside.map(|(_, element)| element).collect(), ..place }
}

/// The window's own element, when it is certain which that is.
async fn element_of(session: &dyn Session, window: &Window, deadline: Deadline) -> Option<Handle> {
    let view = session.window(&WindowSelector::Id(window.id), deadline.left()).await.ok()?;
    view.joined.filter(|joined| joined.certainty > Certainty::Guess).map(|joined| joined.element)
}

#[cfg(test)]
mod tests {
    use deskhand_model::{AppId, Health, Toolkit};

    use super::*;

    fn window(app: &str, pid: Option<u32>) -> Window {
        Window { app: app.to_owned(), pid, ..Window::default() }
    }

    fn app(name: &str, pid: u32, health: Health) -> App {
        App {
            id: AppId::new(name),
            name: name.to_owned(),
            pid: Some(pid),
            executable: None,
            desktop_id: None,
            toolkit: Toolkit::default(),
            health,
        }
    }

    #[test]
    fn an_application_comes_once_at_the_place_of_its_first_window() {
        let windows = [window("a", Some(1)), window("b", Some(2)), window("a", Some(1)), window("c", None)];
        let names: Vec<String> = owners_of_windows(&windows).into_iter().map(|place| place.name).collect();
        assert_eq!(names, ["`a` (pid 1)", "`b` (pid 2)", "`c`"]);
    }

    #[test]
    fn those_that_cannot_answer_are_left_out_by_name() {
        let hangs = Health::NotResponding { reason: "stopped".to_owned() };
        let apps = [app("a", 1, Health::Responding), app("b", 2, hangs)];
        let owners = owners_of_windows(&[window("a", Some(1)), window("b", Some(2)), window("c", Some(3))]);
        let sorted = answering(owners, &apps);
        assert_eq!(sorted.places.len(), 1);
        assert_eq!(sorted.silent, ["`b` (pid 2)"]);
        assert_eq!(sorted.missing, ["`c` (pid 3)"]);
    }

    #[test]
    fn an_application_without_windows_is_meant_by_its_own_name() {
        let chosen = Chosen {
            all: vec![window("a", Some(1))],
            meant: vec![window("a", Some(1))],
            apps: vec![app("a", 1, Health::Responding), app("tray", 9, Health::Responding)],
        };
        let names: Vec<String> = without_windows(&chosen).map(|place| place.name).collect();
        assert_eq!(names, ["`tray` (pid 9)"]);
    }
}
