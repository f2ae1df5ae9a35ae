//! The windows that views are in, as the desktop has them.

use std::rc::Rc;
use std::time::Duration;

use deskhand_page::{Fault, PageRect, Place, SetWindow, Stage, ViewId, WindowChange, WindowOf, WindowState};
use futures_util::future::select;
use serde_json::json;

use super::agent;
use super::desk::Desk;
use super::view::View;
use crate::engine::{self, Housing, sleep};
use crate::obey::{Dialogs, Obey};

impl Obey for WindowOf {
    const DIALOGS: Dialogs = Dialogs::Ignore;

    fn view(&self) -> Option<&ViewId> {
        Some(&self.view)
    }

    async fn obey(self, desk: Rc<Desk>) -> Result<WindowState, Fault> {
        Ok(state(&Housing::of(&*desk.view(&self.view)?)?))
    }
}

impl Obey for SetWindow {
    const DIALOGS: Dialogs = Dialogs::Ignore;

    fn view(&self) -> Option<&ViewId> {
        Some(&self.view)
    }

    async fn obey(self, desk: Rc<Desk>) -> Result<WindowState, Fault> {
        let view = desk.view(&self.view)?;
        let housing = Housing::of(&view)?;
        stand(&housing, stage_for(&self.change, housing.stage())).await;
        bound(&housing, &self.change).await;
        if housing.stage() != Stage::Minimized {
            let patience = std::pin::pin!(sleep(RELAYOUT));
            select(std::pin::pin!(page_follows(&desk, &view)), patience).await;
        }
        Ok(state(&housing))
    }
}

fn state(housing: &Housing) -> WindowState {
    WindowState { bounds: housing.bounds(), stage: housing.stage() }
}

/// Waits until the page has the size that its view has. Where it cannot answer, nothing is waited for.
async fn page_follows(desk: &Desk, view: &View) {
    let place = Place::top(view.id.clone());
    while let Ok(seen) = agent::ask(desk, &place, "viewport", json!({})).await {
        let (width, height, zoom) = engine::size_and_zoom(&view.web);
        let fits = |side: &str, length: f64| {
            seen[side].as_f64().is_none_or(|seen| (seen * zoom - length).abs() < 2.0)
        };
        if fits("width", width) && fits("height", height) {
            return;
        }
        sleep(LOOK_EVERY).await;
    }
}

/// How a window must stand for a change. Bounds are only taken by a normal one.
fn stage_for(change: &WindowChange, current: Stage) -> Stage {
    let bounded = change.position.is_some() || change.size.is_some();
    change.stage.unwrap_or(if bounded { Stage::Normal } else { current })
}

/// How often the work of the window manager is looked at: it may refuse without a word.
const LOOK_EVERY: Duration = Duration::from_millis(5);
/// After this many looks without a change, a window that became what was wished is taken to be as it stays: while it
/// leaves a stage, the window manager moves it more than once.
const DONE: u32 = 4;
/// How long a page may take to fill its view.
const RELAYOUT: Duration = Duration::from_millis(500);

/// Makes a window stand so, from whatever it was.
async fn stand(housing: &Housing, wanted: Stage) {
    for _ in 0..Housing::STEPS {
        if housing.stage() == wanted {
            return;
        }
        housing.stand(wanted);
        settle(housing, || housing.stage() == wanted).await;
    }
}

async fn bound(housing: &Housing, change: &WindowChange) {
    if let Some((width, height)) = change.size {
        housing.resize(width, height);
    }
    if let Some((x, y)) = change.position {
        housing.move_to(x, y);
    }
    settle(housing, || is_bound(housing.bounds(), change)).await;
}

fn is_bound(now: PageRect, change: &WindowChange) -> bool {
    let near = |one: f64, other: f64| (one - other).abs() < 1.0;
    change.size.is_none_or(|(width, height)| near(now.width, width) && near(now.height, height))
        && change.position.is_none_or(|(x, y)| near(now.x, x) && near(now.y, y))
}

/// Waits for the window manager: until it is done, or does nothing more.
async fn settle(housing: &Housing, done: impl Fn() -> bool) {
    let mut last = state(housing);
    let mut still = 0;
    for _ in 0..Housing::LOOKS {
        if still >= if done() { DONE } else { Housing::STILL } {
            return;
        }
        sleep(LOOK_EVERY).await;
        let now = state(housing);
        still = if now == last { still + 1 } else { 0 };
        last = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_taken_by_a_normal_window() {
        let moved = WindowChange { position: Some((1.0, 2.0)), ..WindowChange::default() };
        assert_eq!(stage_for(&moved, Stage::Maximized), Stage::Normal);
        assert_eq!(stage_for(&WindowChange::default(), Stage::Maximized), Stage::Maximized);
        let minimized = WindowChange { stage: Some(Stage::Minimized), ..WindowChange::default() };
        assert_eq!(stage_for(&minimized, Stage::Normal), Stage::Minimized);
    }

    #[test]
    fn a_window_is_where_it_was_sent_to_a_pixel() {
        let now = PageRect { x: 10.4, y: 20.0, width: 300.0, height: 200.0 };
        let sent = |x| WindowChange { position: Some((x, 20.0)), ..WindowChange::default() };
        assert!(is_bound(now, &sent(10.0)));
        assert!(!is_bound(now, &sent(12.0)));
        assert!(is_bound(now, &WindowChange::default()));
    }
}
