//! What a query can ask of a node: its properties, as text.

use std::borrow::Cow;
use std::sync::Arc;

use crate::{Fields, NodeData, State};

/// One property of a node that reads as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Property {
    Name,
    Description,
    Id,
    Role,
    PlatformRole,
    /// The number that it shows, or else its text content.
    Value,
    Text,
    /// Names of the offered actions, separated by spaces.
    Actions,
    X,
    Y,
    Width,
    Height,
    /// `true` or `false`.
    State(State),
    /// An attribute of the toolkit's own.
    Attribute(Arc<str>),
}

/// Every way to write a property that all toolkits have. The first name of a property is its own, the others are
/// synonyms.
const NAMES: &[(&str, Property)] = &[
    ("name", Property::Name),
    ("title", Property::Name),
    ("label", Property::Name),
    ("description", Property::Description),
    ("id", Property::Id),
    ("role", Property::Role),
    ("platform-role", Property::PlatformRole),
    ("value", Property::Value),
    ("text", Property::Text),
    ("actions", Property::Actions),
    ("x", Property::X),
    ("y", Property::Y),
    ("width", Property::Width),
    ("height", Property::Height),
];

impl Property {
    /// The properties that every element can have, in the order in which XPath lists them.
    pub(super) const ALL: &[Property] = &[
        Property::Name,
        Property::Description,
        Property::Id,
        Property::Role,
        Property::PlatformRole,
        Property::Value,
        Property::Text,
        Property::Actions,
        Property::X,
        Property::Y,
        Property::Width,
        Property::Height,
    ];

    /// The names that [`Property::named`] understands.
    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        NAMES.iter().map(|(name, _)| *name)
    }

    /// The property that all toolkits have under this name.
    pub(super) fn named(name: &str) -> Option<Property> {
        NAMES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, property)| property.clone())
    }

    /// What an attribute called `name` means in CSS and XPath: a property, a state, or else an attribute of the
    /// toolkit's.
    pub(super) fn of_attribute(name: &str) -> Property {
        Property::named(name)
            .or_else(|| State::parse(name).map(Property::State))
            .unwrap_or_else(|| Property::Attribute(name.into()))
    }

    /// Its own name.
    pub(super) fn name(&self) -> &str {
        match self {
            Property::State(state) => state.name(),
            Property::Attribute(key) => key,
            _ => NAMES.iter().find(|(_, property)| property == self).map_or("", |(name, _)| name),
        }
    }

    /// What `node` has there; `None` when it has nothing, or an empty text.
    pub(super) fn value<'n>(&self, node: &'n NodeData) -> Option<Cow<'n, str>> {
        let value: Cow<'n, str> = match self {
            Property::Name => Cow::Borrowed(&node.name),
            Property::Description => Cow::Borrowed(&node.description),
            Property::Id => Cow::Borrowed(&node.id),
            Property::Role => Cow::Borrowed(node.role.name()),
            Property::PlatformRole => Cow::Borrowed(&node.platform_role),
            Property::Value => match node.value {
                Some(value) => Cow::Owned(value.current.to_string()),
                None => Cow::Borrowed(node.text.as_deref()?),
            },
            Property::Text => Cow::Borrowed(node.text.as_deref()?),
            Property::Actions => {
                Cow::Owned(node.actions.iter().map(|action| action.name()).collect::<Vec<_>>().join(" "))
            }
            Property::X => Cow::Owned(node.bounds?.x.to_string()),
            Property::Y => Cow::Owned(node.bounds?.y.to_string()),
            Property::Width => Cow::Owned(node.bounds?.width.to_string()),
            Property::Height => Cow::Owned(node.bounds?.height.to_string()),
            Property::State(state) => {
                Cow::Borrowed(if node.states.contains(*state) { "true" } else { "false" })
            }
            Property::Attribute(key) => Cow::Borrowed(attribute(node, key)?),
        };
        (!value.is_empty()).then_some(value)
    }

    /// The part of a node that has to be read for it.
    pub(super) fn fields(&self) -> Fields {
        match self {
            Property::Name => Fields::NAME,
            Property::Description => Fields::DESCRIPTION,
            Property::Id => Fields::ID,
            Property::Role | Property::PlatformRole => Fields::ROLE,
            Property::Value => Fields::VALUE | Fields::TEXT,
            Property::Text => Fields::TEXT,
            Property::Actions => Fields::ACTIONS,
            Property::X | Property::Y | Property::Width | Property::Height => Fields::BOUNDS,
            Property::State(_) => Fields::STATES,
            Property::Attribute(_) => Fields::ATTRIBUTES,
        }
    }
}

/// The toolkit's attribute `key`; one that differs only in case counts when there is no exact one.
fn attribute<'n>(node: &'n NodeData, key: &str) -> Option<&'n str> {
    node.attribute(key).or_else(|| {
        node.attributes.iter().find(|(known, _)| known.eq_ignore_ascii_case(key)).map(|(_, value)| &**value)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_property_has_a_name_that_reads_back() {
        for property in Property::ALL {
            assert_eq!(Property::named(property.name()).as_ref(), Some(property));
        }
        assert!(NAMES.iter().all(|(_, property)| Property::ALL.contains(property)));
    }

    #[test]
    fn an_attribute_is_a_property_then_a_state_then_the_toolkits_own() {
        assert_eq!(Property::of_attribute("Title"), Property::Name);
        assert_eq!(Property::of_attribute("checked"), Property::State(State::Checked));
        assert_eq!(Property::of_attribute("tag"), Property::Attribute("tag".into()));
    }
}
