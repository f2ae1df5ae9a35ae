//! The text of an element.

use deskhand_model::{ErrorKind, Fields, NodeData, NodeId, Result, State, Value};

use crate::apps::diagnose;
use crate::engine::Engine;
use crate::locate::{Sighting, element_gone};
use crate::session::Locator;
use crate::wait::Deadline;
use crate::watch::Watch;

impl Engine {
    /// The text of the one element that matches.
    pub(crate) async fn read_text(&self, locator: &Locator, deadline: Deadline<'_>) -> Result<String> {
        let request = self.request_for(&locator.query);
        let mut watch = Watch::begin(self, &locator.app, deadline).await?;
        loop {
            let sighting = watch.one(locator, &request).await?;
            match self.text_of(&sighting, &deadline).await {
                Err(error) if error.kind() == ErrorKind::ElementGone => {
                    if !watch.pause().await {
                        return Err(element_gone(watch.app(), locator));
                    }
                }
                other => return other,
            }
        }
    }

    pub(crate) async fn text_of(&self, sighting: &Sighting, deadline: &Deadline<'_>) -> Result<String> {
        let (tree, id): (_, NodeId) = (sighting.look.tree(), sighting.id);
        let (app, handle) = (&sighting.look.snapshot.app, &tree.node(id).handle);
        match self.ports.accessibility.text(&app.id, handle, deadline.for_call()).await {
            Ok(text) if !text.is_empty() => return Ok(text),
            // No text: is it an empty field, or an element that shows a value or a name instead?
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::ActionUnsupported => {}
            Err(error) => return Err(diagnose(error, app, &*self.ports.processes)),
        }
        let fields = Fields::NAME | Fields::VALUE | Fields::STATES;
        let details = self.details(app, tree, &[id], fields, deadline).await?;
        let node = details.into_iter().next().unwrap_or_else(|| Ok(tree.node(id).clone()))?;
        Ok(instead_of_text(&node))
    }
}

/// What an element without text says: its number or its name; nothing for a field that is just empty.
fn instead_of_text(node: &NodeData) -> String {
    match node.value {
        _ if node.states.contains(State::Editable) => String::new(),
        Some(Value { current, .. }) => current.to_string(),
        None => node.name.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use deskhand_model::{Handle, Role};

    use super::*;

    #[test]
    fn a_value_speaks_before_a_name_and_an_empty_field_stays_empty() {
        let mut node = NodeData::new(Handle::new("n"), Role::Slider, "".into());
        node.name = "Volume".into();
        assert_eq!(instead_of_text(&node), "Volume");
        node.value = Some(Value { current: 40.0, minimum: None, maximum: None, step: None });
        assert_eq!(instead_of_text(&node), "40");
        node.states.insert(State::Editable);
        assert_eq!(instead_of_text(&node), "");
    }
}
