//! An application that has come to rest, and how that was found out.

use std::time::Duration;

use deskhand_model::App;

/// How it was found out that an application is idle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IdleStrategy {
    /// The application said so itself, through the part of Deskhand that is built into it.
    Sdk,
    /// It told of no change for long enough.
    Events,
    /// Its tree was the same in several readings.
    Readings,
}

impl IdleStrategy {
    /// The name on every wire.
    pub const fn name(self) -> &'static str {
        match self {
            IdleStrategy::Sdk => "sdk",
            IdleStrategy::Events => "events",
            IdleStrategy::Readings => "readings",
        }
    }

    /// The strategy with this name.
    pub fn parse(name: &str) -> Option<IdleStrategy> {
        [IdleStrategy::Sdk, IdleStrategy::Events, IdleStrategy::Readings]
            .into_iter()
            .find(|strategy| strategy.name() == name)
    }
}

/// An application that is idle.
#[derive(Clone, Debug)]
pub struct Idleness {
    /// The application.
    pub app: App,
    /// How that was found out.
    pub strategy: IdleStrategy,
    /// How long it took until it was.
    pub took: Duration,
    /// How often its tree was read for that.
    pub readings: u32,
    /// Why the application's own word was not to be had, where it was asked for and something was wrong with the answer.
    pub note: Option<String>,
}
