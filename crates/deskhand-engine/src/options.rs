//! How patient and how thorough an engine is.

use std::time::Duration;

use crate::heal::HealingOptions;
use crate::idle::IdleOptions;
use crate::mirror::MirrorOptions;

/// Settings of an [`Engine`](crate::Engine). The defaults suit people and tests alike.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineOptions {
    /// Most nodes that are read of one application when looking for an element.
    pub max_nodes: usize,
    /// First pause between two looks while waiting; it doubles from look to look.
    pub first_pause: Duration,
    /// Longest pause between two looks while waiting.
    pub longest_pause: Duration,
    /// Time between two readings that have to agree before something counts as settled: an ambiguity, the place of
    /// an element that the pointer is about to press.
    pub settle: Duration,
    /// How old a list of applications may be when an application is looked up by name.
    pub app_list_age: Duration,
    /// How long a window change may take to show.
    pub window_time: Duration,
    /// Time between two looks at the windows on platforms that tell of no changes.
    pub observe_pause: Duration,
    /// Least time that a single call is given, however near the deadline. A reading that starts just before the
    /// deadline would otherwise look like an application that does not answer. An operation can exceed its time by
    /// this much.
    pub grace: Duration,
    /// Time for giving focus and pointer back, on top of an action's own time.
    pub restore_time: Duration,
    /// When an application counts as idle.
    pub idle: IdleOptions,
    /// Live trees.
    pub mirror: MirrorOptions,
    /// Healing of locators.
    pub healing: HealingOptions,
}

impl Default for EngineOptions {
    fn default() -> EngineOptions {
        EngineOptions {
            max_nodes: 100_000,
            first_pause: Duration::from_millis(5),
            longest_pause: Duration::from_millis(50),
            settle: Duration::from_millis(30),
            app_list_age: Duration::from_secs(1),
            window_time: Duration::from_secs(2),
            observe_pause: Duration::from_millis(50),
            grace: Duration::from_millis(500),
            restore_time: Duration::from_secs(1),
            idle: IdleOptions::default(),
            mirror: MirrorOptions::default(),
            healing: HealingOptions::default(),
        }
    }
}
