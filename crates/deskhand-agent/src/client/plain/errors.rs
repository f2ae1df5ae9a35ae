//! What to say when something is not there, or there is more than one of it.

use deskhand_engine::{Found, Locator};
use deskhand_model::{App, AppSelector, Candidate, Error, ErrorKind, did_you_mean, nearest_names};

use super::look::Look;

/// Most elements and applications that an error lists.
pub(super) const LISTED: usize = 10;

pub(super) fn candidates(found: &Found) -> Vec<Candidate> {
    let shown = found.elements.iter().take(LISTED);
    shown.map(|element| Candidate::describe(&element.tree, element.id, 1.0)).collect()
}

pub(super) fn not_found(locator: &Locator, look: &Look) -> Error {
    let (app, query) = (&look.snapshot.app.name, locator.query.source());
    let nearest = locator.query.nearest(&look.snapshot.tree, LISTED);
    Error::new(ErrorKind::NotFound, format!("No element of `{app}` matches `{query}`")).candidates(nearest)
}

pub(super) fn ambiguous(locator: &Locator, found: &Found, several: usize) -> Error {
    let (app, query) = (&found.snapshot.app.name, locator.query.source());
    Error::new(ErrorKind::Ambiguous, format!("{several} elements of `{app}` match `{query}`"))
        .candidates(candidates(found))
        .hint("say more about the one that is meant, or take it by its number")
}

pub(super) fn app_not_found(selector: &AppSelector, apps: &[App]) -> Error {
    let names = apps.iter().map(|app| app.name.as_str());
    let near = match selector {
        AppSelector::Name(name) => nearest_names(name, names.clone(), 3),
        AppSelector::Pid(_) => Vec::new(),
    };
    let there: Vec<&str> = names.take(LISTED).collect();
    let message = format!("No window of an application {selector} is there{}", did_you_mean(&near));
    Error::new(ErrorKind::AppNotFound, message).hint(format!("with windows: {}", there.join(", ")))
}
