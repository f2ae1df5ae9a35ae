//! A running private desktop.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use deskhand_engine::ports::{DesktopEnv, Exit, Launch, Output, RunningDesktop};
use deskhand_model::{Error, ErrorKind, Result};

use crate::environment::Variables;
use crate::frames::Sink;
use crate::launch::{self, ProgramOutput};
use crate::link::Link;

/// A desktop of its own: display, session bus, accessibility bus, window manager. Dropping it ends every process on it
/// and removes its files; when `drop` returns, they are gone.
pub struct PrivateDesktop {
    pub(crate) link: Link,
    pub(crate) id: String,
    pub(crate) folder: PathBuf,
    pub(crate) env: DesktopEnv,
    pub(crate) variables: Variables,
    pub(crate) display_server: u32,
    /// Log files of programs, by process number; without one, the output goes to the owner.
    pub(crate) programs: Mutex<BTreeMap<u32, Option<PathBuf>>>,
    pub(crate) launches: AtomicU32,
    /// Held only to be there, see [`Accessibility`](crate::accessibility::Accessibility).
    pub(crate) _listener: zbus::Connection,
}

impl PrivateDesktop {
    /// Its id, which programs on it see as `DESKHAND_DESKTOP`.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Its own folder, gone when it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What providers are built from.
    pub fn env(&self) -> DesktopEnv {
        self.env.clone()
    }

    /// All environment variables that a program needs to run on it. Variables mapped to `None` must be unset.
    pub fn variables(&self) -> BTreeMap<String, Option<String>> {
        self.variables.clone()
    }

    /// Starts a program on it and returns its process number. With [`Output::Inherit`] it shares the terminal with the
    /// owner: input, output, and Ctrl-C.
    pub async fn launch(&self, launch: &Launch) -> Result<u32> {
        let program = launch::program_of(launch)?;
        self.check_alive()?;
        let log = (launch.output == Output::Log).then(|| self.next_log(program));
        let sink = log.as_deref().map_or(Sink::Owner, |log| Sink::File(path_bytes(log)));
        let pid = launch::start(&self.link, self.variables.clone(), launch, sink).await?;
        self.programs().insert(pid, log);
        Ok(pid)
    }

    /// Starts a program on it and returns its process number and everything that it writes, which has to be read:
    /// a program whose output nobody takes stands still.
    pub async fn launch_piped(&self, launch: &Launch) -> Result<(u32, ProgramOutput)> {
        let pipe = self.next_log(launch::program_of(launch)?);
        self.check_alive()?;
        let (pid, output) = launch::start_piped(&self.link, self.variables.clone(), launch, &pipe).await?;
        self.programs().insert(pid, None);
        Ok((pid, output))
    }

    /// Returns when the program has ended.
    pub async fn wait(&self, pid: u32) -> Result<Exit> {
        self.check_known(pid)?;
        self.link.exit(pid).await
    }

    /// How the program ended, once it has.
    pub fn ended(&self, pid: u32) -> Option<Exit> {
        self.link.exit_now(pid)
    }

    /// What the program has written so far, when its output goes to the log.
    pub fn log(&self, pid: u32) -> Result<String> {
        self.check_known(pid)?;
        let Some(log) = self.programs().get(&pid).cloned().flatten() else {
            return Err(Error::new(
                ErrorKind::InvalidArgument,
                format!("the output of process {pid} goes elsewhere and not to a log"),
            ));
        };
        let text = std::fs::read(&log).map_err(|error| {
            Error::new(ErrorKind::Io, format!("{} cannot be read: {error}", log.display()))
        })?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// Sends a signal to a program that was started here. One that has ended already is no error.
    pub fn signal(&self, pid: u32, signal: i32) -> Result<()> {
        self.check_known(pid)?;
        self.link.signal(pid, signal)
    }

    /// Ends everything and waits until it is gone.
    pub async fn stop(self) -> Result<()> {
        self.end().await
    }

    /// The same for an owner who shares it with others: nothing can be started on it any more.
    pub async fn end(&self) -> Result<()> {
        self.link.end().await
    }

    /// Has everything end, without waiting for it.
    pub fn let_go(&self) {
        self.link.let_go();
    }

    /// Without its display, programs would only fail in ways that do not tell why.
    fn check_alive(&self) -> Result<()> {
        if self.link.is_over() {
            return Err(Error::new(ErrorKind::DesktopFailed, "the private desktop has ended"));
        }
        match self.link.exit_now(self.display_server) {
            None => Ok(()),
            Some(exit) => Err(Error::new(
                ErrorKind::DesktopFailed,
                format!("the private desktop has lost its display: Xvfb {}", told(exit)),
            )
            .hint("start a new private desktop")),
        }
    }

    fn check_known(&self, pid: u32) -> Result<()> {
        if self.programs().contains_key(&pid) {
            return Ok(());
        }
        let message = format!("process {pid} was not started on this desktop");
        Err(Error::new(ErrorKind::InvalidArgument, message))
    }

    fn programs(&self) -> std::sync::MutexGuard<'_, BTreeMap<u32, Option<PathBuf>>> {
        self.programs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn next_log(&self, program: &str) -> PathBuf {
        let name = Path::new(program).file_name().unwrap_or_default().to_string_lossy();
        let name: String = name.chars().take(64).collect();
        let number = self.launches.fetch_add(1, Ordering::Relaxed) + 1;
        self.folder.join("logs").join(format!("{number}-{name}.log"))
    }
}

impl std::fmt::Debug for PrivateDesktop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PrivateDesktop").field("id", &self.id).field("display", &self.env.display).finish()
    }
}

#[async_trait]
impl RunningDesktop for PrivateDesktop {
    fn env(&self) -> DesktopEnv {
        PrivateDesktop::env(self)
    }

    fn variables(&self) -> BTreeMap<String, Option<String>> {
        PrivateDesktop::variables(self)
    }

    async fn launch(&self, launch: &Launch) -> Result<u32> {
        PrivateDesktop::launch(self, launch).await
    }

    async fn wait(&self, pid: u32) -> Result<Exit> {
        PrivateDesktop::wait(self, pid).await
    }

    fn log(&self, pid: u32) -> Result<String> {
        PrivateDesktop::log(self, pid)
    }

    async fn stop(self: Box<Self>) -> Result<()> {
        PrivateDesktop::stop(*self).await
    }
}

/// The end of a process as a part of a sentence.
pub(crate) fn told(exit: Exit) -> String {
    match exit {
        Exit::Code(code) => format!("ended with exit code {code}"),
        Exit::Signal(signal) => format!("was ended by signal {signal}"),
    }
}

pub(crate) fn to_bytes(variables: Variables) -> Vec<(Vec<u8>, Option<Vec<u8>>)> {
    variables.into_iter().map(|(name, value)| (name.into_bytes(), value.map(String::into_bytes))).collect()
}

pub(crate) fn path_bytes(path: &Path) -> Vec<u8> {
    use std::os::unix::ffi::OsStrExt;
    path.as_os_str().as_bytes().to_vec()
}
