//! Acting in the background: through the accessibility layer alone.

use std::time::Duration;

use deskhand_model::{ErrorKind, NodeData, Result, State, WindowId};

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
use crate::wait::{Deadline, Pauses};
use crate::watch::Watch;

/// How long a window manager may take to move the focus.
const FOCUS_MOVES: Duration = Duration::from_millis(200);

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
            let previous = self.may_lose_focus(perform, &deadline).await;
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
            let focus = self.focus_lost(previous, &deadline).await;
            let done = Done { method: Method::Accessibility, by, focus, sent, taken, effect };
            return Ok(self.receipt(act, &ready, done, &deadline));
        }
    }
}

impl Engine {
    /// The window that has the keyboard, when what is to be performed may take it away from there.
    async fn may_lose_focus(&self, perform: &Perform, deadline: &Deadline<'_>) -> Option<WindowId> {
        match perform {
            Perform::Focus { activate: true } => {
                self.ports.compositor.focused(deadline.for_call()).await.ok().flatten()
            }
            _ => None,
        }
    }

    /// What became of the focus. A window manager takes a moment to move it; one that does not within
    /// [`FOCUS_MOVES`] has left it where it was.
    async fn focus_lost(&self, previous: Option<WindowId>, deadline: &Deadline<'_>) -> FocusUse {
        let mut focus = FocusUse { previous, ..FocusUse::default() };
        if previous.is_none() {
            return focus;
        }
        let patience = deadline.at_most(FOCUS_MOVES);
        let mut pauses = Pauses::new(&self.options);
        loop {
            focus.taken =
                self.ports.compositor.focused(deadline.for_call()).await.is_ok_and(|now| now != previous);
            if focus.taken || !pauses.pause(&patience, Duration::ZERO).await {
                return focus;
            }
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
