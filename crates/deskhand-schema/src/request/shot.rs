//! Taking pictures.

use deskhand_engine::{self as engine, WindowSelector};
use deskhand_model::{Error, Result};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Locator, Timed, WindowRef};
use crate::Rect;

/// What to take a picture of.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Shot {
    /// The whole screen.
    #[default]
    Screen,
    /// A part of it.
    Part(Rect),
    /// A window's client area, also where it is covered.
    Window(WindowRef),
    /// One element.
    Element(Locator),
}

impl From<&engine::Shot> for Shot {
    fn from(shot: &engine::Shot) -> Shot {
        match shot {
            engine::Shot::Screen => Shot::Screen,
            engine::Shot::Part(part) => Shot::Part((*part).into()),
            engine::Shot::Window(window) => Shot::Window(window.into()),
            engine::Shot::Element(locator) => Shot::Element((&**locator).into()),
        }
    }
}

impl TryFrom<Shot> for engine::Shot {
    type Error = Error;

    fn try_from(shot: Shot) -> Result<engine::Shot> {
        Ok(match shot {
            Shot::Screen => engine::Shot::Screen,
            Shot::Part(part) => engine::Shot::Part(part.into()),
            Shot::Window(window) => engine::Shot::Window(WindowSelector::try_from(window)?),
            Shot::Element(locator) => engine::Shot::Element(Box::new(locator.try_into()?)),
        })
    }
}

/// Asks for a picture. The answer is a PNG file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ShotRequest {
    /// Of what; the whole screen when it is not given.
    #[serde(default)]
    pub shot: Shot,
    /// How long it may take.
    #[serde(flatten)]
    pub time: Timed,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_of_nothing_in_particular_is_one_of_the_screen() {
        let asked: ShotRequest = serde_json::from_str(r#"{"timeout_ms": 5}"#).unwrap();
        assert_eq!(asked.shot, Shot::Screen);
        assert!(serde_json::from_str::<ShotRequest>(r#"{"shot": null}"#).is_err());
    }
}
