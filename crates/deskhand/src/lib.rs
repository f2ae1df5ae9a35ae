//! Drive any desktop application through its accessibility tree, without taking the keyboard focus or the mouse, and
//! give every test a private desktop of its own.
//!
//! ```no_run
//! use deskhand::{Desktop, DesktopOptions};
//!
//! # async fn example() -> deskhand::Result<()> {
//! let desktop = Desktop::start(DesktopOptions::default()).await?;
//! desktop.launch(["mousepad"]).await?;
//!
//! let editor = desktop.app("mousepad");
//! editor.locate("role:editable-text").type_text("Dear reader,").await?;
//! let receipt = editor.locate("role:menu-item title:Save").press().await?;
//! assert!(!receipt.focus.taken);
//! # Ok(())
//! # }
//! ```
//!
//! A [`Target`] is a description, not a handle: each time it is used, it waits until exactly one element matches and is
//! ready. Everything that can fail tells why with a stable [code](ErrorKind::code), what was tried and what came
//! nearest. The same interface without `async` is in [`blocking`].
//!
//! Layers below: [`engine`] holds the rules and the ports, [`model`] the vocabulary. [`connect`] gives an [`Engine`] on
//! any desktop for everything that the handles here do not cover.

mod acts;
mod application;
pub mod blocking;
#[cfg(target_os = "linux")]
mod clipboard;
#[cfg(target_os = "linux")]
mod connect;
mod connection;
#[cfg(target_os = "linux")]
mod desktop;
#[cfg(target_os = "linux")]
mod health;
mod heard;
#[cfg(target_os = "linux")]
mod pages;
mod simulate;
mod target;

pub use deskhand_engine as engine;
pub use deskhand_model as model;
pub use deskhand_trace as trace;
pub use deskhand_vision as vision;

pub use application::Application;
#[cfg(target_os = "linux")]
pub use clipboard::HeldClipboard;
#[cfg(target_os = "linux")]
pub use connect::{connect, connect_with, current_desktop};
pub use connection::{ConnectOptions, Connection};
#[cfg(target_os = "linux")]
pub use deskhand_desktop::{NamedDesktop, PrivateDesktop, PrivateDesktopHost, Registration, Registry};
pub use deskhand_engine::ports::{
    Chord, DesktopEnv, DesktopOptions, Exit, Home, Image, Launch, Output, ReadRequest, WindowChange,
};
pub use deskhand_engine::{
    Act, ActOptions, Certainty, Changed, DragTo, Effect, Element, Engine, EngineOptions, Evidence, Found,
    Heal, HealingMode, HealingOptions, IdleOptions, IdleStrategy, Idleness, Joined, Locator, Method,
    MirrorOptions, Mirroring, Mode, Observation, ObservationState, Observe, Observed, Reader, Receipt,
    Session, Shot, Snapshot, Strategy, Until, WindowEvent, WindowEventKind, WindowSelector, WindowSnapshot,
    WindowView,
};
pub use deskhand_fingerprints::{FingerprintFile, HealReport, Place as FingerprintPlace};
#[cfg(target_os = "linux")]
pub use deskhand_linux::ask_for_short_turns;
pub use deskhand_model::{
    App, AppSelector, Error, ErrorKind, Point, Query, Rect, Result, Role, Size, State, Tree, Window, WindowId,
};
#[cfg(target_os = "linux")]
pub use desktop::Desktop;
#[cfg(target_os = "linux")]
pub use health::{Health, health};
#[cfg(target_os = "linux")]
pub use pages::{pages, pages_on};
pub use simulate::{Simulation, simulate};
pub use target::Target;
