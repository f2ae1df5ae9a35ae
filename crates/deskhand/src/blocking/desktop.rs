//! A desktop, blocking.

use deskhand_engine::ports::{DesktopEnv, DesktopOptions, Exit, Image, Launch, WindowChange};
use deskhand_engine::{Changed, Observe, Shot, WindowView};
use deskhand_model::{App, Result, Window};

use super::runtime::block_on;
use super::{Application, Observation};
use crate::ConnectOptions;

/// A desktop with its applications, windows, screen and clipboard. See [`crate::Desktop`].
#[derive(Debug)]
pub struct Desktop(crate::Desktop);

impl Desktop {
    /// Starts a private desktop. Dropping it ends everything that runs on it and removes its files.
    pub fn start(options: DesktopOptions) -> Result<Desktop> {
        block_on(crate::Desktop::start(options)).map(Desktop)
    }

    /// The same with settings for what is done on it.
    pub fn start_with(options: DesktopOptions, connect: &ConnectOptions) -> Result<Desktop> {
        block_on(crate::Desktop::start_with(options, connect)).map(Desktop)
    }

    /// A desktop that runs anyway and goes on running.
    pub fn connect(env: DesktopEnv) -> Desktop {
        Desktop(crate::Desktop::connect(env))
    }

    /// The same with settings. Fails when they make no sense, or when the file with fingerprints that they name cannot
    /// be read.
    pub fn connect_with(env: DesktopEnv, options: &ConnectOptions) -> Result<Desktop> {
        crate::Desktop::connect_with(env, options).map(Desktop)
    }

    /// Writes what is remembered of elements and not in the file with fingerprints yet.
    pub fn flush(&self) -> Result<()> {
        self.0.flush()
    }

    /// The desktop that this process itself is on.
    pub fn current() -> Desktop {
        Desktop(crate::Desktop::current())
    }

    /// An application by name, executable, desktop id or pid; it need not run yet.
    pub fn app(&self, name: &str) -> Application {
        self.0.app(name).into()
    }

    /// The application with this process.
    pub fn app_of(&self, pid: u32) -> Application {
        self.0.app_of(pid).into()
    }

    /// All applications with an accessibility tree.
    pub fn apps(&self) -> Result<Vec<App>> {
        block_on(self.0.apps())
    }

    /// All windows, from back to front.
    pub fn windows(&self) -> Result<Vec<Window>> {
        block_on(self.0.windows())
    }

    /// The one window whose title or application this is, as window system and application together know it.
    pub fn window(&self, name: &str) -> Result<WindowView> {
        block_on(self.0.window(name))
    }

    /// Tells from now on what happens to windows. Goes on until dropped.
    pub fn observe(&self, what: &Observe) -> Result<Observation> {
        block_on(self.0.observe(what)).map(Observation::new)
    }

    /// Changes the one window whose title or application this is, and returns it as it is afterwards.
    pub fn change_window(&self, name: &str, change: WindowChange) -> Result<Changed> {
        block_on(self.0.change_window(name, change))
    }

    /// A picture of the screen, a part of it, a window or an element.
    pub fn screenshot(&self, shot: &Shot) -> Result<Image> {
        block_on(self.0.screenshot(shot))
    }

    /// The text on the clipboard, if there is any.
    pub fn clipboard(&self) -> Result<Option<String>> {
        block_on(self.0.clipboard())
    }

    /// Puts text on the clipboard.
    pub fn set_clipboard(&self, text: &str) -> Result<()> {
        block_on(self.0.set_clipboard(text))
    }

    /// Starts a program on a private desktop and returns its process number.
    pub fn launch<S: Into<String>>(&self, command: impl IntoIterator<Item = S>) -> Result<u32> {
        block_on(self.0.launch(command))
    }

    /// Starts a program on a private desktop, with variables, folder and output as given.
    pub fn launch_with(&self, launch: &Launch) -> Result<u32> {
        block_on(self.0.launch_with(launch))
    }

    /// Returns when a program that was started here has ended.
    pub fn wait(&self, pid: u32) -> Result<Exit> {
        block_on(self.0.wait(pid))
    }

    /// What a program that was started here has written so far.
    pub fn log(&self, pid: u32) -> Result<String> {
        self.0.log(pid)
    }

    /// Ends a private desktop and waits until all of it is gone. Another one is merely let go of.
    pub fn stop(self) -> Result<()> {
        block_on(self.0.stop())
    }
}
