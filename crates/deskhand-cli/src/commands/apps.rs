//! `deskhand apps`.

use clap::Args;
use deskhand_engine::Session;
use deskhand_model::{App, Health};
use deskhand_schema as schema;

use crate::failure::Result;
use crate::output::{Output, Table};
use crate::settings::Settings;

/// Lists applications.
#[derive(Debug, Args)]
pub(crate) struct Apps {}

impl Apps {
    pub(crate) async fn run(
        self,
        session: &dyn Session,
        settings: &Settings,
        out: &mut Output,
    ) -> Result<()> {
        let apps = session.apps(settings.time_to_look()).await?;
        out.answer(
            || schema::Apps::from(apps.as_slice()),
            |palette| table(&apps).show(palette, "no applications"),
        )
    }
}

fn table(apps: &[App]) -> Table {
    let mut table = Table::new(&["NAME", "PID", "EXECUTABLE", "TOOLKIT", "HEALTH"]);
    for app in apps {
        table.row([
            app.name.clone(),
            app.pid.map_or_else(|| "-".to_owned(), |pid| pid.to_string()),
            app.executable.clone().unwrap_or_else(|| "-".to_owned()),
            format!("{} {}", app.toolkit.name, app.toolkit.version).trim().to_owned(),
            match &app.health {
                Health::Responding => "responding".to_owned(),
                Health::NotResponding { reason } => format!("not responding: {reason}"),
            },
        ]);
    }
    table
}
