//! How text looks.

use std::borrow::Cow;

use deskhand_model as model;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How an element's text looks, as far as the toolkit tells.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Style {
    /// Family of the font.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub font_family: Option<String>,
    /// Size of the font in points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub font_size: Option<f64>,
    /// How heavy the strokes are: `thin`, `extralight`, `light`, `regular`, `medium`, `semibold`, `bold`, `extrabold`
    /// or `black`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub font_weight: Option<Cow<'static, str>>,
    /// Colour of the text: `#rrggbb`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<String>,
}

impl Style {
    /// Nothing for a style of which nothing is known that JSON can hold.
    pub(crate) fn from_model(style: &model::TextStyle) -> Option<Style> {
        let told = Style {
            font_family: style.font_family.as_deref().map(str::to_owned),
            font_size: style.font_size.filter(|size| size.is_finite()),
            font_weight: style.font_weight.map(|weight| weight.name().into()),
            color: style.color.map(|color| color.to_string()),
        };
        (told != Style { font_family: None, font_size: None, font_weight: None, color: None }).then_some(told)
    }
}

impl From<Style> for model::TextStyle {
    /// Weights and colours that mean nothing here count as not told.
    fn from(style: Style) -> model::TextStyle {
        model::TextStyle {
            font_family: style.font_family.map(Into::into),
            font_size: style.font_size,
            font_weight: style.font_weight.as_deref().and_then(model::FontWeight::parse),
            color: style.color.as_deref().and_then(model::Color::parse),
        }
    }
}

#[cfg(test)]
mod tests {
    use deskhand_model::{Color, FontWeight, TextStyle};

    use super::*;

    #[test]
    fn a_style_without_content_is_none() {
        assert_eq!(Style::from_model(&TextStyle::default()), None);
        let infinite = TextStyle { font_size: Some(f64::INFINITY), ..TextStyle::default() };
        assert_eq!(Style::from_model(&infinite), None);
    }

    #[test]
    fn a_style_reads_back() {
        let style = TextStyle {
            font_family: Some("Cantarell".into()),
            font_size: Some(10.5),
            font_weight: Some(FontWeight::Semibold),
            color: Some(Color { red: 46, green: 52, blue: 54 }),
        };
        let json = serde_json::to_value(Style::from_model(&style)).unwrap();
        assert_eq!(
            json,
            serde_json::json!({
                "font_family": "Cantarell", "font_size": 10.5, "font_weight": "semibold", "color": "#2e3436"
            })
        );
        assert_eq!(TextStyle::from(serde_json::from_value::<Style>(json).unwrap()), style);
    }

    #[test]
    fn what_a_newer_agent_says_of_a_style_is_skipped() {
        let json = serde_json::json!({"font_weight": "hairline", "color": "oklch(1 0 0)", "italic": true});
        assert_eq!(TextStyle::from(serde_json::from_value::<Style>(json).unwrap()), TextStyle::default());
    }
}
