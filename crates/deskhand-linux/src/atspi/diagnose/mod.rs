//! What goes on below, for people who look for the reason why something is not found.

mod app;
mod elements;
mod environment;

use std::time::Duration;

use deskhand_model::{App, AppDiagnosis, AppId, Diagnosis, Fact, Result};
use futures_util::future::join_all;
use tokio::time::Instant;

use super::AtSpi;

/// Tells of the desktop and of its applications in short, or of one application with all its elements. What cannot be
/// found out is told as such: a diagnosis does not fail.
pub(super) async fn desktop(atspi: &AtSpi, app: Option<&AppId>, within: Duration) -> Diagnosis {
    let until = Instant::now() + within;
    let (mut facts, listed) =
        tokio::join!(environment::facts(&atspi.env, within), applications(atspi, within));
    facts.push(registry(&listed));
    let mut apps = listed.unwrap_or_default();
    apps.retain(|one| app.is_none_or(|app| one.id == *app));
    let told = apps.into_iter().map(|one| application(atspi, one, app.is_some(), until));
    Diagnosis { facts, apps: join_all(told).await }
}

async fn applications(atspi: &AtSpi, within: Duration) -> Result<Vec<App>> {
    atspi.roster(within).await?.applications(within).await
}

fn registry(listed: &Result<Vec<App>>) -> Fact {
    let told = match listed {
        Ok(apps) => format!("reachable, {} applications", apps.len()),
        Err(error) => error.message().to_owned(),
    };
    Fact::new("registry", told)
}

async fn application(atspi: &AtSpi, app: App, with_elements: bool, until: Instant) -> AppDiagnosis {
    let left = || until.saturating_duration_since(Instant::now());
    let read = if with_elements { Some(elements::all(atspi, &app.id, left()).await) } else { None };
    // After the reading, because that is what teaches how the application can be read.
    let mut facts = app::facts(atspi, &app, left()).await;
    let elements = match read {
        None => Vec::new(),
        Some(Ok(all)) => {
            facts.push(Fact::new("elements", all.extent()));
            all.elements
        }
        Some(Err(error)) => {
            facts.push(Fact::new("elements", error.message()));
            Vec::new()
        }
    };
    AppDiagnosis { app, facts, elements }
}
