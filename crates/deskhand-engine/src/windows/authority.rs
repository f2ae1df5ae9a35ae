//! Which view of a window is to be believed about what. Pure.

use deskhand_model::{Rect, Size, Window};

use crate::ports::{Side, Split, TopLevel};

/// What there is to know about windows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aspect {
    /// Which windows there are.
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "lists are the registry's as they are, there is nothing to merge")
    )]
    Enumeration,
    /// A window's number.
    Identity,
    /// Place and size.
    Geometry,
    /// Whether it is minimised, hidden or covers the screen.
    Visibility,
    /// Its place in the stack, its workspace.
    Order,
    /// Which application and process it belongs to, and what kind of window it is.
    Ownership,
    /// What it is called.
    Title,
    /// Whether it has the keyboard.
    Focus,
    /// Whether it is modal.
    Details,
}

impl Aspect {
    /// The authority matrix.
    const fn side(self, split: Split) -> Side {
        match self {
            Aspect::Enumeration => Side::Registry,
            Aspect::Identity => Side::Registry,
            Aspect::Geometry => split.state,
            Aspect::Visibility => split.state,
            Aspect::Order => Side::Registry,
            Aspect::Ownership => Side::Registry,
            Aspect::Title => split.state,
            Aspect::Focus => split.state,
            Aspect::Details => Side::Accessibility,
        }
    }

    /// What the side says that is to be believed; what the registry says where that is not told.
    fn choose<T>(self, split: Split, listed: T, told: Option<T>) -> T {
        match self.side(split) {
            Side::Registry => listed,
            Side::Accessibility => told.unwrap_or(listed),
        }
    }
}

/// The window as both views together know it. What the side that is to be believed does not tell comes from the other.
pub(crate) fn merge(record: &Window, top: &TopLevel, split: Split) -> Window {
    let minimized = Aspect::Visibility.choose(split, record.minimized, top.minimized);
    // A registry that only knows what is on the screen calls a minimised window hidden.
    let told_hidden = top.hidden.or_else(|| minimized.then_some(false));
    Window {
        id: Aspect::Identity.choose(split, record.id, top.window),
        title: Aspect::Title.choose(split, record.title.clone(), told_title(top)),
        client: Aspect::Geometry.choose(split, record.client, client(record, top)),
        z_index: Aspect::Order.choose(split, record.z_index, None),
        workspace: Aspect::Order.choose(split, record.workspace, None),
        pid: Aspect::Ownership.choose(split, record.pid, None),
        app: Aspect::Ownership.choose(split, record.app.clone(), None),
        minimized,
        hidden: Aspect::Visibility.choose(split, record.hidden, told_hidden),
        fullscreen: Aspect::Visibility.choose(split, record.fullscreen, top.fullscreen),
        focused: Aspect::Focus.choose(split, record.focused, top.focused),
        modal: Aspect::Details.choose(split, record.modal, top.modal),
        ..record.clone()
    }
}

fn told_title(top: &TopLevel) -> Option<String> {
    (!top.title.is_empty()).then(|| top.title.clone())
}

/// The client area of a window whose visible frame is where the application says.
fn client(record: &Window, top: &TopLevel) -> Option<Rect> {
    let sized = |size: Size| Rect { width: size.width, height: size.height, ..record.outer() };
    let outer = top.bounds.or(top.size.map(sized))?;
    Some(outer.shrunk(record.decoration).grown(record.shadow))
}

#[cfg(test)]
mod tests {
    use deskhand_model::{Handle, Insets, WindowId};

    use super::*;

    const LISTED: Rect = Rect::new(100, 100, 400, 300);
    const TOLD: Rect = Rect::new(700, 50, 500, 200);

    fn record() -> Window {
        Window {
            id: WindowId(1),
            title: "Listed".to_owned(),
            pid: Some(7),
            app: "App".to_owned(),
            client: LISTED,
            z_index: 3,
            ..Window::default()
        }
    }

