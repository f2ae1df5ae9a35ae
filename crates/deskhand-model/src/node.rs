//! One element of an accessibility tree, as plain data.

use std::fmt;
use std::sync::Arc;

use crate::{ActionSet, Fields, Rect, Role, StateSet, TextStyle};

/// A provider's own reference to an element: opaque, cheap to clone, valid until the application drops the
/// element. Only the provider that made it can read it.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Handle(Arc<str>);

impl Handle {
    /// Wraps a provider's reference.
    pub fn new(reference: impl Into<Arc<str>>) -> Handle {
        Handle(reference.into())
    }

    /// The provider's reference.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Handle({})", self.0)
    }
}

/// A number that an element shows or takes, with its range where the toolkit tells it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    /// Where it stands.
    pub current: f64,
    /// Smallest allowed, if known.
    pub minimum: Option<f64>,
    /// Largest allowed, if known.
    pub maximum: Option<f64>,
    /// One step of it, if known.
    pub step: Option<f64>,
}

/// One element. Fields that were not asked for hold their empty value; [`NodeData::known`] tells the two apart.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeData {
    /// How the provider finds the element again.
    pub handle: Handle,
    /// Which fields below were really read.
    pub known: Fields,
    /// Role in our vocabulary.
    pub role: Role,
    /// Role in the platform's own words.
    pub platform_role: Arc<str>,
    /// What a person would call it.
    pub name: Arc<str>,
    /// Longer explanation.
    pub description: Arc<str>,
    /// Identifier set by the developer; empty when there is none.
    pub id: Arc<str>,
    /// What is true of it now.
    pub states: StateSet,
    /// What it lets one do.
    pub actions: ActionSet,
    /// Where it is, in screen coordinates.
    pub bounds: Option<Rect>,
    /// Where it is, in the coordinates of its window.
    pub window_bounds: Option<Rect>,
    /// Its number, for sliders, progress bars and the like.
    pub value: Option<Value>,
    /// Its text content, for fields and documents.
    pub text: Option<Arc<str>>,
    /// How its text looks.
    pub style: Option<TextStyle>,
    /// Everything else the toolkit tells, as key and value.
    pub attributes: Vec<(Arc<str>, Arc<str>)>,
}

impl NodeData {
    /// A node of which only role and reference are known.
    pub fn new(handle: Handle, role: Role, platform_role: Arc<str>) -> NodeData {
        let empty: Arc<str> = Arc::from("");
        NodeData {
            handle,
            known: Fields::ROLE,
            role,
            platform_role,
            name: empty.clone(),
            description: empty.clone(),
            id: empty,
            states: StateSet::EMPTY,
            actions: ActionSet::EMPTY,
            bounds: None,
            window_bounds: None,
            value: None,
            text: None,
            style: None,
            attributes: Vec::new(),
        }
    }

    /// The value of the attribute `key`, if the toolkit gave it.
    pub fn attribute(&self, key: &str) -> Option<&str> {
        self.attributes.iter().find(|(k, _)| &**k == key).map(|(_, v)| &**v)
    }

    /// Whether the element is one that people operate: by its role, or because it offers an action or takes text.
    pub fn is_interactive(&self) -> bool {
        self.role.is_interactive()
            || self.actions.contains(crate::Action::Press)
            || self.states.contains(crate::State::Editable)
    }
}

/// Where a node stands in its tree; also its number in tree order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The root of every tree.
    pub const ROOT: NodeId = NodeId(0);

    /// As an index into tree order.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
