//! Borrowing focus and pointer: what was there before is remembered and given back, also when the action fails.

use std::time::Duration;

use deskhand_model::{Error, ErrorKind, Point, Result, Window, WindowId, Workspace};

use crate::engine::Engine;
use crate::ports::WindowChange;
use crate::receipt::FocusUse;
use crate::wait::{Deadline, Pauses, shown};

/// How long a window may take to get the focus back before it is asked for again.
const ASK_AGAIN: Duration = Duration::from_millis(200);

/// Focus and pointer, as they were before an action that needs them.
pub(crate) struct FocusGuard<'a> {
    engine: &'a Engine,
    previous: Option<WindowId>,
    pointer: Option<Point>,
    /// The workspace that was shown, when another one had to be.
    workspace: Option<u32>,
    taken: bool,
    /// Set when the application may still reach for the focus after the action: it is watched for that long.
    pub(crate) watched: Duration,
    /// What had to be done to the window, for the receipt.
    pub(crate) notes: Vec<String>,
}

impl<'a> FocusGuard<'a> {
    /// Gives `window` the keyboard and waits until it has it. On failure everything is as before.
    pub(crate) async fn take(
        engine: &'a Engine,
        window: &Window,
        deadline: &Deadline<'_>,
    ) -> Result<FocusGuard<'a>> {
        let previous = engine.ports.compositor.focused(deadline.for_call()).await?;
        let mut guard = FocusGuard::untouched(engine, previous);
        if previous == Some(window.id) && !window.minimized {
            return Ok(guard);
        }
        match guard.activate(window, deadline).await {
            Ok(()) => Ok(guard),
            Err(error) => {
                let focus = guard.give_back().await;
                Err(error.tried(told(&focus)))
            }
        }
    }

    /// Where something else may have taken the focus from `previous`.
    pub(crate) fn over(engine: &'a Engine, previous: Option<WindowId>) -> FocusGuard<'a> {
        FocusGuard { taken: true, ..FocusGuard::untouched(engine, previous) }
    }

    fn untouched(engine: &'a Engine, previous: Option<WindowId>) -> FocusGuard<'a> {
        FocusGuard {
            engine,
            previous,
            pointer: None,
            workspace: None,
            taken: false,
            watched: Duration::ZERO,
            notes: Vec::new(),
        }
    }

    async fn activate(&mut self, window: &Window, deadline: &Deadline<'_>) -> Result<()> {
        let compositor = &self.engine.ports.compositor;
        if let Some(Workspace::Number(number)) = window.workspace {
            let workspaces = compositor.workspaces(deadline.for_call()).await?;
            if workspaces.current != number {
                self.workspace = Some(workspaces.current);
                self.notes.push(format!("showed workspace {number} meanwhile"));
                compositor.show_workspace(number, deadline.for_call()).await?;
            }
        }
        self.taken = true;
        if window.minimized {
            self.notes.push("restored the minimised window".to_owned());
            // Restoring would also undo these two; giving the focus un-minimises as well and leaves them.
            if !window.maximized && !window.fullscreen {
                self.engine.ask_of_window(window.id, WindowChange::Restore, deadline).await?;
            }
        }
        self.engine.ask_of_window(window.id, WindowChange::Focus, deadline).await?;
        let limit = deadline.at_most(self.engine.options.window_time);
        match self.await_focus(window.id, &limit).await {
            Ok(()) => Ok(()),
            Err(instead) => Err(not_focused(window, instead, limit.waited())),
        }
    }

    /// Waits until `window` has the keyboard; otherwise tells what has it.
    async fn await_focus(&self, window: WindowId, deadline: &Deadline<'_>) -> Result<(), Option<WindowId>> {
        let mut pauses = Pauses::new(&self.engine.options);
        loop {
            let focused = self.engine.ports.compositor.focused(deadline.for_call()).await.ok().flatten();
            if focused == Some(window) {
                return Ok(());
            }
            if !pauses.pause(deadline, Duration::ZERO).await {
                return Err(focused);
            }
        }
    }

    /// Moves the pointer; the first time, where it was is remembered.
    pub(crate) async fn move_pointer(&mut self, to: Point, deadline: &Deadline<'_>) -> Result<()> {
        let input = &self.engine.ports.input;
        if self.pointer.is_none() {
            self.pointer = Some(input.pointer(deadline.for_call()).await?);
        }
        input.move_to(to, deadline.for_call()).await
    }

    /// Leaves focus and pointer where they are now.
    pub(crate) fn leave(self) -> FocusUse {
        self.used(false)
    }

    /// Puts everything back where it was. Has time of its own: an action that used up its time still gives back.
    pub(crate) async fn give_back(self) -> FocusUse {
        let engine = self.engine;
        let deadline = engine.deadline(engine.options.restore_time);
        let mut restored = self.taken || self.pointer.is_some();
        if let Some(number) = self.workspace {
            restored &= engine.ports.compositor.show_workspace(number, deadline.for_call()).await.is_ok();
        }
        if self.taken {
            restored &= self.refocus(&deadline).await;
        }
        if let Some(pointer) = self.pointer {
            restored &= engine.ports.input.move_to(pointer, deadline.for_call()).await.is_ok();
        }
        self.used(restored)
    }

    async fn refocus(&self, deadline: &Deadline<'_>) -> bool {
        let Some(previous) = self.previous else { return false };
        let watched = deadline.at_most(self.watched);
        let mut pauses = Pauses::new(&self.engine.options);
        loop {
            // Asked for again and again, because the application may take it back after each time.
            if self.hand_to(previous, &deadline.at_most(ASK_AGAIN)).await {
                if !pauses.pause(&watched, Duration::ZERO).await {
                    return true;
                }
            } else if deadline.passed() {
                return false;
            }
        }
    }

    /// Gives `window` the keyboard, unless it has it.
    async fn hand_to(&self, window: WindowId, deadline: &Deadline<'_>) -> bool {
        let compositor = &self.engine.ports.compositor;
        if compositor.focused(deadline.for_call()).await.ok().flatten() == Some(window) {
            return true;
        }
        self.engine.ask_of_window(window, WindowChange::Focus, deadline).await.is_ok()
            && self.await_focus(window, deadline).await.is_ok()
    }

    fn used(&self, restored: bool) -> FocusUse {
        FocusUse {
            taken: self.taken,
            previous: self.previous,
            restored,
            pointer_moved: self.pointer.is_some(),
        }
    }
}

/// What happened to focus and pointer, for errors.
pub(crate) fn told(focus: &FocusUse) -> String {
    match (focus.taken || focus.pointer_moved, focus.restored) {
        (false, _) => "focus and pointer were not touched".to_owned(),
        (true, true) => "gave focus and pointer back".to_owned(),
        (true, false) => "could not give focus and pointer back".to_owned(),
    }
}

fn not_focused(window: &Window, instead: Option<WindowId>, waited: Duration) -> Error {
    let has_it = instead.map_or("no window has it".to_owned(), |id| format!("window {id} has it"));
    Error::new(
        ErrorKind::ActionFailed,
        format!("Window {} \"{}\" did not get the focus in {}; {has_it}", window.id, window.title, shown(waited)),
    )
    .hint("a modal dialog of the same application, or a window manager that guards the focus, can be in the way")
}
