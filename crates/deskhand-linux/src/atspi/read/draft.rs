//! A tree in the making: objects as they become known, with what is known of each.

use std::collections::HashMap;
use std::sync::Arc;

use deskhand_model::{
    Action, ActionSet, Fields, Gaps, NodeData, Rect, Role, State, Tree, TreeBuilder, Value,
};

use super::ask::Ask;
use super::style::Told;
use crate::atspi::interfaces::{Interface, Interfaces};
use crate::atspi::object::ObjectRef;
use crate::atspi::quirks::Quirks;
use crate::atspi::{actions, roles};

/// One object; everything is optional until it was told.
#[derive(Debug)]
pub(super) struct Sketch {
    pub(super) object: ObjectRef,
    pub(super) depth: usize,
    pub(super) children: Option<Vec<usize>>,
    pub(super) role: Option<u32>,
    pub(super) name: Option<Arc<str>>,
    pub(super) description: Option<Arc<str>>,
    pub(super) states: Option<u64>,
    pub(super) interfaces: Option<Interfaces>,
    pub(super) extents: Option<Rect>,
    pub(super) actions: Option<Vec<String>>,
    pub(super) attributes: Vec<(Arc<str>, Arc<str>)>,
    pub(super) accessible_id: Option<Arc<str>>,
    pub(super) value: [Option<f64>; 4],
    pub(super) text_length: Option<i32>,
    pub(super) text: Option<Arc<str>>,
    /// Boxed because few objects have one.
    pub(super) style: Option<Box<Told>>,
    /// Some question was answered with an error.
    pub(super) failed: bool,
    /// The application did not know the object when asked.
    pub(super) lost: bool,
    /// Reached from the root; what is not is no part of the tree.
    pub(super) reached: bool,
    /// Questions put so far, a bit each.
    asked: u32,
}

impl Sketch {
    /// Whether the question was not put yet; from now on it was.
    pub(super) fn mark_asked(&mut self, ask: Ask) -> bool {
        let bit = 1 << ask as u8;
        let fresh = self.asked & bit == 0;
        self.asked |= bit;
        fresh
    }

    fn was_asked(&self, ask: Ask) -> bool {
        self.asked & (1 << ask as u8) != 0
    }

    /// Whether the object certainly lacks the interface.
    pub(super) fn lacks(&self, interface: Interface) -> bool {
        self.interfaces.is_some_and(|set| !set.has(interface))
    }
}

/// All objects of one reading.
#[derive(Debug)]
pub(super) struct Draft {
    pub(super) sketches: Vec<Sketch>,
    places: HashMap<ObjectRef, usize>,
    pub(super) gaps: Gaps,
    quirks: Quirks,
    texts: HashMap<Box<str>, Arc<str>>,
    empty: Arc<str>,
}

impl Draft {
    /// A draft that holds only the root object.
    pub(super) fn new(root: ObjectRef, quirks: Quirks) -> Draft {
        let mut draft = Draft {
            sketches: Vec::new(),
            places: HashMap::new(),
            gaps: Gaps::default(),
            quirks,
            texts: HashMap::new(),
            empty: Arc::from(""),
        };
        draft.place(root, 0);
        draft
    }

    /// The object's number in the draft; a new object gets one, at this depth.
    pub(super) fn place(&mut self, object: ObjectRef, depth: usize) -> usize {
        if let Some(&place) = self.places.get(&object) {
            return place;
        }
        let place = self.sketches.len();
        self.places.insert(object.clone(), place);
        self.sketches.push(Sketch {
            object,
            depth,
            children: None,
            role: None,
            name: None,
            description: None,
            states: None,
            interfaces: None,
            extents: None,
            actions: None,
            attributes: Vec::new(),
            accessible_id: None,
            value: [None; 4],
            text_length: None,
            text: None,
            style: None,
            failed: false,
            lost: false,
            reached: false,
            asked: 0,
        });
        place
    }

    /// The number of an object that is in the draft already.
    pub(super) fn find(&self, object: &ObjectRef) -> Option<usize> {
        self.places.get(object).copied()
    }

    /// One shared copy of equal texts.
    pub(super) fn intern(&mut self, text: &str) -> Arc<str> {
        if text.is_empty() {
            return self.empty.clone();
        }
        if let Some(shared) = self.texts.get(text) {
            return shared.clone();
        }
        let shared: Arc<str> = text.into();
        self.texts.insert(text.into(), shared.clone());
        shared
    }

    /// What was told of the look of the object's text, to be added to.
    pub(super) fn style_at(&mut self, place: usize) -> &mut Told {
        self.sketches[place].style.get_or_insert_default()
    }

    /// Sets a name, without what the toolkit made up.
    pub(super) fn set_name(&mut self, place: usize, name: &str) {
        let name = self.intern(self.quirks.name(name));
        self.sketches[place].name = Some(name);
    }

    /// The finished tree.
    pub(super) fn finish(mut self) -> Option<Tree> {
        let mut builder = TreeBuilder::new();
        let empty = self.empty.clone();
        let mut role_names: HashMap<&'static str, Arc<str>> = HashMap::new();
        for sketch in &mut self.sketches {
            builder.add(finish_node(sketch, &self.quirks, &empty, &mut role_names));
        }
        for (place, sketch) in self.sketches.iter().enumerate() {
            for &child in sketch.children.iter().flatten() {
                builder.link(place, child);
            }
        }
        self.gaps.unreadable += self.sketches.iter().filter(|sketch| sketch.lost).count();
        *builder.gaps_mut() = self.gaps;
        builder.build()
    }

