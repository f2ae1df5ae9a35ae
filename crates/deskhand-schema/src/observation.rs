//! What happens to windows, one document per line.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::SystemTime;

use deskhand_engine as engine;
use deskhand_model as model;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::unreadable::unreadable;
use crate::window::read_number;
use crate::{Body, Window};

/// All windows at one moment of an observation: at its start, and after a gap.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct WindowSnapshot {
    /// The last event that it contains the effect of; zero at the start.
    pub as_of: u64,
    /// When it was taken (RFC 3339, UTC).
    pub at: String,
    /// The windows, from back to front.
    pub windows: Vec<Window>,
}

impl Body for WindowSnapshot {
    const KIND: &'static str = "window-snapshot";
}

impl From<&engine::WindowSnapshot> for WindowSnapshot {
    fn from(snapshot: &engine::WindowSnapshot) -> WindowSnapshot {
        WindowSnapshot {
            as_of: snapshot.as_of,
            at: time(snapshot.at),
            windows: snapshot.windows.iter().map(Window::from).collect(),
        }
    }
}

impl TryFrom<WindowSnapshot> for engine::WindowSnapshot {
    type Error = model::Error;

    fn try_from(snapshot: WindowSnapshot) -> Result<engine::WindowSnapshot, model::Error> {
        let windows = snapshot.windows.into_iter().map(model::Window::try_from);
        Ok(engine::WindowSnapshot {
            as_of: snapshot.as_of,
            at: read_time(&snapshot.at)?,
            windows: Arc::new(windows.collect::<Result<_, _>>()?),
        })
    }
}

/// One thing that happened to one window.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct WindowEvent {
    /// Its number within the observation: 1, 2, 3 and so on without a hole.
    pub sequence: u64,
    /// When it was seen (RFC 3339, UTC).
    pub at: String,
    /// What happened: `created`, `id-changed`, `minimized`, `restored`, `hidden`, `shown`, `moved`, `resized`,
    /// `title-changed`, `focused` or `destroyed`.
    pub event: Cow<'static, str>,
    /// The window afterwards; as it was last seen when it is gone.
    pub window: Window,
}

impl Body for WindowEvent {
    const KIND: &'static str = "window-event";
}

impl From<&engine::WindowEvent> for WindowEvent {
    fn from(event: &engine::WindowEvent) -> WindowEvent {
        WindowEvent {
            sequence: event.sequence,
            at: time(event.at),
            event: event.kind.name().into(),
            window: Window {
                previous_id: event.previous_id.map(|id| id.to_string()),
                ..Window::from(&event.window)
            },
        }
    }
}

impl TryFrom<WindowEvent> for engine::WindowEvent {
    type Error = model::Error;

    fn try_from(event: WindowEvent) -> Result<engine::WindowEvent, model::Error> {
        let kind = kind_called(&event.event)
            .ok_or_else(|| unreadable(format!("`{}` is no kind of event that is known", event.event)))?;
        Ok(engine::WindowEvent {
            sequence: event.sequence,
            at: read_time(&event.at)?,
            kind,
            previous_id: event.window.previous_id.as_deref().map(read_number).transpose()?,
            window: event.window.try_into()?,
        })
    }
}

/// Events that a reader was too slow for. A snapshot with their effect follows.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct WindowGap {
    /// The first lost event.
    pub first: u64,
    /// The last lost event.
    pub last: u64,
    /// When the gap was noticed (RFC 3339, UTC).
    pub at: String,
}

impl Body for WindowGap {
    const KIND: &'static str = "window-gap";
}

impl WindowGap {
    /// The gap from one event to another, both lost.
    pub fn new(first: u64, last: u64, at: SystemTime) -> WindowGap {
        WindowGap { first, last, at: time(at) }
    }
}

fn time(at: SystemTime) -> String {
    humantime::format_rfc3339_micros(at).to_string()
}

fn read_time(text: &str) -> Result<SystemTime, model::Error> {
    humantime::parse_rfc3339(text).map_err(|error| unreadable(format!("`{text}` is not a time: {error}")))
}

/// The kind of event with this name.
pub(crate) fn kind_called(name: &str) -> Option<engine::WindowEventKind> {
    engine::WindowEventKind::ALL.iter().copied().find(|kind| kind.name() == name)
}
