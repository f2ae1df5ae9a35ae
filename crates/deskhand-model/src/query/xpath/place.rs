//! Nodes as XPath sees them: the document, elements, and their attributes.

use std::borrow::Cow;
use std::sync::LazyLock;

use crate::query::property::Property;
use crate::{NodeData, NodeId, State, Tree};

/// A node in XPath's sense. Places compare in document order: the document, then each element before its
/// attributes, these before the element's children.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    /// Zero is the document, an element is one more than its number in the tree.
    element: u32,
    /// Zero is the element itself, an attribute is one more than its number.
    attribute: u16,
}

/// What a place is.
pub(super) enum Sort {
    Document,
    Element(NodeId),
    Attribute(NodeId, u16),
}

impl Place {
    pub(super) const DOCUMENT: Place = Place { element: 0, attribute: 0 };

    pub(super) fn element(id: NodeId) -> Place {
        Place { element: id.0 + 1, attribute: 0 }
    }

    fn attribute(id: NodeId, number: u16) -> Place {
        Place { element: id.0 + 1, attribute: number + 1 }
    }

    pub(super) fn sort(self) -> Sort {
        match (self.element, self.attribute) {
            (0, _) => Sort::Document,
            (element, 0) => Sort::Element(NodeId(element - 1)),
            (element, attribute) => Sort::Attribute(NodeId(element - 1), attribute - 1),
        }
    }

    /// The element that it is.
    pub(super) fn as_element(self) -> Option<NodeId> {
        match self.sort() {
            Sort::Element(id) => Some(id),
            Sort::Document | Sort::Attribute(..) => None,
        }
    }

    pub(super) fn parent(self, tree: &Tree) -> Option<Place> {
        match self.sort() {
            Sort::Document => None,
            Sort::Element(id) => Some(tree.parent(id).map_or(Place::DOCUMENT, Place::element)),
            Sort::Attribute(id, _) => Some(Place::element(id)),
        }
    }

    /// The text that it stands for: an attribute's value, an element's name.
    pub(super) fn text(self, tree: &Tree) -> Cow<'_, str> {
        match self.sort() {
            Sort::Document => Cow::Borrowed(&tree.node(NodeId::ROOT).name),
            Sort::Element(id) => Cow::Borrowed(&tree.node(id).name),
            Sort::Attribute(id, number) => value(tree.node(id), number).unwrap_or_default(),
        }
    }

    /// What it is called: a role or an attribute name.
    pub(super) fn name(self, tree: &Tree) -> &str {
        match self.sort() {
            Sort::Document => "",
            Sort::Element(id) => tree.node(id).role.name(),
            Sort::Attribute(id, number) => match property_of(number) {
                Some(property) => property.name(),
                None => toolkit(tree.node(id), number).map_or("", |(key, _)| key),
            },
        }
    }

    /// The attribute of `id` with this number, if the element has it.
    pub(super) fn numbered_attribute(tree: &Tree, id: NodeId, number: u16) -> Option<Place> {
        value(tree.node(id), number).map(|_| Place::attribute(id, number))
    }

    /// The toolkit attribute of `id` with this name, if the element has it.
    pub(super) fn toolkit_attribute(tree: &Tree, id: NodeId, name: &str) -> Option<Place> {
        let attributes = &tree.node(id).attributes;
        let at = attributes
            .iter()
            .position(|(key, _)| &**key == name)
            .or_else(|| attributes.iter().position(|(key, _)| key.eq_ignore_ascii_case(name)))?;
        let number = u16::try_from(FIXED.len() + at).ok()?;
        Place::numbered_attribute(tree, id, number)
    }

    /// All attributes of `id`.
    pub(super) fn attributes(tree: &Tree, id: NodeId) -> impl Iterator<Item = Place> + '_ {
        let count = FIXED.len() + tree.node(id).attributes.len();
        let last = u16::try_from(count).unwrap_or(u16::MAX - 1);
        (0..last).filter_map(move |number| Place::numbered_attribute(tree, id, number))
    }
}

/// The attributes that every element can have, by their numbers; toolkit attributes are numbered after them.
static FIXED: LazyLock<Vec<Property>> = LazyLock::new(|| {
    Property::ALL.iter().cloned().chain(State::ALL.iter().map(|&state| Property::State(state))).collect()
});

/// The property with this number; `None` for toolkit attributes.
pub(super) fn property_of(number: u16) -> Option<&'static Property> {
    FIXED.get(usize::from(number))
}

/// The number of a property among the attributes; `None` for toolkit attributes.
pub(super) fn number_of(property: &Property) -> Option<u16> {
    FIXED.iter().position(|known| known == property).and_then(|at| u16::try_from(at).ok())
}

fn toolkit(node: &NodeData, number: u16) -> Option<(&str, &str)> {
    let at = usize::from(number).checked_sub(FIXED.len())?;
    node.attributes.get(at).map(|(key, value)| (&**key, &**value))
}

fn value(node: &NodeData, number: u16) -> Option<Cow<'_, str>> {
    match property_of(number) {
        Some(property) => property.value(node),
        None => toolkit(node, number)
            .filter(|(_, value)| !value.is_empty())
            .map(|(_, value)| Cow::Borrowed(value)),
    }
}
