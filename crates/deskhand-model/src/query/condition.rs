//! One thing that must be true of a node: the ground that the field notation and CSS share.

use super::property::Property;
use crate::{Fields, NodeData, Role, State};

/// One thing that must be true of a node; looks at nothing but the node.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Condition {
    Role(Role),
    State(StateTest),
    Text(Property, TextTest),
}

impl Condition {
    /// The one name that it lets pass, if it does so.
    pub(super) fn exact_name(&self) -> Option<&str> {
        match self {
            Condition::Text(Property::Name, test)
                if test.relation == Relation::Equals && !test.ignore_case =>
            {
                Some(&test.wanted)
            }
            _ => None,
        }
    }

    /// Whether it is true of `node`.
    pub(super) fn holds(&self, node: &NodeData) -> bool {
        match self {
            Condition::Role(role) => node.role == *role,
            Condition::State(test) => test.holds(node),
            Condition::Text(Property::State(state), TextTest { relation: Relation::Exists, .. }) => {
                node.states.contains(*state)
            }
            Condition::Text(property, test) => test.holds(property.value(node).as_deref()),
        }
    }

    /// The fields that it looks at.
    pub(super) fn fields(&self) -> Fields {
        match self {
            Condition::Role(_) => Fields::ROLE,
            Condition::State(_) => Fields::STATES,
            Condition::Text(property, _) => property.fields(),
        }
    }
}

/// How a text has to relate to the wanted one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    /// There is one, whatever it says.
    Exists,
    Equals,
    Contains,
    StartsWith,
    EndsWith,
    /// One of its words, as separated by white space, is the wanted one.
    HasWord,
    /// It is the wanted one, or goes on with a hyphen after it.
    HasPrefixBeforeHyphen,
}

/// A test of a text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TextTest {
    pub(super) relation: Relation,
    /// In lower case when case is ignored.
    pub(super) wanted: String,
    ignore_case: bool,
}

impl TextTest {
    pub(super) fn exact(relation: Relation, wanted: &str) -> TextTest {
        TextTest { relation, wanted: wanted.to_owned(), ignore_case: false }
    }

    pub(super) fn ignoring_case(relation: Relation, wanted: &str) -> TextTest {
        TextTest { relation, wanted: wanted.to_lowercase(), ignore_case: true }
    }

    /// Whether `text` passes. No text counts as an empty one, so that "equals nothing" can be asked; the other
    /// relations never hold between anything and an empty text.
    fn holds(&self, text: Option<&str>) -> bool {
        let Some(text) = text else {
            return self.relation == Relation::Equals && self.wanted.is_empty();
        };
        if self.ignore_case { self.relates(&text.to_lowercase()) } else { self.relates(text) }
    }

    fn relates(&self, text: &str) -> bool {
        let wanted = self.wanted.as_str();
        match self.relation {
            Relation::Exists => true,
            Relation::Equals => text == wanted,
            _ if wanted.is_empty() => false,
            Relation::Contains => text.contains(wanted),
            Relation::StartsWith => text.starts_with(wanted),
            Relation::EndsWith => text.ends_with(wanted),
            Relation::HasWord => text.split_whitespace().any(|word| word == wanted),
            Relation::HasPrefixBeforeHyphen => {
                text.strip_prefix(wanted).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
            }
        }
    }
}

/// A state that must be there, or must not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StateTest {
    pub(super) state: State,
    pub(super) wanted: bool,
}

/// Names for states that go by another name elsewhere, and for the absence of one.
const OTHER_NAMES: &[(&str, State, bool)] = &[
    ("disabled", State::Enabled, false),
    ("hidden", State::Showing, false),
    ("unchecked", State::Checked, false),
    ("focus", State::Focused, true),
];

impl StateTest {
    /// Reads the name of a state, or of the absence of one: `checked`, `disabled`.
    pub(super) fn parse(name: &str) -> Option<StateTest> {
        match State::parse(name) {
            Some(state) => Some(StateTest { state, wanted: true }),
            None => OTHER_NAMES
                .iter()
                .find(|(known, ..)| known.eq_ignore_ascii_case(name))
                .map(|&(_, state, wanted)| StateTest { state, wanted }),
        }
    }

    /// The names that [`StateTest::parse`] understands.
    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        State::ALL.iter().map(|state| state.name()).chain(OTHER_NAMES.iter().map(|(name, ..)| *name))
    }

    pub(super) fn negated(self) -> StateTest {
        StateTest { wanted: !self.wanted, ..self }
    }

    pub(super) fn holds(self, node: &NodeData) -> bool {
        node.states.contains(self.state) == self.wanted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(relation: Relation, wanted: &str, text: &str, expected: bool) {
        assert_eq!(TextTest::exact(relation, wanted).holds(Some(text)), expected);
    }

    #[test]
    fn texts_relate_as_the_relation_says() {
        check(Relation::Contains, "av", "Save", true);
        check(Relation::Contains, "AV", "Save", false);
        check(Relation::Contains, "", "Save", false);
        check(Relation::StartsWith, "Sa", "Save", true);
        check(Relation::EndsWith, "ve", "Save", true);
        check(Relation::HasWord, "as", "Save as file", true);
        check(Relation::HasWord, "a", "Save as file", false);
        check(Relation::HasPrefixBeforeHyphen, "en", "en-GB", true);
        check(Relation::HasPrefixBeforeHyphen, "en", "english", false);
        assert!(TextTest::ignoring_case(Relation::Equals, "GRÜN").holds(Some("grün")));
    }

    #[test]
    fn nothing_equals_the_empty_text_and_relates_to_no_other() {
        assert!(TextTest::exact(Relation::Equals, "").holds(None));
        assert!(!TextTest::exact(Relation::Exists, "").holds(None));
        assert!(!TextTest::exact(Relation::Contains, "").holds(None));
    }

    #[test]
    fn the_absence_of_a_state_has_names_too() {
        assert_eq!(StateTest::parse("disabled"), StateTest::parse("enabled").map(StateTest::negated));
        assert!(StateTest::names().all(|name| StateTest::parse(name).is_some()));
        assert_eq!(StateTest::parse("shiny"), None);
    }
}
