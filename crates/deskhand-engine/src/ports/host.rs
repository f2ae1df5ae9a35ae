//! Desktops as values: the user's own one, and private ones.

use std::collections::BTreeMap;
use std::path::PathBuf;

use async_trait::async_trait;
use deskhand_model::{Result, Size};

/// Everything that a provider needs to know of a desktop. A provider is built from this value and from nothing
/// else, so one process can drive several desktops at once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DesktopEnv {
    /// X11 display, such as `:0`.
    pub display: Option<String>,
    /// File with the X11 access cookie.
    pub xauthority: Option<PathBuf>,
    /// Wayland socket name; only looked at to say what does not work there.
    pub wayland_display: Option<String>,
    /// Address of the D-Bus session bus.
    pub session_bus: Option<String>,
    /// Address of the accessibility bus, when it is not to be asked for on the session bus.
    pub accessibility_bus: Option<String>,
    /// Home folder.
    pub home: Option<PathBuf>,
    /// Folder for sockets.
    pub runtime_dir: Option<PathBuf>,
}

impl DesktopEnv {
    /// The desktop that these environment variables mean; `get` looks one up.
    pub fn from_variables(get: impl Fn(&str) -> Option<String>) -> DesktopEnv {
        let get = |name: &str| get(name).filter(|value| !value.is_empty());
        DesktopEnv {
            display: get("DISPLAY"),
            xauthority: get("XAUTHORITY").map(PathBuf::from),
            wayland_display: get("WAYLAND_DISPLAY"),
            session_bus: get("DBUS_SESSION_BUS_ADDRESS"),
            accessibility_bus: get("AT_SPI_BUS_ADDRESS"),
            home: get("HOME").map(PathBuf::from),
            runtime_dir: get("XDG_RUNTIME_DIR").map(PathBuf::from),
        }
    }
}

/// How a private desktop should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DesktopOptions {
    /// Size of its screen.
    pub size: Size,
    /// Program that manages its windows; looked up in `PATH`. `none` for no window manager.
    pub window_manager: String,
    /// Whose files the programs on it see.
    pub home: Home,
}

/// Whose home folder, settings, data and caches the programs on a private desktop see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Home {
    /// The user's home folder, but settings, data, state and caches (`XDG_CONFIG_HOME` and its kin) that are empty
    /// at the start and gone at the end. Build tools find their files, applications start fresh.
    #[default]
    Fresh,
    /// Everything is the user's.
    Shared,
    /// The home folder too is empty at the start and gone at the end.
    Private,
}

impl Default for DesktopOptions {
    fn default() -> DesktopOptions {
        DesktopOptions {
            size: Size { width: 1280, height: 1024 },
            window_manager: "openbox".to_owned(),
            home: Home::default(),
        }
    }
}

/// Where a program's output goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Output {
    /// To a log file in the desktop's own folder.
    #[default]
    Log,
    /// To the same place as the output of the process that owns the desktop.
    Inherit,
}

/// A program to run on a desktop.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Launch {
    /// Program (looked up in `PATH`) and arguments.
    pub command: Vec<String>,
    /// Environment variables on top of the desktop's own.
    pub variables: BTreeMap<String, String>,
    /// Folder to start in; the owner's when not given.
    pub folder: Option<PathBuf>,
    /// Where its output goes.
    pub output: Output,
}

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// By itself, with this code.
    Code(i32),
    /// By this signal.
    Signal(i32),
}

/// A running private desktop. Dropping it ends everything that runs on it and removes its files.
#[async_trait]
pub trait RunningDesktop: Send + Sync {
    /// What providers are built from.
    fn env(&self) -> DesktopEnv;

    /// All environment variables that a program needs to run on it. Variables mapped to `None` must be unset.
    fn variables(&self) -> BTreeMap<String, Option<String>>;

    /// Starts a program on it and returns its process number.
    async fn launch(&self, launch: &Launch) -> Result<u32>;

    /// Returns when the program has ended.
    async fn wait(&self, pid: u32) -> Result<Exit>;

    /// What the program has written so far, when its output goes to the log.
    fn log(&self, pid: u32) -> Result<String>;

    /// Ends everything and waits until it is gone.
    async fn stop(self: Box<Self>) -> Result<()>;
}

/// Makes private desktops.
#[async_trait]
pub trait DesktopHost: Send + Sync {
    /// Starts one.
    async fn start(&self, options: &DesktopOptions) -> Result<Box<dyn RunningDesktop>>;
}
