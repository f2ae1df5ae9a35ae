//! The start of a private desktop, step by step. The order matters: the bus starts the accessibility services with its
//! own environment, so the display's number and the runtime folder must be settled before it runs; these services look
//! for the display, so its server must run before they do; and accessibility must be on before the first application
//! looks.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Write;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::AtomicU32;
use std::time::Duration;

use deskhand_engine::ports::{DesktopEnv, DesktopOptions, Exit, Home};
use deskhand_model::{Error, ErrorKind, Result};
use tokio::time::Instant;

use crate::accessibility::{self, Accessibility};
use crate::desktop::{PrivateDesktop, path_bytes, to_bytes, told};
use crate::environment::{self, Variables};
use crate::frames::{ANNOUNCE, Part, Sink, Spawn};
use crate::host::lookup;
use crate::link::{Announcement, Link};
use crate::xauthority::Cookie;
use crate::{base, random, requirements, window_manager};

/// Where the C library looks for programs when `PATH` is not set.
const DEFAULT_PATH: &str = "/usr/local/bin:/usr/bin:/bin";
/// Where the bus looks for services when `XDG_DATA_DIRS` is not set.
const DEFAULT_DATA_FOLDERS: &str = "/usr/local/share:/usr/share";
/// The largest screen that X11 can describe.
const LARGEST_SIDE: u32 = 32_767;

/// An error unless everything that such a desktop needs is installed.
pub(crate) fn check(environment: &[(OsString, OsString)], options: &DesktopOptions) -> Result<()> {
    let path = lookup(environment, "PATH").unwrap_or(OsStr::new(DEFAULT_PATH));
    let data_folders = lookup(environment, "XDG_DATA_DIRS").unwrap_or(OsStr::new(DEFAULT_DATA_FOLDERS));
    requirements::check(path, data_folders, manager(options))
}

/// The window manager, unless none is wanted.
fn manager(options: &DesktopOptions) -> Option<&str> {
    Some(options.window_manager.as_str()).filter(|name| !matches!(*name, "" | "none"))
}

pub(crate) async fn start(
    environment: &[(OsString, OsString)],
    base: &Path,
    within: Duration,
    options: &DesktopOptions,
) -> Result<PrivateDesktop> {
    check(environment, options)?;
    let manager = manager(options);
    let screen = screen(options)?;

    base::prepare(base)?;
    base::sweep(base);
    let id = random::id()?;
    let folder = base.join(&id);
    let place = folder.to_str().filter(|_| environment::fits_sockets(&folder)).ok_or_else(|| {
        let message =
            format!("{} is too long, or not valid text, for the sockets of a desktop", base.display());
        Error::new(ErrorKind::InvalidArgument, message)
    })?;
    let deadline = Instant::now() + within;

    let link = Link::start(base, &id, &marked(environment, &id))
        .map_err(|error| failed("its supervisor", &format!("could not be started: {error}"), None))?;
    let mut start = Start { link, folder: folder.clone(), variables: Variables::new(), deadline, within };
    let opened = start.link.opened(deadline).await;
    let display = opened.map_err(|error| start.explain("its supervisor", error, None))?;
    start.variables = environment::variables(place, &id, options.home, display);

    let cookie = Cookie::new()?;
    start.write_cookie(&cookie)?;
    prepare_x_sockets();
    let session_bus = environment::session_bus(place);
    let (display_server, ()) = tokio::try_join!(start.display(display, &screen), start.bus(&session_bus))?;
    let (accessibility, ()) = tokio::try_join!(
        start.accessibility(&session_bus),
        start.window_manager(manager, display, &cookie),
    )?;

    let home = match options.home {
        Home::Private => Some(folder.join("home")),
        Home::Fresh | Home::Shared => lookup(environment, "HOME").map(PathBuf::from),
    };
    let env = DesktopEnv {
        display: Some(format!(":{display}")),
        xauthority: Some(folder.join("Xauthority")),
        wayland_display: None,
        session_bus: Some(session_bus),
        accessibility_bus: Some(accessibility.address),
        home,
        runtime_dir: Some(folder.join("run")),
    };
    let Start { link, variables, .. } = start;
    let (programs, launches) = (Mutex::new(BTreeMap::new()), AtomicU32::new(0));
    let listener = accessibility.listener;
    Ok(PrivateDesktop {
        link,
        id,
        folder,
        env,
        variables,
        display_server,
        programs,
        launches,
        _listener: listener,
    })
}

