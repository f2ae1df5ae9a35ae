//! What the tests share: a private desktop each, the fixtures, and waiting.

mod fixture;
mod patience;
mod recorder;
mod scene;
mod stage;
mod toolkit;
mod tools;

pub(crate) use fixture::Fixture;
pub(crate) use patience::{PATIENCE, eventually};
pub(crate) use recorder::{Recorded, Recorder};
pub(crate) use scene::Scene;
pub(crate) use stage::Stage;
pub(crate) use toolkit::{Mutations, Toolkit, on_every_toolkit, on_toolkits, script};
