//! How much applications say about themselves.

use std::time::Duration;

use deskhand_engine::ports::Telling;
use deskhand_model::Fields;

/// What an application tells of its changes to those who listen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Voice {
    /// What it promises to tell; nothing is heard of it without. What is not promised is not told, except that a
    /// change of the tree is always good for a hint.
    pub promises: Option<Telling>,
    /// Of a hundred changes, so many are not told in spite of the promise.
    pub swallows: u8,
    /// How long after a change it is told, unless somebody asks for it before.
    pub late: Duration,
}

impl Voice {
    /// Tells every change at once.
    pub const CLEAR: Voice = Voice {
        promises: Some(Telling { structure: true, fields: Fields::ALL }),
        swallows: 0,
        late: Duration::ZERO,
    };

    /// Tells every change of an element; of elements that come, go or move only that something is different.
    pub const HINTS: Voice =
        Voice { promises: Some(Telling { structure: false, fields: Fields::ALL }), ..Voice::CLEAR };

    /// Tells nothing, and does not pretend to.
    pub const MUTE: Voice = Voice { promises: None, ..Voice::CLEAR };

    /// The same, but so many of a hundred changes are not told.
    #[must_use]
    pub const fn swallowing(self, percent: u8) -> Voice {
        Voice { swallows: percent, ..self }
    }

    /// The same, but that much later.
    #[must_use]
    pub const fn late_by(self, late: Duration) -> Voice {
        Voice { late, ..self }
    }
}
