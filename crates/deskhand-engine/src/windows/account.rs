//! What an application itself says of its windows.

use deskhand_model::{App, AppSelector, Error, ErrorKind, Handle, Health, Result};

use crate::apps::{describe, diagnose};
use crate::engine::Engine;
use crate::ports::{TopLevel, TopLevels};
use crate::wait::Deadline;

/// An application and its top-level elements.
#[derive(Clone, Debug)]
pub(super) struct Account {
    pub(super) app: App,
    pub(super) tops: Vec<TopLevel>,
}

impl Account {
    /// The top-level element with this handle.
    pub(super) fn find(&self, element: &Handle) -> Option<&TopLevel> {
        self.tops.iter().find(|top| top.handle == *element)
    }

    /// Only what both accounts tell alike. An element that only one has, and whatever was just changing, can say
    /// nothing about a list that may be older or newer.
    pub(super) fn steady(&self, later: &Account) -> Account {
        let same = |now: &TopLevel| {
            let before = self.find(&now.handle)?;
            let mut steady = now.clone();
            if before.title != now.title {
                steady.title.clear();
            }
            steady.bounds = now.bounds.filter(|_| before.bounds == now.bounds);
            steady.size = now.size.filter(|_| before.size == now.size);
            steady.minimized = now.minimized.filter(|_| before.minimized == now.minimized);
            steady.hidden = now.hidden.filter(|_| before.hidden == now.hidden);
            steady.focused = now.focused.filter(|_| before.focused == now.focused);
            Some(steady)
        };
        Account { app: later.app.clone(), tops: later.tops.iter().filter_map(same).collect() }
    }
}

impl Engine {
    /// The account of the application that this process is: of the windows that it lists.
    pub(super) async fn account(&self, pid: u32, deadline: &Deadline<'_>) -> Result<Account> {
        let selector = AppSelector::Pid(pid);
        if let Some(app) = self.remembered_app(&selector) {
            match self.top_levels(&app, TopLevels::Windows, deadline).await {
                Err(error) if error.kind() == ErrorKind::AppGone => self.forget_apps(),
                answer => return answer.map(|tops| Account { app, tops }),
            }
        }
        let apps = self.list_apps(deadline.for_call()).await?;
        let app = match selector.select(&apps).as_slice() {
            [only] => (*only).clone(),
            [] => return Err(no_accessibility(pid)),
            several => return Err(several_applications(pid, several)),
        };
        if let Health::NotResponding { reason } = &app.health {
            let message = format!("{} does not answer: {reason}", describe(&app));
            return Err(Error::new(ErrorKind::AppNotResponding, message));
        }
        let tops = self.top_levels(&app, TopLevels::Windows, deadline).await?;
        Ok(Account { app, tops })
    }

    /// The account with everything that is directly below the application: a window that is just being minimised may
    /// not be listed as one.
    pub(super) async fn whole_account(&self, app: &App, deadline: &Deadline<'_>) -> Result<Account> {
        let mut tops = self.top_levels(app, TopLevels::Windows, deadline).await?;
        let children = self.top_levels(app, TopLevels::Children, deadline).await?;
        let orphans: Vec<TopLevel> = children
            .into_iter()
            .filter(|child| !tops.iter().any(|listed| listed.handle == child.handle))
            .collect();
        tops.extend(orphans);
        Ok(Account { app: app.clone(), tops })
    }

    async fn top_levels(
        &self,
        app: &App,
        among: TopLevels,
        deadline: &Deadline<'_>,
    ) -> Result<Vec<TopLevel>> {
        let answer = self.ports.accessibility.top_levels(&app.id, among, deadline.for_call()).await;
        answer.map_err(|error| diagnose(error, app, &*self.ports.processes))
    }
}

fn no_accessibility(pid: u32) -> Error {
    Error::new(
        ErrorKind::WindowNotFound,
        format!("The process {pid} does not show its windows to accessibility"),
    )
    .tried("looked for it among all applications")
    .hint("an application that was started before accessibility was switched on has to be started again")
}

fn several_applications(pid: u32, several: &[&App]) -> Error {
    let list: Vec<String> = several.iter().map(|app| describe(app)).collect();
    Error::new(ErrorKind::AppAmbiguous, format!("The process {pid} is {} applications", several.len()))
        .tried(format!("found {}", list.join(", ")))
}

#[cfg(test)]
mod tests {
    use deskhand_model::{AppId, Rect, Toolkit};

    use super::*;

    fn account(tops: Vec<TopLevel>) -> Account {
        let app = App {
            id: AppId::new("app"),
            name: "App".to_owned(),
            pid: Some(7),
            executable: None,
            desktop_id: None,
            toolkit: Toolkit::default(),
            health: Health::Responding,
        };
        Account { app, tops }
    }

    fn top(handle: &str, x: i32) -> TopLevel {
        let bounds = Rect::new(x, 0, 10, 10);
        TopLevel {
            handle: Handle::new(handle),
            title: "Title".to_owned(),
            bounds: Some(bounds),
            size: Some(bounds.size()),
            minimized: Some(false),
            hidden: None,
            modal: None,
            focused: Some(true),
            fullscreen: None,
            window: None,
        }
    }

    #[test]
    fn only_what_both_tell_alike_is_steady() {
        let earlier = account(vec![top("stays", 0), top("moves", 0), top("goes", 0)]);
        let moved = TopLevel { title: "New".to_owned(), focused: Some(false), ..top("moves", 5) };
        let later = account(vec![top("comes", 0), top("stays", 0), moved]);
        let steady = earlier.steady(&later);
        let unsure = TopLevel { title: String::new(), bounds: None, focused: None, ..top("moves", 0) };
        assert_eq!(steady.tops, [top("stays", 0), unsure]);
    }
}
