//! What a signal on the accessibility bus means for whoever keeps a tree of its sender. Pure.
//!
//! The translation is what was seen in experiments with every toolkit (`docs/mirror.md` has the table): what is told of an
//! element itself is about its fields; what comes along when elements come, go or change places is about structure.

use deskhand_model::Fields;

use crate::atspi::quirks::{Family, Quirks};
use crate::atspi::wire::Message;

/// The events that are registered for. Toolkits send nothing that nobody has registered for.
pub(super) const EVENTS: &[&str] = &[
    "object:children-changed",
    "object:state-changed",
    "object:property-change",
    "object:text-changed",
    "object:bounds-changed",
    "object:attributes-changed",
    "object:selection-changed",
    "object:active-descendant-changed",
    "object:model-changed",
    "object:row-inserted",
    "object:row-deleted",
    "object:row-reordered",
    "object:column-inserted",
    "object:column-deleted",
    "object:column-reordered",
    "window:",
    "document:load-complete",
    "document:reload",
];

const EVENT: &str = "org.a11y.atspi.Event.";

/// A signal, as far as it matters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Signal<'a> {
    /// The last part of its interface: `Object`, `Window`, `Document`.
    pub(super) class: &'a str,
    /// `StateChanged`.
    pub(super) member: &'a str,
    /// What of it: `focused`, `accessible-name`.
    pub(super) detail: &'a str,
    /// With states: whether it is set now.
    pub(super) is_set: bool,
}

impl Signal<'_> {
    /// The event in a message, if it is one. Two layouts of the body are in use; they begin alike, and more is not needed.
    pub(super) fn with<T>(message: &Message, use_it: impl FnOnce(Signal<'_>) -> T) -> Option<T> {
        let class = message.interface()?.strip_prefix(EVENT)?;
        let body = message.body();
        let (detail, first) = body.deserialize_unchecked::<(&str, i32)>().unwrap_or_default();
        Some(use_it(Signal { class, member: message.member()?, detail, is_set: first != 0 }))
    }
}

/// What a signal means, its sender being the element that it is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Meaning {
    /// Fields of the element that are different.
    pub(super) fields: Fields,
    /// What became of elements.
    pub(super) structure: Structure,
    /// Whether the element has got the focus, so that another one has lost it.
    pub(super) gained_focus: bool,
    /// Whether the element has come into sight but may have no place yet.
    pub(super) has_no_place_yet: bool,
}

/// What a signal says of elements that came, went or changed places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Structure {
    /// Nothing.
    #[default]
    Same,
    /// The element may have other children; it has to be asked.
    PerhapsChildren,
    /// The element has other children, or others of them are in the state that it is about.
    Children,
    /// Something somewhere.
    Anything,
}

impl Meaning {
    fn fields(fields: Fields) -> Meaning {
        Meaning { fields, ..Meaning::default() }
    }

    fn structure(structure: Structure) -> Meaning {
        Meaning { structure, ..Meaning::default() }
    }
}

/// What `signal` of an application with these quirks means.
pub(super) fn meaning(signal: Signal<'_>, quirks: &Quirks) -> Meaning {
    match (signal.class, signal.member) {
        ("Object", "StateChanged") => state(signal, quirks),
        ("Object", "PropertyChange") => property(signal.detail),
        ("Object", "ChildrenChanged" | "ModelChanged") => other_children(quirks),
        ("Object", member) if member.starts_with("Row") || member.starts_with("Column") => {
            other_children(quirks)
        }
        ("Object", "BoundsChanged") => Meaning::structure(Structure::PerhapsChildren),
        ("Object", "TextChanged") => Meaning::fields(Fields::TEXT),
        ("Object", "AttributesChanged") => Meaning::fields(Fields::ATTRIBUTES | Fields::ID),
        // The items themselves tell it elsewhere.
        ("Object", "SelectionChanged" | "ActiveDescendantChanged") if quirks.family == Family::Gtk3 => {
            Meaning::structure(Structure::Children)
        }
        ("Window", member) if is_one_of(member, &["create", "destroy", "close", "reparent"]) => {
            Meaning::structure(Structure::Anything)
        }
        ("Window", _) => Meaning::fields(Fields::STATES),
        ("Document", _) => Meaning::structure(Structure::Anything),
        _ => Meaning::default(),
    }
}

/// The element has other children. Where much of that kind happens without a word, there may be more of it.
fn other_children(quirks: &Quirks) -> Meaning {
    Meaning::structure(if quirks.much_is_untold { Structure::Anything } else { Structure::Children })
}

/// GTK writes members of windows in small letters, Qt with a capital.
fn is_one_of(member: &str, words: &[&str]) -> bool {
    words.iter().any(|word| member.eq_ignore_ascii_case(word))
}

