//! Waiting until an application rests.

mod support;

use deskhand_engine::Session;
use deskhand_model::{AppSelector, ErrorKind};
use support::*;

#[tokio::test(start_paused = true)]
async fn what_a_reading_had_no_time_for_has_not_changed() {
    let desktop = Desktop::new(vec![app("editor", 1, vec![button("Save"), button("Open")])], vec![]);
    desktop.at(10, |world| {
        let editor = world.app_mut("editor");
        editor.cut_off = true;
        editor.nodes.pop();
    });

    let editor = AppSelector::Name("editor".to_owned());
    let error = desktop.engine().wait_for_idle(&editor, seconds(3)).await.unwrap_err();

    assert_eq!(error.kind(), ErrorKind::Timeout);
    assert!(error.message().contains("could not be read to its end"), "{}", error.message());
    assert!(error.nearest().is_empty(), "nobody knows of any change: {:?}", error.nearest());
}
