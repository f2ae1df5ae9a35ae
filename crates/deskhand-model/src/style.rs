//! How text looks.

use std::sync::Arc;

/// How an element's text looks, as far as the toolkit tells.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TextStyle {
    /// Family of the font: `Sans`, `Cantarell`.
    pub font_family: Option<Arc<str>>,
    /// Size of the font in points.
    pub font_size: Option<f64>,
    /// How heavy the strokes are.
    pub font_weight: Option<FontWeight>,
    /// Colour of the text.
    pub color: Option<Color>,
}

impl TextStyle {
    /// Whether nothing at all is known.
    pub fn is_empty(&self) -> bool {
        *self == TextStyle::default()
    }
}

/// How heavy the strokes of a font are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say it")]
pub enum FontWeight {
    Thin,
    ExtraLight,
    Light,
    Regular,
    Medium,
    Semibold,
    Bold,
    ExtraBold,
    Black,
}

/// Each weight with its number and the name on every wire.
const WEIGHTS: &[(FontWeight, u16, &str)] = &[
    (FontWeight::Thin, 100, "thin"),
    (FontWeight::ExtraLight, 200, "extralight"),
    (FontWeight::Light, 300, "light"),
    (FontWeight::Regular, 400, "regular"),
    (FontWeight::Medium, 500, "medium"),
    (FontWeight::Semibold, 600, "semibold"),
    (FontWeight::Bold, 700, "bold"),
    (FontWeight::ExtraBold, 800, "extrabold"),
    (FontWeight::Black, 900, "black"),
];

impl FontWeight {
    /// The weight that is nearest to a number of the scale from 1 to 1000, on which 400 is regular and 700 bold.
    pub fn of_number(number: u16) -> FontWeight {
        let nearest = WEIGHTS.iter().min_by_key(|(_, own, _)| own.abs_diff(number));
        nearest.map_or(FontWeight::Regular, |(weight, ..)| *weight)
    }

    /// Reads a name.
    pub fn parse(name: &str) -> Option<FontWeight> {
        WEIGHTS.iter().find(|(.., own)| *own == name).map(|(weight, ..)| *weight)
    }

    /// The name on every wire.
    pub fn name(self) -> &'static str {
        WEIGHTS.iter().find(|(weight, ..)| *weight == self).map_or("regular", |(.., name)| name)
    }
}

/// A colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Color {
    pub red: u8,
    pub green: u8,
    pub blue: u8,
}

impl Color {
    /// Reads `#rrggbb`.
    pub fn parse(text: &str) -> Option<Color> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii())?;
        let part = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).ok();
        Some(Color { red: part(0)?, green: part(2)?, blue: part(4)? })
    }
}

impl std::fmt::Display for Color {
    /// `#rrggbb`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_the_nearest_weight() {
        for (number, name) in
            [(1, "thin"), (400, "regular"), (430, "regular"), (680, "bold"), (1000, "black")]
        {
            assert_eq!(FontWeight::of_number(number).name(), name, "{number}");
        }
        for (weight, number, name) in WEIGHTS {
            assert_eq!((FontWeight::of_number(*number), FontWeight::parse(name)), (*weight, Some(*weight)));
        }
    }

    #[test]
    fn a_colour_reads_back() {
        let color = Color { red: 0, green: 128, blue: 255 };
        assert_eq!(color.to_string(), "#0080ff");
        assert_eq!(Color::parse("#0080FF"), Some(color));
        for bad in ["", "#12345", "123456", "#12345g", "#ööö"] {
            assert_eq!(Color::parse(bad), None, "{bad}");
        }
    }
}
