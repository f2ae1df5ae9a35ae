//! What goes wrong with windows, in words.

use std::time::Duration;

use deskhand_model::{Error, ErrorKind, Point, Rect, Window, Workspace, did_you_mean, nearest_names};

use super::account::Account;
use crate::approach::brief;
use crate::apps::describe as describe_app;
use crate::bridge::Joins;
use crate::ports::{TopLevel, WindowChange};
use crate::session::WindowSelector;
use crate::wait::shown;

/// Most windows that an error names.
const NAMED: usize = 10;

/// No window is called so, of all that there are.
pub fn window_not_found(selector: &WindowSelector, windows: &[Window]) -> Error {
    let (what, near) = match selector {
        WindowSelector::Id(id) => (id.to_string(), Vec::new()),
        WindowSelector::Named(name) => {
            let names = windows.iter().flat_map(|window| [window.title.as_str(), window.app.as_str()]);
            (format!("`{name}`"), nearest_names(name, names, 3))
        }
    };
    let all: Vec<&Window> = windows.iter().collect();
    Error::new(ErrorKind::WindowNotFound, format!("There is no window {what}{}", did_you_mean(&near)))
        .tried(format!("looked through {} windows", windows.len()))
        .hint(if all.is_empty() { "no window is open".to_owned() } else { format!("open: {}", list(&all)) })
}

/// These windows are called so, and one is meant.
pub fn window_ambiguous(selector: &WindowSelector, several: &[&Window]) -> Error {
    let what = match selector {
        WindowSelector::Id(id) => id.to_string(),
        WindowSelector::Named(name) => format!("`{name}`"),
    };
    Error::new(ErrorKind::WindowAmbiguous, format!("{} windows match {what}", several.len()))
        .tried(format!("matched {}", list(several)))
        .hint(match several {
            [first, rest @ ..] if rest.iter().any(|other| other.title == first.title) => {
                "name the one that is meant by its id"
            }
            _ => "name the one that is meant by its id or its whole title",
        })
}

/// It is not certain which element the window is.
pub(super) fn not_joined(record: &Window, account: &Account, joins: &Joins) -> Error {
    let app = describe_app(&account.app);
    let error = match joins.of_window(record.id) {
        Some(_) => Error::new(
            ErrorKind::WindowAmbiguous,
            format!("It is not certain which window of {app} is {}", describe(record)),
        )
        .hint("give the windows different titles, places or sizes, or focus the one that is meant first"),
        None => Error::new(
            ErrorKind::WindowNotFound,
            format!("No window that {app} shows to accessibility is {}", describe(record)),
        )
        .hint("accessibility tells of no windows on other spaces; it may also have been closed just now"),
    };
    let compared: Vec<String> = account
        .tops
        .iter()
        .enumerate()
        .take(NAMED)
        .map(|(place, top)| {
            let with =
                joins.of_top(place).map_or("no window".to_owned(), |found| match found.evidence.distance {
                    Some(distance) => format!("{} at a distance of {distance:.0}", found.window),
                    None => found.window.to_string(),
                });
            format!("{} is most like {with}", told(top))
        })
        .collect();
    match compared.is_empty() {
        true => error.tried(format!("{app} shows no windows to accessibility")),
        false => error.tried(format!("compared {}: {}", seen(record), compared.join("; "))),
    }
}

pub(super) fn vanished(window: &Window) -> Error {
    Error::new(ErrorKind::WindowNotFound, format!("{} vanished meanwhile", describe(window)))
}

/// It was changed, but it is not certain which window it is now.
pub(super) fn unnumbered(before: &Window, windows: &[Window]) -> Error {
    let own: Vec<&Window> = windows.iter().filter(|window| window.pid == before.pid).collect();
    let message =
        format!("{} was changed and has another number now, but it is not certain which", describe(before));
    Error::new(ErrorKind::WindowAmbiguous, message)
        .tried(format!("compared it with {}", list(&own)))
        .hint("list the windows to see which it can be")
}

fn list(windows: &[&Window]) -> String {
    let mut shown: Vec<String> = windows.iter().take(NAMED).map(|window| describe(window)).collect();
    if windows.len() > NAMED {
        shown.push(format!("and {} more", windows.len() - NAMED));
    }
    shown.join(", ")
}

fn describe(window: &Window) -> String {
    format!("{} \"{}\" ({})", window.id, brief(&window.title), brief(&window.app))
}

fn told(top: &TopLevel) -> String {
    let place = match (top.bounds, top.size) {
        (Some(Rect { x, y, width, height }), _) => format!(" at {x},{y} of {width}x{height}"),
        (None, Some(size)) => format!(" of {}x{}", size.width, size.height),
        (None, None) => String::new(),
    };
    format!("\"{}\"{place}", brief(&top.title))
}

pub(super) fn not_changed(change: WindowChange, now: &Window, windows: &[Window], waited: Duration) -> Error {
    let wanted = match change {
        WindowChange::Focus => "take the focus".to_owned(),
        WindowChange::Move(Point { x, y }) => format!("move to {x},{y}"),
        WindowChange::Resize(size) => format!("become {}x{}", size.width, size.height),
        WindowChange::Minimize => "minimise".to_owned(),
        WindowChange::Restore => "restore".to_owned(),
        WindowChange::Maximize => "maximise".to_owned(),
        WindowChange::Fullscreen => "cover the screen".to_owned(),
        WindowChange::Close | WindowChange::ForceClose => "close".to_owned(),
        WindowChange::Workspace(number) => format!("go to workspace {number}"),
    };
    let message = format!("{} did not {wanted} within {}; it is {}", describe(now), shown(waited), seen(now));
    let error = Error::new(ErrorKind::ActionFailed, message);
    // An application that asks whether to save keeps its window and opens a dialog.
    let asking = windows.iter().find(|window| window.pid == now.pid && window.id != now.id && window.modal);
    match (change, asking) {
        (WindowChange::Close, Some(dialog)) => {
            error.hint(format!("the application asks: {}", describe(dialog)))
        }
        (WindowChange::Close, None) => {
            error.hint("the application can refuse to close, or ask within the window")
        }
        _ => error.hint("window manager and application can refuse"),
    }
}

/// The state of a window in words.
fn seen(window: &Window) -> String {
    let Rect { x, y, .. } = window.outer();
    let content = window.content();
    let mut seen = format!("at {x},{y} with a content of {}x{}", content.width, content.height);
    for (so, word) in [
        (window.focused, "focused"),
        (window.minimized, "minimised"),
        (window.maximized, "maximised"),
        (window.fullscreen, "on the full screen"),
    ] {
        if so {
            seen.push_str(", ");
            seen.push_str(word);
        }
    }
    if let Some(Workspace::Number(number)) = window.workspace {
        seen.push_str(&format!(", on workspace {number}"));
    }
    seen
}
