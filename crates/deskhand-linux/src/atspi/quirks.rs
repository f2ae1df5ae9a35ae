//! What toolkits do differently from the protocol, each quirk in one place with the versions it was seen in.

use atspi_common::State as Native;
use deskhand_engine::ports::Telling;
use deskhand_model::{Fields, Role, State, StateSet, Toolkit};

/// The families of toolkits that behave alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    Gtk3,
    Gtk4,
    Qt,
    Chromium,
    Other,
}

/// How an application's toolkit deviates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Quirks {
    pub(super) family: Family,
    /// Positions are relative to the window, and the frame itself is always at (0,0). GTK 4 (4.8, 4.18): it does
    /// not know where its windows are.
    pub(super) window_coordinates: bool,
    /// The cache lists only nodes that somebody has asked for before, and announces each node that a walk makes it
    /// create. GTK 4.8: 11 of 906 nodes cold, all after one walk.
    pub(super) lazy_cache: bool,
    /// The cache lists the pages of stacks and notebooks, `GetChildren` does not. GTK 4.8.
    pub(super) lists_pages: bool,
    /// Frames inside of windows are reported as if they were windows, and plain top-level widgets as `filler`.
    /// Qt 5.15 and 6.4.
    pub(super) frames_are_borders: bool,
    /// Unnamed widgets are named after their class, `GtkToggleButton`. GTK 4.8.
    pub(super) class_names_as_names: bool,
    /// `SHOWING` is missing on widgets that are shown. GTK 4.8; only `VISIBLE` can be relied on.
    pub(super) lacks_showing: bool,
    /// `ENABLED` is never set, `SENSITIVE` is. GTK 4.8.
    pub(super) lacks_enabled: bool,
    /// The cache exists only once some client listens to events. GTK 3.24 and Chromium: `GetItems` is an unknown
    /// method until `Registry.RegisterEvent` was called by anybody.
    pub(super) cache_needs_listener: bool,
    /// `GetItems` answers with an empty list. Qt 5.15, 6.4 and 6.12.
    pub(super) cache_is_empty: bool,
    /// There is no direct connection to be had: GTK 4 and Qt answer `GetApplicationBusAddress` with an error.
    pub(super) lacks_direct: bool,
    /// A call to an interface that the object lacks is answered with "no such object path" although the object is
    /// there. Qt 5.15 and 6.4.
    pub(super) missing_interface_is_missing_object: bool,
    /// A call to an interface that the object lacks makes the application log a critical warning, which ends programs
    /// that run with fatal warnings. GTK 3.24 and Chromium, both by at-spi2-core's ATK bridge.
    pub(super) missing_interface_is_critical: bool,
    /// The text of a label with a mnemonic is told twice, with and without the underscore: `_Apply Apply`.
    /// GTK 4.8.
    pub(super) doubled_names: bool,
    /// `GrabFocus` makes the element's window the active one. GTK 3.24 and Chromium; Qt gives the focus within the
    /// window and leaves the window where it is.
    pub(super) focus_activates_window: bool,
    /// `activate` on a text field is answered with yes and does nothing (GTK 4.8) or only takes the focus
    /// (Chromium): it is not the Return key there.
    pub(super) activate_is_not_return: bool,
    /// `GetActions` tells no names, `GetName` does. Chromium 156: the first is the element's own, the second of all
    /// of them is [`CONTEXT_MENU`].
    pub(super) actions_lack_names: bool,
    /// Choosing an item of a closed drop-down is answered with yes and does nothing. Qt 5.15 and 6.4.
    pub(super) drop_down_items_are_inert: bool,
    /// Setting a text is answered with yes on elements that hold none, and does nothing. Qt 5.15 and 6.4.
    pub(super) any_text_is_settable: bool,
    /// A number is taken with yes before the page has it, and the old one is told until then. Chromium 156.
    pub(super) values_lag: bool,
    /// Asking how a piece of text looks ends the application when the text is in a text view and has a colour of its
    /// own. GTK 4.8: it reads a property of the text's tag that cannot be read. Labels can be asked.
    pub(super) asking_for_colors_crashes: bool,
    /// The size that text has by default is told in whole pixels, and the size that is set for a piece of it in points.
    /// GTK 4.8.
    pub(super) default_sizes_in_pixels: bool,
    /// Many elements come, go and change places without a word, so that any word about such things is a reason to look at
    /// everything. GTK 4.8, Qt 5.15 and 6.4, Chromium 156. GTK 3.24 is silent only about what is hidden.
    pub(super) much_is_untold: bool,
    /// Nothing is told of items that come to lists, tables and trees or leave them. Qt 5.15 and 6.4.
    pub(super) items_are_untold: bool,
    /// An element that has its name and its states still has its role and its actions: they follow from what it is made as
    /// and from its states. Qt 5.15 and 6.4.
    pub(super) looks_tell_role_and_actions: bool,
    /// There are no developer's ids. GTK 4.8, Qt 5.15 and 6.4.
    pub(super) lacks_ids: bool,
    /// Text is told to be black where nothing is known of it, as in the browser's own windows. Chromium 156.
    pub(super) invents_colors: bool,
}

