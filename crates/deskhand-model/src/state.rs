//! States of an element: what is true of it right now.

use std::fmt;

macro_rules! states {
    ($($(#[$doc:meta])* $variant:ident => $name:literal,)*) => {
        /// One thing that can be true of an element.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum State {
            $($(#[$doc])* $variant,)*
        }

        impl State {
            /// Every state.
            pub const ALL: &[State] = &[$(State::$variant,)*];

            /// The kebab-case name, as used in queries and in our JSON.
            pub const fn name(self) -> &'static str {
                match self {
                    $(State::$variant => $name,)*
                }
            }
        }
    };
}

states! {
    /// Reacts to the user; the opposite is greyed out.
    Enabled => "enabled",
    /// Its own attribute says that it may be seen (its ancestors may still hide it).
    Visible => "visible",
    /// It and all its ancestors are shown.
    Showing => "showing",
    /// Has the keyboard focus.
    Focused => "focused",
    /// Can take the keyboard focus.
    Focusable => "focusable",
    /// A check box, switch or toggle that is on.
    Checked => "checked",
    /// Neither on nor off.
    Indeterminate => "indeterminate",
    /// Can be on or off.
    Checkable => "checkable",
    /// Held down or latched.
    Pressed => "pressed",
    /// Chosen within its container.
    Selected => "selected",
    /// Can be chosen within its container.
    Selectable => "selectable",
    /// Shows its children.
    Expanded => "expanded",
    /// Has children that it can show.
    Expandable => "expandable",
    /// Hides its children.
    Collapsed => "collapsed",
    /// Its text can be changed.
    Editable => "editable",
    /// Its value can be read but not changed.
    ReadOnly => "read-only",
    /// Holds several lines of text.
    MultiLine => "multi-line",
    /// Several children can be chosen at once.
    MultiSelectable => "multi-selectable",
    /// Blocks its application's other windows.
    Modal => "modal",
    /// The window that takes the keyboard.
    Active => "active",
    /// A minimised window.
    Minimized => "minimized",
    /// Working; its content is not final.
    Busy => "busy",
    /// Must be filled in.
    Required => "required",
    /// Holds something that its form refuses.
    Invalid => "invalid",
    /// A link that was followed before.
    Visited => "visited",
    /// The default button of its dialog.
    Default => "default",
    /// Can be resized.
    Resizable => "resizable",
    /// The application has dropped it; it only lingers.
    Defunct => "defunct",
    /// Opens a menu or a pop-up.
    HasPopup => "has-popup",
    /// Creates and drops its children as they scroll into sight.
    ManagesDescendants => "manages-descendants",
    /// Lies along x.
    Horizontal => "horizontal",
    /// Lies along y.
    Vertical => "vertical",
}

impl State {
    /// Reads a state name; `None` when there is no such state.
    pub fn parse(text: &str) -> Option<State> {
        let text = text.to_ascii_lowercase().replace(['_', ' '], "-");
        State::ALL.iter().copied().find(|state| state.name() == text)
    }
}

/// A set of states.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct StateSet(u64);

impl StateSet {
    /// No state at all.
    pub const EMPTY: StateSet = StateSet(0);

    /// Whether `state` is in the set.
    pub const fn contains(self, state: State) -> bool {
        self.0 & (1 << state as u8) != 0
    }

    /// Adds `state`.
    pub fn insert(&mut self, state: State) {
        self.0 |= 1 << state as u8;
    }

    /// Takes `state` out.
    pub fn remove(&mut self, state: State) {
        self.0 &= !(1 << state as u8);
    }

    /// The set with `state` added.
    #[must_use]
    pub fn with(mut self, state: State) -> StateSet {
        self.insert(state);
        self
    }

    /// The states in the set, in vocabulary order.
    pub fn iter(self) -> impl Iterator<Item = State> {
        State::ALL.iter().copied().filter(move |&state| self.contains(state))
    }
}

impl FromIterator<State> for StateSet {
    fn from_iter<I: IntoIterator<Item = State>>(states: I) -> StateSet {
        states.into_iter().fold(StateSet::EMPTY, StateSet::with)
    }
}

impl fmt::Debug for StateSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(State::name)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_put_in_and_nothing_else() {
        let set: StateSet = [State::Enabled, State::Vertical].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [State::Enabled, State::Vertical]);
        let mut without = set;
        without.remove(State::Enabled);
        assert!(!without.contains(State::Enabled) && without.contains(State::Vertical));
    }

    #[test]
    fn all_states_fit_the_set_and_read_back() {
        assert!(State::ALL.len() <= 64);
        for &state in State::ALL {
            assert_eq!(State::parse(state.name()), Some(state));
        }
        assert_eq!(State::parse("Has Popup"), Some(State::HasPopup));
    }
}
