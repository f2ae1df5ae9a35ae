//! A deterministic desktop in memory.

mod clock;
mod random;

pub use clock::{VirtualClock, VirtualRuntime};
pub use random::Random;
