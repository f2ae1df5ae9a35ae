//! Which rectangle of a window a toolkit means by the bounds of a top-level element.

use deskhand_model::{Insets, Rect, Size, Toolkit, Window};

use crate::ports::TopLevel;

/// What the outline that an application tells includes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outline {
    /// The window manager's decoration, or the shadow where the application draws that itself. GTK 3.24.
    Gtk3,
    /// Exactly the client area, a shadow included. Qt 5.15 and 6.4, Chromium 156.
    Client,
    /// The content without shadow; only the size of it is told, not the place. GTK 4.8 and 4.18.
    Content,
    /// Unknown: whichever of these fits best.
    Any,
}

impl Outline {
    /// The outline that this toolkit tells.
    pub(crate) fn of(toolkit: &Toolkit) -> Outline {
        let major = toolkit.version.split('.').next().and_then(|number| number.parse::<u32>().ok());
        match (toolkit.name.to_lowercase().as_str(), major) {
            ("gtk", Some(4..)) => Outline::Content,
            ("gtk", Some(3)) => Outline::Gtk3,
            ("qt" | "chromium", _) => Outline::Client,
            _ => Outline::Any,
        }
    }

    /// The rectangles that can be meant.
    pub(super) fn of_window(self, window: &Window) -> Vec<Rect> {
        let (outer, client, content) = (window.outer(), window.client, window.content());
        let mut outlines = match self {
            Outline::Gtk3 if window.shadow == Insets::default() => vec![outer],
            Outline::Gtk3 | Outline::Client => vec![client],
            Outline::Content => vec![content],
            Outline::Any => vec![outer, client, content],
        };
        outlines.dedup();
        outlines
    }
}

/// Pixels between what an application tells and the nearest of `outlines`: the distance of the corners plus the
/// difference of the sizes. Of a top-level element without a place only the sizes are compared.
pub(super) fn distance(top: &TopLevel, outlines: &[Rect]) -> Option<f64> {
    // Asked a million times for an application with a thousand windows.
    let mut least = None;
    for outline in outlines {
        let distance = match (top.bounds, top.size) {
            (Some(bounds), _) => apart(bounds, *outline),
            (None, Some(size)) => unlike(size, outline.size()),
            (None, None) => return None,
        };
        if least.is_none_or(|least| distance < least) {
            least = Some(distance);
        }
    }
    least
}

fn apart(a: Rect, b: Rect) -> f64 {
    let dx = f64::from(a.x) - f64::from(b.x);
    let dy = f64::from(a.y) - f64::from(b.y);
    dx.hypot(dy) + unlike(a.size(), b.size())
}

fn unlike(a: Size, b: Size) -> f64 {
    let dw = f64::from(a.width) - f64::from(b.width);
    let dh = f64::from(a.height) - f64::from(b.height);
    dw.hypot(dh)
}

#[cfg(test)]
mod tests {
    use deskhand_model::Handle;

    use super::*;

    const CLIENT: Rect = Rect::new(100, 100, 400, 300);

    fn window(decoration: Insets, shadow: Insets) -> Window {
        Window { client: CLIENT, decoration, shadow, ..Window::default() }
    }

    fn told(bounds: Option<Rect>, size: Option<Size>) -> TopLevel {
        TopLevel {
            handle: Handle::new("t"),
            title: String::new(),
            bounds,
            size,
            minimized: None,
            hidden: None,
            modal: None,
            focused: None,
            fullscreen: None,
            window: None,
        }
    }

    #[test]
    fn each_toolkit_tells_its_own_outline() {
        let decorated = window(Insets { left: 1, right: 1, top: 20, bottom: 5 }, Insets::default());
        let shadowed = window(Insets::default(), Insets { left: 26, right: 26, top: 23, bottom: 29 });
        for (name, version, of_decorated, of_shadowed) in [
            ("gtk", "3.24.38", decorated.outer(), CLIENT),
            ("GTK", "4.8.3", CLIENT, shadowed.content()),
            ("Qt", "5.15.8", CLIENT, CLIENT),
            ("Chromium", "156", CLIENT, CLIENT),
        ] {
            let outline = Outline::of(&Toolkit { name: name.to_owned(), version: version.to_owned() });
            assert_eq!(outline.of_window(&decorated), [of_decorated], "{name} {version}");
            assert_eq!(outline.of_window(&shadowed), [of_shadowed], "{name} {version}");
        }
        assert_eq!(Outline::of(&Toolkit::default()), Outline::Any);
        let gtk = Toolkit { name: "gtk".to_owned(), version: String::new() };
        assert_eq!(Outline::of(&gtk), Outline::Any);
    }

    #[test]
    fn an_unknown_toolkit_is_measured_by_the_outline_that_fits_best() {
        let decorated = window(Insets { left: 1, right: 1, top: 20, bottom: 5 }, Insets::default());
        let outlines = Outline::Any.of_window(&decorated);
        for bounds in [decorated.outer(), decorated.client] {
            assert_eq!(distance(&told(Some(bounds), None), &outlines), Some(0.0));
        }
    }

    #[test]
    fn without_a_place_only_the_sizes_are_compared() {
        let size = Size { width: 403, height: 304 };
        assert_eq!(distance(&told(None, Some(size)), &[CLIENT]), Some(5.0));
        assert_eq!(distance(&told(None, None), &[CLIENT]), None);
    }

    #[test]
    fn extreme_numbers_are_far_apart_and_no_panic() {
        let (low, high) =
            (Rect::new(i32::MIN, i32::MIN, 0, 0), Rect::new(i32::MAX, i32::MAX, u32::MAX, u32::MAX));
        let far = distance(&told(Some(low), None), &[high]);
        assert!(far.is_some_and(|far| far > 1e9 && far.is_finite()));
    }
}
