//! What other people's tools say about windows: wmctrl, xwininfo and xprop.

use std::process::{Command, Output};

use deskhand::model::{Insets, Workspace};
use deskhand::{Rect, Window, WindowId};

use super::Stage;

/// One line of `wmctrl -lp`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Listed {
    pub(crate) id: WindowId,
    pub(crate) desktop: i64,
    pub(crate) pid: u32,
    pub(crate) title: String,
}

impl Stage {
    /// Runs a program on this desktop and returns what it printed.
    fn ask(&self, program: &str, arguments: &[&str]) -> String {
        let output = self.run(program, arguments);
        assert!(output.status.success(), "{program} {arguments:?}: {output:?}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    fn run(&self, program: &str, arguments: &[&str]) -> Output {
        let mut command = Command::new(program);
        command.args(arguments);
        for (name, value) in self.desktop.private().expect("a private desktop").variables() {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        command.output().unwrap_or_else(|error| panic!("{program}: {error}; run `make setup`"))
    }

    /// The windows that wmctrl lists.
    pub(crate) fn wmctrl(&self) -> Vec<Listed> {
        // A window that goes away while wmctrl looks ends it with an X error.
        let looks = std::iter::repeat_with(|| self.run("wmctrl", &["-l", "-p"]));
        let output = looks.take(20).find(|output| output.status.success()).expect("wmctrl lists windows");
        String::from_utf8_lossy(&output.stdout)
            .lines()
            .filter(|line| !line.trim().is_empty())
            .map(listed)
            .collect()
    }

    /// Fails unless the other tools say the same about this window.
    pub(crate) fn assert_as_others_see_it(&self, window: &Window, after: &str) {
        let listed = self.wmctrl().into_iter().find(|listed| listed.id == window.id);
        let listed = listed.unwrap_or_else(|| panic!("after {after}: wmctrl does not list {window:?}"));
        let desktop = match window.workspace {
            Some(Workspace::Number(number)) => i64::from(number),
            Some(Workspace::All) | None => -1,
        };
        let ours =
            Listed { id: window.id, desktop, pid: window.pid.unwrap_or(0), title: window.title.clone() };
        assert_eq!(ours, listed, "after {after}: wmctrl");

        let id = window.id.to_string();
        let info = self.ask("xwininfo", &["-id", &id]);
        assert_eq!(window.client, geometry(&info), "after {after}: xwininfo");
        let properties = self.ask("xprop", &["-id", &id, "_NET_WM_STATE", "_NET_FRAME_EXTENTS"]);
        let has = |state: &str| properties.contains(&format!("_NET_WM_STATE_{state}"));
        assert_eq!(
            (window.minimized, window.fullscreen, window.maximized),
            (has("HIDDEN"), has("FULLSCREEN"), has("MAXIMIZED_VERT") && has("MAXIMIZED_HORZ")),
            "after {after}: xprop says {properties}"
        );
        assert_eq!(window.decoration, extents(&properties), "after {after}: xprop says {properties}");
        let root = self.ask("xprop", &["-root", "-notype", "_NET_ACTIVE_WINDOW"]);
        let active = root.split_whitespace().last().and_then(number);
        assert_eq!(window.focused, active == Some(window.id.0), "after {after}: xprop says {root}");
        let shown = info.contains("Map State: IsViewable");
        assert_eq!(window.is_visible(), shown, "after {after}: xwininfo says {info}");
    }
}

fn listed(line: &str) -> Listed {
    // 0x00600003  0 10542  hostname Title with words
    let mut rest = line;
    let mut word = || {
        let text = rest.trim_start();
        let end = text.find(' ').unwrap_or(text.len());
        rest = text.get(end + 1..).unwrap_or("");
        &text[..end]
    };
    let (id, desktop, pid, _machine) = (word(), word(), word(), word());
    Listed {
        id: WindowId(number(id).expect(line)),
        desktop: desktop.parse().expect(line),
        pid: pid.parse().expect(line),
        title: rest.to_owned(),
    }
}

fn number(text: &str) -> Option<u64> {
    u64::from_str_radix(text.strip_prefix("0x")?, 16).ok()
}

/// Where xwininfo says that the window itself is.
fn geometry(info: &str) -> Rect {
    let value = |key: &str| {
        let line = info.lines().find_map(|line| line.trim().strip_prefix(key)).expect(key);
        line.trim().parse::<i64>().expect(line)
    };
    Rect::new(
        value("Absolute upper-left X:") as i32,
        value("Absolute upper-left Y:") as i32,
        value("Width:") as u32,
        value("Height:") as u32,
    )
}

/// The four numbers of `_NET_FRAME_EXTENTS`: left, right, top, bottom.
fn extents(properties: &str) -> Insets {
    let line = properties.lines().find(|line| line.starts_with("_NET_FRAME_EXTENTS")).expect("its extents");
    let (_, numbers) = line.split_once('=').expect(line);
    let numbers: Vec<u32> = numbers.split(',').map(|number| number.trim().parse().expect(line)).collect();
    Insets { left: numbers[0], right: numbers[1], top: numbers[2], bottom: numbers[3] }
}
