//! The contract's windows. They have no numbers, and are called by their title or application.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use deskhand_engine::WindowSelector;
use deskhand_engine::errors::window_ambiguous;
use deskhand_model::{App, AppId, Error, ErrorKind, Health, Result, Toolkit, Window, WindowId, WindowKind};

use super::element::frame;
use crate::contract::WindowInfo;

/// The windows of a list, in its order.
pub(super) fn windows(infos: &[WindowInfo]) -> Vec<Window> {
    let mut namesakes: HashMap<(&str, &str), u32> = HashMap::new();
    let numbered = infos.iter().map(|info| {
        let seen = namesakes.entry((&info.app_name, &info.title)).or_default();
        *seen += 1;
        (info, *seen)
    });
    numbered.zip(0..).map(|((info, nth), z_index)| window(info, nth, z_index)).collect()
}

fn window(info: &WindowInfo, nth: u32, z_index: u32) -> Window {
    Window {
        id: number_of(info, nth),
        title: info.title.clone(),
        app: info.app_name.clone(),
        kind: WindowKind::parse(&info.window_type).unwrap_or_default(),
        client: frame(info),
        z_index,
        focused: info.focused,
        ..Window::default()
    }
}

/// A number for a window, made from all that stays the same about it while it keeps its title.
fn number_of(info: &WindowInfo, nth: u32) -> WindowId {
    let mut hasher = DefaultHasher::new();
    (&info.app_name, &info.title, nth).hash(&mut hasher);
    WindowId(hasher.finish() >> 32)
}

/// The applications that have windows: each name once.
pub(super) fn apps(infos: &[WindowInfo]) -> Vec<App> {
    let mut apps: Vec<App> = Vec::new();
    for info in infos {
        if !apps.iter().any(|app| app.name == info.app_name) {
            apps.push(App {
                id: AppId::new(info.app_name.as_str()),
                name: info.app_name.clone(),
                pid: None,
                executable: None,
                desktop_id: None,
                toolkit: Toolkit::default(),
                health: Health::Responding,
            });
        }
    }
    apps
}

/// The one window that is meant, if there is any.
pub(super) fn choose<'a>(selector: &WindowSelector, windows: &'a [Window]) -> Result<Option<&'a Window>> {
    match selector.select(windows).as_slice() {
        [] => Ok(None),
        [only] => Ok(Some(only)),
        several => Err(window_ambiguous(selector, several)),
    }
}

/// What the contract calls this window by, so that no other is meant.
pub(super) fn name_of<'a>(window: &'a Window, windows: &[Window]) -> Result<&'a str> {
    let same = |a: &str, b: &str| a.to_lowercase() == b.to_lowercase();
    let means_it = |name: &&str| {
        let mut called = windows.iter().filter(|other| same(&other.title, name) || same(&other.app, name));
        !name.is_empty() && called.next().is_some_and(|one| one.id == window.id) && called.next().is_none()
    };
    let names = [window.title.as_str(), window.app.as_str()];
    names.into_iter().find(means_it).ok_or_else(|| {
        let message = format!(
            "The agent calls windows by title or application, and by neither of them {} \"{}\" can be told from the others",
            window.id, window.title
        );
        Error::new(ErrorKind::WindowAmbiguous, message)
            .hint("an agent that offers the extensions under /deskhand tells windows apart by their numbers")
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn sample(titles: &[(&str, &str)]) -> Vec<WindowInfo> {
        let info = |(title, app): &(&str, &str)| {
            let place = json!({"title": title, "windowType": "regular", "appName": app, "focused": false,
                "sizeWidth": 10, "sizeHeight": 20, "positionX": 1, "positionY": 2});
            serde_json::from_value(place).unwrap()
        };
        titles.iter().map(info).collect()
    }

    #[test]
    fn a_number_stays_with_its_window_when_others_come_and_go() {
        let before = windows(&sample(&[("a", "x"), ("b", "x"), ("b", "x")]));
        let after = windows(&sample(&[("b", "x"), ("new", "y"), ("a", "x"), ("b", "x")]));
        let ids = |all: &[Window], title: &str| -> Vec<WindowId> {
            all.iter().filter(|window| window.title == title).map(|window| window.id).collect()
        };
        for title in ["a", "b"] {
            assert_eq!(ids(&before, title), ids(&after, title));
        }
        assert_ne!(ids(&before, "b")[0], ids(&before, "b")[1]);
    }

    #[test]
    fn a_window_is_called_by_what_nobody_else_is_called() {
        let all = windows(&sample(&[
            ("Notes", "Editor"),
            ("", "Clock"),
            ("Notes", "Mail"),
            ("NOTES", "x"),
            ("", "x"),
        ]));
        let names: Vec<Option<&str>> = all.iter().map(|window| name_of(window, &all).ok()).collect();
        assert_eq!(names, [Some("Editor"), Some("Clock"), Some("Mail"), None, None]);
    }

    #[test]
    fn each_application_is_listed_once() {
        let apps = apps(&sample(&[("a", "x"), ("b", "y"), ("c", "x")]));
        let names: Vec<&str> = apps.iter().map(|app| app.name.as_str()).collect();
        assert_eq!(names, ["x", "y"]);
    }
}
