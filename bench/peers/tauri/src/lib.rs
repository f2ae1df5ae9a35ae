//! The pages of the Tauri fixture, in a window like that of the fixture, for the WebDriver servers that are compared with
//! ours: one program for each plugin, and one without any.

use tauri::{Builder, WebviewUrl, WebviewWindowBuilder, Wry};

/// Shows the page that `DESKHAND_FIXTURE_PAGE` names, as the fixture does, until the window is closed.
pub fn run(builder: Builder<Wry>) -> tauri::Result<()> {
    let page = std::env::var("DESKHAND_FIXTURE_PAGE").unwrap_or_else(|_| "index.html".to_owned());
    builder
        .setup(move |app| {
            WebviewWindowBuilder::new(app, "main", WebviewUrl::App(page.into()))
                .title("Deskhand fixture")
                .inner_size(1000.0, 700.0)
                .build()?;
            Ok(())
        })
        .run(tauri::generate_context!())
}
