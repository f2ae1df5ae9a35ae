//! Where to put the pointer: on a part of the element that is in sight and does not move.

use std::time::Duration;

use deskhand_model::{Error, ErrorKind, Fields, NodeData, Point, Rect, Result, Window, WindowId, Workspace};

use crate::approach::{Ready, last_step};
use crate::apps::diagnose;
use crate::detail::merged;
use crate::engine::Engine;
use crate::place::place;
use crate::ports::Perform;
use crate::wait::{Deadline, Pauses};

/// Why there is nothing to aim at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Miss {
    NoBounds,
    OutOfWindow,
    OutOfScreen,
    Covered,
}

/// An element's window, as the pointer meets it.
pub(crate) struct Setting {
    /// The area that the application draws in.
    content: Rect,
    /// Windows of other applications that are in front of it.
    in_front: Vec<Rect>,
}

impl Setting {
    fn of(window: &Window, all: &[Window]) -> Setting {
        let is_in_front = |other: &&Window| {
            other.z_index > window.z_index
                && other.is_visible()
                && (other.pid.is_none() || other.pid != window.pid)
        };
        Setting {
            content: window.content(),
            in_front: all.iter().filter(is_in_front).map(Window::outer).collect(),
        }
    }
}

/// The middle of the part of `bounds` that is in sight. Menus and drop-downs reach out of their window, so only the
/// screen limits them. A window that was just given the focus can take a moment to come to the front; a click before
/// that would go to the one that covers it.
fn spot(bounds: Option<Rect>, setting: &Setting, screen: Rect, floats: bool) -> Result<Point, Miss> {
    let bounds = bounds.filter(|bounds| !bounds.is_empty()).ok_or(Miss::NoBounds)?;
    let inside =
        if floats { bounds } else { bounds.intersection(setting.content).ok_or(Miss::OutOfWindow)? };
    let point = inside.intersection(screen).map(Rect::center).ok_or(Miss::OutOfScreen)?;
    if setting.in_front.iter().any(|window| window.contains(point)) {
        return Err(Miss::Covered);
    }
    Ok(point)
}

/// What an element is waited for to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sight {
    /// Where the pointer could go once the window is in front.
    Foreseen,
    /// In sight, and in the same place for two readings.
    AtRest,
}

impl Engine {
    /// Waits until the element keeps its place for two readings, scrolling it into view first where it is not.
    pub(crate) async fn aim(
        &self,
        ready: &Ready,
        window: WindowId,
        deadline: &Deadline<'_>,
    ) -> Result<Point> {
        self.sight(ready, window, Sight::AtRest, deadline).await
    }

    /// Waits until the pointer could reach the element with its window in front, so that the focus is not taken in
    /// vain. What is in a window that is not shown now cannot be told before it is.
    pub(crate) async fn foresee(&self, ready: &Ready, deadline: &Deadline<'_>) -> Result<()> {
        let window = self.window_of(&ready.app, &ready.tree, ready.id, deadline).await?;
        if let Some(Workspace::Number(number)) = window.workspace
            && self.ports.compositor.workspaces(deadline.for_call()).await?.current != number
        {
            return Ok(());
        }
        if window.is_visible() {
            self.sight(ready, window.id, Sight::Foreseen, deadline).await?;
        }
        Ok(())
    }

    async fn sight(
        &self,
        ready: &Ready,
        window: WindowId,
        wanted: Sight,
        deadline: &Deadline<'_>,
    ) -> Result<Point> {
        let screen = self.ports.compositor.screen(deadline.for_call()).await?;
        let mut pauses = Pauses::new(&self.options);
        let mut last: Option<Rect> = None;
        let mut scrolled = false;
        loop {
            let (node, mut setting) = self.whereabouts(ready, window, deadline).await?;
            if wanted == Sight::Foreseen {
                // With the focus the window comes to the front.
                setting.in_front.clear();
            }
            let miss = match spot(node.bounds, &setting, screen, ready.floats()) {
                Ok(point) if wanted == Sight::Foreseen || last == node.bounds => return Ok(point),
                Ok(_) => None,
                Err(miss) => Some(miss),
            };
            last = node.bounds;
            if miss.is_some_and(|miss| miss != Miss::Covered) && !scrolled {
                scrolled = true;
                let port = &self.ports.accessibility;
                // Not every toolkit can; then it stays where it is, and the error below says so.
                let _ = port
                    .perform(&ready.app.id, &ready.node.handle, &Perform::ScrollIntoView, deadline.for_call())
                    .await;
            }
            if !pauses.pause(deadline, self.options.settle).await {
                return Err(missed(ready, miss, deadline.waited()));
            }
        }
    }

