//! What single elements are like, on top of what the reading of the tree told.

use deskhand_model::{App, Fields, NodeData, NodeId, Result, Tree};

use crate::apps::diagnose;
use crate::engine::Engine;
use crate::wait::Deadline;

impl Engine {
    /// The nodes with at least `fields` known, in the order of `ids`, in one call; without a call when the tree
    /// holds everything. An element that the application dropped is an `element_gone` error in its place.
    pub(crate) async fn details(
        &self,
        app: &App,
        tree: &Tree,
        ids: &[NodeId],
        fields: Fields,
        deadline: &Deadline<'_>,
    ) -> Result<Vec<Result<NodeData>>> {
        let missing = ids
            .iter()
            .map(|&id| fields.without(tree.node(id).known))
            .fold(Fields::NONE, |all, missing| all | missing);
        if missing.is_empty() {
            return Ok(ids.iter().map(|&id| Ok(tree.node(id).clone())).collect());
        }
        let handles: Vec<_> = ids.iter().map(|&id| tree.node(id).handle.clone()).collect();
        let answers = self
            .ports
            .accessibility
            .details(&app.id, &handles, missing, deadline.for_call())
            .await
            .map_err(|error| diagnose(error, app, &*self.ports.processes))?;
        Ok(ids
            .iter()
            .zip(answers)
            .map(|(&id, more)| Ok(merged(tree.node(id).clone(), more?, missing)))
            .collect())
    }
}

/// `node` with those of the `asked` fields that `more` knows. The rest of `more` is filler, its role included.
pub(crate) fn merged(mut node: NodeData, more: NodeData, asked: Fields) -> NodeData {
    let knows = |field| asked.contains(field) && more.known.contains(field);
    if knows(Fields::ROLE) {
        node.role = more.role;
        node.platform_role = more.platform_role;
    }
    if knows(Fields::NAME) {
        node.name = more.name;
    }
    if knows(Fields::DESCRIPTION) {
        node.description = more.description;
    }
    if knows(Fields::ID) {
        node.id = more.id;
    }
    if knows(Fields::STATES) {
        node.states = more.states;
    }
    if knows(Fields::ACTIONS) {
        node.actions = more.actions;
    }
    if knows(Fields::BOUNDS) {
        node.bounds = more.bounds;
        node.window_bounds = more.window_bounds;
    }
    if knows(Fields::VALUE) {
        node.value = more.value;
    }
    if knows(Fields::TEXT) {
        node.text = more.text;
    }
    if knows(Fields::STYLE) {
        node.style = more.style;
    }
    if knows(Fields::ATTRIBUTES) {
        node.attributes = more.attributes;
    }
    node.known |= more.known.without(more.known.without(asked));
    node
}

#[cfg(test)]
mod tests {
    use deskhand_model::{Handle, Rect, Role, State};

    use super::*;

    #[test]
    fn only_what_was_read_is_taken_over() {
        let mut node = NodeData::new(Handle::new("h"), Role::Button, "push button".into());
        node.name = "Save".into();
        node.known |= Fields::NAME;
        let mut more = NodeData::new(Handle::new("h"), Role::Unknown, "".into());
        more.known |= Fields::STATES | Fields::BOUNDS;
        more.states.insert(State::Enabled);
        more.bounds = Some(Rect::new(1, 2, 3, 4));

        let merged = merged(node, more, Fields::STATES | Fields::BOUNDS | Fields::TEXT);

        assert_eq!((merged.role, &*merged.name), (Role::Button, "Save"));
        assert!(merged.states.contains(State::Enabled));
        assert_eq!(merged.bounds, Some(Rect::new(1, 2, 3, 4)));
        assert_eq!(merged.known, Fields::ROLE | Fields::NAME | Fields::STATES | Fields::BOUNDS);
    }
}