/// The action that every element of Chromium has after its own.
pub(super) const CONTEXT_MENU: &str = "showContextMenu";

impl Quirks {
    /// The quirks of the toolkit that an application reports.
    pub(super) fn of(toolkit: &Toolkit) -> Quirks {
        let version = Version::parse(&toolkit.version);
        let family = match toolkit.name.as_str() {
            // GTK 3 calls itself `gtk`, GTK 4 `GTK`: the number decides.
            name if name.eq_ignore_ascii_case("gtk") => {
                if version.major >= 4 {
                    Family::Gtk4
                } else {
                    Family::Gtk3
                }
            }
            name if name.eq_ignore_ascii_case("qt") => Family::Qt,
            name if name.eq_ignore_ascii_case("chromium") => Family::Chromium,
            _ => Family::Other,
        };
        let old_gtk4 = family == Family::Gtk4 && version < Version { major: 4, minor: 10 };
        Quirks {
            family,
            window_coordinates: family == Family::Gtk4,
            lazy_cache: family == Family::Gtk4,
            frames_are_borders: family == Family::Qt,
            lists_pages: family == Family::Gtk4,
            class_names_as_names: old_gtk4,
            lacks_showing: old_gtk4,
            lacks_enabled: family == Family::Gtk4,
            cache_needs_listener: matches!(family, Family::Gtk3 | Family::Chromium),
            cache_is_empty: family == Family::Qt,
            lacks_direct: matches!(family, Family::Gtk4 | Family::Qt),
            missing_interface_is_missing_object: family == Family::Qt,
            missing_interface_is_critical: matches!(family, Family::Gtk3 | Family::Chromium),
            doubled_names: old_gtk4,
            focus_activates_window: matches!(family, Family::Gtk3 | Family::Chromium),
            activate_is_not_return: matches!(family, Family::Gtk4 | Family::Chromium),
            actions_lack_names: family == Family::Chromium,
            drop_down_items_are_inert: family == Family::Qt,
            any_text_is_settable: family == Family::Qt,
            values_lag: family == Family::Chromium,
            asking_for_colors_crashes: family == Family::Gtk4,
            default_sizes_in_pixels: family == Family::Gtk4,
            much_is_untold: family != Family::Gtk3,
            items_are_untold: family == Family::Qt,
            looks_tell_role_and_actions: family == Family::Qt,
            lacks_ids: old_gtk4 || (family == Family::Qt && version < Version { major: 6, minor: 5 }),
            invents_colors: family == Family::Chromium,
        }
    }

    /// What the toolkit's word about changes is worth; `None` where nobody has tried it.
    ///
    /// None of them tells of every element that comes, goes or changes places, by experiment with GTK 3.24 and 4.8, Qt 5.15
    /// and 6.4, and Chromium 156 (the table is in `docs/mirror.md`): GTK 3 is silent about rows of a list box on a hidden
    /// page, GTK 4 about most new widgets, Qt about rows, Chromium about a new order and about empty groups. So nowhere
    /// does silence prove anything, and what is told only says that it is time to look.
    pub(super) fn telling(&self) -> Option<Telling> {
        let described = match self.family {
            // A new description is not told, and a slider's is its number.
            Family::Gtk3 => Fields::NONE,
            Family::Gtk4 | Family::Qt | Family::Chromium => Fields::DESCRIPTION,
            Family::Other => return None,
        };
        // A new id is told by nobody; where there are none, none changes.
        let identified = if self.lacks_ids { Fields::ID } else { Fields::NONE };
        let fields = Fields::ROLE | Fields::NAME | Fields::STATES | described | identified;
        Some(Telling { structure: false, fields })
    }

