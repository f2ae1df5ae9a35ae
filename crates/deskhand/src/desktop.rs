//! A desktop: a private one that ends with this value, or one that is there anyway.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use deskhand_desktop::{PrivateDesktop, PrivateDesktopHost};
use deskhand_engine::ports::{DesktopEnv, DesktopOptions, Exit, Image, Launch, WindowChange};
use deskhand_engine::{Changed, Engine, Observation, Observe, Session, Shot, WindowSelector, WindowView};
use deskhand_model::{App, AppSelector, Error, ErrorKind, Result, Window};

use crate::application::Application;
use crate::connect::{connect, connect_with, current_desktop};
use crate::connection::{ConnectOptions, Connection};

/// How long the operations of a desktop itself may take.
const WITHIN: Duration = Duration::from_secs(5);

/// A desktop with its applications, windows, screen and clipboard.
pub struct Desktop {
    connection: Connection,
    /// Set for a desktop of our own. After the connection, so that connections close before the display does.
    private: Option<PrivateDesktop>,
}

impl Desktop {
    /// Starts a private desktop: an X server, a session bus, an accessibility bus and a window manager that nothing
    /// else uses. Dropping it ends everything that runs on it and removes its files.
    pub async fn start(options: DesktopOptions) -> Result<Desktop> {
        let private = PrivateDesktopHost::from_process().start(&options).await?;
        let desktop = Desktop::connect(private.env());
        Ok(Desktop { private: Some(private), ..desktop })
    }

    /// The same with settings for what is done on it.
    pub async fn start_with(options: DesktopOptions, connect: &ConnectOptions) -> Result<Desktop> {
        let private = PrivateDesktopHost::from_process().start(&options).await?;
        let connection = connect_with(private.env(), connect)?;
        Ok(Desktop { connection, private: Some(private) })
    }

    /// A desktop that runs anyway and goes on running.
    pub fn connect(env: DesktopEnv) -> Desktop {
        Desktop { connection: Connection::forgetful(connect(env)), private: None }
    }

    /// The same with settings. Fails when they make no sense, or when the file with fingerprints that they name cannot
    /// be read.
    pub fn connect_with(env: DesktopEnv, options: &ConnectOptions) -> Result<Desktop> {
        Ok(Desktop { connection: connect_with(env, options)?, private: None })
    }

    /// The desktop that this process itself is on.
    pub fn current() -> Desktop {
        Desktop::connect(current_desktop())
    }

    /// Everything that can be asked of it, for what the handles do not cover.
    pub fn session(&self) -> &Arc<Engine> {
        &self.connection.engine
    }

    /// The private desktop behind it, when it is one.
    pub fn private(&self) -> Option<&PrivateDesktop> {
        self.private.as_ref()
    }

    /// An application by name, executable, desktop id or pid; it need not run yet.
    pub fn app(&self, name: &str) -> Application {
        self.application(AppSelector::parse(name))
    }

    /// The application with this process.
    pub fn app_of(&self, pid: u32) -> Application {
        self.application(AppSelector::Pid(pid))
    }

    fn application(&self, selector: AppSelector) -> Application {
        Application::new(self.connection.engine.clone(), selector)
    }

    /// All applications with an accessibility tree.
    pub async fn apps(&self) -> Result<Vec<App>> {
        self.connection.engine.apps(WITHIN).await
    }

    /// All windows, from back to front.
    pub async fn windows(&self) -> Result<Vec<Window>> {
        self.connection.engine.windows(WITHIN).await
    }

    /// The one window whose title or application this is, as window system and application together know it.
    pub async fn window(&self, name: &str) -> Result<WindowView> {
        self.connection.engine.window(&WindowSelector::Named(name.to_owned()), WITHIN).await
    }

    /// Tells from now on what happens to windows; read it with [`Observation::reader`]. Goes on until dropped.
    pub async fn observe(&self, what: &Observe) -> Result<Observation> {
        self.connection.engine.observe(what, WITHIN).await
    }

    /// Changes the one window whose title or application this is, and tells what came of it.
    pub async fn change_window(&self, name: &str, change: WindowChange) -> Result<Changed> {
        self.connection.engine.change_window(&WindowSelector::Named(name.to_owned()), change, WITHIN).await
    }

    /// A picture of the screen, a part of it, a window or an element.
    pub async fn screenshot(&self, shot: &Shot) -> Result<Image> {
        self.connection.engine.screenshot(shot, WITHIN).await
    }

    /// The text on the clipboard, if there is any.
    pub async fn clipboard(&self) -> Result<Option<String>> {
        self.connection.engine.clipboard(WITHIN).await
    }

    /// Puts text on the clipboard.
    pub async fn set_clipboard(&self, text: &str) -> Result<()> {
        self.connection.engine.set_clipboard(text, WITHIN).await
    }

    /// Starts a program on a private desktop: the program, looked up in `PATH`, and its arguments. Returns its
    /// process number.
    pub async fn launch<S: Into<String>>(&self, command: impl IntoIterator<Item = S>) -> Result<u32> {
        let command = command.into_iter().map(Into::into).collect();
        self.launch_with(&Launch { command, ..Launch::default() }).await
    }

    /// Starts a program on a private desktop, with variables, folder and output as given.
    pub async fn launch_with(&self, launch: &Launch) -> Result<u32> {
        self.owned()?.launch(launch).await
    }

    /// Returns when a program that was started here has ended.
    pub async fn wait(&self, pid: u32) -> Result<Exit> {
        self.owned()?.wait(pid).await
    }

    /// What a program that was started here has written so far.
    pub fn log(&self, pid: u32) -> Result<String> {
        self.owned()?.log(pid)
    }

    /// Writes what is remembered of elements and not in the file with fingerprints yet.
    pub fn flush(&self) -> Result<()> {
        self.connection.flush()
    }

    /// Ends a private desktop and waits until all of it is gone. Another one is merely let go of.
    pub async fn stop(self) -> Result<()> {
        let Desktop { connection, private } = self;
        let flushed = connection.flush();
        drop(connection);
        if let Some(private) = private {
            private.stop().await?;
        }
        flushed
    }

    fn owned(&self) -> Result<&PrivateDesktop> {
        self.private.as_ref().ok_or_else(|| {
            Error::new(ErrorKind::InvalidArgument, "Only a private desktop runs programs for us")
                .hint("start one with `Desktop::start`, or start the program yourself")
        })
    }
}

impl fmt::Debug for Desktop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let id = self.private.as_ref().map(PrivateDesktop::id);
        f.debug_struct("Desktop").field("private", &id).finish_non_exhaustive()
    }
}
