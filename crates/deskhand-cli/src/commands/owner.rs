//! Whose windows somebody means.

use std::collections::BTreeSet;

use deskhand_engine::Session;
use deskhand_model::{AppSelector, Error, ErrorKind, NameMatch, Window};

use crate::failure::Result;
use crate::settings::Settings;

/// The windows of an application: those that say so themselves, or those of a process that calls itself so. Applications
/// without an accessibility tree have windows too, so that is asked only when no window answers to the name.
pub(super) async fn windows(
    session: &dyn Session,
    app: &AppSelector,
    windows: Vec<Window>,
    settings: &Settings,
) -> Result<Vec<Window>> {
    let own = of_class(app, &windows);
    if !own.is_empty() || matches!(app, AppSelector::Pid(_)) {
        return Ok(own);
    }
    let apps = session.apps(settings.time_to_look()).await.unwrap_or_default();
    let named = app.select(&apps);
    if named.is_empty() {
        let message = format!("No window belongs to {app}, and no application is called so");
        return Err(Error::new(ErrorKind::AppNotFound, message)
            .hint("`deskhand windows` shows the application of each window")
            .into());
    }
    let pids: BTreeSet<u32> = named.iter().filter_map(|app| app.pid).collect();
    Ok(windows.into_iter().filter(|window| window.pid.is_some_and(|pid| pids.contains(&pid))).collect())
}

/// The one process of an application; waits until it is there.
pub(super) async fn process(session: &dyn Session, app: &AppSelector, settings: &Settings) -> Result<u32> {
    if let AppSelector::Pid(pid) = app {
        return Ok(*pid);
    }
    let own = of_class(app, &session.windows(settings.time_to_look()).await?);
    let pids: BTreeSet<u32> = own.iter().filter_map(|window| window.pid).collect();
    match pids.into_iter().collect::<Vec<u32>>().as_slice() {
        [only] => Ok(*only),
        [] => {
            let app = session.app(app, settings.timeout).await?;
            Ok(app.pid.ok_or_else(|| {
                Error::new(ErrorKind::ActionUnsupported, format!("The process of {} is not known", app.name))
                    .hint("watch all windows instead")
            })?)
        }
        several => {
            let pids: Vec<String> = several.iter().map(u32::to_string).collect();
            let message = format!("{} processes have windows of {app}: {}", pids.len(), pids.join(", "));
            Err(Error::new(ErrorKind::AppAmbiguous, message)
                .hint("name the one that is meant by its pid")
                .into())
        }
    }
}

/// The windows that belong to the application by process or by class; an exact name wins over one in another case, that
/// over one that merely contains it.
fn of_class(app: &AppSelector, windows: &[Window]) -> Vec<Window> {
    let having =
        |fits: &dyn Fn(&Window) -> bool| windows.iter().filter(|window| fits(window)).cloned().collect();
    let name = match app {
        AppSelector::Pid(pid) => return having(&|window| window.pid == Some(*pid)),
        AppSelector::Name(name) => name,
    };
    NameMatch::ALL
        .into_iter()
        .map(|way| having(&|window| window.is_of_app(name, way)))
        .find(|found: &Vec<Window>| !found.is_empty())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::Cli;
    use crate::config::Config;
    use crate::fake::FakeSession;

    fn settings() -> Settings {
        let cli = Cli::try_parse_from(["deskhand", "windows"]).unwrap();
        Settings::resolve(&cli.global, Config::default(), false)
    }

    fn window(app: &str, pid: Option<u32>) -> Window {
        Window { app: app.to_owned(), instance: app.to_lowercase(), pid, ..Window::default() }
    }

    async fn apps_of(app: &str, all: &[Window]) -> Vec<String> {
        let found = windows(&FakeSession, &AppSelector::parse(app), all.to_vec(), &settings()).await;
        found.unwrap().into_iter().map(|window| window.app).collect()
    }

    #[tokio::test]
    async fn windows_are_chosen_by_their_own_words_and_all_of_them() {
        let all = [window("Editor", Some(1)), window("Editor", Some(2)), window("Xedit", None)];
        assert_eq!(apps_of("Editor", &all).await, ["Editor", "Editor"]);
        assert_eq!(apps_of("EDITOR", &all).await, ["Editor", "Editor"]);
        assert_eq!(apps_of("xedit", &all).await, ["Xedit"]);
        assert_eq!(apps_of("2", &all).await, ["Editor"]);
        assert_eq!(apps_of("9", &all).await, [] as [&str; 0]);
    }

    #[tokio::test]
    async fn a_name_that_no_window_has_can_be_that_of_an_accessible_application() {
        let all = [window("Other", Some(4242)), window("Other", Some(7))];
        assert_eq!(apps_of("editor", &all).await.len(), 1);
        let nobody = windows(&FakeSession, &AppSelector::parse("nobody"), all.to_vec(), &settings()).await;
        assert_eq!(nobody.unwrap_err().detail().unwrap().code, "app_not_found");
    }

    #[tokio::test]
    async fn the_process_of_a_class_is_the_one_of_its_windows() {
        assert_eq!(process(&FakeSession, &AppSelector::parse("editor"), &settings()).await.unwrap(), 4242);
        assert_eq!(process(&FakeSession, &AppSelector::parse("7"), &settings()).await.unwrap(), 7);
    }
}
