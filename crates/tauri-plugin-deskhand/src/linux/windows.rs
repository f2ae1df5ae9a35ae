//! The windows that views are in, as the window manager has them. Logical pixels of GTK are CSS pixels.

use std::rc::Rc;
use std::time::Duration;

use deskhand_page::{
    Fault, FaultKind, PageRect, Place, SetWindow, Stage, ViewId, WindowChange, WindowOf, WindowState,
};
use futures_util::future::select;
use gtk::gdk;
use gtk::glib;
use gtk::prelude::*;
use serde_json::json;
use webkit2gtk::WebViewExt as _;

use super::agent;
use super::desk::Desk;
use super::view::View;
use crate::obey::{Dialogs, Obey};

impl Obey for WindowOf {
    const DIALOGS: Dialogs = Dialogs::Ignore;

    fn view(&self) -> Option<&ViewId> {
        Some(&self.view)
    }

    async fn obey(self, desk: Rc<Desk>) -> Result<WindowState, Fault> {
        Housing::of(&*desk.view(&self.view)?)?.state()
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
        housing.stand(stage_for(&self.change, housing.state()?.stage)).await?;
        housing.bound(&self.change).await?;
        if housing.stage() != Stage::Minimized {
            let patience = std::pin::pin!(glib::timeout_future(RELAYOUT));
            select(std::pin::pin!(page_follows(&desk, &view)), patience).await;
        }
        housing.state()
    }
}

/// Waits until the page has the size that its view has. Where it cannot answer, nothing is waited for.
async fn page_follows(desk: &Desk, view: &View) {
    let place = Place::top(view.id.clone());
    while let Ok(seen) = agent::ask(desk, &place, "viewport", json!({})).await {
        let zoom = view.web.zoom_level();
        let fits = |side: &str, length: i32| {
            seen[side].as_f64().is_none_or(|seen| (seen * zoom - f64::from(length)).abs() < 2.0)
        };
        if fits("width", view.web.allocated_width()) && fits("height", view.web.allocated_height()) {
            return;
        }
        glib::timeout_future(LOOK_EVERY).await;
    }
}

/// How a window must stand for a change. Bounds are only taken by a normal one.
fn stage_for(change: &WindowChange, current: Stage) -> Stage {
    let bounded = change.position.is_some() || change.size.is_some();
    change.stage.unwrap_or(if bounded { Stage::Normal } else { current })
}

/// A window.
struct Housing {
    window: gtk::Window,
    surface: gdk::Window,
}

/// How often the window manager's work is looked at, and for how long: it may refuse without a word.
const LOOK_EVERY: Duration = Duration::from_millis(5);
const LOOKS: u32 = 200;
/// After this many looks without a change, a window that became what was wished is taken to be as it stays: while it
/// leaves a stage, the window manager moves it more than once.
const DONE: u32 = 4;
/// After this many, so is one that did not.
const STILL: u32 = 30;
/// How long a page may take to fill its view.
const RELAYOUT: Duration = Duration::from_millis(500);

impl Housing {
    fn of(view: &View) -> Result<Housing, Fault> {
        let no_window = || Fault::new(FaultKind::NoView, format!("The view '{}' is in no window", view.id));
        let window = view.toplevel().ok_or_else(no_window)?;
        let surface = window.window().ok_or_else(no_window)?;
        Ok(Housing { window, surface })
    }

    fn state(&self) -> Result<WindowState, Fault> {
        Ok(WindowState { bounds: self.bounds(), stage: self.stage() })
    }

    fn bounds(&self) -> PageRect {
        let outer = self.surface.frame_extents();
        PageRect {
            x: outer.x().into(),
            y: outer.y().into(),
            width: outer.width().into(),
            height: outer.height().into(),
        }
    }

    fn stage(&self) -> Stage {
        let state = self.surface.state();
        if state.contains(gdk::WindowState::ICONIFIED) {
            Stage::Minimized
        } else if state.contains(gdk::WindowState::FULLSCREEN) {
            Stage::Fullscreen
        } else if state.contains(gdk::WindowState::MAXIMIZED) {
            Stage::Maximized
        } else {
            Stage::Normal
        }
    }

    /// Makes it stand so, from whatever it was.
    async fn stand(&self, wanted: Stage) -> Result<(), Fault> {
        if self.stage() == wanted {
            return Ok(());
        }
        // A window can be minimised and maximised at once: all that is not wanted is undone.
        let state = self.surface.state();
        if wanted != Stage::Minimized && state.contains(gdk::WindowState::ICONIFIED) {
            self.window.deiconify();
        }
        if wanted != Stage::Minimized {
            if wanted != Stage::Fullscreen && state.contains(gdk::WindowState::FULLSCREEN) {
                self.window.unfullscreen();
            }
            if wanted != Stage::Maximized && state.contains(gdk::WindowState::MAXIMIZED) {
                self.window.unmaximize();
            }
        }
        match wanted {
            Stage::Normal => {}
            Stage::Minimized => self.window.iconify(),
            Stage::Maximized => self.window.maximize(),
            Stage::Fullscreen => self.window.fullscreen(),
        }
        self.settle(|| self.stage() == wanted).await;
        Ok(())
    }

    async fn bound(&self, change: &WindowChange) -> Result<(), Fault> {
        let before = self.bounds();
        if let Some((width, height)) = change.size {
            let frame = (
                before.width - f64::from(self.surface.width()),
                before.height - f64::from(self.surface.height()),
            );
            self.window.resize(length(width - frame.0), length(height - frame.1));
        }
        if let Some((x, y)) = change.position {
            self.window.move_(whole(x), whole(y));
        }
        let near = |one: f64, other: f64| (one - other).abs() < 1.0;
        self.settle(|| {
            let now = self.bounds();
            change.size.is_none_or(|(width, height)| near(now.width, width) && near(now.height, height))
                && change.position.is_none_or(|(x, y)| near(now.x, x) && near(now.y, y))
        })
        .await;
        Ok(())
    }

    /// Waits for the window manager: until it is done, or does nothing more.
    async fn settle(&self, done: impl Fn() -> bool) {
        let mut last = (self.bounds(), self.stage());
        let mut still = 0;
        for _ in 0..LOOKS {
            if still >= if done() { DONE } else { STILL } {
                return;
            }
            glib::timeout_future(LOOK_EVERY).await;
            let now = (self.bounds(), self.stage());
            still = if now == last { still + 1 } else { 0 };
            last = now;
        }
    }
}

/// A length that GTK takes.
fn length(value: f64) -> i32 {
    whole(value).max(1)
}

/// Numbers beyond what fits end at its edge.
#[expect(clippy::cast_possible_truncation)]
fn whole(value: f64) -> i32 {
    value.round() as i32
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
    fn lengths_are_whole_and_never_nothing() {
        assert_eq!((length(0.0), length(-5.0), length(10.6)), (1, 1, 11));
        assert_eq!((whole(-3.4), whole(1e20)), (-3, i32::MAX));
    }
}
