//! What the tests share: looking for what a desktop has left behind, and owners in processes of their own.
#![allow(dead_code, reason = "each test file uses a part of it")]
#![expect(clippy::expect_used, clippy::print_stdout, reason = "what fails here fails a test")]

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use deskhand_desktop::{PrivateDesktop, PrivateDesktopHost};
use deskhand_engine::ports::{DesktopOptions, Exit, Launch};

pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) fn host() -> PrivateDesktopHost {
    PrivateDesktopHost::from_process()
}

pub(crate) async fn start() -> PrivateDesktop {
    host().start(&DesktopOptions::default()).await.expect("a private desktop")
}

pub(crate) fn shell(script: &str) -> Launch {
    Launch { command: ["sh", "-c", script].map(str::to_owned).to_vec(), ..Launch::default() }
}

/// Runs the script to its end and returns what it wrote.
pub(crate) async fn output(desktop: &PrivateDesktop, script: &str) -> String {
    let pid = desktop.launch(&shell(script)).await.expect("a shell");
    assert_eq!(desktop.wait(pid).await.expect("its end"), Exit::Code(0), "{script}");
    desktop.log(pid).expect("its output")
}

/// Returns when the condition holds; a failure names it.
pub(crate) fn wait_until(what: &str, condition: impl Fn() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !condition() {
        assert!(Instant::now() < deadline, "still waiting, after {PATIENCE:?}, until {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// All that a desktop has on the machine.
#[derive(Clone, Debug)]
pub(crate) struct Traces {
    pub(crate) id: String,
    pub(crate) folder: PathBuf,
    pub(crate) display: String,
}

impl Traces {
    pub(crate) fn of(desktop: &PrivateDesktop) -> Traces {
        Traces {
            id: desktop.id().to_owned(),
            folder: desktop.folder().to_owned(),
            display: desktop.env().display.expect("a display"),
        }
    }

    pub(crate) fn processes(&self) -> BTreeSet<u32> {
        processes_with(&format!("DESKHAND_DESKTOP={}", self.id))
    }

    /// The socket and lock file of the display, which are this desktop's as long as it runs.
    pub(crate) fn x_files(&self) -> [PathBuf; 2] {
        let number = self.display.trim_start_matches(':');
        [format!("/tmp/.X11-unix/X{number}").into(), format!("/tmp/.X{number}-lock").into()]
    }

    pub(crate) fn is_gone(&self) -> bool {
        // Another desktop may have taken the display number by now: then its server listens.
        let sockets = dead_x_sockets();
        let [socket, lock] = self.x_files();
        self.processes().is_empty()
            && !self.folder.exists()
            && !sockets.contains(&socket)
            && !is_dead_lock(&lock)
    }

    /// At once: for what was ended by its owner.
    pub(crate) fn assert_gone(&self) {
        let left: Vec<_> = self.processes().into_iter().map(|pid| (pid, command_line(pid))).collect();
        assert!(left.is_empty(), "processes are left: {left:?}");
        assert!(!self.folder.exists(), "{} is left", self.folder.display());
        assert!(self.is_gone(), "a file of display {} is left", self.display);
    }
}

/// Processes that were started with this `NAME=value` in their environment.
pub(crate) fn processes_with(variable: &str) -> BTreeSet<u32> {
    let has_variable = |pid: &u32| {
        let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|entry| entry == variable.as_bytes())
    };
    let names = fs::read_dir("/proc").expect("/proc").flatten();
    names.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).filter(has_variable).collect()
}

fn command_line(pid: u32) -> String {
    let words = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    String::from_utf8_lossy(&words).replace('\0', " ")
}

/// The one process of the desktop whose command starts with this name.
pub(crate) fn process_named(traces: &Traces, name: &str) -> Option<u32> {
    traces
        .processes()
        .into_iter()
        .find(|pid| fs::read_to_string(format!("/proc/{pid}/comm")).is_ok_and(|comm| comm.trim_end() == name))
}

/// Sockets of displays on which no server listens.
fn dead_x_sockets() -> BTreeSet<PathBuf> {
    let table = fs::read_to_string("/proc/net/unix").expect("the table of sockets");
    let bound: BTreeSet<&str> = table.lines().filter_map(|line| line.split_whitespace().nth(7)).collect();
    let files = fs::read_dir("/tmp/.X11-unix").into_iter().flatten().flatten().map(|entry| entry.path());
    files.filter(|path| !bound.contains(path.to_str().unwrap_or_default())).collect()
}

/// Whether a desktop that lives in `base` has come so far that it has this file.
pub(crate) fn in_any_folder(base: &Path, sight: &str) -> bool {
    fs::read_dir(base).expect("the base").flatten().any(|folder| folder.path().join(sight).exists())
}

/// Whether SIGSTOP has taken effect.
pub(crate) fn is_halted(pid: u32) -> bool {
    fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| stat.contains(") T "))
}

