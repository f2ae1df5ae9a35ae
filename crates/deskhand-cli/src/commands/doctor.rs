//! `deskhand doctor`: gathers facts; what they mean is in [`crate::diagnosis`].

use clap::Args;
use deskhand::PrivateDesktopHost;
use deskhand_engine::Session;

use crate::diagnosis::{self, Facts};
use crate::failure::Result;
use crate::output::{self, Output};
use crate::settings::Settings;
use crate::{connect, exit};

/// Says what works here.
#[derive(Debug, Args)]
pub(crate) struct Doctor {}

impl Doctor {
    pub(crate) async fn run(self, settings: &Settings, out: &mut Output) -> Result<u8> {
        let env = connect::env(settings)?;
        let session = deskhand::connect(env.clone());
        let within = settings.timeout;
        let (windows, apps, health) =
            tokio::join!(session.windows(within), session.apps(within), deskhand::health(&env, within));
        let facts = Facts {
            display: env.display,
            wayland: env.wayland_display,
            session_bus: env.session_bus,
            windows: windows.map(|windows| windows.len()),
            window_manager: health.window_manager,
            apps: apps.map(|apps| apps.into_iter().map(|app| app.name).collect()),
            accessibility_enabled: health.accessibility_enabled,
            private_desktops: PrivateDesktopHost::from_process().check(&settings.new_desktop),
        };
        let report = diagnosis::diagnose(&facts);
        let code = if diagnosis::is_fit(&facts, &report) { exit::OK } else { exit::OTHER };
        out.answer(|| report.clone(), |palette| output::doctor(&report, palette))?;
        Ok(code)
    }
}
