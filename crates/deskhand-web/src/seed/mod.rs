//! The pages of an application that is built with `tauri-plugin-webdriver-automation` 0.1.3 instead of our plugin.
//!
//! That plugin runs scripts among the page's own globals, knows elements by selector and position, dispatches events
//! instead of striking keys, and breaks down when a page leaves at the wrong moment. Here an agent of our own is put into
//! its pages by its one useful endpoint, `/script/execute-async`: references are stable, navigation is safe, scripts may
//! take as long as they need. What remains of the plugin's limits is told where it matters (see `limits`).

mod cookies;
mod files;
mod limits;
mod navigation;
mod page;
mod picture;
mod script;
mod talk;
mod term;
mod windows;
mod wire;

use std::sync::Arc;
use std::time::Duration;

use deskhand_engine::ports::Page;
use deskhand_model::{Error, ErrorKind, Result};
use deskhand_page::{Ability, About, Fault, FaultKind};
use serde_json::json;
use tokio::time::sleep;

use page::SeedPage;
use talk::Talk;
use term::Term;
use wire::Wire;

/// How often the application is asked whether it has a window.
const PACE: Duration = Duration::from_millis(30);

/// Makes acquaintance with the plugin that listens on this port, and waits until the application has a window: the plugin
/// reports before there is one.
pub(crate) async fn connect(port: u16, within: Duration) -> Result<Arc<dyn Page>> {
    let term = Term::of(within);
    let wire = Wire::new(port);
    loop {
        match wire.ask("/window/handle", &json!({}), term).await {
            Ok(_) => return Ok(Arc::new(SeedPage::new(Talk::new(wire), about()))),
            Err(fault) if fault.kind != FaultKind::NoView => return Err(error(&fault)),
            Err(_) if term.left() < PACE => {
                let message = format!("the application has opened no window within {within:?}");
                return Err(Error::new(ErrorKind::Timeout, message));
            }
            Err(_) => sleep(PACE).await,
        }
    }
}

fn about() -> About {
    About {
        engine: "WebKit".to_owned(),
        version: String::new(),
        platform: std::env::consts::OS.to_owned(),
        pid: 0,
        user_agent: String::new(),
        abilities: vec![Ability::Files, Ability::NewViews, Ability::Windows],
    }
}

fn error(fault: &Fault) -> Error {
    let kind = match fault.kind {
        FaultKind::Timeout => ErrorKind::AppNotResponding,
        FaultKind::Gone => ErrorKind::AppGone,
        _ => ErrorKind::ActionUnsupported,
    };
    Error::new(kind, fault.message.clone())
}
