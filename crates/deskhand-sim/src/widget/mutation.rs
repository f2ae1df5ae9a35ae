//! Changes that an application makes to what is in its windows, without anybody asking for it.

use deskhand_model::{Handle, State};

use super::Widget;
use super::draft::Draft;

/// One such change. What is gone stays gone: a change of an element that is not there does nothing.
#[derive(Clone, Debug)]
pub enum Mutation {
    /// An element comes, with what is below it.
    Add {
        /// Below this one.
        parent: Handle,
        /// Before the child that is at this place now; at the end when there is none.
        at: usize,
        /// What comes.
        draft: Box<Draft>,
    },
    /// An element goes, with what is below it.
    Remove(Handle),
    /// An element moves within its window, with what is below it.
    Move {
        /// Which.
        element: Handle,
        /// Below this one.
        parent: Handle,
        /// Before the child that is at this place then; at the end when there is none.
        at: usize,
    },
    /// An element gets another name.
    Rename(Handle, String),
    /// An element gets another id.
    Identify(Handle, String),
    /// An element gets another text.
    Say(Handle, String),
    /// The number of an element changes, if it has one.
    Count(Handle, f64),
    /// Something becomes true of an element, or is not true any more.
    State(Handle, State, bool),
}

impl Mutation {
    /// The element that it is about, or that it happens below.
    pub fn element(&self) -> &Handle {
        match self {
            Mutation::Add { parent: element, .. }
            | Mutation::Remove(element)
            | Mutation::Move { element, .. }
            | Mutation::Rename(element, _)
            | Mutation::Identify(element, _)
            | Mutation::Say(element, _)
            | Mutation::Count(element, _)
            | Mutation::State(element, ..) => element,
        }
    }

    /// Makes a change that stays within one element. Those of the tree are none.
    pub(crate) fn alter(&self, widget: &mut Widget) {
        match self {
            Mutation::Rename(_, name) => widget.name.clone_from(name),
            Mutation::Identify(_, id) => widget.id.clone_from(id),
            Mutation::Say(_, text) => widget.text = Some(text.clone()),
            Mutation::Count(_, number) => {
                if let Some(value) = &mut widget.value {
                    value.current = *number;
                }
            }
            Mutation::State(_, state, true) => widget.states.insert(*state),
            Mutation::State(_, state, false) => widget.states.remove(*state),
            Mutation::Add { .. } | Mutation::Remove(_) | Mutation::Move { .. } => {}
        }
    }
}
