//! Which platform a simulated desktop behaves like, and what goes wrong on it.

use std::time::Duration;

use deskhand_engine::ports::Split;

use crate::random::Random;

/// Which kind of platform a desktop behaves like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Personality {
    /// The window system is the truth, carries out changes and tells of every one of them.
    X11,
    /// The window system's list lags behind, tells nothing by itself and is read-only; accessibility carries out
    /// changes and knows only the windows of the space that is shown.
    MacOs,
}

impl Personality {
    /// Who knows best about windows.
    pub const fn split(self) -> Split {
        match self {
            Personality::X11 => Split::REGISTRY,
            Personality::MacOs => Split::HYBRID,
        }
    }
}

/// Whether accessibility tells the window system's number of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExactIds {
    /// Of every window.
    Always,
    /// Of some windows.
    Sometimes,
    /// Of none.
    Never,
}

/// What goes wrong. Each fault can be switched on by itself; when and where it strikes follows from the seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Faults {
    /// The registry shows a change only 10 to 100 ms after it has happened. macOS-like desktops only.
    pub registry_lag: bool,
    /// A window that is being minimised is not among its application's windows for a while, only among its children.
    /// macOS-like desktops only.
    pub leaving_list: bool,
    /// Some windows get another number when they are moved or resized. macOS-like desktops only.
    pub changing_ids: bool,
    /// Whether accessibility tells the numbers of windows. macOS-like desktops only; on X11 it never does.
    pub exact_ids: ExactIds,
    /// Some windows are on another space or workspace.
    pub other_spaces: bool,
    /// Applications stop answering for a while.
    pub hung: bool,
    /// Applications end without a word.
    pub dying: bool,
    /// Some windows refuse to move, or take only certain sizes.
    pub stubborn: bool,
    /// Windows lie exactly on each other and have the same title.
    pub clones: bool,
    /// Some windows do not tell their title or their place to everybody.
    pub untold: bool,
}

impl Faults {
    /// Nothing goes wrong.
    pub const NONE: Faults = Faults {
        registry_lag: false,
        leaving_list: false,
        changing_ids: false,
        exact_ids: ExactIds::Always,
        other_spaces: false,
        hung: false,
        dying: false,
        stubborn: false,
        clones: false,
        untold: false,
    };

    /// Everything goes wrong that can.
    pub const ALL: Faults = Faults {
        registry_lag: true,
        leaving_list: true,
        changing_ids: true,
        exact_ids: ExactIds::Never,
        other_spaces: true,
        hung: true,
        dying: true,
        stubborn: true,
        clones: true,
        untold: true,
    };

    /// A mixture.
    pub fn random(random: &mut Random) -> Faults {
        let mut half = || random.chance(50);
        Faults {
            registry_lag: half(),
            leaving_list: half(),
            changing_ids: half(),
            other_spaces: half(),
            hung: half(),
            dying: half(),
            stubborn: half(),
            clones: half(),
            untold: half(),
            exact_ids: match random.below(3) {
                0 => ExactIds::Always,
                1 => ExactIds::Sometimes,
                _ => ExactIds::Never,
            },
        }
    }
}

/// How long the registry takes to show one change.
pub(crate) fn lag(faults: &Faults, random: &mut Random) -> Duration {
    if !faults.registry_lag {
        return Duration::ZERO;
    }
    Duration::from_micros(random.between(10_000, 100_000) as u64)
}
