//! Desktops that exist in memory alone.

use std::fmt;
use std::io;
use std::sync::Arc;

use deskhand_engine::Engine;
use deskhand_engine::ports::{Clock, Ports, SystemClock};
use deskhand_model::Result;
use deskhand_sim::{Scenario, Sim, VirtualClock};
use tokio::runtime::{Builder, Runtime};

use crate::connection::{ConnectOptions, Connection};

/// A simulated desktop for demonstrations, bug reports and tests without a display: a few applications that react.
/// The seed decides how it looks and what goes wrong on it; the same seed gives the same desktop every time.
#[derive(Clone)]
pub struct Simulation {
    seed: u64,
    /// The clock that the desktop runs on; that of the machine when there is none.
    virtual_clock: Option<VirtualClock>,
}

impl Simulation {
    /// A desktop on virtual time: waiting costs nothing, and every duration is the same each time. It only works
    /// inside of its own [`runtime`](Simulation::runtime).
    pub fn new(seed: u64) -> Simulation {
        Simulation { seed, virtual_clock: Some(VirtualClock::new()) }
    }

    /// A desktop on the time of the machine, for servers and whoever watches.
    pub fn in_real_time(seed: u64) -> Simulation {
        Simulation { seed, virtual_clock: None }
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// A runtime on this thread in which its time passes.
    pub fn runtime(&self) -> io::Result<Runtime> {
        match &self.virtual_clock {
            Some(clock) => clock.runtime(),
            None => Builder::new_current_thread().enable_all().build(),
        }
    }

    /// An engine on the desktop, which starts anew for each.
    pub fn engine(&self) -> Engine {
        Engine::new(self.ports())
    }

    /// The same with settings. Fails when they make no sense, or when the file with fingerprints that they name cannot
    /// be read.
    pub fn connect_with(&self, options: &ConnectOptions) -> Result<Connection> {
        Connection::compose(self.ports(), options)
    }

    fn ports(&self) -> Ports {
        let clock: Arc<dyn Clock> = match &self.virtual_clock {
            Some(clock) => Arc::new(clock.clone()),
            None => Arc::new(SystemClock::new()),
        };
        Sim::new(&Scenario::demo(self.seed), clock).ports()
    }
}

impl fmt::Debug for Simulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = if self.virtual_clock.is_some() { "virtual" } else { "real" };
        f.debug_struct("Simulation").field("seed", &self.seed).field("time", &time).finish()
    }
}

/// An engine on a simulated desktop that runs on the time of the machine. For one on which time costs nothing, see
/// [`Simulation`].
pub fn simulate(seed: u64) -> Engine {
    Simulation::in_real_time(seed).engine()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use deskhand_engine::Session;

    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_desktop() {
        let windows = |seed| {
            let simulation = Simulation::new(seed);
            let engine = simulation.engine();
            simulation.runtime().unwrap().block_on(engine.windows(Duration::from_secs(1))).unwrap()
        };
        assert_eq!(windows(3), windows(3));
        assert_ne!(windows(3), windows(5));
    }
}