/// A desktop that is coming up. Dropping it takes down what has come up so far.
struct Start {
    link: Link,
    folder: PathBuf,
    variables: Variables,
    deadline: Instant,
    within: Duration,
}

impl Start {
    /// Only the user may read the key to the display.
    fn write_cookie(&self, cookie: &Cookie) -> Result<()> {
        let path = self.folder.join("Xauthority");
        fs::OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(&path)
            .and_then(|mut file| file.write_all(&cookie.file()))
            .map_err(|error| {
                Error::new(ErrorKind::Io, format!("{} cannot be written: {error}", path.display()))
            })
    }

    /// Starts the X server and returns its process.
    async fn display(&self, number: u32, screen: &str) -> Result<u32> {
        let (name, key) = (format!(":{number}"), self.folder.join("Xauthority").display().to_string());
        let server = ["Xvfb", &name, "-displayfd", ANNOUNCE, "-screen", "0", screen];
        let access = ["-nolisten", "tcp", "-noreset", "-auth", &key];
        self.announced(Part::Display, &[&server[..], &access[..]].concat()).await
    }

    /// Starts the session bus.
    async fn bus(&self, address: &str) -> Result<()> {
        let (announce, address) = (format!("--print-address={ANNOUNCE}"), format!("--address={address}"));
        let command = ["dbus-daemon", "--session", "--nofork", "--nopidfile", &announce, &address];
        self.announced(Part::Bus, &command).await.map(drop)
    }

    /// Has the session bus start the accessibility bus.
    async fn accessibility(&self, session_bus: &str) -> Result<Accessibility> {
        let switched_on = tokio::time::timeout_at(self.deadline, accessibility::switch_on(session_bus)).await;
        switched_on
            .unwrap_or_else(|_| Err(Error::new(ErrorKind::Timeout, "")))
            // The service is started by the bus and writes into its log.
            .map_err(|error| self.explain("the accessibility bus", error, self.log("dbus-daemon")))
    }

    /// Starts the window manager and returns when it manages.
    async fn window_manager(&self, name: Option<&str>, display: u32, cookie: &Cookie) -> Result<()> {
        let Some(name) = name else { return Ok(()) };
        let pid = self.spawn(Part::Service, &[name]).await?;
        let cookie = cookie.clone();
        let ready = tokio::task::spawn_blocking(move || window_manager::wait_until_ready(display, &cookie));
        tokio::select! {
            ready = ready => match ready {
                Ok(Ok(())) => Ok(()),
                Ok(Err(error)) => Err(failed(name, &format!("lost the display: {error}"), self.log("Xvfb"))),
                Err(error) => Err(Error::new(ErrorKind::Internal, format!("waiting for {name}: {error}"))),
            },
            exit = self.link.exit(pid) => Err(match exit {
                Ok(exit) => failed(name, &told(exit), self.log(name)),
                Err(error) => self.explain(name, error, self.log(name)),
            }),
            () = tokio::time::sleep_until(self.deadline) => Err(self.too_slow(name, self.log(name))),
        }
    }

    /// Starts a process and returns when it has announced that it is ready.
    async fn announced(&self, part: Part, command: &[&str]) -> Result<u32> {
        let name = command.first().copied().unwrap_or_default();
        let pid = self.spawn(part, command).await?;
        match self.link.announced(pid, self.deadline).await {
            Ok(Announcement::Ready) => Ok(pid),
            Ok(Announcement::Exited(exit)) => Err(self.died(name, exit)),
            Err(error) => Err(self.explain(name, error, self.log(name))),
        }
    }

    async fn spawn(&self, part: Part, command: &[&str]) -> Result<u32> {
        let name = command.first().copied().unwrap_or_default();
        let spawn = Spawn {
            request: 0,
            part,
            command: command.iter().map(|word| word.as_bytes().to_vec()).collect(),
            variables: to_bytes(self.variables.clone()),
            folder: Some(path_bytes(&self.folder)),
            sink: Sink::File(path_bytes(&self.log_file(name))),
        };
        match self.link.spawn(spawn, self.deadline).await {
            Ok(Ok(pid)) => Ok(pid),
            Ok(Err(refusal)) => Err(failed(name, &format!("could not be started: {}", refusal.reason), None)),
            Err(error) => Err(self.explain(name, error, None)),
        }
    }

