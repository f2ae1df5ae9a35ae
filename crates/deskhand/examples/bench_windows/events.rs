//! The time from a change of a window to the event at whoever listens.

use std::time::Duration;

use crate::Fault;
use crate::change::{Change, Changer, Kind};
use crate::listener;

/// Changes before the first that counts.
const WARM_UP: u16 = 3;

/// Between two changes, so that everybody has dealt with the last one when the next is made.
const REST: Duration = Duration::from_millis(20);

/// What to measure.
pub(crate) struct Events {
    pub(crate) change: Kind,
    pub(crate) window: u32,
    pub(crate) samples: u16,
    pub(crate) listener: Vec<String>,
}

impl Events {
    /// Change and listener are in one process, so that one clock tells both times.
    pub(crate) fn run(&self) -> Result<(), Fault> {
        let changer = Changer::of(self.window)?;
        let mut listener = listener::from(&self.listener, self.window, &changer)?;
        for number in 0..WARM_UP + self.samples {
            std::thread::sleep(REST);
            let change = Change::number(self.change, number);
            let start = changer.make(&change)?;
            let heard = listener.wait_for(&change)?;
            if number >= WARM_UP {
                let ms = heard.duration_since(start).as_secs_f64() * 1000.0;
                println!(r#"{{"ms": {ms:.4}}}"#);
            }
        }
        Ok(())
    }
}
