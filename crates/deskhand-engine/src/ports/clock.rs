//! Time.

use std::time::{Duration, SystemTime};

use async_trait::async_trait;

/// A moment, counted from the clock's own start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(pub Duration);

impl Moment {
    /// How long after `earlier` it is; zero when it is before.
    pub fn since(self, earlier: Moment) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// The moment `later` after this one.
    #[must_use]
    pub fn plus(self, later: Duration) -> Moment {
        Moment(self.0.saturating_add(later))
    }
}

/// The only source of time in the engine, so that a simulated desktop can run on a clock of its own.
#[async_trait]
pub trait Clock: Send + Sync {
    /// Now.
    fn now(&self) -> Moment;

    /// Returns when `moment` has come.
    async fn sleep_until(&self, moment: Moment);

    /// What a calendar and a wall clock show now, for records that people and other machines read.
    fn wall_time(&self) -> SystemTime;
}

/// The machine's own clock.
#[derive(Debug)]
pub struct SystemClock {
    start: tokio::time::Instant,
}

impl SystemClock {
    /// A clock that starts now.
    pub fn new() -> SystemClock {
        SystemClock { start: tokio::time::Instant::now() }
    }
}

impl Default for SystemClock {
    fn default() -> SystemClock {
        SystemClock::new()
    }
}

#[async_trait]
impl Clock for SystemClock {
    fn now(&self) -> Moment {
        Moment(self.start.elapsed())
    }

    async fn sleep_until(&self, moment: Moment) {
        tokio::time::sleep_until(self.start + moment.0).await;
    }

    fn wall_time(&self) -> SystemTime {
        SystemTime::now()
    }
}
