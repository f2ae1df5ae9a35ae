//! What a desktop is like at its start, and what happens on it by itself.

use std::time::Duration;

use deskhand_model::{Abilities, Insets, Rect, Size, WindowKind};

use crate::faults::{Faults, Personality};
use crate::user::UserAction;
use crate::voice::Voice;
use crate::widget::Draft;

/// A desktop and its story. The same scenario gives the same run every time.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Decides everything that is left to chance: delays, which windows change their number, colours.
    pub seed: u64,
    /// Which platform it behaves like.
    pub personality: Personality,
    /// What goes wrong.
    pub faults: Faults,
    /// The whole screen.
    pub screen: Rect,
    /// How many workspaces there are.
    pub workspaces: u32,
    /// The applications, first started first.
    pub apps: Vec<AppPlan>,
    /// What the user and the applications do by themselves, and when.
    pub script: Vec<(Duration, UserAction)>,
}

impl Scenario {
    /// An empty desktop on which nothing goes wrong.
    pub fn new(seed: u64, personality: Personality) -> Scenario {
        Scenario {
            seed,
            personality,
            faults: Faults::NONE,
            screen: Rect::new(0, 0, 1280, 1024),
            workspaces: 2,
            apps: Vec::new(),
            script: Vec::new(),
        }
    }

    /// The same with one application more.
    #[must_use]
    pub fn with(mut self, app: AppPlan) -> Scenario {
        self.apps.push(app);
        self
    }

    /// The same with these faults.
    #[must_use]
    pub fn failing(self, faults: Faults) -> Scenario {
        Scenario { faults, ..self }
    }
}

/// An application.
#[derive(Clone, Debug)]
pub struct AppPlan {
    /// Its name and its executable.
    pub name: String,
    /// Its process.
    pub pid: u32,
    /// The class of its windows.
    pub class: String,
    /// The windows that it opens at the start, from back to front.
    pub windows: Vec<WindowPlan>,
    /// What it tells of its changes.
    pub voice: Voice,
}

impl AppPlan {
    /// An application with these windows.
    pub fn new(name: &str, pid: u32, windows: Vec<WindowPlan>) -> AppPlan {
        AppPlan { name: name.to_owned(), pid, class: name.to_owned(), windows, voice: Voice::CLEAR }
    }

    /// The same with this voice.
    #[must_use]
    pub fn speaking(self, voice: Voice) -> AppPlan {
        AppPlan { voice, ..self }
    }
}

/// A window.
#[derive(Clone, Debug)]
pub struct WindowPlan {
    /// Its title.
    pub title: String,
    /// The application's own area on the screen, without decoration and shadow.
    pub content: Rect,
    /// What it is for.
    pub kind: WindowKind,
    /// What the window manager draws around it. macOS has none: there the frame is part of the window.
    pub decoration: Insets,
    /// The shadow that the registry counts as part of it. X11 tells how wide it is, macOS does not.
    pub shadow: Insets,
    /// Which space or workspace it is on.
    pub space: u32,
    /// Whether it is an icon.
    pub minimized: bool,
    /// Whether it blocks its application's other windows.
    pub modal: bool,
    /// Whether it lets itself be moved.
    pub moves: bool,
    /// Which sizes it takes.
    pub sizes: Sizes,
    /// What it tells to whom.
    pub tells: Tells,
    /// What the registry says may be done to it.
    pub abilities: Abilities,
    /// What is in it.
    pub inside: Vec<Draft>,
}

impl WindowPlan {
    /// An ordinary empty window without borders.
    pub fn new(title: &str, content: Rect) -> WindowPlan {
        WindowPlan {
            title: title.to_owned(),
            content,
            kind: WindowKind::Regular,
            decoration: Insets::default(),
            shadow: Insets::default(),
            space: 0,
            minimized: false,
            modal: false,
            moves: true,
            sizes: Sizes::ANY,
            tells: Tells::ALL,
            abilities: Abilities { resizable: Some(true), minimizable: Some(true), closable: Some(true) },
            inside: Vec::new(),
        }
    }

    /// The same with this in it.
    #[must_use]
    pub fn containing(self, inside: Vec<Draft>) -> WindowPlan {
        WindowPlan { inside, ..self }
    }
}

/// Which sizes a window takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// The smallest.
    pub least: Size,
    /// The largest.
    pub most: Size,
    /// Only so much more than the smallest, or twice that, and so on.
    pub step: Size,
}

impl Sizes {
    /// Any size at all.
    pub const ANY: Sizes = Sizes {
        least: Size { width: 1, height: 1 },
        most: Size { width: 32_767, height: 32_767 },
        step: Size { width: 1, height: 1 },
    };

    /// The nearest size below `wanted` that is allowed, at least the smallest.
    pub fn allow(&self, wanted: Size) -> Size {
        let one = |wanted: u32, least: u32, most: u32, step: u32| {
            let bounded = wanted.clamp(least, most.max(least));
            least + (bounded - least) / step.max(1) * step.max(1)
        };
        Size {
            width: one(wanted.width, self.least.width, self.most.width, self.step.width),
            height: one(wanted.height, self.least.height, self.most.height, self.step.height),
        }
    }
}

/// What a window tells to whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tells {
    /// Whether the registry knows its title.
    pub title_to_registry: bool,
    /// Whether accessibility knows its title.
    pub title_to_accessibility: bool,
    /// What accessibility knows of its place.
    pub outline: Outline,
    /// Whether accessibility knows its number, where [`ExactIds`](crate::ExactIds) is `Sometimes`.
    pub id: bool,
}

impl Tells {
    /// Everything, with the application's own area as its place.
    pub const ALL: Tells =
        Tells { title_to_registry: true, title_to_accessibility: true, outline: Outline::Content, id: true };
}

/// What a toolkit calls the place of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outline {
    /// With the window manager's decoration, as GTK 3 with server-side decoration.
    Outer,
    /// With the shadow, as Chromium.
    Client,
    /// The application's own area, as Qt and macOS.
    Content,
    /// Only the size is known, as with GTK 4.
    Size,
    /// Nothing is known.
    Nothing,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_allowed_sizes_come_out() {
        let size = |width, height| Size { width, height };
        let sizes = Sizes { least: size(100, 50), most: size(400, 50), step: size(10, 1) };
        for (wanted, allowed) in [
            (size(157, 300), size(150, 50)),
            (size(1, 1), size(100, 50)),
            (size(9999, 9999), size(400, 50)),
            (size(u32::MAX, 0), size(400, 50)),
        ] {
            assert_eq!(sizes.allow(wanted), allowed, "{wanted:?}");
        }
        assert_eq!(Sizes::ANY.allow(size(640, 480)), size(640, 480));
    }
}