    fn died(&self, name: &str, exit: Exit) -> Error {
        failed(name, &told(exit), self.log(name))
    }

    fn too_slow(&self, name: &str, log: Option<String>) -> Error {
        failed(name, &format!("was not ready after {:?}", self.within), log)
    }

    /// The failure of one step as the failure of the desktop.
    fn explain(&self, name: &str, error: Error, log: Option<String>) -> Error {
        match error.kind() {
            ErrorKind::Timeout => self.too_slow(name, log),
            _ => failed(name, &format!("failed: {}", error.message()), log),
        }
    }

    fn log_file(&self, name: &str) -> PathBuf {
        let name = Path::new(name).file_name().unwrap_or_default().to_string_lossy();
        self.folder.join("logs").join(format!("{name}.log"))
    }

    /// What the program has written so far, if anything.
    fn log(&self, name: &str) -> Option<String> {
        let text = fs::read(self.log_file(name)).ok()?;
        Some(String::from_utf8_lossy(&text).into_owned()).filter(|text| !text.trim().is_empty())
    }
}

/// The error for a step: the program, what became of it, and the last lines that it wrote.
fn failed(program: &str, what: &str, log: Option<String>) -> Error {
    let mut message = format!("the private desktop did not start: {program} {what}");
    if let Some(log) = log {
        message.push_str("; its last lines:");
        let lines: Vec<_> = log.lines().filter(|line| !line.trim().is_empty()).collect();
        for line in &lines[lines.len().saturating_sub(5)..] {
            message.push_str("\n  ");
            message.push_str(line);
        }
    }
    Error::new(ErrorKind::DesktopFailed, message)
}

/// The screen as Xvfb wants it.
fn screen(options: &DesktopOptions) -> Result<String> {
    let (width, height) = (options.size.width, options.size.height);
    let valid = |side| (1..=LARGEST_SIDE).contains(&side);
    if valid(width) && valid(height) {
        return Ok(format!("{width}x{height}x24"));
    }
    let message =
        format!("a screen cannot be {width} by {height} pixels: each side must be 1 to {LARGEST_SIDE}");
    Err(Error::new(ErrorKind::InvalidArgument, message))
}

/// The owner's environment with the mark of the desktop, by which its processes can be told apart.
fn marked(environment: &[(OsString, OsString)], id: &str) -> Vec<(OsString, OsString)> {
    let mut marked = environment.to_vec();
    marked.push(("DESKHAND_DESKTOP".into(), id.into()));
    marked
}

/// Where X servers keep their sockets. Xvfb makes this folder only as root, and an ordinary user's server does not run
/// without it; as in `/tmp` itself, everyone may use it and nobody may remove what is another's. When it cannot be
/// made, Xvfb says why.
fn prepare_x_sockets() {
    let folder = Path::new("/tmp/.X11-unix");
    if fs::create_dir(folder).is_ok() {
        let _ = fs::set_permissions(folder, fs::Permissions::from_mode(0o1777));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskhand_model::Size;

    #[test]
    fn an_impossible_screen_is_refused() {
        let screen = |width, height| {
            screen(&DesktopOptions { size: Size { width, height }, ..DesktopOptions::default() })
        };
        assert_eq!(screen(800, 600).unwrap(), "800x600x24");
        assert_eq!(screen(0, 600).unwrap_err().kind(), ErrorKind::InvalidArgument);
        assert_eq!(screen(800, 32_768).unwrap_err().kind(), ErrorKind::InvalidArgument);
    }

    #[test]
    fn an_error_shows_the_last_lines_of_the_log() {
        let log = (1..=9).map(|number| format!("line {number}\n")).collect();
        let error = failed("Xvfb", "ended with exit code 1", Some(log));
        assert_eq!(
            error.message(),
            "the private desktop did not start: Xvfb ended with exit code 1; its last lines:\n  \
             line 5\n  line 6\n  line 7\n  line 8\n  line 9"
        );
    }
}
