//! The windows of the application. The plugin gives each window one view.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use deskhand_engine::ports::PageResult;
use deskhand_page::{Fault, FaultKind, PageRect, Stage, View, ViewId, WindowChange, WindowState};
use serde_json::{Value, json};
use tokio::time::sleep;

use super::limits;
use super::term::Term;
use super::wire::Wire;

/// How often a window is looked at while it changes.
const PACE: Duration = Duration::from_millis(30);
/// How long a window may keep its bounds after it was asked to change them.
const PATIENCE: Duration = Duration::from_millis(600);

/// What is remembered of windows, because the plugin does not tell it.
#[derive(Default)]
pub(super) struct Windows {
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    /// The oldest first.
    views: Vec<ViewId>,
    /// How those stand that were asked to stand in some way.
    stages: HashMap<ViewId, Stage>,
}

impl Windows {
    pub(super) async fn list(&self, wire: &Wire, term: Term) -> PageResult<Vec<View>> {
        let labels = wire.ask("/window/handles", &json!({}), term).await?;
        let open: Vec<String> = serde_json::from_value(labels)
            .map_err(|error| Fault::new(FaultKind::Failed, error.to_string()))?;
        let mut known = self.known();
        known.views = in_order(&known.views, open);
        Ok(known
            .views
            .iter()
            .map(|id| View { id: id.clone(), window: id.0.clone(), visible: true })
            .collect())
    }

    pub(super) async fn state(&self, wire: &Wire, view: &ViewId, term: Term) -> PageResult<WindowState> {
        let told = wire.ask("/window/rect", &json!({ "label": view }), term).await?;
        let bounds: PageRect =
            serde_json::from_value(told).map_err(|error| Fault::new(FaultKind::Failed, error.to_string()))?;
        let known = self.known();
        Ok(WindowState { bounds, stage: known.stages.get(view).copied().unwrap_or(Stage::Normal) })
    }

    pub(super) async fn change(
        &self,
        wire: &Wire,
        view: &ViewId,
        change: WindowChange,
        term: Term,
    ) -> PageResult<WindowState> {
        let before = self.state(wire, view, term).await?;
        if before.stage != Stage::Normal && wants_normal(change) {
            return Err(limits::restore_window());
        }
        if change.position.is_some() || change.size.is_some() {
            self.place(wire, view, change, term).await?;
        }
        let wanted = change.stage.and_then(|stage| path_of(stage).map(|path| (stage, path)));
        if let Some((stage, path)) = wanted
            && stage != before.stage
        {
            let before = self.state(wire, view, term.running()?).await?;
            wire.ask(path, &json!({ "label": view }), term.running()?).await?;
            self.known().stages.insert(view.clone(), stage);
            if stage != Stage::Minimized {
                self.watch(wire, view, term, |bounds| bounds != before.bounds).await?;
            }
        }
        self.state(wire, view, term).await
    }

    /// Moves and resizes. The plugin is told the size of what is inside of a window and tells that of the window, so the
    /// size is corrected once by what it came out too large.
    async fn place(&self, wire: &Wire, view: &ViewId, change: WindowChange, term: Term) -> PageResult<()> {
        let before = self.state(wire, view, term.running()?).await?.bounds;
        if fits(change, before) {
            return Ok(());
        }
        wire.ask("/window/set-rect", &rectangle(view, change, (0.0, 0.0)), term.running()?).await?;
        // A window may be moved before it is resized, and what is too much shows only after both.
        let resized = |now: PageRect| (now.width, now.height) != (before.width, before.height);
        let changed = |now: PageRect| now != before && (change.size.is_none() || resized(now));
        let after = self.watch(wire, view, term, changed).await?;
        let excess =
            change.size.map_or((0.0, 0.0), |(width, height)| (after.width - width, after.height - height));
        if !fits(change, after) {
            wire.ask("/window/set-rect", &rectangle(view, change, excess), term.running()?).await?;
            self.watch(wire, view, term, |bounds| fits(change, bounds)).await?;
        }
        Ok(())
    }

