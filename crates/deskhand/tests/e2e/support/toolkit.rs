//! The toolkits, and how the fixture of each is started.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use deskhand::Launch;

/// A toolkit that a fixture is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Toolkit {
    Gtk3,
    Gtk4,
    Qt5,
    Qt6,
    Chromium,
}

impl Toolkit {
    pub(crate) fn is_qt(self) -> bool {
        matches!(self, Toolkit::Qt5 | Toolkit::Qt6)
    }

    /// The toolkit's name and the start of its version, as applications tell them.
    pub(crate) fn reported(self) -> (&'static str, &'static str) {
        match self {
            Toolkit::Gtk3 => ("gtk", "3."),
            Toolkit::Gtk4 => ("GTK", "4."),
            Toolkit::Qt5 => ("Qt", "5."),
            Toolkit::Qt6 => ("Qt", "6."),
            Toolkit::Chromium => ("Chromium", ""),
        }
    }

    /// Starts the fixture with this window title. What it keeps goes into `folder`.
    pub(crate) fn launch(self, title: &str, folder: &Path) -> Launch {
        let command = match self {
            Toolkit::Gtk3 => script("gtk3.py", title),
            Toolkit::Gtk4 => script("gtk4.py", title),
            Toolkit::Qt5 => script("qt5.py", title),
            Toolkit::Qt6 => script("qt6.py", title),
            Toolkit::Chromium => chromium(&format!("page.html?{}", title.replace(' ', "%20")), folder),
        };
        launch(command)
    }

    /// Starts the fixture that mutates itself, as `plan` says.
    pub(crate) fn launch_mutating(self, title: &str, plan: &Mutations, folder: &Path) -> Launch {
        let file = match self {
            Toolkit::Gtk3 => "gtk3.py",
            Toolkit::Gtk4 => "gtk4.py",
            Toolkit::Qt5 => "qt5.py",
            Toolkit::Qt6 => "qt6.py",
            Toolkit::Chromium => {
                let only = if plan.only.is_empty() { String::new() } else { format!("&only={}", plan.only) };
                let query = format!("title={title}&seed={}&step={}{only}", plan.seed, plan.step);
                return launch(chromium(&format!("mutating/page.html?{query}"), folder));
            }
        };
        let mut command = script(&format!("mutating/{file}"), title);
        let (seed, step) = (plan.seed.to_string(), plan.step.to_string());
        command.extend(["--seed", &seed, "--step", &step, "--only", plan.only].map(str::to_owned));
        launch(command)
    }
}

/// What a mutating fixture does to itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mutations {
    /// Decides which mutations come.
    pub(crate) seed: u64,
    /// How many at once.
    pub(crate) step: usize,
    /// Of which kinds, with commas between them; all when empty.
    pub(crate) only: &'static str,
}

fn launch(command: Vec<String>) -> Launch {
    // Without a GPU, GTK 4 otherwise spends all its time on drawing.
    let variables = BTreeMap::from([("GSK_RENDERER".to_owned(), "cairo".to_owned())]);
    Launch { command, variables, ..Launch::default() }
}

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures")
}

pub(crate) fn script(file: &str, title: &str) -> Vec<String> {
    let python = "/usr/bin/python3";
    assert!(Path::new(python).exists(), "{python} is missing: apt-get install python3 (or `make setup`)");
    let file = fixtures().join(file).display().to_string();
    [python, &file, "--title", title].map(str::to_owned).to_vec()
}

fn chromium(page: &str, folder: &Path) -> Vec<String> {
    let fixtures = fixtures().canonicalize().expect("the folder of the fixtures");
    let mut command = vec![
        "chromium".to_owned(),
        format!("--app=file://{}/{page}", fixtures.display()),
        format!("--user-data-dir={}", folder.join("chromium").display()),
        "--window-size=900,700".to_owned(),
    ];
    command.extend(
        [
            "--force-renderer-accessibility",
            "--no-first-run",
            "--no-default-browser-check",
            "--disable-gpu",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-quic",
            "--no-sandbox",
            "--test-type",
            "--enable-logging=stderr",
        ]
        .map(str::to_owned),
    );
    command
}

/// Makes a test per toolkit of an `async fn sentence(toolkit: Toolkit)`: `sentence::gtk_3` and so on.
macro_rules! on_toolkits {
    ($sentence:ident: $($test:ident => $toolkit:ident),* $(,)?) => {
        mod $sentence {
            $(
                #[tokio::test]
                async fn $test() {
                    super::$sentence($crate::support::Toolkit::$toolkit).await;
                }
            )*
        }
    };
}

/// The same for every toolkit there is.
macro_rules! on_every_toolkit {
    ($($sentence:ident),* $(,)?) => {
        $($crate::support::on_toolkits! {
            $sentence: gtk_3 => Gtk3, gtk_4 => Gtk4, qt_5 => Qt5, qt_6 => Qt6, chromium => Chromium
        })*
    };
}

pub(crate) use {on_every_toolkit, on_toolkits};