/// Whether it is the lock file of a display whose holder has ended.
fn is_dead_lock(lock: &Path) -> bool {
    let holder = fs::read_to_string(lock).ok();
    holder.is_some_and(|pid| !Path::new(&format!("/proc/{}", pid.trim())).exists())
}

/// Files of displays that nobody uses: sockets on which no server listens, locks whose holder has ended.
pub(crate) fn dead_x_files() -> BTreeSet<PathBuf> {
    let mut dead = dead_x_sockets();
    let files = fs::read_dir("/tmp").expect("/tmp").flatten().map(|entry| entry.path());
    let is_lock = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(".X") && name.ends_with("-lock") && is_dead_lock(path)
    };
    dead.extend(files.filter(is_lock));
    dead
}

pub(crate) fn signal(pid: u32, number: rustix::process::Signal) {
    let pid = rustix::process::Pid::from_raw(pid.cast_signed()).expect("a process number");
    let _ = rustix::process::kill_process(pid, number);
}

/// Another process that owns a desktop: this test program again, running its test `owner`.
pub(crate) struct Owner {
    process: Child,
    /// All its desktops live in this folder, whose name all their processes carry in their environment.
    base: tempfile::TempDir,
}

const BASE: &str = "DESKHAND_TEST_BASE";
const NAME: &str = "DESKHAND_TEST_NAME";
const REGISTRY: &str = "DESKHAND_TEST_REGISTRY";

impl Owner {
    /// Starts the owner, which starts a desktop.
    pub(crate) fn start() -> Owner {
        Owner::start_with(&[])
    }

    /// Starts the owner, which starts a desktop and gives it a name.
    pub(crate) fn start_named(name: &str, registry: &Path) -> Owner {
        Owner::start_with(&[(NAME, name.as_ref()), (REGISTRY, registry.as_os_str())])
    }

    fn start_with(variables: &[(&str, &std::ffi::OsStr)]) -> Owner {
        let base = tempfile::Builder::new().prefix("dh").tempdir_in("/tmp").expect("a folder");
        let process = Command::new(std::env::current_exe().expect("this program"))
            .args(["--exact", "owner", "--ignored", "--nocapture"])
            .env(BASE, base.path())
            .envs(variables.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .expect("an owner");
        Owner { process, base }
    }

    /// Returns when its desktop runs.
    pub(crate) fn traces(&mut self) -> Traces {
        let output = self.process.stdout.take().expect("its output");
        let line = BufReader::new(output).lines().map_while(Result::ok).find_map(|line| {
            let (_, words) = line.split_once("owner has ")?;
            let words: Vec<_> = words.split(' ').map(str::to_owned).collect();
            <[String; 3]>::try_from(words).ok()
        });
        let [id, folder, display] = line.expect("the owner's desktop");
        Traces { id, folder: folder.into(), display }
    }

    pub(crate) fn folder(&self) -> &Path {
        self.base.path()
    }

    pub(crate) fn pid(&self) -> u32 {
        self.process.id()
    }

    pub(crate) fn processes(&self) -> BTreeSet<u32> {
        processes_with(&format!("{BASE}={}", self.base.path().display()))
    }

    /// SIGKILL: it has no chance to clean up.
    pub(crate) fn kill(&mut self) {
        self.process.kill().expect("kill");
        self.process.wait().expect("its end");
    }

    /// SIGKILL to its whole process group, as a test runner does with a test that takes too long.
    pub(crate) fn kill_group(&mut self) {
        let group = rustix::process::Pid::from_raw(self.pid().cast_signed()).expect("a process number");
        rustix::process::kill_process_group(group, rustix::process::Signal::KILL).expect("kill");
        self.process.wait().expect("its end");
    }

    pub(crate) fn wait(&mut self) {
        self.process.wait().expect("its end");
    }

    /// Waits until nothing of it is left but its empty base folder.
    pub(crate) fn wait_until_gone(&self) {
        wait_until("no process of the killed owner is left", || self.processes().is_empty());
        wait_until("no file of the killed owner is left", || {
            fs::read_dir(self.base.path()).expect("its base folder").next().is_none()
        });
    }
}

impl Drop for Owner {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        // Its folder is about to be removed; its supervisor should have done so first.
        let deadline = Instant::now() + PATIENCE;
        while !self.processes().is_empty() && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// The body of the test `owner`: starts a desktop, says which one, and keeps it until it is killed.
pub(crate) async fn own() {
    let base = std::env::var(BASE).expect("only meant to be started by other tests");
    let desktop = host().in_folder(base).start(&DesktopOptions::default()).await.expect("a private desktop");
    let name = std::env::var(NAME).ok();
    let _registration = name.map(|name| {
        let registry = deskhand_desktop::Registry::at(std::env::var(REGISTRY).expect("a registry"));
        registry.register(&name, &desktop).expect("a name")
    });
    let traces = Traces::of(&desktop);
    println!("owner has {} {} {}", traces.id, traces.folder.display(), traces.display);
    std::future::pending::<()>().await;
}