    fn told() -> TopLevel {
        TopLevel {
            handle: Handle::new("a"),
            title: "Told".to_owned(),
            bounds: Some(TOLD),
            size: Some(TOLD.size()),
            minimized: Some(false),
            hidden: Some(false),
            modal: Some(true),
            focused: Some(true),
            fullscreen: Some(true),
            window: Some(WindowId(9)),
        }
    }

    #[test]
    fn the_matrix_is_that_of_the_seed_where_the_registry_lags() {
        use Aspect::*;
        let sides: Vec<Side> =
            [Enumeration, Identity, Order, Ownership].map(|aspect| aspect.side(Split::HYBRID)).to_vec();
        assert_eq!(sides, [Side::Registry; 4]);
        let sides = [Geometry, Visibility, Title, Focus, Details].map(|aspect| aspect.side(Split::HYBRID));
        assert_eq!(sides, [Side::Accessibility; 5]);
        assert_eq!(Geometry.side(Split::REGISTRY), Side::Registry);
        assert_eq!(Details.side(Split::REGISTRY), Side::Accessibility);
    }

    #[test]
    fn a_lagging_registry_keeps_identity_order_and_owner() {
        let merged = merge(&record(), &told(), Split::HYBRID);
        let Window { id, pid, ref app, z_index, .. } = merged;
        assert_eq!((id, pid, app.as_str(), z_index), (WindowId(1), Some(7), "App", 3));
        assert_eq!((merged.client, merged.title.as_str()), (TOLD, "Told"));
        assert!(merged.focused && merged.modal && merged.fullscreen);
    }

    #[test]
    fn a_true_registry_keeps_all_but_details() {
        let merged = merge(&record(), &told(), Split::REGISTRY);
        assert_eq!(merged, Window { modal: true, ..record() });
    }

    /// Whether it is visible when accessibility says so much of it, and the registry has it as hidden or not.
    #[test]
    fn visible_is_what_is_neither_minimised_nor_hidden() {
        for (minimized, hidden, listed_hidden, expected) in [
            (Some(false), Some(false), false, true),
            (Some(false), Some(false), true, true),
            (Some(true), Some(false), false, false),
            (Some(true), Some(false), true, false),
            (Some(false), Some(true), false, false),
            (Some(true), Some(true), true, false),
            (Some(false), None, true, false),
            (None, None, false, true),
        ] {
            let record = Window { hidden: listed_hidden, ..record() };
            let merged = merge(&record, &TopLevel { minimized, hidden, ..told() }, Split::HYBRID);
            assert_eq!(merged.is_visible(), expected, "{minimized:?} {hidden:?} {listed_hidden}");
            assert_eq!(merged.is_visible(), !merged.minimized && !merged.hidden);
        }
    }

    #[test]
    fn a_minimised_window_is_not_hidden_as_well_unless_its_application_says_so() {
        let off_screen = Window { hidden: true, ..record() };
        let icon = TopLevel { minimized: Some(true), hidden: None, ..told() };
        let merged = merge(&off_screen, &icon, Split::HYBRID);
        assert!(merged.minimized && !merged.hidden);
    }

    #[test]
    fn the_frame_that_accessibility_tells_is_the_outer_one() {
        let framed = Window {
            decoration: Insets { left: 1, right: 1, top: 20, bottom: 5 },
            shadow: Insets { left: 3, right: 3, top: 3, bottom: 3 },
            ..record()
        };
        assert_eq!(merge(&framed, &told(), Split::HYBRID).outer(), TOLD);
    }

    #[test]
    fn what_accessibility_does_not_tell_comes_from_the_registry() {
        let silent = TopLevel { title: String::new(), bounds: None, size: None, ..told() };
        let merged = merge(&record(), &silent, Split::HYBRID);
        assert_eq!((merged.client, merged.title.as_str()), (LISTED, "Listed"));
        let sized = TopLevel { bounds: None, size: Some(Size { width: 9, height: 8 }), ..told() };
        assert_eq!(merge(&record(), &sized, Split::HYBRID).client, Rect::new(100, 100, 9, 8));
    }
}
