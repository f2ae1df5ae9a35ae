//! Choosing a window, changing it, and seeing that the change has come.

mod view;

use std::time::Duration;

use deskhand_model::{Error, ErrorKind, Point, Rect, Result, Window, Workspace, did_you_mean, nearest_names};

use crate::engine::Engine;
use crate::ports::WindowChange;
use crate::session::WindowSelector;
use crate::wait::{Deadline, Pauses, shown};

pub use view::{Certainty, Changed, Evidence, Joined, WindowView};

/// Most windows that an error names.
const NAMED: usize = 10;

/// The windows that are meant: the matches of the best kind of match there is.
fn select<'a>(selector: &WindowSelector, windows: &'a [Window]) -> Vec<&'a Window> {
    let text = match selector {
        WindowSelector::Id(id) => return windows.iter().filter(|window| window.id == *id).collect(),
        WindowSelector::Named(text) => text.as_str(),
    };
    if text.is_empty() {
        return Vec::new();
    }
    let lower = text.to_lowercase();
    let kinds: [&dyn Fn(&str) -> bool; 3] =
        [&|name| name == text, &|name| name.to_lowercase() == lower, &|name| {
            name.to_lowercase().contains(&lower)
        }];
    for kind in kinds {
        // Titles before applications: a title says which window, an application only whose.
        let titled: Vec<&Window> = windows.iter().filter(|window| kind(&window.title)).collect();
        if !titled.is_empty() {
            return titled;
        }
        let owned: Vec<&Window> =
            windows.iter().filter(|window| kind(&window.app) || kind(&window.instance)).collect();
        if !owned.is_empty() {
            return owned;
        }
    }
    Vec::new()
}

impl Engine {
    /// The one window that is meant; waits until it is there.
    pub(crate) async fn choose_window(
        &self,
        selector: &WindowSelector,
        deadline: &Deadline<'_>,
    ) -> Result<Window> {
        let mut pauses = Pauses::new(&self.options);
        loop {
            let windows = self.ports.compositor.windows(deadline.for_call()).await?;
            match select(selector, &windows).as_slice() {
                [only] => return Ok((*only).clone()),
                [] => {
                    if !pauses.pause(deadline, Duration::ZERO).await {
                        return Err(window_not_found(selector, &windows));
                    }
                }
                several => return Err(window_ambiguous(selector, several)),
            }
        }
    }

    /// Changes a window and waits until the change shows.
    pub(crate) async fn change_one_window(
        &self,
        selector: &WindowSelector,
        change: WindowChange,
        deadline: &Deadline<'_>,
    ) -> Result<Window> {
        self.check(change, deadline).await?;
        let before = self.choose_window(selector, deadline).await?;
        if !is_closing(change) && shows(change, Some(&before)) {
            return Ok(before);
        }
        self.ports.compositor.change(before.id, change, deadline.for_call()).await?;
        let limit = deadline.at_most(self.options.window_time);
        let mut pauses = Pauses::new(&self.options);
        loop {
            let windows = self.ports.compositor.windows(limit.for_call()).await?;
            let now = windows.iter().find(|window| window.id == before.id);
            if shows(change, now) {
                let now = now.unwrap_or(&before).clone();
                return if alters_size(change) { self.settled(now, &limit).await } else { Ok(now) };
            }
            let Some(now) = now else {
                let message = format!("{} vanished while it was changed", describe(&before));
                return Err(Error::new(ErrorKind::WindowNotFound, message));
            };
            if !pauses.pause(&limit, Duration::ZERO).await {
                return Err(not_changed(change, now, &windows, limit.waited()));
            }
        }
    }

    /// The window once two readings of its place agree: window managers tell that a window is maximised before they
    /// make it so.
    async fn settled(&self, mut window: Window, deadline: &Deadline<'_>) -> Result<Window> {
        while !deadline.passed() {
            deadline.clock().sleep_until(self.now().plus(self.options.settle)).await;
            let windows = self.ports.compositor.windows(deadline.for_call()).await?;
            let Some(now) = windows.into_iter().find(|other| other.id == window.id) else { break };
            let agrees = now.client == window.client;
            window = now;
            if agrees {
                break;
            }
        }
        Ok(window)
    }

    /// Refuses what can never show.
    async fn check(&self, change: WindowChange, deadline: &Deadline<'_>) -> Result<()> {
        match change {
            WindowChange::Resize(size) if size.width == 0 || size.height == 0 => {
                Err(Error::new(ErrorKind::InvalidArgument, "A window cannot be without width or height"))
            }
            WindowChange::Workspace(number) => {
                let count = self.ports.compositor.workspaces(deadline.for_call()).await?.count;
                if number < count {
                    return Ok(());
                }
                Err(Error::new(
                    ErrorKind::InvalidArgument,
                    format!("There is no workspace {number}: there are {count}, counted from zero"),
                ))
            }
            _ => Ok(()),
        }
    }
}

/// Whether the window is to be gone afterwards.
fn is_closing(change: WindowChange) -> bool {
    matches!(change, WindowChange::Close | WindowChange::ForceClose)
}

/// Whether the window manager chooses a new size for it.
fn alters_size(change: WindowChange) -> bool {
    matches!(change, WindowChange::Maximize | WindowChange::Fullscreen | WindowChange::Restore)
}

/// Whether the window is as the change would make it; `None` when it is gone.
fn shows(change: WindowChange, window: Option<&Window>) -> bool {
    let Some(window) = window else { return is_closing(change) };
    match change {
        WindowChange::Focus => window.focused && !window.minimized,
        WindowChange::Move(to) => window.outer().origin() == to,
        WindowChange::Resize(size) => window.content().size() == size,
        WindowChange::Minimize => window.minimized,
        WindowChange::Restore => !window.minimized && !window.maximized && !window.fullscreen,
        WindowChange::Maximize => window.maximized && !window.minimized,
        WindowChange::Fullscreen => window.fullscreen && !window.minimized,
        WindowChange::Close | WindowChange::ForceClose => false,
        WindowChange::Workspace(number) => {
            matches!(window.workspace, Some(Workspace::Number(at)) if at == number)
        }
    }
}

fn window_not_found(selector: &WindowSelector, windows: &[Window]) -> Error {
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

fn window_ambiguous(selector: &WindowSelector, several: &[&Window]) -> Error {
    let what = match selector {
        WindowSelector::Id(id) => id.to_string(),
        WindowSelector::Named(name) => format!("`{name}`"),
    };
    Error::new(ErrorKind::WindowAmbiguous, format!("{} windows match {what}", several.len()))
        .tried(format!("matched {}", list(several)))
        .hint("name the one that is meant by its id or its whole title")
}

fn list(windows: &[&Window]) -> String {
    let mut shown: Vec<String> = windows.iter().take(NAMED).map(|window| describe(window)).collect();
    if windows.len() > NAMED {
        shown.push(format!("and {} more", windows.len() - NAMED));
    }
    shown.join(", ")
}

fn describe(window: &Window) -> String {
    format!("{} \"{}\" ({})", window.id, window.title, window.app)
}

fn not_changed(change: WindowChange, now: &Window, windows: &[Window], waited: Duration) -> Error {
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
        _ => error.hint("window manager and application can refuse, or allow only certain places and sizes"),
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
