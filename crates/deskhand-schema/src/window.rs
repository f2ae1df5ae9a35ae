//! Windows.

use std::borrow::Cow;

use deskhand_model as model;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::unreadable::unreadable;
use crate::{Body, Insets, Rect};

/// One window, as the window system reports it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Window {
    /// The window system's number, written as it writes it: `0x1400003`.
    pub id: String,
    /// The number that it had before, when that has just changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous_id: Option<String>,
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
    pub kind: Cow<'static, str>,
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
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[expect(missing_docs, reason = "the names say it")]
pub struct WindowState {
    /// To be seen, if nothing covers it: neither minimised nor hidden.
    pub visible: bool,
    pub minimized: bool,
    /// Not to be seen for another reason than being minimised: its application is hidden, it is withdrawn or on
    /// another workspace.
    pub hidden: bool,
    pub focused: bool,
    pub maximized: bool,
    pub fullscreen: bool,
    pub modal: bool,
    /// Stays above ordinary windows.
    pub floating: bool,
    /// Whether it can be given another size; absent where the window system does not tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resizable: Option<bool>,
    /// Whether it can be minimised; absent where the window system does not tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimizable: Option<bool>,
    /// Whether it can be asked to close; absent where the window system does not tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closable: Option<bool>,
}

impl From<&model::Window> for Window {
    fn from(window: &model::Window) -> Window {
        Window {
            id: window.id.to_string(),
            previous_id: None,
            title: window.title.clone(),
            pid: window.pid,
            app: window.app.clone(),
            instance: window.instance.clone(),
            kind: window.kind.name().into(),
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
                visible: window.is_visible(),
                minimized: window.minimized,
                hidden: window.hidden,
                focused: window.focused,
                maximized: window.maximized,
                fullscreen: window.fullscreen,
                modal: window.modal,
                floating: window.floating,
                resizable: window.abilities.resizable,
                minimizable: window.abilities.minimizable,
                closable: window.abilities.closable,
            },
        }
    }
}

impl TryFrom<Window> for model::Window {
    type Error = model::Error;

    fn try_from(window: Window) -> Result<model::Window, model::Error> {
        let Window { workspace, on_all_workspaces, state, .. } = window;
        Ok(model::Window {
            id: read_number(&window.id)?,
            title: window.title,
            pid: window.pid,
            app: window.app,
            instance: window.instance,
            // A kind that only a newer agent knows is a regular window.
            kind: model::WindowKind::parse(&window.kind).unwrap_or_default(),
            client: window.client.into(),
            decoration: window.decoration.into(),
            shadow: window.shadow.into(),
            workspace: match on_all_workspaces {
                true => Some(model::Workspace::All),
                false => workspace.map(model::Workspace::Number),
            },
            z_index: window.z_index,
            minimized: state.minimized,
            hidden: state.hidden,
            focused: state.focused,
            maximized: state.maximized,
            fullscreen: state.fullscreen,
            modal: state.modal,
            floating: state.floating,
            abilities: model::Abilities {
                resizable: state.resizable,
                minimizable: state.minimizable,
                closable: state.closable,
            },
        })
    }
}

/// The number of a window in an answer.
pub(crate) fn read_number(text: &str) -> Result<model::WindowId, model::Error> {
    text.parse().map_err(|_| unreadable(format!("`{text}` is not the number of a window")))
}

/// All windows, from back to front.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
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

impl TryFrom<Windows> for Vec<model::Window> {
    type Error = model::Error;

    fn try_from(windows: Windows) -> Result<Vec<model::Window>, model::Error> {
        windows.windows.into_iter().map(model::Window::try_from).collect()
    }
}
