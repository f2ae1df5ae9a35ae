//! A deterministic desktop in memory.

mod clock;
mod random;

pub use clock::VirtualClock;
pub use random::Random;
