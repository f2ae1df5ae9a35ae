//! Acting in the background: through the accessibility layer alone.

use deskhand_model::{ErrorKind, NodeData, Result, State};

use crate::act::{Act, ActOptions};
use crate::acting::Done;
use crate::approach::Ground;
use crate::apps::diagnose;
use crate::engine::Engine;
use crate::locate::element_gone;
use crate::ports::Perform;
use crate::receipt::{FocusUse, Method, Receipt};
use crate::route::need;
use crate::session::Locator;
use crate::watch::Watch;

impl Engine {
    /// Waits for the element and performs. An element that vanished before anything was done is looked up anew.
    pub(crate) async fn by_accessibility(
        &self,
        watch: &mut Watch<'_>,
        locator: &Locator,
        act: &Act,
        perform: &Perform,
        options: &ActOptions,
    ) -> Result<Receipt> {
        let deadline = watch.deadline;
        loop {
            let ready = watch.approach(locator, need(act), Ground::Any).await?;
            let awaited = self.before(&ready.app, options.effect.as_ref(), &deadline).await?;
            let sent = self.now();
            let by = match already(act, &ready.node) {
                Some(so) => so.to_owned(),
                None => {
                    let port = &self.ports.accessibility;
                    let handle = &ready.node.handle;
                    match port.perform(&ready.app.id, handle, perform, deadline.for_call()).await {
                        Ok(performed) => performed.by,
                        Err(error) if error.kind() == ErrorKind::ElementGone => {
                            if watch.pause().await {
                                continue;
                            }
                            return Err(element_gone(&ready.app, locator));
                        }
                        Err(error) => return Err(diagnose(error, &ready.app, &*self.ports.processes)),
                    }
                }
            };
            let taken = self.now();
            let effect = self.after(&ready.app, &awaited, sent, &deadline).await?;
            let done =
                Done { method: Method::Accessibility, by, focus: FocusUse::default(), sent, taken, effect };
            return Ok(self.receipt(act, &ready, done, &deadline));
        }
    }
}

/// Says so when the element is as the action would make it. Toolkits have one action that expands and collapses in
/// turn, so doing it again would undo it.
fn already(act: &Act, node: &NodeData) -> Option<&'static str> {
    let is = |state| node.states.contains(state);
    match act {
        Act::Expand if is(State::Expanded) => Some("nothing to do: already expanded"),
        Act::Collapse if is(State::Collapsed) || (is(State::Expandable) && !is(State::Expanded)) => {
            Some("nothing to do: already collapsed")
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use deskhand_model::{Handle, Role};

    use super::*;

    #[test]
    fn what_is_expanded_is_not_expanded_again() {
        let node = |states: &[State]| {
            let mut node = NodeData::new(Handle::new("n"), Role::TreeItem, "".into());
            node.states = states.iter().copied().collect();
            node
        };
        let open = node(&[State::Expandable, State::Expanded]);
        let closed = node(&[State::Expandable]);
        let unknown = node(&[State::Enabled]);
        assert!(already(&Act::Expand, &open).is_some() && already(&Act::Collapse, &open).is_none());
        assert!(already(&Act::Expand, &closed).is_none() && already(&Act::Collapse, &closed).is_some());
        assert!(already(&Act::Expand, &unknown).is_none() && already(&Act::Collapse, &unknown).is_none());
    }
}
