//! How text looks, from the attributes of the text that toolkits tell.
//!
//! All toolkits seen use the names `family-name`, `size`, `weight`, `fg-color` and `scale`, and hardly two of them the same
//! values for them. The names that pages use (`font-family`, `color`) are read as well, for toolkits not seen.

use std::sync::Arc;

use deskhand_model::{Color, FontWeight, TextStyle};

use crate::atspi::quirks::{Family, Quirks};

/// From this number on a size is in Pango's units, of which a point has 1024: GTK 3.24 tells the sizes of tags in text
/// views so, and all others in points.
const PANGO_UNITS: f64 = 1024.0;

/// What was told of a text: of the text itself, and of what it looks like where nothing else is said.
#[derive(Clone, Debug, Default)]
pub(super) struct Told {
    own: Attributes,
    usual: Attributes,
}

/// The attributes that matter, as they are told.
#[derive(Clone, Debug, Default)]
struct Attributes {
    family: Option<Arc<str>>,
    points: Option<f64>,
    scale: Option<f64>,
    weight: Option<FontWeight>,
    color: Option<Color>,
}

impl Told {
    /// Notes the attributes of the text itself.
    pub(super) fn note_own<'a>(&mut self, pairs: impl Iterator<Item = (&'a str, &'a str)>, quirks: &Quirks) {
        // Whatever the default sizes are in, those that are set for a piece of text are in points.
        self.own = Attributes::read(pairs, quirks, points);
    }

    /// Notes the attributes that the text has where nothing else is said.
    pub(super) fn note_usual<'a>(
        &mut self,
        pairs: impl Iterator<Item = (&'a str, &'a str)>,
        quirks: &Quirks,
    ) {
        let size = if quirks.default_sizes_in_pixels { points_of_pixels } else { points };
        self.usual = Attributes::read(pairs, quirks, size);
    }

    /// The style, when anything at all is known.
    pub(super) fn style(self) -> Option<TextStyle> {
        let Told { own, usual } = self;
        let scale = own.scale.or(usual.scale).filter(|&scale| scale > 0.0).unwrap_or(1.0);
        let style = TextStyle {
            font_family: own.family.or(usual.family),
            font_size: own.points.or(usual.points).map(|points| hundredths(points * scale)),
            font_weight: own.weight.or(usual.weight),
            color: own.color.or(usual.color),
        };
        (!style.is_empty()).then_some(style)
    }
}

impl Attributes {
    fn read<'a>(
        pairs: impl Iterator<Item = (&'a str, &'a str)>,
        quirks: &Quirks,
        size: fn(&str) -> Option<f64>,
    ) -> Attributes {
        let mut read = Attributes::default();
        for (name, value) in pairs {
            match name {
                "family-name" | "font-family" => read.family = family(value),
                "size" | "font-size" => read.points = size(value),
                "scale" => read.scale = value.parse().ok(),
                "weight" | "font-weight" => read.weight = weight(value),
                "fg-color" | "color" => read.color = color(value, quirks.family),
                _ => {}
            }
        }
        if quirks.invents_colors && read.family.is_none() {
            read.color = None;
        }
        read
    }
}

/// The first family of a list; Qt puts each in quotes.
fn family(value: &str) -> Option<Arc<str>> {
    let first = value.split(',').next().unwrap_or(value);
    let bare = first.trim().trim_matches(['"', '\'']);
    (!bare.is_empty()).then(|| bare.into())
}

/// A size in points: `10`, Chromium's `10.5pt`, and `-1` of Qt, which means that the size was set in pixels.
fn points(value: &str) -> Option<f64> {
    if let Some(pixels) = value.strip_suffix("px") {
        return pixels.trim().parse().ok().map(|pixels: f64| pixels * 0.75).filter(|&size| size > 0.0);
    }
    let number: f64 = value.strip_suffix("pt").unwrap_or(value).trim().parse().ok()?;
    let number = if number >= PANGO_UNITS { number / PANGO_UNITS } else { number };
    (number.is_finite() && number > 0.0).then_some(number)
}

/// Points of a size in pixels of which the fraction was cut off: a font of 10 points is 13.3 pixels high and told as 13.
/// Where a whole number of points can be meant, it is.
fn points_of_pixels(value: &str) -> Option<f64> {
    let least = points(value)? * 0.75;
    let whole = least.ceil();
    Some(if whole < least + 0.75 { whole } else { least })
}

fn weight(value: &str) -> Option<FontWeight> {
    match value.trim() {
        "normal" => Some(FontWeight::Regular),
        word => FontWeight::parse(word).or_else(|| word.parse().ok().map(FontWeight::of_number)),
    }
}

/// `red,green,blue`: of 65535 each in GTK, of 255 in Qt and Chromium. What other toolkits mean, the numbers have to tell.
fn color(value: &str, toolkit: Family) -> Option<Color> {
    let bare = value.trim().trim_start_matches("rgb(").trim_end_matches(')');
    if bare.starts_with('#') {
        return Color::parse(bare);
    }
    let mut numbers = bare.split(',').map(|part| part.trim().parse::<u16>().ok());
    let parts = [numbers.next()??, numbers.next()??, numbers.next()??];
    let is_wide = match toolkit {
        Family::Gtk3 | Family::Gtk4 => true,
        Family::Qt | Family::Chromium => false,
        Family::Other => parts.iter().any(|&part| part > 255),
    };
    let byte = |part: u16| u8::try_from(if is_wide { part >> 8 } else { part }).ok();
    Some(Color { red: byte(parts[0])?, green: byte(parts[1])?, blue: byte(parts[2])? })
}