    /// Looks at a window until its bounds are as wanted. A window manager may have other ideas: then as they are.
    async fn watch(
        &self,
        wire: &Wire,
        view: &ViewId,
        term: Term,
        wanted: impl Fn(PageRect) -> bool,
    ) -> PageResult<PageRect> {
        let patience = term.at_most(PATIENCE);
        loop {
            let bounds = self.state(wire, view, term).await?.bounds;
            if wanted(bounds) || patience.is_over() {
                return Ok(bounds);
            }
            sleep(PACE).await;
        }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets a window that was closed.
    pub(super) fn closed(&self, view: &ViewId) {
        let mut known = self.known();
        known.views.retain(|each| each != view);
        known.stages.remove(view);
    }
}

/// The views that are open: those that were known before, as they were, then the others by name.
fn in_order(before: &[ViewId], mut open: Vec<String>) -> Vec<ViewId> {
    open.sort();
    let mut ordered: Vec<ViewId> = before.iter().filter(|view| open.contains(&view.0)).cloned().collect();
    let new: Vec<ViewId> = open.into_iter().map(ViewId).filter(|view| !ordered.contains(view)).collect();
    ordered.extend(new);
    ordered
}

fn wants_normal(change: WindowChange) -> bool {
    change.stage == Some(Stage::Normal) || change.position.is_some() || change.size.is_some()
}

/// What the plugin is asked for; the size less what is too much.
fn rectangle(view: &ViewId, change: WindowChange, excess: (f64, f64)) -> Value {
    let mut wanted = json!({ "label": view });
    if let Some((x, y)) = change.position {
        wanted["x"] = json!(x);
        wanted["y"] = json!(y);
    }
    if let Some((width, height)) = change.size {
        wanted["width"] = json!(width - excess.0);
        wanted["height"] = json!(height - excess.1);
    }
    wanted
}

fn fits(change: WindowChange, bounds: PageRect) -> bool {
    let near = |wanted: f64, is: f64| (wanted - is).abs() < 1.0;
    let placed = change.position.is_none_or(|(x, y)| near(x, bounds.x) && near(y, bounds.y));
    placed
        && change.size.is_none_or(|(width, height)| near(width, bounds.width) && near(height, bounds.height))
}

fn path_of(stage: Stage) -> Option<&'static str> {
    match stage {
        Stage::Normal => None,
        Stage::Minimized => Some("/window/minimize"),
        Stage::Maximized => Some("/window/maximize"),
        Stage::Fullscreen => Some("/window/fullscreen"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn views(names: &[&str]) -> Vec<ViewId> {
        names.iter().map(|&name| ViewId(name.to_owned())).collect()
    }

    #[test]
    fn views_stay_in_the_order_in_which_they_came() {
        let open = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        assert_eq!(in_order(&[], open(&["main", "help"])), views(&["help", "main"]));
        assert_eq!(in_order(&views(&["main"]), open(&["help", "main"])), views(&["main", "help"]));
        assert_eq!(in_order(&views(&["main", "help"]), open(&["help"])), views(&["help"]));
    }

    #[test]
    fn a_size_is_asked_for_less_what_came_out_too_large() {
        let change = WindowChange { size: Some((800.0, 600.0)), ..WindowChange::default() };
        let asked = rectangle(&ViewId("main".to_owned()), change, (2.0, 25.0));
        assert_eq!(asked, json!({ "label": "main", "width": 798.0, "height": 575.0 }));
    }

    #[test]
    fn what_is_left_out_of_a_change_fits_in_any_case() {
        let bounds = PageRect { x: 1.0, y: 2.0, width: 3.0, height: 4.0 };
        assert!(fits(WindowChange::default(), bounds));
        assert!(fits(WindowChange { position: Some((1.4, 2.0)), ..WindowChange::default() }, bounds));
        assert!(!fits(WindowChange { size: Some((3.0, 5.0)), ..WindowChange::default() }, bounds));
    }
}
