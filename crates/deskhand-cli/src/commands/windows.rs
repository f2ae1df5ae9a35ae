//! `deskhand windows`.

use clap::Args;
use deskhand_engine::{Observe, Session};
use deskhand_model::{AppSelector, Window, Workspace};
use deskhand_schema as schema;

use super::{owner, watch};
use crate::failure::Result;
use crate::output::{Output, Table};
use crate::settings::Settings;
use crate::values;

/// Lists windows, or tells what happens to them.
#[derive(Debug, Args)]
pub(crate) struct Windows {
    /// Only the windows of this application
    #[arg(long, value_name = "APP", value_parser = values::app)]
    app: Option<String>,
    /// Tell what happens to windows, as it happens, until interrupted or the application ends
    #[arg(long)]
    watch: bool,
    /// End after this many events
    #[arg(long, value_name = "NUMBER", requires = "watch")]
    count: Option<u64>,
}

impl Windows {
    /// Whether it tells what happens instead of what is.
    pub(crate) fn is_watching(&self) -> bool {
        self.watch
    }

    pub(crate) async fn run(
        self,
        session: &dyn Session,
        settings: &Settings,
        out: &mut Output,
    ) -> Result<()> {
        let app = self.app.as_deref().map(AppSelector::parse);
        if self.watch {
            let pid = match &app {
                Some(app) => Some(owner::process(session, app, settings).await?),
                None => None,
            };
            let what = Observe { pid, ..Observe::default() };
            let observation = session.observe(&what, settings.time_to_look()).await?;
            return watch::tell(&mut observation.reader(), self.count, out).await;
        }
        let windows = session.windows(settings.time_to_look()).await?;
        match &app {
            Some(app) => show(&owner::windows(session, app, windows, settings).await?, out),
            None => show(&windows, out),
        }
    }
}

/// Prints windows.
pub(super) fn show(windows: &[Window], out: &mut Output) -> Result<()> {
    out.answer(|| schema::Windows::from(windows), |palette| table(windows).show(palette, "no windows"))
}

/// Windows as people read them.
pub(super) fn table(windows: &[Window]) -> Table {
    let mut table = Table::new(&["ID", "APP", "PID", "WORKSPACE", "POSITION", "SIZE", "STATE", "TITLE"]);
    for window in windows {
        table.row([
            window.id.to_string(),
            window.app.clone(),
            window.pid.map_or_else(|| "-".to_owned(), |pid| pid.to_string()),
            match window.workspace {
                Some(Workspace::Number(number)) => number.to_string(),
                Some(Workspace::All) => "all".to_owned(),
                None => "-".to_owned(),
            },
            position(window),
            size(window),
            states(window),
            window.title.clone(),
        ]);
    }
    table
}

/// The corner of the frame.
pub(super) fn position(window: &Window) -> String {
    let outer = window.outer();
    format!("{},{}", outer.x, outer.y)
}

/// The extent of the content.
pub(super) fn size(window: &Window) -> String {
    let content = window.content();
    format!("{}x{}", content.width, content.height)
}

/// What is true of a window now.
pub(super) fn states(window: &Window) -> String {
    let states: Vec<&str> = [
        ("focused", window.focused),
        ("minimized", window.minimized),
        ("hidden", window.hidden),
        ("maximized", window.maximized),
        ("fullscreen", window.fullscreen),
        ("modal", window.modal),
        ("floating", window.floating),
    ]
    .into_iter()
    .filter_map(|(name, is)| is.then_some(name))
    .collect();
    if states.is_empty() { "-".to_owned() } else { states.join(",") }
}
