//! A private desktop with the GTK 3 fixture on it, driven by the command under test.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use serde_json::Value;

/// Longest that anything here may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// The command under test, with nothing of the surroundings that would change what it does.
pub(crate) fn deskhand() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_deskhand"));
    for name in
        ["DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "AT_SPI_BUS_ADDRESS", "DESKHAND_DESKTOP"]
    {
        command.env_remove(name);
    }
    command.env("DESKHAND_TIMEOUT", "20s").stdin(Stdio::null());
    command
}

/// What a command printed and how it ended.
#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Said {
    pub(crate) fn of(output: Output) -> Said {
        Said {
            code: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Its standard output, provided that all went well.
    #[track_caller]
    pub(crate) fn ok(self) -> String {
        assert_eq!(self.code, 0, "{self:#?}");
        self.stdout
    }

    /// Its standard output as JSON, provided that it ended with `code`.
    #[track_caller]
    pub(crate) fn json(self, code: i32) -> Value {
        assert_eq!(self.code, code, "{self:#?}");
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:#?}"))
    }

    /// Its standard error, provided that it ended with `code` and printed nothing else.
    #[track_caller]
    pub(crate) fn fails(self, code: i32) -> String {
        assert_eq!((self.code, self.stdout.as_str()), (code, ""), "{self:#?}");
        self.stderr
    }
}

/// Waits until `condition` gives something.
#[track_caller]
pub(crate) fn eventually<T>(what: &str, mut condition: impl FnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + PATIENCE;
    loop {
        if let Some(value) = condition() {
            return value;
        }
        assert!(Instant::now() < deadline, "{what} did not happen within {PATIENCE:?}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// A named private desktop, stopped at the end.
pub(crate) struct Desktop {
    pub(crate) name: String,
    variables: BTreeMap<String, Option<String>>,
    folder: tempfile::TempDir,
}

impl Desktop {
    pub(crate) fn start() -> Desktop {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("test-{}-{number}", std::process::id());
        let started = deskhand().args(["desktop", "start", &name, "--json"]).output().unwrap();
        let document = Said::of(started).json(0);
        let set = document["set"].as_object().unwrap().iter();
        let unset = document["unset"].as_array().unwrap().iter();
        let variables = set
            .map(|(name, value)| (name.clone(), Some(value.as_str().unwrap().to_owned())))
            .chain(unset.map(|name| (name.as_str().unwrap().to_owned(), None)))
            .collect();
        Desktop { name, variables, folder: tempfile::tempdir().unwrap() }
    }

    /// A folder that is gone at the end.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Runs the command on this desktop.
    pub(crate) fn run(&self, words: &[&str]) -> Said {
        Said::of(deskhand().args(["--desktop", &self.name]).args(words).output().unwrap())
    }

    /// Runs the command with `--json`, expecting this exit code.
    #[track_caller]
    pub(crate) fn json(&self, words: &[&str], code: i32) -> Value {
        self.run(&[words, &["--json"]].concat()).json(code)
    }

    /// Starts the fixture and waits until its window is there.
    pub(crate) fn fixture(&self, title: &str) -> Fixture {
        self.fixture_of("gtk3", title)
    }

    /// The same of another toolkit.
    pub(crate) fn fixture_of(&self, toolkit: &str, title: &str) -> Fixture {
        match toolkit {
            "chromium" => self.start_fixture(self.chromium(title), title),
            toolkit => self.script(&format!("../../fixtures/{toolkit}.py"), title),
        }
    }

    /// Starts another application, which like a fixture says that it is ready; its script is named from this package.
    pub(crate) fn script(&self, script: &str, title: &str) -> Fixture {
        let mut command = Command::new("/usr/bin/python3");
        let script = format!("{}/{script}", env!("CARGO_MANIFEST_DIR"));
        // Without a GPU, GTK 4 otherwise spends all its time on drawing.
        command.args([&script, "--title", title]).env("GSK_RENDERER", "cairo");
        self.start_fixture(command, title)
    }

    fn start_fixture(&self, mut command: Command, title: &str) -> Fixture {
        let log = self.folder.path().join(format!("{title}.log"));
        for (name, value) in &self.variables {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        let child = command
            .stdin(Stdio::null())
            .stdout(File::create(&log).unwrap())
            .stderr(File::create(log.with_extension("err")).unwrap())
            .spawn()
            .unwrap();
        let fixture = Fixture { app: child.id().to_string(), child, log };
        self.run(&["wait", &fixture.app, "status: ready"]).ok();
        eventually("the window", || {
            let windows = self.json(&["windows"], 0);
            windows["windows"].as_array().unwrap().iter().any(|window| window["title"] == title).then_some(())
        });
        fixture
    }

    fn chromium(&self, title: &str) -> Command {
        let page =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/page.html").canonicalize().unwrap();
        let mut command = Command::new("chromium");
        command
            .arg(format!("--app=file://{}?{}", page.display(), title.replace(' ', "%20")))
            .arg(format!("--user-data-dir={}", self.folder.path().join("chromium").display()))
            .args(["--window-size=900,700", "--force-renderer-accessibility", "--no-first-run"])
            .args(["--no-default-browser-check", "--disable-gpu", "--disable-background-networking"])
            .args(["--disable-component-update", "--disable-sync", "--disable-quic", "--no-sandbox"])
            .args(["--test-type", "--enable-logging=stderr"]);
        command
    }

    /// Title of the window that has the keyboard.
    pub(crate) fn focused(&self) -> String {
        let windows = self.json(&["windows"], 0);
        let focused = windows["windows"].as_array().unwrap().iter().find(|window| window["focused"] == true);
        focused.map(|window| window["title"].as_str().unwrap().to_owned()).unwrap_or_default()
    }

    /// What the command says about this window.
    pub(crate) fn window(&self, title: &str) -> Value {
        let windows = self.json(&["windows"], 0);
        let found = windows["windows"].as_array().unwrap().iter().find(|window| window["title"] == title);
        found.cloned().unwrap_or(Value::Null)
    }
}

impl Drop for Desktop {
    fn drop(&mut self) {
        let _ = deskhand().args(["desktop", "stop", &self.name]).output();
    }
}

/// The fixture's process, ended at the end.
pub(crate) struct Fixture {
    /// How commands name it: its pid.
    pub(crate) app: String,
    child: Child,
    log: PathBuf,
}

impl Fixture {
    /// Waits until the application itself has reported this effect on its standard output.
    #[track_caller]
    pub(crate) fn has_said(&self, line: &str) {
        eventually(line, || self.said(line).then_some(()));
    }

    /// Sends a signal by its name, `STOP` or `CONT`, to exactly this process.
    pub(crate) fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([format!("-{name}"), self.app.clone()]).status().unwrap();
        assert!(sent.success(), "sending {name}");
    }

    /// Whether the application has reported this effect so far.
    pub(crate) fn said(&self, line: &str) -> bool {
        fs::read_to_string(&self.log).unwrap().lines().any(|said| said == line)
    }
}

impl Drop for Fixture {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
