//! What one can do with a desktop, the same on every platform: find elements, wait for them, act on them with a
//! receipt, change windows, take pictures. Platforms implement the [`ports`]; doors use a [`Session`].

mod act;
mod acting;
mod aim;
mod approach;
mod apps;
mod bridge;
mod confirm;
mod detail;
mod effect;
mod engine;
pub mod errors;
mod focus;
mod frame;
mod gather;
mod hand;
mod heal;
mod idle;
mod input_route;
mod locate;
mod mirror;
mod observe;
mod options;
mod perform;
mod place;
mod polling;
pub mod ports;
mod ready;
mod receipt;
mod route;
mod session;
mod shot;
mod text;
mod typing;
mod until;
mod wait;
mod watch;
mod windows;

pub use act::{Act, ActOptions, DragTo, Effect, Mode};
pub use engine::Engine;
pub use heal::{
    Clue, Fingerprint, Heal, HealingMode, HealingOptions, LocatorKey, Neighbour, Other, Step, Strategy,
};
pub use idle::{IdleOptions, IdleStrategy, Idleness};
pub use mirror::{MirrorCheck, MirrorOptions, MirrorStats, Mirroring};
pub use observe::{
    Happening, Observation, ObservationState, Observe, Observed, Reader, Teller, WindowEvent,
    WindowEventKind, WindowSnapshot,
};
pub use options::EngineOptions;
pub use receipt::{FocusUse, Method, Receipt};
pub use session::{Element, Found, Locator, Session, Shot, Snapshot, Until, WindowSelector};
pub use until::Predicate;
pub use windows::{Certainty, Changed, Evidence, Joined, WindowView};
