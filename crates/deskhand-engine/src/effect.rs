//! Waiting until an action shows.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;

use deskhand_model::{App, Error, ErrorKind, Fields, Result, State, Tree};

use crate::act::Effect;
use crate::apps::{describe, diagnose};
use crate::engine::Engine;
use crate::ports::{Moment, ReadRequest};
use crate::wait::{Deadline, Pauses, shown};
use crate::watch::matches;

/// An effect to wait for, with what has to be known from before the action.
pub(crate) enum Awaited<'a> {
    Nothing,
    Effect(&'a Effect),
    ChangeFrom(u64),
}

impl Engine {
    /// Takes down what the effect will be compared with. To be called right before the action.
    pub(crate) async fn before<'e>(
        &self,
        app: &App,
        effect: Option<&'e Effect>,
        deadline: &Deadline<'_>,
    ) -> Result<Awaited<'e>> {
        match effect {
            None => Ok(Awaited::Nothing),
            Some(Effect::Changes) => {
                let tree = self.read_for_effect(app, &self.whole(), deadline).await?;
                Ok(Awaited::ChangeFrom(fingerprint(&tree)))
            }
            Some(effect) => Ok(Awaited::Effect(effect)),
        }
    }

    /// Waits for the effect of an action that was sent at `sent`. Returns how long after that it was seen.
    pub(crate) async fn after(
        &self,
        app: &App,
        awaited: &Awaited<'_>,
        sent: Moment,
        deadline: &Deadline<'_>,
    ) -> Result<Option<Duration>> {
        if matches!(awaited, Awaited::Nothing) {
            return Ok(None);
        }
        let mut pauses = Pauses::new(&self.options);
        loop {
            let began = self.now();
            if self.shows(app, awaited, deadline).await? {
                return Ok(Some(self.now().since(sent)));
            }
            if !pauses.pause(deadline, self.now().since(began)).await {
                return Err(not_seen(app, awaited, self.now().since(sent)));
            }
        }
    }

    async fn shows(&self, app: &App, awaited: &Awaited<'_>, deadline: &Deadline<'_>) -> Result<bool> {
        let (request, ends_it) = match awaited {
            Awaited::Nothing => return Ok(true),
            Awaited::ChangeFrom(_) | Awaited::Effect(Effect::Changes) => (self.whole(), true),
            Awaited::Effect(Effect::Appears(query)) => (self.request_for(query), false),
            Awaited::Effect(Effect::Vanishes(query)) => (self.request_for(query), true),
        };
        let tree = match self.read_for_effect(app, &request, deadline).await {
            Ok(tree) => tree,
            // Everything vanishes and changes when the application ends: that is what pressing `Quit` does.
            Err(error) if error.kind() == ErrorKind::AppGone && ends_it => return Ok(true),
            Err(error) => return Err(error.tried("the action was carried out before")),
        };
        Ok(match awaited {
            Awaited::Effect(Effect::Appears(query)) => !matches(query, &tree)?.is_empty(),
            Awaited::Effect(Effect::Vanishes(query)) => matches(query, &tree)?.is_empty(),
            Awaited::ChangeFrom(before) => fingerprint(&tree) != *before,
            Awaited::Nothing | Awaited::Effect(Effect::Changes) => true,
        })
    }

    async fn read_for_effect(
        &self,
        app: &App,
        request: &ReadRequest,
        deadline: &Deadline<'_>,
    ) -> Result<Arc<Tree>> {
        // Nobody confirms what is seen here, so a mere hint of what is there will not do.
        let request = ReadRequest { freshness: self.mirrors.surest(&app.id), ..request.clone() };
        let answer = self.ports.accessibility.read(&app.id, &request, deadline.for_call()).await;
        answer.map(|reading| reading.tree).map_err(|error| diagnose(error, app, &*self.ports.processes))
    }

    /// Everything that a fingerprint covers.
    pub(crate) fn whole(&self) -> ReadRequest {
        let fields = Fields::ROLE | fingerprinted();
        ReadRequest { fields, max_nodes: self.options.max_nodes, ..ReadRequest::default() }
    }
}

/// The fields of an element that a fingerprint covers and that change.
pub(crate) fn fingerprinted() -> Fields {
    Fields::NAME | Fields::STATES | Fields::VALUE | Fields::TEXT
}

/// A number that is different when structure, names, states, values or texts are. Who has the focus does not count:
/// taking it for the action is not the action's effect.
pub(crate) fn fingerprint(tree: &Tree) -> u64 {
    let mut hasher = DefaultHasher::new();
    for id in tree.ids() {
        let node = tree.node(id);
        let mut states = node.states;
        states.remove(State::Focused);
        states.remove(State::Active);
        tree.depth(id).hash(&mut hasher);
        (node.role, &node.name, states, &node.text).hash(&mut hasher);
        node.value.map(|value| value.current.to_bits()).hash(&mut hasher);
    }
    hasher.finish()
}

fn not_seen(app: &App, awaited: &Awaited<'_>, waited: Duration) -> Error {
    let what = match awaited {
        Awaited::Effect(Effect::Appears(query)) => {
            format!("nothing that matches `{}` appeared", query.source())
        }
        Awaited::Effect(Effect::Vanishes(query)) => format!("`{}` did not vanish", query.source()),
        _ => "nothing changed".to_owned(),
    };
    let message =
        format!("The action was carried out, but {what} in {} within {}", describe(app), shown(waited));
    Error::new(ErrorKind::Timeout, message).hint("the action itself is done: repeating it would do it twice")
}

#[cfg(test)]
mod tests {
    use deskhand_model::{Handle, NodeData, Role, TreeBuilder, Value};

    use super::*;

    fn tree(change: impl FnOnce(&mut NodeData)) -> Tree {
        let mut builder = TreeBuilder::new();
        let mut node = NodeData::new(Handle::new("n"), Role::Slider, "slider".into());
        change(&mut node);
        let root = builder.add(NodeData::new(Handle::new("r"), Role::Application, "".into()));
        let child = builder.add(node);
        builder.link(root, child);
        builder.build().unwrap()
    }

    #[test]
    fn a_fingerprint_tells_names_states_values_and_texts_apart_but_not_the_focus() {
        let plain = fingerprint(&tree(|_| {}));
        let value = Value { current: 1.0, minimum: None, maximum: None, step: None };
        assert_eq!(plain, fingerprint(&tree(|_| {})));
        assert_ne!(plain, fingerprint(&tree(|node| node.name = "x".into())));
        assert_ne!(plain, fingerprint(&tree(|node| node.states.insert(State::Checked))));
        assert_ne!(plain, fingerprint(&tree(|node| node.value = Some(value))));
        assert_ne!(plain, fingerprint(&tree(|node| node.text = Some("x".into()))));
        assert_eq!(plain, fingerprint(&tree(|node| node.states.insert(State::Focused))));
    }
}
