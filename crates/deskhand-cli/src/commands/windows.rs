//! `deskhand windows`.

use clap::Args;
use deskhand_engine::Session;
use deskhand_model::{Window, Workspace};
use deskhand_schema as schema;

use crate::failure::Result;
use crate::output::{Output, Table};
use crate::settings::Settings;

/// Lists windows.
#[derive(Debug, Args)]
pub(crate) struct Windows {}

impl Windows {
    pub(crate) async fn run(
        self,
        session: &dyn Session,
        settings: &Settings,
        out: &mut Output,
    ) -> Result<()> {
        let windows = session.windows(settings.time_to_look()).await?;
        show(&windows, out)
    }
}

/// Prints windows.
pub(super) fn show(windows: &[Window], out: &mut Output) -> Result<()> {
    out.answer(|| schema::Windows::from(windows), |palette| table(windows).show(palette, "no windows"))
}

fn table(windows: &[Window]) -> Table {
    let mut table = Table::new(&["ID", "APP", "PID", "WORKSPACE", "POSITION", "SIZE", "STATE", "TITLE"]);
    for window in windows {
        let outer = window.outer();
        table.row([
            window.id.to_string(),
            window.app.clone(),
            window.pid.map_or_else(|| "-".to_owned(), |pid| pid.to_string()),
            match window.workspace {
                Some(Workspace::Number(number)) => number.to_string(),
                Some(Workspace::All) => "all".to_owned(),
                None => "-".to_owned(),
            },
            format!("{},{}", outer.x, outer.y),
            format!("{}x{}", window.content().width, window.content().height),
            states(window),
            window.title.clone(),
        ]);
    }
    table
}

fn states(window: &Window) -> String {
    let states: Vec<&str> = [
        ("focused", window.focused),
        ("minimized", window.minimized),
        ("hidden", window.hidden),
        ("maximized", window.maximized),
        ("fullscreen", window.fullscreen),
        ("modal", window.modal),
    ]
    .into_iter()
    .filter_map(|(name, is)| is.then_some(name))
    .collect();
    if states.is_empty() { "-".to_owned() } else { states.join(",") }
}
