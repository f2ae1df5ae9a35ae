//! Applications.

use std::fmt;
use std::sync::Arc;

use crate::NameMatch;

/// A provider's own name for a running application: opaque, unique while the application runs.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AppId(Arc<str>);

impl AppId {
    /// Wraps a provider's name.
    pub fn new(name: impl Into<Arc<str>>) -> AppId {
        AppId(name.into())
    }

    /// The provider's name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for AppId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AppId({})", self.0)
    }
}

/// The library that an application draws its widgets with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Toolkit {
    /// As the application reports it: `gtk`, `GTK`, `Qt`, `Chromium`; empty when it does not.
    pub name: String,
    /// As the application reports it; empty when it does not.
    pub version: String,
}

/// Whether an application answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Health {
    /// It answers.
    Responding,
    /// It did not answer in time, and this is what its process does: `stopped (SIGSTOP)`, `busy`, ….
    NotResponding {
        /// What its process is doing.
        reason: String,
    },
}

/// A running application with an accessibility tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct App {
    /// How the provider calls it.
    pub id: AppId,
    /// Name that it gives itself.
    pub name: String,
    /// Process that owns the connection, where known.
    pub pid: Option<u32>,
    /// Name of the executable, where known.
    pub executable: Option<String>,
    /// Desktop-file id or window class, where known.
    pub desktop_id: Option<String>,
    /// What it draws with.
    pub toolkit: Toolkit,
    /// Whether it answers.
    pub health: Health,
}

/// Which application somebody means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AppSelector {
    /// The process with this number.
    Pid(u32),
    /// An application whose name, executable or desktop id this is. An exact match wins over one that differs in
    /// case, that wins over one that merely contains it.
    Name(String),
}

impl AppSelector {
    /// Reads what a person writes: a number is a pid, everything else a name.
    pub fn parse(text: &str) -> AppSelector {
        match text.trim().parse::<u32>() {
            Ok(pid) if pid > 0 => AppSelector::Pid(pid),
            _ => AppSelector::Name(text.trim().to_owned()),
        }
    }

    /// Every one of `apps` that is meant: the matches of the best kind of match there is.
    pub fn select<'a>(&self, apps: &'a [App]) -> Vec<&'a App> {
        let name = match self {
            AppSelector::Pid(pid) => return apps.iter().filter(|app| app.pid == Some(*pid)).collect(),
            AppSelector::Name(name) => name,
        };
        let called = |app: &App, way: NameMatch| {
            let names = [Some(app.name.as_str()), app.executable.as_deref(), app.desktop_id.as_deref()];
            names.into_iter().flatten().any(|text| way.fits(name, text))
        };
        NameMatch::ALL
            .into_iter()
            .map(|way| apps.iter().filter(|app| called(app, way)).collect())
            .find(|found: &Vec<&App>| !found.is_empty())
            .unwrap_or_default()
    }
}

impl fmt::Display for AppSelector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AppSelector::Pid(pid) => write!(f, "pid {pid}"),
            AppSelector::Name(name) => write!(f, "`{name}`"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn app(name: &str, pid: u32, executable: &str) -> App {
        App {
            id: AppId::new(name),
            name: name.to_owned(),
            pid: Some(pid),
            executable: Some(executable.to_owned()),
            desktop_id: None,
            toolkit: Toolkit::default(),
            health: Health::Responding,
        }
    }

    #[test]
    fn the_better_kind_of_match_wins() {
        let apps = [app("Text", 1, "mousepad"), app("text", 2, "x"), app("Text Editor", 3, "gedit")];
        let pids = |text: &str| -> Vec<u32> {
            AppSelector::parse(text).select(&apps).iter().filter_map(|app| app.pid).collect()
        };
        assert_eq!(pids("Text"), [1]);
        assert_eq!(pids("TEXT"), [1, 2]);
        assert_eq!(pids("edit"), [3]);
        assert_eq!(pids("mousepad"), [1]);
        assert_eq!(pids("3"), [3]);
        assert_eq!(pids("nothing"), []);
        assert_eq!(pids(""), []);
    }
}
