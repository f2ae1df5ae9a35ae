//! Recording scripted runs on a simulated desktop and reading them back.
#![expect(clippy::unwrap_used, reason = "a test ends where its expectation ends")]

mod damage;
mod runs;
mod secrets;
mod support;
mod taking_turns;