fn state(signal: Signal<'_>, quirks: &Quirks) -> Meaning {
    let structure = match signal.detail {
        "defunct" if signal.is_set => Structure::Anything,
        // All that Qt 5.15 and 6.4 tell of widgets that come, go or get another parent. What is inside of a menu or a page
        // that is shown does not tell it by itself.
        "showing" | "visible" if quirks.family == Family::Qt => Structure::Anything,
        // GTK 3.24 tells it of a container and not of what is inside, which is disabled along with it.
        "sensitive" | "enabled" if quirks.family == Family::Gtk3 => Structure::Children,
        // A popover of GTK 4.8 comes into the tree when it opens for the first time, and only its button tells of it.
        "expanded" => Structure::PerhapsChildren,
        // GTK 4.8 repeats this of a box when the first child is added after it was read.
        "horizontal" | "vertical" if quirks.family == Family::Gtk4 => Structure::PerhapsChildren,
        _ => Structure::Same,
    };
    let gained_focus = signal.detail == "focused" && signal.is_set;
    // GTK 3.24 tells it when an element is mapped, of a new one not at all, and `showing` is in its states only when it has
    // bounds on top of that.
    let has_no_place_yet = signal.is_set && matches!(signal.detail, "showing" | "visible");
    Meaning { fields: Fields::STATES, structure, gained_focus, has_no_place_yet }
}

fn property(name: &str) -> Meaning {
    match name {
        "accessible-name" => Meaning::fields(Fields::NAME),
        "accessible-description" => Meaning::fields(Fields::DESCRIPTION),
        // States refine roles, so that both go together.
        "accessible-role" => Meaning::fields(Fields::ROLE | Fields::STATES),
        "accessible-value" => Meaning::fields(Fields::VALUE),
        "accessible-id" => Meaning::fields(Fields::ID),
        // GTK 3.24 tells of its own properties as well; `widget` comes with every new element.
        "widget" | "accessible-help-text" | "accessible-layer" | "accessible-hypertext-nlinks" => {
            Meaning::default()
        }
        // `accessible-parent` is all that Chromium 156 tells of some elements that move, and what is not known may mean
        // anything.
        _ => Meaning::structure(Structure::Anything),
    }
}

#[cfg(test)]
mod tests {
    use deskhand_model::Toolkit;

    use super::*;

    fn quirks(name: &str, version: &str) -> Quirks {
        Quirks::of(&Toolkit { name: name.to_owned(), version: version.to_owned() })
    }

    fn object<'a>(member: &'a str, detail: &'a str) -> Signal<'a> {
        Signal { class: "Object", member, detail, is_set: true }
    }

    #[test]
    fn what_an_element_tells_of_itself_is_about_its_fields() {
        let qt = quirks("Qt", "6.4.2");
        for (member, detail, fields) in [
            ("StateChanged", "checked", Fields::STATES),
            ("StateChanged", "enabled", Fields::STATES),
            ("PropertyChange", "accessible-name", Fields::NAME),
            ("PropertyChange", "accessible-description", Fields::DESCRIPTION),
            ("TextChanged", "insert", Fields::TEXT),
        ] {
            assert_eq!(meaning(object(member, detail), &qt), Meaning::fields(fields), "{member} {detail}");
        }
    }

    #[test]
    fn showing_is_a_sign_of_new_elements_only_where_nothing_else_is() {
        let showing = object("StateChanged", "showing");
        assert_eq!(meaning(showing, &quirks("Qt", "5.15.8")).structure, Structure::Anything);
        for (name, version) in [("gtk", "3.24.38"), ("GTK", "4.8.3"), ("Chromium", "156")] {
            assert_eq!(meaning(showing, &quirks(name, version)).structure, Structure::Same, "{name}");
        }
    }

    #[test]
    fn where_much_is_untold_other_children_are_a_sign_of_more() {
        let changed = object("ChildrenChanged", "add");
        assert_eq!(meaning(changed, &quirks("gtk", "3.24.38")).structure, Structure::Children);
        assert_eq!(meaning(changed, &quirks("GTK", "4.8.3")).structure, Structure::Anything);
        assert_eq!(meaning(changed, &quirks("Chromium", "156")).structure, Structure::Anything);
    }

    #[test]
    fn new_bounds_are_a_question_and_not_an_answer() {
        let moved = meaning(object("BoundsChanged", ""), &quirks("gtk", "3.24.38"));
        assert_eq!(moved, Meaning::structure(Structure::PerhapsChildren));
    }

    #[test]
    fn a_property_that_nobody_knows_may_mean_anything() {
        let gtk = quirks("gtk", "3.24.38");
        for name in ["accessible-parent", "accessible-table-caption-object", "invented"] {
            assert_eq!(
                meaning(object("PropertyChange", name), &gtk).structure,
                Structure::Anything,
                "{name}"
            );
        }
        assert_eq!(meaning(object("PropertyChange", "widget"), &gtk), Meaning::default());
    }

    #[test]
    fn the_focus_is_gained_by_one_and_lost_by_another() {
        let gtk = quirks("gtk", "3.24.38");
        assert!(meaning(object("StateChanged", "focused"), &gtk).gained_focus);
        let lost = Signal { is_set: false, ..object("StateChanged", "focused") };
        assert!(!meaning(lost, &gtk).gained_focus);
    }

    #[test]
    fn a_window_that_closes_is_heard_however_it_is_written() {
        let gtk = quirks("GTK", "4.8.3");
        for member in ["destroy", "Destroy"] {
            let signal = Signal { class: "Window", member, detail: "", is_set: false };
            assert_eq!(meaning(signal, &gtk).structure, Structure::Anything, "{member}");
        }
    }
}
