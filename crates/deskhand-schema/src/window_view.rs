//! Windows as window system and accessibility together know them, and what came of changing one.

use std::borrow::Cow;

use deskhand_engine as engine;
use deskhand_model as model;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::window::read_number;
use crate::{Body, Window};

/// One window as window system and accessibility together know it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
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
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Join {
    /// The platform's own name for the element.
    pub element: String,
    /// `exact`: the platform says so; `sure`: nothing else fits; `guess`: something else fits as well.
    pub certainty: Cow<'static, str>,
    /// What speaks for it.
    pub evidence: Evidence,
}

/// What speaks for a join.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
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
                engine::Certainty::Exact => "exact".into(),
                engine::Certainty::Sure => "sure".into(),
                engine::Certainty::Guess => "guess".into(),
            },
            evidence: Evidence {
                exact_id,
                process,
                only_window,
                title,
                focused,
                known_before,
                distance: distance.filter(|pixels| pixels.is_finite()),
            },
        }
    }
}

impl TryFrom<WindowView> for engine::WindowView {
    type Error = model::Error;

    fn try_from(view: WindowView) -> Result<engine::WindowView, model::Error> {
        Ok(engine::WindowView {
            window: view.window.try_into()?,
            joined: view.joined.map(engine::Joined::from),
        })
    }
}

impl From<Join> for engine::Joined {
    /// A certainty that is not known here is none: a guess.
    fn from(join: Join) -> engine::Joined {
        let Evidence { exact_id, process, only_window, title, focused, known_before, distance } =
            join.evidence;
        engine::Joined {
            element: model::Handle::new(join.element),
            evidence: engine::Evidence {
                exact_id,
                process,
                only_window,
                title,
                distance,
                focused,
                known_before,
            },
            certainty: match &*join.certainty {
                "exact" => engine::Certainty::Exact,
                "sure" => engine::Certainty::Sure,
                _ => engine::Certainty::Guess,
            },
        }
    }
}

/// What came of changing a window.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Changed {
    /// The window as it is now; as it was last seen when it is gone.
    pub view: WindowView,
    /// The number that it was asked for by, when it has another one now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous_id: Option<String>,
    /// Whether it is as it was asked to be.
    pub as_asked: bool,
}

impl Body for Changed {
    const KIND: &'static str = "changed";
}

impl From<&engine::Changed> for Changed {
    fn from(changed: &engine::Changed) -> Changed {
        Changed {
            view: WindowView::from(&changed.view),
            previous_id: changed.previous_id.map(|id| id.to_string()),
            as_asked: changed.as_asked,
        }
    }
}

impl TryFrom<Changed> for engine::Changed {
    type Error = model::Error;

    fn try_from(changed: Changed) -> Result<engine::Changed, model::Error> {
        Ok(engine::Changed {
            view: changed.view.try_into()?,
            previous_id: changed.previous_id.as_deref().map(read_number).transpose()?,
            as_asked: changed.as_asked,
        })
    }
}
