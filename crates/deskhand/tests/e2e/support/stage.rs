//! A private desktop of the test's own, with what the test puts on it.

use deskhand::{Desktop, DesktopOptions, Launch, Session, Window, WindowId};

use super::{Fixture, Mutations, PATIENCE, Toolkit, eventually};

/// A private desktop.
pub(crate) struct Stage {
    pub(crate) desktop: Desktop,
}

impl Stage {
    pub(crate) async fn start() -> Stage {
        let desktop = Desktop::start(DesktopOptions::default()).await;
        Stage { desktop: desktop.expect("a private desktop; `make setup` installs what it needs") }
    }

    /// Starts a fixture and returns when its window is there and its tree can be read.
    pub(crate) async fn fixture(&self, toolkit: Toolkit, title: &str) -> Fixture<'_> {
        let folder = self.desktop.private().expect("a private desktop").folder();
        let pid = self.launch(toolkit.launch(title, folder)).await;
        let fixture = Fixture::new(self, toolkit, title, pid);
        fixture.expect("ready").await;
        eventually(&format!("the {toolkit:?} fixture has its window"), async || self.titled(title).await)
            .await;
        fixture.app().locate("role:button name:Save").wait().await.expect("the fixture's tree");
        fixture
    }

    /// Starts a fixture that mutates itself and returns when its tree can be read.
    pub(crate) async fn mutating(&self, toolkit: Toolkit, plan: &Mutations) -> Fixture<'_> {
        const TITLE: &str = "Garden";
        let folder = self.desktop.private().expect("a private desktop").folder();
        let pid = self.launch(toolkit.launch_mutating(TITLE, plan, folder)).await;
        let fixture = Fixture::new(self, toolkit, TITLE, pid);
        fixture.expect("ready").await;
        fixture.button("Still").wait().await.expect("the fixture's tree");
        fixture
    }

    /// Starts a stock program and returns its process once it shows a window.
    pub(crate) async fn program(&self, command: &[&str]) -> u32 {
        let command: Vec<String> = command.iter().map(|&word| word.to_owned()).collect();
        let name = command.join(" ");
        let variables = [("GSK_RENDERER".to_owned(), "cairo".to_owned())].into();
        let pid = self.launch(Launch { command, variables, ..Launch::default() }).await;
        eventually(&format!("{name} has a window"), async || {
            self.windows().await.into_iter().find(|window| window.pid == Some(pid) && window.is_visible())
        })
        .await;
        pid
    }

    async fn launch(&self, launch: Launch) -> u32 {
        match self.desktop.launch_with(&launch).await {
            Ok(pid) => pid,
            Err(error) => panic!("{}: {error}; `make setup` installs it", launch.command.join(" ")),
        }
    }

    pub(crate) async fn windows(&self) -> Vec<Window> {
        self.desktop.windows().await.expect("the list of windows")
    }

    /// The window with this title, if it is there.
    pub(crate) async fn titled(&self, title: &str) -> Option<Window> {
        self.windows().await.into_iter().find(|window| window.title == title)
    }

    /// The window that has the keyboard.
    pub(crate) async fn focused(&self) -> Option<WindowId> {
        self.windows().await.into_iter().find(|window| window.focused).map(|window| window.id)
    }

    /// Gives the window with this title the keyboard.
    pub(crate) async fn focus(&self, title: &str) -> WindowId {
        self.change(title, deskhand::WindowChange::Focus).await.id
    }

    /// Changes the window with this title.
    pub(crate) async fn change(&self, title: &str, change: deskhand::WindowChange) -> Window {
        let selector = deskhand::WindowSelector::Named(title.to_owned());
        match self.desktop.session().change_window(&selector, change, PATIENCE).await {
            Ok(changed) => changed.view.window,
            Err(error) => panic!("{change:?} of {title}: {error:?}"),
        }
    }
}
