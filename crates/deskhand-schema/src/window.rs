//! Windows.

use deskhand_engine as engine;
use deskhand_model as model;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Body, Insets, Rect};

/// One window, as the window system reports it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
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

/// One window as window system and accessibility together know it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct WindowView {
    /// The window, each aspect from the side that knows best.
    pub window: Window,
    /// The element that it was joined with; absent where accessibility had no say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub joined: Option<Join>,
    /// Why there is no element, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_element: Option<String>,
}

impl Body for WindowView {
    const KIND: &'static str = "window";
}

impl From<&engine::WindowView> for WindowView {
    fn from(view: &engine::WindowView) -> WindowView {
        WindowView {
            window: Window::from(&view.window),
            joined: view.joined.as_ref().map(Join::from),
            no_element: None,
        }
    }
}

/// How a window and an element were found to be the same.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Join {
    /// The platform's own name for the element.
    pub element: String,
    /// `exact`: the platform says so; `sure`: nothing else fits; `guess`: something else fits as well.
    pub certainty: &'static str,
    /// What speaks for it.
    pub evidence: Evidence,
}

/// What speaks for a join.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Evidence {
    /// The platform told the window's number.
    pub exact_id: bool,
    /// Both belong to the same process.
    pub process: bool,
    /// The process has no other window.
    pub only_window: bool,
    /// The titles are the same.
    pub title: bool,
    /// Both say that it has the keyboard.
    pub focused: bool,
    /// It is the element that the window had before.
    pub known_before: bool,
    /// Pixels between the two outlines; absent when one of them is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<f64>,
}

impl From<&engine::Joined> for Join {
    fn from(joined: &engine::Joined) -> Join {
        let engine::Evidence { exact_id, process, only_window, title, distance, focused, known_before } =
            joined.evidence;
        Join {
            element: joined.element.as_str().to_owned(),
            certainty: match joined.certainty {
                engine::Certainty::Exact => "exact",
                engine::Certainty::Sure => "sure",
                engine::Certainty::Guess => "guess",
            },
            evidence: Evidence { exact_id, process, only_window, title, focused, known_before, distance },
        }
    }
}
