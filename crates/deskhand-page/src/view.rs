use serde::{Deserialize, Serialize};

use crate::place::ViewId;

/// A web view that is open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// The view.
    pub id: ViewId,
    /// The window that it is in, as the application calls it. Several views can share one.
    pub window: String,
    /// Whether its window is shown.
    pub visible: bool,
}

/// What a new view is opened in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NewViewKind {
    /// A tab, where there are tabs; else a window.
    Tab,
    /// A window.
    Window,
}

/// A rectangle in CSS pixels: of a window on the screen, or in a page.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PageRect {
    /// Distance from the left.
    pub x: f64,
    /// Distance from the top.
    pub y: f64,
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
}

/// How a window stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// As its bounds say.
    Normal,
    /// Out of sight.
    Minimized,
    /// As large as the desktop lets it.
    Maximized,
    /// All of the screen.
    Fullscreen,
}

/// A change to a window. What is left out stays as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct WindowChange {
    /// How it is to stand. Bounds are only taken by a normal window: one that is not is made so first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<Stage>,
    /// The outer left and top.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<(f64, f64)>,
    /// The outer width and height.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<(f64, f64)>,
}

/// A window as it is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct WindowState {
    /// Its outer bounds on the screen.
    pub bounds: PageRect,
    /// How it stands.
    pub stage: Stage,
}

/// How much of a page is in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Extent {
    /// What the view shows.
    Viewport,
    /// The whole document.
    Document,
    /// This part of what the view shows, in CSS pixels of the top document's viewport.
    Part(PageRect),
}