    /// Whether the object's role is another one at another place in the tree.
    pub(super) fn role_depends_on_depth(&self, place: usize) -> bool {
        let role = self.sketches[place].role.map(|number| roles::from_number(number).0);
        role.is_some_and(|role| self.quirks.role(role, 1) != self.quirks.role(role, 2))
    }

    /// What is known of one object, as a node without a tree.
    pub(super) fn finish_one(&mut self, place: usize) -> NodeData {
        let empty = self.empty.clone();
        finish_node(&mut self.sketches[place], &self.quirks, &empty, &mut HashMap::new())
    }
}

fn finish_node(
    sketch: &mut Sketch,
    quirks: &Quirks,
    empty: &Arc<str>,
    role_names: &mut HashMap<&'static str, Arc<str>>,
) -> NodeData {
    let (role, native) = sketch.role.map_or((Role::Unknown, "unknown"), roles::from_number);
    let role = sketch.states.map_or(role, |states| roles::refined(role, states));
    // Where the depth is not known, no role depends on it, or nobody wants to know the role.
    let role = if sketch.reached { quirks.role(role, sketch.depth) } else { role };
    let native = role_names.entry(native).or_insert_with(|| native.into()).clone();
    let states = quirks.states(sketch.states.unwrap_or(0));
    let bounds = sketch.extents;
    NodeData {
        handle: sketch.object.handle(),
        known: known(sketch),
        role,
        platform_role: native,
        name: sketch.name.take().unwrap_or_else(|| empty.clone()),
        description: sketch.description.take().unwrap_or_else(|| empty.clone()),
        id: identifier(sketch).unwrap_or_else(|| empty.clone()),
        states,
        actions: offered(sketch, role, states),
        bounds: bounds.filter(|_| !quirks.window_coordinates),
        window_bounds: bounds.filter(|_| quirks.window_coordinates),
        value: sketch.value[0].map(|current| Value {
            current,
            minimum: sketch.value[1],
            maximum: sketch.value[2],
            step: sketch.value[3].filter(|&step| step > 0.0),
        }),
        text: sketch.text.take(),
        style: sketch.style.take().and_then(|told| told.style()),
        attributes: std::mem::take(&mut sketch.attributes),
    }
}

/// The fields that were told or that the object certainly does not have.
fn known(sketch: &Sketch) -> Fields {
    let mut known = Fields::NONE;
    let told = [
        (Fields::ROLE, sketch.role.is_some()),
        (Fields::NAME, sketch.name.is_some()),
        (Fields::DESCRIPTION, sketch.description.is_some()),
        (Fields::ID, sketch.was_asked(Ask::Attributes) || sketch.accessible_id.is_some()),
        (Fields::STATES, sketch.states.is_some()),
        (Fields::ACTIONS, sketch.actions.is_some() || sketch.lacks(Interface::Action)),
        (Fields::BOUNDS, sketch.was_asked(Ask::Extents) || sketch.lacks(Interface::Component)),
        (Fields::VALUE, sketch.was_asked(Ask::ValueCurrent) || sketch.lacks(Interface::Value)),
        (Fields::TEXT, sketch.text.is_some() || sketch.lacks(Interface::Text)),
        (Fields::ATTRIBUTES, sketch.was_asked(Ask::Attributes)),
        (
            Fields::STYLE,
            sketch.was_asked(Ask::Style)
                || sketch.was_asked(Ask::UsualStyle)
                || sketch.lacks(Interface::Text),
        ),
    ];
    for (field, is_known) in told {
        if is_known {
            known |= field;
        }
    }
    known
}

/// The developer's own name for the object: the property for it, or the attribute that GTK 3 (`id`), Chromium and
/// WebKitGTK (`id`, from the page) use.
fn identifier(sketch: &Sketch) -> Option<Arc<str>> {
    sketch.accessible_id.clone().filter(|id| !id.is_empty()).or_else(|| {
        let id = sketch.attributes.iter().find(|(key, _)| &**key == "id");
        id.map(|(_, value)| value.clone())
    })
}

fn offered(sketch: &Sketch, role: Role, states: deskhand_model::StateSet) -> ActionSet {
    let mut set: ActionSet = sketch.actions.iter().flat_map(|names| actions::offered(names)).collect();
    if states.contains(State::Focusable) {
        set.insert(Action::Focus);
    }
    let has = |interface| sketch.interfaces.is_some_and(|set| set.has(interface));
    let editable = states.contains(State::Editable) || has(Interface::EditableText);
    let settable = matches!(role, Role::Slider | Role::SpinButton | Role::ScrollBar);
    if editable || settable {
        set.insert(Action::SetValue);
    }
    if settable {
        set.insert(Action::Increment);
        set.insert(Action::Decrement);
    }
    if states.contains(State::Selectable) {
        set.insert(Action::Select);
    }
    if states.contains(State::Expandable) {
        set.insert(Action::Expand);
        set.insert(Action::Collapse);
    }
    set
}
