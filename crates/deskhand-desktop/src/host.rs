//! Where private desktops come from.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::time::Duration;

use async_trait::async_trait;
use deskhand_engine::ports::{DesktopHost, DesktopOptions, RunningDesktop};
use deskhand_model::Result;

use crate::desktop::PrivateDesktop;
use crate::guests::Guests;
use crate::{base, start};

/// Starts private desktops, as many side by side as memory allows.
#[derive(Clone, Debug)]
pub struct PrivateDesktopHost {
    environment: Vec<(OsString, OsString)>,
    base: PathBuf,
    start_within: Duration,
}

impl PrivateDesktopHost {
    /// Programs on its desktops start with the environment that this process has now, changed only where the desktop
    /// needs it.
    pub fn from_process() -> PrivateDesktopHost {
        PrivateDesktopHost::with_environment(std::env::vars_os())
    }

    /// Programs on its desktops start with this environment. `PATH` decides where programs are found, the desktop's
    /// own ones included.
    pub fn with_environment(variables: impl IntoIterator<Item = (OsString, OsString)>) -> PrivateDesktopHost {
        PrivateDesktopHost {
            environment: variables.into_iter().collect(),
            base: base::of_user(),
            start_within: Duration::from_secs(20),
        }
    }

    /// A desktop that has not started after this long is an error.
    #[must_use]
    pub fn start_within(mut self, limit: Duration) -> PrivateDesktopHost {
        self.start_within = limit;
        self
    }

    /// Keeps the folders of desktops in this folder, to which nobody but the user may write.
    #[must_use]
    pub fn in_folder(mut self, base: impl Into<PathBuf>) -> PrivateDesktopHost {
        self.base = base.into();
        self
    }

    /// Whether everything that such a desktop needs is installed; the error names what is missing and how to install it.
    pub fn check(&self, options: &DesktopOptions) -> Result<()> {
        start::check(&self.environment, options)
    }

    /// Starts one. Dropping the future in the middle leaves nothing behind.
    pub async fn start(&self, options: &DesktopOptions) -> Result<PrivateDesktop> {
        start::start(&self.environment, &self.base, self.start_within, options).await
    }

    /// Makes room for programs on a desktop that is there anyway: the one that these variables lead to, on top of the
    /// environment. Variables without a value are unset.
    pub async fn guests(&self, variables: BTreeMap<String, Option<String>>) -> Result<Guests> {
        Guests::start(&self.environment, &self.base, self.start_within, variables).await
    }
}

#[async_trait]
impl DesktopHost for PrivateDesktopHost {
    async fn start(&self, options: &DesktopOptions) -> Result<Box<dyn RunningDesktop>> {
        let desktop = PrivateDesktopHost::start(self, options).await?;
        Ok(Box::new(desktop))
    }
}

/// The value of a variable, when it has one.
pub(crate) fn lookup<'a>(environment: &'a [(OsString, OsString)], name: &str) -> Option<&'a OsStr> {
    let found = environment.iter().rev().find(|(known, _)| known == name);
    found.map(|(_, value)| value.as_os_str()).filter(|value| !value.is_empty())
}
