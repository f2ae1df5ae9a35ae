//! What single elements of an application were found to be, so that looking and acting again costs fewer calls.

use std::collections::HashMap;
use std::sync::Arc;

use super::interfaces::Interfaces;
use super::object::ObjectRef;

/// How many elements are remembered at most. With more, all begin anew.
const REMEMBERED: usize = 1 << 12;

/// What is remembered of single elements.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// From the last look at single elements, for whoever acts right after it.
    glances: HashMap<ObjectRef, Glance>,
    /// What elements implement. It stays: toolkits fix it when they make the element, and a new one gets a new path.
    interfaces: HashMap<ObjectRef, Interfaces>,
    /// How elements looked, with what follows from it.
    looks: HashMap<ObjectRef, Looks>,
}

/// How an element looks, and what need not be asked as long as it looks so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Looks {
    pub(super) name: Arc<str>,
    /// As the protocol numbers them.
    pub(super) states: u64,
    /// As the protocol numbers them.
    pub(super) role: u32,
    pub(super) actions: Vec<String>,
}

/// What the last look at an element showed.
#[derive(Clone, Debug, Default)]
pub(super) struct Glance {
    /// Its role, as the protocol numbers them.
    pub(super) role: Option<u32>,
    /// The names of its actions.
    pub(super) actions: Option<Arc<[String]>>,
}

impl Memory {
    /// Remembers a look at elements, in place of the one before.
    pub(super) fn look(&mut self, glances: HashMap<ObjectRef, Glance>) {
        self.glances = glances;
    }

    /// Takes what the last look showed of the element; it holds for one action.
    pub(super) fn recall(&mut self, object: &ObjectRef) -> Glance {
        self.glances.remove(object).unwrap_or_default()
    }

    /// Remembers what an element implements.
    pub(super) fn learn(&mut self, object: &ObjectRef, interfaces: Interfaces) {
        if self.interfaces.len() >= REMEMBERED && !self.interfaces.contains_key(object) {
            self.interfaces.clear();
        }
        self.interfaces.insert(object.clone(), interfaces);
    }

    /// Remembers how an element looks.
    pub(super) fn notice(&mut self, object: &ObjectRef, looks: Looks) {
        if self.looks.len() >= REMEMBERED && !self.looks.contains_key(object) {
            self.looks.clear();
        }
        self.looks.insert(object.clone(), looks);
    }

    /// How an element looked the last time.
    pub(super) fn looks(&self, object: &ObjectRef) -> Option<&Looks> {
        self.looks.get(object)
    }

    /// What an element implements, if it was asked before.
    pub(super) fn interfaces(&self, object: &ObjectRef) -> Option<Interfaces> {
        self.interfaces.get(object).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(number: usize) -> ObjectRef {
        ObjectRef { bus: ":1.5".into(), path: format!("/{number}").into() }
    }

    #[test]
    fn a_look_holds_for_one_action_and_until_the_next_look() {
        let look =
            |number, role| HashMap::from([(object(number), Glance { role: Some(role), actions: None })]);
        let mut memory = Memory::default();
        memory.look(look(1, 43));
        assert_eq!(memory.recall(&object(1)).role, Some(43));
        assert_eq!(memory.recall(&object(1)).role, None);
        memory.look(look(1, 43));
        memory.look(look(2, 7));
        assert_eq!(memory.recall(&object(1)).role, None);
    }

    #[test]
    fn there_is_an_end_to_what_is_remembered() {
        let mut memory = Memory::default();
        for number in 0..=REMEMBERED {
            memory.learn(&object(number), Interfaces::default());
            memory.notice(
                &object(number),
                Looks { name: "5".into(), states: 1, role: 43, actions: Vec::new() },
            );
        }
        assert!(memory.looks(&object(0)).is_none());
        assert_eq!(memory.looks.len(), 1);
        assert!(memory.interfaces(&object(0)).is_none());
        assert!(memory.interfaces(&object(REMEMBERED)).is_some());
        assert_eq!(memory.interfaces.len(), 1);
    }
}
