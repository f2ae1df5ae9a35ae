//! A deterministic desktop in memory: applications, windows, keyboard, pointer, screen and clipboard behind the
//! engine's ports, with faults that a seed decides. The same scenario gives the same run every time.
//!
//! ```
//! use std::sync::Arc;
//! use std::time::Duration;
//!
//! use deskhand_engine::{Engine, Session};
//! use deskhand_sim::{Scenario, Sim, VirtualClock};
//!
//! let clock = VirtualClock::new();
//! let sim = Sim::new(&Scenario::demo(0), Arc::new(clock.clone()));
//! let engine = Engine::new(sim.ports());
//! let windows = clock.runtime()?.block_on(engine.windows(Duration::from_secs(5)))?;
//! assert_eq!(windows.len(), sim.truth().windows.len());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod chance;
mod clock;
mod demo;
mod faults;
mod picture;
mod plan;
mod ports;
mod random;
mod sim;
mod truth;
mod user;
mod voice;
mod widget;
mod world;

pub use clock::VirtualClock;
pub use faults::{ExactIds, Faults, Personality};
pub use plan::{AppPlan, Outline, Scenario, Sizes, Tells, WindowPlan};
pub use random::Random;
pub use sim::Sim;
pub use truth::{TrueWindow, Truth};
pub use user::{UserAction, WindowKey};
pub use voice::Voice;
pub use widget::{Does, Draft, Mutation, Opens};
pub use world::By;
