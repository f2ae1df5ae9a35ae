//! Receipts: what an action really did.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use deskhand_model::{Candidate, WindowId};

use crate::heal::Heal;

/// By which way an action reached the application.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// Through the accessibility layer, without any input device.
    Accessibility,
    /// Through the page of a web view or browser.
    Page,
    /// By real input.
    Input,
    /// By a way that is not known, because it was somebody else who acted. What became of the focus is not known either.
    Unknown,
}

impl Method {
    /// The name on every wire.
    pub const fn name(self) -> &'static str {
        match self {
            Method::Accessibility => "accessibility",
            Method::Page => "page",
            Method::Input => "input",
            Method::Unknown => "unknown",
        }
    }
}

/// What an action did to focus and pointer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FocusUse {
    /// Whether another window was given the focus.
    pub taken: bool,
    /// The window that had it before.
    pub previous: Option<WindowId>,
    /// Whether focus and pointer were given back.
    pub restored: bool,
    /// Whether the pointer was moved.
    pub pointer_moved: bool,
}

/// Proof of an action: what was acted on, how, and how long each part took.
#[derive(Clone, Debug)]
pub struct Receipt {
    /// Name of the action.
    pub action: Cow<'static, str>,
    /// The application's name.
    pub app: String,
    /// Its process.
    pub pid: Option<u32>,
    /// The element; `None` for keys that go to a whole application.
    pub target: Option<Candidate>,
    /// By which way.
    pub method: Method,
    /// The platform's own words for what was called.
    pub by: String,
    /// What happened to focus and pointer.
    pub focus: FocusUse,
    /// Waited until the element was there and ready.
    pub waited: Duration,
    /// How many times the tree was read until then.
    pub readings: u32,
    /// Age of the reading behind the action when the action was sent.
    pub reading_age: Duration,
    /// Time until the application's reply.
    pub acted: Duration,
    /// Time until the effect was seen, when one was asked for.
    pub effect: Option<Duration>,
    /// Everything together.
    pub total: Duration,
    /// Set when the locator did not match as written and was healed.
    pub healed: Option<Arc<Heal>>,
}
