//! The clipboard, shared with real applications.

use std::time::Duration;

use deskhand::Mode;

use crate::support::{Stage, Toolkit, eventually, on_toolkits};

on_toolkits!(text_goes_to_an_application_and_comes_back: gtk_3 => Gtk3, gtk_4 => Gtk4, qt_6 => Qt6);

async fn text_goes_to_an_application_and_comes_back(toolkit: Toolkit) {
    let stage = Stage::start().await;
    let fixture = stage.fixture(toolkit, "Subject").await;
    assert_eq!(stage.desktop.clipboard().await.expect("an empty clipboard"), None);

    stage.desktop.set_clipboard("grüße €😀").await.expect("text on the clipboard");
    assert_eq!(stage.desktop.clipboard().await.expect("our own text").as_deref(), Some("grüße €😀"));
    let name = fixture.locate("role:textfield name:Name").mode(Mode::Focus);
    // GTK 4.8 asks a new owner of the clipboard for its formats in its own time; a paste before that finds nothing.
    eventually("the text is pasted", async || {
        name.keys(&["ctrl+a", "ctrl+v"]).await.expect("pasting");
        tokio::time::timeout(Duration::from_secs(2), fixture.expect("Name = grüße €😀")).await.ok()
    })
    .await;

    name.set_text("from there").await.expect("another text");
    fixture.expect("Name = from there").await;
    name.keys(&["ctrl+a", "ctrl+c"]).await.expect("copying");
    eventually("the application's text is on the clipboard", async || {
        let text = stage.desktop.clipboard().await.expect("the clipboard");
        (text.as_deref() == Some("from there")).then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_long_text_survives() {
    let stage = Stage::start().await;
    let long: String = "0123456789abcdef-ä€😀\n".repeat(100_000);
    stage.desktop.set_clipboard(&long).await.expect("a long text");
    assert!(stage.desktop.clipboard().await.expect("the clipboard").as_deref() == Some(long.as_str()));
    stage.desktop.set_clipboard("").await.expect("an empty text");
    let empty = stage.desktop.clipboard().await.expect("the clipboard");
    assert!(empty.as_deref().unwrap_or_default().is_empty(), "{empty:?}");
}