    /// The length of `text` as the toolkit's `InsertText` counts it: Qt 5.15 and 6.4 in UTF-16 units, and they insert
    /// whatever lies behind a text that is told as too long; GTK 3.24 in UTF-8 bytes, and it cuts a text that is told
    /// as too short. GTK 4.8 does not look at it.
    pub(super) fn insert_length(&self, text: &str) -> i32 {
        let length = match self.family {
            Family::Qt => text.encode_utf16().count(),
            _ => text.len(),
        };
        i32::try_from(length).unwrap_or(i32::MAX)
    }

    /// The name without what the toolkit made up.
    pub(super) fn name<'a>(&self, name: &'a str) -> &'a str {
        let is_class = self.class_names_as_names
            && name.strip_prefix("Gtk").is_some_and(|rest| {
                rest.starts_with(|c: char| c.is_ascii_uppercase())
                    && rest.chars().all(|c| c.is_ascii_alphanumeric())
            });
        match name {
            _ if is_class => "",
            _ if self.doubled_names => without_mnemonic_twin(name),
            _ => name,
        }
    }

    /// The role of an element at this depth in the tree, the application itself being at depth 0.
    pub(super) fn role(&self, role: Role, depth: usize) -> Role {
        match role {
            Role::Window if self.frames_are_borders && depth > 1 => Role::Group,
            Role::Group if self.frames_are_borders && depth == 1 => Role::Window,
            _ => role,
        }
    }

    /// The roles that an element may be told to have and still be one of `wanted` in its place ([`Quirks::role`]).
    pub(super) fn told_for(&self, wanted: &[Role]) -> Vec<Role> {
        let mut told = wanted.to_vec();
        for (one, other) in [(Role::Window, Role::Group), (Role::Group, Role::Window)] {
            if self.frames_are_borders && wanted.contains(&one) && !wanted.contains(&other) {
                told.push(other);
            }
        }
        told
    }

    /// Our states for a set of AT-SPI states.
    pub(super) fn states(&self, bits: u64) -> StateSet {
        let has = |state: Native| bits & state as u64 != 0;
        let mut states: StateSet =
            PLAIN_STATES.iter().filter(|(native, _)| has(*native)).map(|&(_, state)| state).collect();
        let enabled = if self.lacks_enabled { has(Native::Sensitive) } else { has(Native::Enabled) };
        if enabled {
            states.insert(State::Enabled);
        }
        if has(Native::Showing) || (self.lacks_showing && has(Native::Visible)) {
            states.insert(State::Showing);
        }
        states
    }
}

/// `Apply` for `_Apply Apply` and `OK OK`, anything else as it is.
fn without_mnemonic_twin(name: &str) -> &str {
    let spaces = name.match_indices(' ').map(|(at, _)| at);
    for at in spaces {
        let (first, second) = (&name[..at], &name[at + 1..]);
        if first.replacen('_', "", 1) == second || first == second {
            return second;
        }
    }
    name
}

/// States that mean the same on both sides.
const PLAIN_STATES: &[(Native, State)] = &[
    (Native::Active, State::Active),
    (Native::Busy, State::Busy),
    (Native::Checked, State::Checked),
    (Native::Collapsed, State::Collapsed),
    (Native::Defunct, State::Defunct),
    (Native::Editable, State::Editable),
    (Native::Expandable, State::Expandable),
    (Native::Expanded, State::Expanded),
    (Native::Focusable, State::Focusable),
    (Native::Focused, State::Focused),
    (Native::Horizontal, State::Horizontal),
    (Native::Iconified, State::Minimized),
    (Native::Modal, State::Modal),
    (Native::MultiLine, State::MultiLine),
    (Native::Multiselectable, State::MultiSelectable),
    (Native::Pressed, State::Pressed),
    (Native::Resizable, State::Resizable),
    (Native::Selectable, State::Selectable),
    (Native::Selected, State::Selected),
    (Native::Vertical, State::Vertical),
    (Native::Visible, State::Visible),
    (Native::ManagesDescendants, State::ManagesDescendants),
    (Native::Indeterminate, State::Indeterminate),
    (Native::Required, State::Required),
    (Native::InvalidEntry, State::Invalid),
    (Native::IsDefault, State::Default),
    (Native::Visited, State::Visited),
    (Native::Checkable, State::Checkable),
    (Native::HasPopup, State::HasPopup),
    (Native::ReadOnly, State::ReadOnly),
];

