//! Actions that an element offers.

use std::fmt;

macro_rules! actions {
    ($($(#[$doc:meta])* $variant:ident => $name:literal,)*) => {
        /// Something that an element lets one do to it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Action {
            $($(#[$doc])* $variant,)*
        }

        impl Action {
            /// Every action.
            pub const ALL: &[Action] = &[$(Action::$variant,)*];

            /// The kebab-case name, as used in queries and on every wire.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Action::$variant => $name,)*
                }
            }
        }
    };
}

actions! {
    /// The element's own main action: click, activate.
    Press => "press",
    /// Take the keyboard focus.
    Focus => "focus",
    /// Accept a new value: text or number.
    SetValue => "set-value",
    /// Open its context menu.
    ShowMenu => "show-menu",
    /// One step up.
    Increment => "increment",
    /// One step down.
    Decrement => "decrement",
    /// Show its children.
    Expand => "expand",
    /// Hide its children.
    Collapse => "collapse",
    /// Become the chosen one.
    Select => "select",
    /// Switch between on and off.
    Toggle => "toggle",
    /// Scroll its containers until it is in sight.
    ScrollIntoView => "scroll-into-view",
    /// Accept, as the Return key would.
    Confirm => "confirm",
    /// Dismiss, as the Escape key would.
    Cancel => "cancel",
}

impl Action {
    /// Reads an action name; `None` when there is no such action.
    pub fn parse(text: &str) -> Option<Action> {
        Action::ALL.iter().copied().find(|action| action.name() == text)
    }
}

/// A set of actions.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct ActionSet(u16);

impl ActionSet {
    /// No action at all.
    pub const EMPTY: ActionSet = ActionSet(0);

    /// Whether `action` is in the set.
    pub const fn contains(self, action: Action) -> bool {
        self.0 & (1 << action as u8) != 0
    }

    /// Adds `action`.
    pub fn insert(&mut self, action: Action) {
        self.0 |= 1 << action as u8;
    }

    /// Whether nothing is in it.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The actions in the set, in vocabulary order.
    pub fn iter(self) -> impl Iterator<Item = Action> {
        Action::ALL.iter().copied().filter(move |&action| self.contains(action))
    }
}

impl FromIterator<Action> for ActionSet {
    fn from_iter<I: IntoIterator<Item = Action>>(actions: I) -> ActionSet {
        let mut set = ActionSet::EMPTY;
        for action in actions {
            set.insert(action);
        }
        set
    }
}

impl fmt::Debug for ActionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Action::name)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_actions_fit_the_set_and_read_back() {
        assert!(Action::ALL.len() <= 16);
        let all: ActionSet = Action::ALL.iter().copied().collect();
        assert_eq!(all.iter().count(), Action::ALL.len());
        for &action in Action::ALL {
            assert_eq!(Action::parse(action.name()), Some(action));
        }
    }
}
