//! Which parts of a node somebody needs, or somebody has read.
//!
//! Reading a field costs a call per node on some toolkits, so readers are told what is needed and nodes say
//! what is known: an empty name that was read and a name that was not are different things.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign};

/// A set of node fields.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Fields(u16);

const NAMED: &[(Fields, &str)] = &[
    (Fields::ROLE, "role"),
    (Fields::NAME, "name"),
    (Fields::DESCRIPTION, "description"),
    (Fields::ID, "id"),
    (Fields::STATES, "states"),
    (Fields::ACTIONS, "actions"),
    (Fields::BOUNDS, "bounds"),
    (Fields::VALUE, "value"),
    (Fields::TEXT, "text"),
    (Fields::ATTRIBUTES, "attributes"),
    (Fields::STYLE, "style"),
];

impl Fields {
    /// Nothing but the shape of the tree.
    pub const NONE: Fields = Fields(0);
    /// Role and the platform's own role.
    pub const ROLE: Fields = Fields(1);
    /// Accessible name.
    pub const NAME: Fields = Fields(1 << 1);
    /// Accessible description.
    pub const DESCRIPTION: Fields = Fields(1 << 2);
    /// Identifier set by the developer.
    pub const ID: Fields = Fields(1 << 3);
    /// States.
    pub const STATES: Fields = Fields(1 << 4);
    /// Offered actions.
    pub const ACTIONS: Fields = Fields(1 << 5);
    /// Bounds on screen and in the window.
    pub const BOUNDS: Fields = Fields(1 << 6);
    /// Numeric value with its range.
    pub const VALUE: Fields = Fields(1 << 7);
    /// Text content.
    pub const TEXT: Fields = Fields(1 << 8);
    /// Toolkit attributes.
    pub const ATTRIBUTES: Fields = Fields(1 << 9);
    /// How the text looks.
    pub const STYLE: Fields = Fields(1 << 10);
    /// Role, name, states, bounds and actions: what a snapshot shows.
    pub const SNAPSHOT: Fields =
        Fields(Fields::ROLE.0 | Fields::NAME.0 | Fields::STATES.0 | Fields::BOUNDS.0 | Fields::ACTIONS.0);
    /// Everything there is.
    pub const ALL: Fields = Fields((1 << 11) - 1);

    /// Whether every field of `other` is in the set.
    pub const fn contains(self, other: Fields) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether any field of `other` is in the set.
    pub const fn intersects(self, other: Fields) -> bool {
        self.0 & other.0 != 0
    }

    /// The fields of the set that are not in `other`.
    #[must_use]
    pub const fn without(self, other: Fields) -> Fields {
        Fields(self.0 & !other.0)
    }

    /// The names of the fields in the set.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        NAMED.iter().filter(move |(field, _)| self.contains(*field)).map(|(_, name)| *name)
    }

    /// The field with this name.
    pub fn parse(name: &str) -> Option<Fields> {
        NAMED.iter().find(|(_, own)| *own == name).map(|(field, _)| *field)
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl BitAnd for Fields {
    type Output = Fields;

    fn bitand(self, other: Fields) -> Fields {
        Fields(self.0 & other.0)
    }
}

impl BitOr for Fields {
    type Output = Fields;

    fn bitor(self, other: Fields) -> Fields {
        Fields(self.0 | other.0)
    }
}

impl BitOrAssign for Fields {
    fn bitor_assign(&mut self, other: Fields) {
        self.0 |= other.0;
    }
}

impl fmt::Debug for Fields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.names()).finish()
    }
}