/// Programs that register on the accessibility bus but are part of the desktop, not applications on it:
/// xfwm4 4.18 lists its own frames.
pub(super) const NOT_APPLICATIONS: &[&str] = &["xfwm4"];

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Version {
    major: u32,
    minor: u32,
}

impl Version {
    fn parse(text: &str) -> Version {
        let mut numbers = text.split('.').map(|part| part.parse().unwrap_or(0));
        Version { major: numbers.next().unwrap_or(0), minor: numbers.next().unwrap_or(0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quirks(name: &str, version: &str) -> Quirks {
        Quirks::of(&Toolkit { name: name.to_owned(), version: version.to_owned() })
    }

    #[test]
    fn the_version_tells_gtk_3_from_gtk_4() {
        assert_eq!(quirks("gtk", "3.24.38").family, Family::Gtk3);
        assert_eq!(quirks("GTK", "4.8.3").family, Family::Gtk4);
        assert_eq!(quirks("", "").family, Family::Other);
    }

    #[test]
    fn an_unknown_toolkit_is_not_listened_to() {
        assert_eq!(quirks("Gecko", "140").telling(), None);
    }

    #[test]
    fn ids_are_kept_only_where_there_are_none() {
        let keeps_ids = |name, version| quirks(name, version).telling().unwrap().fields.contains(Fields::ID);
        assert!(keeps_ids("GTK", "4.8.3") && keeps_ids("Qt", "5.15.8") && keeps_ids("Qt", "6.4.2"));
        assert!(!keeps_ids("gtk", "3.24.38") && !keeps_ids("Chromium", "156") && !keeps_ids("Qt", "6.12.0"));
    }

    #[test]
    fn a_qt_frame_is_a_window_only_at_the_top() {
        let qt = quirks("Qt", "5.15.8");
        assert_eq!(qt.role(Role::Window, 1), Role::Window);
        assert_eq!(qt.role(Role::Window, 3), Role::Group);
        assert_eq!(qt.role(Role::Group, 1), Role::Window);
        assert_eq!(quirks("gtk", "3.24.38").role(Role::Window, 3), Role::Window);
        assert_eq!(qt.told_for(&[Role::Group]), [Role::Group, Role::Window], "a search must look at both");
        assert_eq!(qt.told_for(&[Role::Button]), [Role::Button]);
    }

    #[test]
    fn class_names_are_no_names_on_gtk_4_8_only() {
        assert_eq!(quirks("GTK", "4.8.3").name("GtkToggleButton"), "");
        assert_eq!(quirks("GTK", "4.8.3").name("Gtk is nice"), "Gtk is nice");
        assert_eq!(quirks("GTK", "4.18.1").name("GtkToggleButton"), "GtkToggleButton");
        assert_eq!(quirks("gtk", "3.24.38").name("GtkToggleButton"), "GtkToggleButton");
    }

    #[test]
    fn a_sensitive_gtk_4_widget_is_enabled_and_a_visible_one_shows() {
        let bits = Native::Sensitive as u64 | Native::Visible as u64;
        let states = quirks("GTK", "4.8.3").states(bits);
        assert!(states.contains(State::Enabled) && states.contains(State::Showing));
        let states = quirks("gtk", "3.24.38").states(bits);
        assert!(!states.contains(State::Enabled) && !states.contains(State::Showing));
    }

    #[test]
    fn an_inserted_text_is_as_long_as_its_toolkit_counts() {
        assert_eq!(quirks("Qt", "6.4.2").insert_length("ä€😀"), 4);
        assert_eq!(quirks("gtk", "3.24.38").insert_length("ä€😀"), 9);
    }

    #[test]
    fn a_name_told_twice_is_one_name_on_gtk_4_8_only() {
        let gtk4 = quirks("GTK", "4.8.3");
        for (told, name) in [
            ("_Inform Inform", "Inform"),
            ("OK OK", "OK"),
            ("_Save as Save as", "Save as"),
            ("Bye bye", "Bye bye"),
            ("Save", "Save"),
        ] {
            assert_eq!(gtk4.name(told), name);
        }
        assert_eq!(quirks("gtk", "3.24.38").name("OK OK"), "OK OK");
    }
}
