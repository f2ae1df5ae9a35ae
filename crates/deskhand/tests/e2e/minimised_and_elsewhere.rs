//! Windows that nobody sees: minimised, or on another workspace.

use deskhand::WindowChange;
use deskhand::model::Workspace;

use crate::support::{Scene, Stage, Toolkit, eventually, on_every_toolkit};

on_every_toolkit!(an_unseen_window_is_driven_where_it_is);

async fn an_unseen_window_is_driven_where_it_is(toolkit: Toolkit) {
    let stage = Stage::start().await;
    let scene = Scene::set(&stage, toolkit).await;

    assert!(stage.change("Subject", WindowChange::Minimize).await.minimized);
    refocus(&scene).await;
    operate(&scene, 1).await;
    let window = stage.titled("Subject").await.expect("the window");
    assert!(window.minimized, "driving it does not bring it back: {window:?}");

    stage.change("Subject", WindowChange::Restore).await;
    stage.change("Subject", WindowChange::Workspace(1)).await;
    refocus(&scene).await;
    operate(&scene, 2).await;
    let window = stage.titled("Subject").await.expect("the window");
    assert_eq!(window.workspace, Some(Workspace::Number(1)), "driving it does not fetch it");
    assert!(window.hidden, "nobody went there: {window:?}");
}

/// Presses and types, the `time`th time.
async fn operate(scene: &Scene<'_>, time: u32) {
    let subject = &scene.subject;
    scene.in_background("press", subject.button("Save").press(), &format!("pressed Save ({time})")).await;
    if subject.toolkit == Toolkit::Chromium {
        return;
    }
    let name = subject.locate("role:textfield name:Name");
    scene.in_background("set a text", name.set_text(format!("{time}")), &format!("Name = {time}")).await;
    scene.in_background("type", name.type_text(" more"), &format!("Name = {time} more")).await;
    assert_eq!(name.text().await.expect("the text"), format!("{time} more"));
}

/// Window managers choose by themselves who gets the focus of a window that goes away.
async fn refocus(scene: &Scene<'_>) {
    scene.stage.focus(&scene.bystander.title).await;
    eventually("the bystander is shown", async || {
        scene.stage.titled(&scene.bystander.title).await.filter(|window| window.focused && !window.hidden)
    })
    .await;
}
