use std::sync::Arc;

use deskhand_page::{
    CloseView, NewView, NewViewKind, PageRect, SetWindow, Stage, ViewId, WindowChange, WindowOf,
};
use serde::Deserialize;
use serde_json::json;

use super::answer::{Answer, Refusal};
use super::pages::Pages;
use super::seat::Seat;

/// A request without parameters.
#[derive(Deserialize)]
pub(super) struct Nothing {}

/// A request for a window: the current one where none is named.
#[derive(Deserialize)]
pub(super) struct Labelled {
    #[serde(default)]
    label: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct Label {
    label: String,
}

#[derive(Deserialize)]
pub(super) struct Bounds {
    #[serde(default)]
    label: Option<String>,
    #[serde(default)]
    x: Option<f64>,
    #[serde(default)]
    y: Option<f64>,
    #[serde(default)]
    width: Option<f64>,
    #[serde(default)]
    height: Option<f64>,
}

#[derive(Deserialize)]
pub(super) struct New {
    #[serde(default, rename = "type")]
    kind: Option<String>,
}

pub(super) async fn handle<P: Pages>(seat: Arc<Seat<P>>, _: Nothing) -> Answer {
    Ok(json!(seat.view().await?))
}

pub(super) async fn handles<P: Pages>(seat: Arc<Seat<P>>, _: Nothing) -> Answer {
    Ok(json!(seat.views().await?))
}

pub(super) async fn set_current<P: Pages>(seat: Arc<Seat<P>>, Label { label }: Label) -> Answer {
    let view = ViewId(label);
    if !seat.views().await?.contains(&view) {
        return Err(Refusal::not_found(format!("no such window: {view}")));
    }
    seat.sit_at(Some(view));
    Ok(json!(true))
}

pub(super) async fn close<P: Pages>(seat: Arc<Seat<P>>, Label { label }: Label) -> Answer {
    let view = ViewId(label);
    let current = seat.view().await.is_ok_and(|current| current == view);
    seat.ask(CloseView { view }).await?;
    if current {
        seat.sit_at(None);
    }
    Ok(json!(true))
}

pub(super) async fn rect<P: Pages>(seat: Arc<Seat<P>>, Labelled { label }: Labelled) -> Answer {
    let view = seat.view_or(label).await?;
    Ok(json!(seat.ask(WindowOf { view }).await?.bounds))
}

pub(super) async fn set_rect<P: Pages>(seat: Arc<Seat<P>>, bounds: Bounds) -> Answer {
    let view = seat.view_or(bounds.label.clone()).await?;
    let before = seat.ask(WindowOf { view: view.clone() }).await?.bounds;
    let change = change(&bounds, before);
    seat.ask(SetWindow { view, change }).await?;
    Ok(json!(true))
}

/// What is named changes; the other half of a position or size stays.
fn change(wanted: &Bounds, before: PageRect) -> WindowChange {
    let moves = wanted.x.is_some() || wanted.y.is_some();
    let grows = wanted.width.is_some() || wanted.height.is_some();
    WindowChange {
        stage: None,
        position: moves.then(|| (wanted.x.unwrap_or(before.x), wanted.y.unwrap_or(before.y))),
        size: grows.then(|| (wanted.width.unwrap_or(before.width), wanted.height.unwrap_or(before.height))),
    }
}

pub(super) async fn fullscreen<P: Pages>(seat: Arc<Seat<P>>, asked: Labelled) -> Answer {
    stand(&seat, asked, Stage::Fullscreen).await
}

pub(super) async fn minimize<P: Pages>(seat: Arc<Seat<P>>, asked: Labelled) -> Answer {
    stand(&seat, asked, Stage::Minimized).await
}

pub(super) async fn maximize<P: Pages>(seat: Arc<Seat<P>>, asked: Labelled) -> Answer {
    stand(&seat, asked, Stage::Maximized).await
}

async fn stand<P: Pages>(seat: &Seat<P>, Labelled { label }: Labelled, stage: Stage) -> Answer {
    let view = seat.view_or(label).await?;
    let change = WindowChange { stage: Some(stage), ..WindowChange::default() };
    seat.ask(SetWindow { view, change }).await?;
    Ok(json!(true))
}

pub(super) async fn insets<P: Pages>(seat: Arc<Seat<P>>, Labelled { label }: Labelled) -> Answer {
    let view = seat.view_or(label).await?;
    let (left, top) = seat.pages.inset(view).await?;
    Ok(json!({ "top": top, "bottom": 0.0, "x": left, "y": top }))
}

pub(super) async fn new<P: Pages>(seat: Arc<Seat<P>>, New { kind }: New) -> Answer {
    let opener = seat.view().await?;
    let kind = match kind.as_deref() {
        Some("tab") => NewViewKind::Tab,
        _ => NewViewKind::Window,
    };
    let opened = seat.ask(NewView { kind, opener }).await?;
    Ok(json!({ "handle": opened.id, "type": "window" }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_a_position_or_size_leaves_the_other_half() {
        let before = PageRect { x: 1.0, y: 2.0, width: 3.0, height: 4.0 };
        let bounds: Bounds = serde_json::from_value(json!({ "y": 9, "width": 30 })).unwrap();
        let change = change(&bounds, before);
        assert_eq!(change.position, Some((1.0, 9.0)));
        assert_eq!(change.size, Some((30.0, 4.0)));
        let nothing: Bounds = serde_json::from_value(json!({ "label": "main", "x": null })).unwrap();
        assert_eq!(super::change(&nothing, before), WindowChange::default());
    }
}