    /// The element as it is now, in both coordinate systems, and its window's setting.
    pub(crate) async fn whereabouts(
        &self,
        ready: &Ready,
        window: WindowId,
        deadline: &Deadline<'_>,
    ) -> Result<(NodeData, Setting)> {
        let handles = [ready.node.handle.clone()];
        let fields = Fields::BOUNDS;
        let port = &self.ports.accessibility;
        let more = port
            .details(&ready.app.id, &handles, fields, deadline.for_call())
            .await
            .and_then(|answers| answers.into_iter().next().unwrap_or_else(|| Err(vanished(ready))))
            .map_err(|error| diagnose(error, &ready.app, &*self.ports.processes))?;
        let windows = self.ports.compositor.windows(deadline.for_call()).await?;
        let window = windows.iter().find(|w| w.id == window).ok_or_else(|| vanished(ready))?;
        let setting = Setting::of(window, &windows);
        let mut node = merged(ready.node.clone(), more, fields);
        place(&mut node, setting.content);
        Ok((node, setting))
    }
}

fn vanished(ready: &Ready) -> Error {
    let target = last_step(&ready.candidate());
    Error::new(ErrorKind::ElementGone, format!("{target} vanished before the pointer reached it"))
}

fn missed(ready: &Ready, miss: Option<Miss>, waited: Duration) -> Error {
    let target = last_step(&ready.candidate());
    let (kind, what) = match miss {
        None => (ErrorKind::Timeout, "does not stop moving"),
        Some(Miss::NoBounds) => (ErrorKind::ElementHidden, "is nowhere to be seen"),
        Some(Miss::OutOfWindow) => (ErrorKind::ElementHidden, "is outside of what its window shows"),
        Some(Miss::OutOfScreen) => (ErrorKind::ElementHidden, "is outside of the screen"),
        Some(Miss::Covered) => (ErrorKind::ElementHidden, "is covered by a window that stays in front"),
    };
    let error = Error::new(kind, format!("{target} {what}, so the pointer cannot reach it"))
        .tried(format!(
            "looked at its place for {}, and asked it to scroll into view",
            crate::wait::shown(waited)
        ))
        .candidates([ready.candidate()]);
    match miss {
        Some(Miss::OutOfScreen) => error.hint("move its window onto the screen"),
        Some(Miss::OutOfWindow | Miss::NoBounds) => error.hint("scroll to it or enlarge its window"),
        Some(Miss::Covered) => error.hint("move or close what covers it"),
        None => error.hint("act on it in the background instead, which needs no place"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCREEN: Rect = Rect::new(0, 0, 1000, 800);
    const WINDOW: Rect = Rect::new(100, 100, 200, 200);

    fn check(bounds: Option<Rect>, floats: bool, expected: Result<(i32, i32), Miss>) {
        let in_front = vec![Rect::new(280, 250, 100, 100)];
        let setting = Setting { content: WINDOW, in_front };
        let seen = spot(bounds, &setting, SCREEN, floats).map(|point| (point.x, point.y));
        assert_eq!(seen, expected, "{bounds:?}");
    }

    #[test]
    fn the_pointer_goes_to_the_middle_of_what_is_in_sight() {
        check(Some(Rect::new(110, 110, 20, 10)), false, Ok((120, 115)));
        check(Some(Rect::new(290, 110, 20, 10)), false, Ok((295, 115)));
        check(Some(Rect::new(400, 110, 20, 10)), false, Err(Miss::OutOfWindow));
        check(Some(Rect::new(400, 110, 20, 10)), true, Ok((410, 115)));
        check(Some(Rect::new(2000, 110, 20, 10)), true, Err(Miss::OutOfScreen));
        check(Some(Rect::new(110, 110, 0, 10)), false, Err(Miss::NoBounds));
        check(None, false, Err(Miss::NoBounds));
        check(Some(Rect::new(285, 260, 10, 10)), false, Err(Miss::Covered));
    }
}
