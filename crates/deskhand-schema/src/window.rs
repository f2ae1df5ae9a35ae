//! Windows.

use deskhand_model as model;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Body, Insets, Rect};

/// One window, as the window system reports it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Window {
    /// The window system's number, written as it writes it: `0x1400003`.
    pub id: String,
    /// Title; may be empty.
    pub title: String,
    /// Process that it says it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pid: Option<u32>,
    /// Application: the class of its windows.
    pub app: String,
    /// Instance name within the class.
    pub instance: String,
    /// What it is for: `regular`, `dialog`, `popup`, `menuBar`, `tooltip`, `utility`, `desktop`, `dock`.
    pub kind: &'static str,
    /// What the user sees, with the window manager's decoration.
    pub outer: Rect,
    /// The application's own area without shadow; window coordinates start here.
    pub content: Rect,
    /// The application's own area as the window system has it, with the shadow that the application draws.
    pub client: Rect,
    /// Borders that the window manager draws around `client`.
    pub decoration: Insets,
    /// Invisible borders inside `client`.
    pub shadow: Insets,
    /// Workspace, counted from zero; absent where there are none and for windows on all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub workspace: Option<u32>,
    /// Whether it is on every workspace.
    pub on_all_workspaces: bool,
    /// Place in the stack: 0 is at the back.
    pub z_index: u32,
    /// What is true of it now.
    #[serde(flatten)]
    pub state: WindowState,
}

/// What is true of a window now.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[expect(missing_docs, reason = "the names say it")]
pub struct WindowState {
    pub minimized: bool,
    pub hidden: bool,
    pub focused: bool,
    pub maximized: bool,
    pub fullscreen: bool,
    pub modal: bool,
}

impl From<&model::Window> for Window {
    fn from(window: &model::Window) -> Window {
        Window {
            id: window.id.to_string(),
            title: window.title.clone(),
            pid: window.pid,
            app: window.app.clone(),
            instance: window.instance.clone(),
            kind: window.kind.name(),
            outer: window.outer().into(),
            content: window.content().into(),
            client: window.client.into(),
            decoration: window.decoration.into(),
            shadow: window.shadow.into(),
            workspace: match window.workspace {
                Some(model::Workspace::Number(number)) => Some(number),
                Some(model::Workspace::All) | None => None,
            },
            on_all_workspaces: window.workspace == Some(model::Workspace::All),
            z_index: window.z_index,
            state: WindowState {
                minimized: window.minimized,
                hidden: window.hidden,
                focused: window.focused,
                maximized: window.maximized,
                fullscreen: window.fullscreen,
                modal: window.modal,
            },
        }
    }
}

/// All windows, from back to front.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Windows {
    /// The windows.
    pub windows: Vec<Window>,
}

impl Body for Windows {
    const KIND: &'static str = "windows";
}

impl From<&[model::Window]> for Windows {
    fn from(windows: &[model::Window]) -> Windows {
        Windows { windows: windows.iter().map(Window::from).collect() }
    }
}
