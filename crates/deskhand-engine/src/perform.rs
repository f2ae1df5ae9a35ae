//! Acting in the background: through the accessibility layer alone.

use std::time::Duration;

use deskhand_model::{App, Error, ErrorKind, NodeData, Result, State, Window, WindowId};

use crate::act::{Act, ActOptions};
use crate::acting::Done;
use crate::approach::{Ground, Ready};
use crate::apps::diagnose;
use crate::engine::Engine;
use crate::focus::FocusGuard;
use crate::hand::{FOCUS_TIME, not_focused};
use crate::locate::element_gone;
use crate::ports::Perform;
use crate::receipt::{FocusUse, Method, Receipt};
use crate::route::need;
use crate::session::Locator;
use crate::typing::may_be_focused;
use crate::wait::{Deadline, Pauses};
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
            let previous = if takes_focus(perform) { self.focused(&deadline).await } else { None };
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
            if takes_focus(perform) && !self.got_focus(&ready, &deadline).await? {
                FocusGuard::over(self, previous).give_back().await;
                return Err(not_got(&ready, &by));
            }
            let taken = self.now();
            let effect = self.after(&ready.app, &awaited, sent, &deadline).await?;
            let focus = self.focus_lost(previous, &deadline).await;
            let done = Done { method: Method::Accessibility, by, focus, sent, taken, effect };
            return Ok(self.receipt(act, &ready, done, &deadline));
        }
    }
}

impl Engine {
    /// The window that has the keyboard.
    async fn focused(&self, deadline: &Deadline<'_>) -> Option<WindowId> {
        self.ports.compositor.focused(deadline.for_call()).await.ok().flatten()
    }

    /// Whether, within a short time, the element says that it has the keyboard and its application's window has it.
    /// Qt gives the focus within the window and leaves the window where it is; Chromium takes the call on elements
    /// that cannot have the focus.
    async fn got_focus(&self, ready: &Ready, deadline: &Deadline<'_>) -> Result<bool> {
        let limit = deadline.at_most(FOCUS_TIME);
        let mut pauses = Pauses::new(&self.options);
        let is_window = ready.node.role.is_window();
        loop {
            if self.is_active(&ready.app, &limit).await
                && (is_window || self.says_focused(ready, &limit).await?)
            {
                return Ok(true);
            }
            if !pauses.pause(&limit, Duration::ZERO).await {
                return Ok(false);
            }
        }
    }

    /// Whether a window of the application has the keyboard; where windows are not to be told, nothing speaks against
    /// it.
    async fn is_active(&self, app: &App, deadline: &Deadline<'_>) -> bool {
        let Ok(windows) = self.ports.compositor.windows(deadline.for_call()).await else { return true };
        let is_own = |window: &Window| app.pid.is_none() || window.pid.is_none() || window.pid == app.pid;
        windows.iter().any(|window| window.focused && is_own(window))
    }

    /// What became of the focus that `previous` had.
    async fn focus_lost(&self, previous: Option<WindowId>, deadline: &Deadline<'_>) -> FocusUse {
        let taken = previous.is_some() && self.focused(deadline).await != previous;
        FocusUse { taken, previous, ..FocusUse::default() }
    }
}

/// Whether what is to be performed takes the keyboard away from another window.
fn takes_focus(perform: &Perform) -> bool {
    matches!(perform, Perform::Focus { activate: true })
}

/// The element took the call for the focus and has none: there may be another way, or it cannot have it at all.
fn not_got(ready: &Ready, by: &str) -> Error {
    if may_be_focused(&ready.node) {
        Error::new(ErrorKind::ActionUnsupported, format!("{by} alone did not give it the focus"))
    } else {
        not_focused(ready, by)
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
