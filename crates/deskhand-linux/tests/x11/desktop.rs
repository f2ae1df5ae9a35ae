//! A desktop for one test: an X server and a window manager, both gone when it is dropped.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use deskhand_engine::ports::{Compositor as _, DesktopEnv};
use deskhand_linux::X11;
use deskhand_model::{Rect, Window, WindowId};
use rustix::process::{Pid, Signal, kill_process};
use x11rb::protocol::xproto::{AtomEnum, ClientMessageEvent, ConnectionExt as _, EventMask};
use x11rb::rust_connection::RustConnection;

use super::painter::Painter;

/// For calls that should answer at once.
pub(crate) const SOON: Duration = Duration::from_secs(10);

/// How long a condition may take to come true.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// Ends the process when dropped.
pub(crate) struct Running(pub(crate) Child);

impl Drop for Running {
    /// Asks first: an X server that is killed leaves its socket and its lock behind.
    fn drop(&mut self) {
        if let Some(pid) = i32::try_from(self.0.id()).ok().and_then(Pid::from_raw) {
            let _ = kill_process(pid, Signal::TERM);
        }
        let deadline = std::time::Instant::now() + std::time::Duration::from_secs(2);
        while matches!(self.0.try_wait(), Ok(None)) && std::time::Instant::now() < deadline {
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

pub(crate) struct Desktop {
    pub(crate) env: DesktopEnv,
    pub(crate) x11: X11,
    folder: tempfile::TempDir,
    /// The window that the manager was asked about, kept so that its number is not used again.
    probe: Option<Painter>,
    manager: Option<Running>,
    pub(crate) server: Running,
}

/// An X server with these options, and the number of its display.
pub(crate) fn start_server(options: &[&str]) -> (Running, String) {
    let mut server = Command::new("Xvfb")
        .args(["-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp", "-noreset"])
        .args(options)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map(Running)
        .expect("Xvfb starts");
    let mut number = String::new();
    BufReader::new(server.0.stdout.take().unwrap()).read_line(&mut number).unwrap();
    (server, number.trim().to_owned())
}

impl Desktop {
    /// An X server with openbox.
    pub(crate) fn start() -> Desktop {
        let mut desktop = Desktop::without_manager();
        desktop.start_manager();
        desktop
    }

    /// Starts openbox and waits until it reads requests.
    pub(crate) fn start_manager(&mut self) {
        let manager = self.command("openbox").spawn().expect("openbox starts");
        self.manager = Some(Running(manager));
        self.probe = Some(self.wait_for_manager());
    }

    /// Starts an openbox that sends the one away that is there.
    pub(crate) fn replace_manager(&mut self) {
        let new = self.command("openbox").arg("--replace").spawn().expect("openbox starts");
        let old = self.manager.replace(Running(new));
        old.unwrap().0.wait().unwrap();
        self.probe = Some(self.wait_for_manager());
    }

    /// Sends openbox a signal.
    pub(crate) fn signal_manager(&self, signal: Signal) {
        let pid = self.manager.as_ref().unwrap().0.id();
        kill_process(Pid::from_raw(pid as i32).unwrap(), signal).unwrap();
    }

    /// Ends openbox with a signal and waits until it is gone.
    pub(crate) fn end_manager(&mut self, signal: Signal) {
        self.signal_manager(signal);
        self.manager.take().unwrap().0.wait().unwrap();
    }

    /// An X server alone.
    pub(crate) fn without_manager() -> Desktop {
        Desktop::with_server_options(&[], None)
    }

    pub(crate) fn with_server_options(options: &[&str], xauthority: Option<PathBuf>) -> Desktop {
        let (server, number) = start_server(options);
        let env = DesktopEnv { display: Some(format!(":{}", number)), xauthority, ..DesktopEnv::default() };
        let folder = tempfile::tempdir().unwrap();
        Desktop { x11: X11::new(&env), env, folder, probe: None, manager: None, server }
    }

    /// A raw connection, to make windows with.
    pub(crate) fn connect(&self) -> RustConnection {
        RustConnection::connect(self.env.display.as_deref()).unwrap().0
    }

    /// A command that runs on this desktop.
    pub(crate) fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command
            .env("DISPLAY", self.env.display.as_deref().unwrap())
            .env("HOME", self.folder.path())
            .env("XDG_RUNTIME_DIR", self.folder.path())
            .env("XDG_CONFIG_HOME", self.folder.path())
            .env("GSETTINGS_BACKEND", "memory")
            .env("GSK_RENDERER", "cairo")
            .env("NO_AT_BRIDGE", "1")
            .env("LC_ALL", "C.UTF-8")
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("DBUS_SESSION_BUS_ADDRESS")
            .env_remove("AT_SPI_BUS_ADDRESS")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command
    }

    /// Starts a Python script next to the tests and hands out what it prints.
    pub(crate) fn run_script(&self, script: &str) -> (Running, BufReader<ChildStdout>) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/x11").join(script);
        let mut child = self.command("/usr/bin/python3").arg(path).stdout(Stdio::piped()).spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        (Running(child), output)
    }

    /// Asks the window manager for the width of its frames until it answers. openbox (3.6) announces itself long
    /// before it reads requests, and leaves unread for good what arrives in between if nothing else follows.
    fn wait_for_manager(&self) -> Painter {
        let painter = Painter::on(self);
        let probe = painter.prepare("probe", Rect::new(0, 0, 1, 1), 0, false);
        let question = ClientMessageEvent::new(32, probe, painter.atom("_NET_REQUEST_FRAME_EXTENTS"), [0; 5]);
        let answer = painter.atom("_NET_FRAME_EXTENTS");
        let mask = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
        let patience = Instant::now() + PATIENCE;
        loop {
            painter.conn.send_event(false, painter.root(), mask, question).unwrap();
            let reply = painter.conn.get_property(false, probe, answer, AtomEnum::ANY, 0, 4).unwrap().reply();
            if !reply.unwrap().value.is_empty() {
                return painter;
            }
            assert!(Instant::now() < patience, "openbox did not come up");
            std::thread::yield_now();
        }
    }

    /// The windows, as soon as they are as `condition` wants them.
    pub(crate) async fn windows_when(
        &self,
        what: &str,
        condition: impl Fn(&[Window]) -> bool,
    ) -> Vec<Window> {
        let patience = Instant::now() + PATIENCE;
        loop {
            let windows = self.x11.windows(SOON).await.unwrap();
            if condition(&windows) {
                return windows;
            }
            assert!(Instant::now() < patience, "waited for {what}, but the windows are {windows:#?}");
            tokio::task::yield_now().await;
        }
    }

    /// The window with this title, as soon as it is as `condition` wants it.
    pub(crate) async fn window_when(&self, title: &str, condition: impl Fn(&Window) -> bool) -> Window {
        let fits = |window: &&Window| window.title == title && condition(window);
        let windows = self.windows_when(title, |windows| windows.iter().any(|window| fits(&window))).await;
        windows.iter().find(fits).cloned().unwrap()
    }

    /// The window with this title, as soon as it is there to be seen.
    pub(crate) async fn shown(&self, title: &str) -> Window {
        self.window_when(title, |window| window.is_visible()).await
    }

    /// The window with this title, as soon as it has the keyboard.
    pub(crate) async fn focused(&self, title: &str) -> Window {
        self.window_when(title, |window| window.focused).await
    }

    /// The window with this id.
    pub(crate) async fn window(&self, id: WindowId) -> Window {
        let windows = self.x11.windows(SOON).await.unwrap();
        windows.into_iter().find(|window| window.id == id).unwrap()
    }
}
