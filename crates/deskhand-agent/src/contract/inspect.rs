//! One element in detail.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ElementInfo, Number};

/// One element in detail.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InspectResponse {
    /// The element, without what is inside of it.
    pub element: ElementInfo,
    /// Family of its font.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub font_family: Option<String>,
    /// Size of its font in points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub font_size: Option<Number>,
    /// Weight of its font: `thin`, `extralight`, `light`, `regular`, `medium`, `semibold`, `bold`, `extrabold`, `black`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub font_weight: Option<String>,
    /// Colour of its text: `#rrggbb`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text_color: Option<String>,
    /// Left edge on the screen; all four of these are there, or none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bounds_x: Option<Number>,
    /// Top edge on the screen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bounds_y: Option<Number>,
    /// Pixels across.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bounds_width: Option<Number>,
    /// Pixels down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bounds_height: Option<Number>,
}