/// A size that was multiplied, without the dust of the multiplication.
fn hundredths(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use deskhand_model::Toolkit;

    use super::*;

    type Pairs = &'static [(&'static str, &'static str)];

    fn quirks(name: &str, version: &str) -> Quirks {
        Quirks::of(&Toolkit { name: name.to_owned(), version: version.to_owned() })
    }

    /// As `deskhand find` shows it, with `-` for what is not known.
    fn shown(own: Pairs, usual: Pairs, quirks: &Quirks) -> String {
        let mut told = Told::default();
        told.note_own(own.iter().copied(), quirks);
        told.note_usual(usual.iter().copied(), quirks);
        let Some(style) = told.style() else { return "none".to_owned() };
        let dash = || "-".to_owned();
        [
            style.font_family.map_or_else(dash, |family| family.to_string()),
            style.font_size.map_or_else(dash, |size| size.to_string()),
            style.font_weight.map_or_else(dash, |weight| weight.name().to_owned()),
            style.color.map_or_else(dash, |color| color.to_string()),
        ]
        .join(" ")
    }

    #[track_caller]
    fn check(toolkit: (&str, &str), own: Pairs, usual: Pairs, expected: &str) {
        assert_eq!(shown(own, usual, &quirks(toolkit.0, toolkit.1)), expected, "{own:?} {usual:?}");
    }

    #[test]
    fn gtk_3_tells_all_with_wide_colours() {
        let gtk3 = ("gtk", "3.24.38");
        let label: Pairs = &[
            ("fg-color", "11822,13364,13878"),
            ("scale", "1"),
            ("size", "10"),
            ("weight", "400"),
            ("family-name", "Sans"),
        ];
        check(gtk3, label, &[], "Sans 10 regular #2e3436");
        let styled: Pairs =
            &[("fg-color", "52428,0,0"), ("size", "20"), ("weight", "700"), ("family-name", "Monospace")];
        check(gtk3, styled, &[], "Monospace 20 bold #cc0000");
        check(gtk3, &[("size", "10"), ("scale", "1.2")], &[], "- 12 - -");
        check(gtk3, &[("size", "18432"), ("weight", "380")], &[], "- 18 regular -");
    }

    #[test]
    fn gtk_4_tells_default_sizes_in_pixels_and_others_in_points() {
        let gtk4 = ("GTK", "4.8.3");
        let usual: Pairs = &[("family-name", "Sans"), ("weight", "400"), ("size", "13"), ("scale", "1")];
        check(gtk4, &[], usual, "Sans 10 regular -");
        check(gtk4, &[("size", "20"), ("weight", "700"), ("fg-color", "52428,0,0")], usual, {
            "Sans 20 bold #cc0000"
        });
        check(gtk4, &[("scale", "1.2")], usual, "Sans 12 regular -");
        check(gtk4, &[], &[("size", "15")], "- 11.25 - -");
        check(gtk4, &[], &[("size", "18")], "- 14 - -");
    }

    #[test]
    fn qt_quotes_families_and_knows_no_size_in_pixels() {
        for qt in [("Qt", "5.15.8"), ("Qt", "6.4.2")] {
            let styled: Pairs = &[
                ("family-name", "\"Monospace\""),
                ("fg-color", "204,0,0"),
                ("size", "18"),
                ("weight", "bold"),
            ];
            check(qt, styled, &[], "Monospace 18 bold #cc0000");
            check(qt, &[("family-name", "\"Sans Serif\""), ("size", "-1")], &[], "Sans Serif - - -");
            check(qt, &[], &[], "none");
        }
    }

    #[test]
    fn chromium_says_points_and_invents_colours_where_it_knows_no_font() {
        let chromium = ("Chromium", "1.0");
        let page: Pairs = &[
            ("bg-color", "255,255,255"),
            ("fg-color", "0,0,238"),
            ("family-name", "DejaVu Sans"),
            ("size", "10.5pt"),
            ("weight", "700"),
        ];
        check(chromium, page, &[], "DejaVu Sans 10.5 bold #0000ee");
        check(chromium, &[("bg-color", "255,255,255"), ("fg-color", "0,0,0")], &[], "none");
    }

    #[test]
    fn other_toolkits_are_read_by_what_they_say() {
        let other = ("Gecko", "140.0");
        let page: Pairs =
            &[("font-family", "serif, sans"), ("font-size", "16px"), ("color", "rgb(1, 2, 255)")];
        check(other, page, &[], "serif 12 - #0102ff");
        check(other, &[("fg-color", "65535,0,0")], &[], "- - - #ff0000");
        check(other, &[("color", "#00ff00"), ("weight", "900")], &[], "- - black #00ff00");
    }

    #[test]
    fn nonsense_is_not_known() {
        let nonsense: Pairs = &[
            ("family-name", ""),
            ("size", "huge"),
            ("weight", "heavy"),
            ("fg-color", "1,2"),
            ("scale", "NaN"),
        ];
        check(("gtk", "3.24.38"), nonsense, &[], "none");
        check(("Qt", "6.4.2"), &[("fg-color", "1,2,300"), ("size", "inf")], &[], "none");
    }
}
