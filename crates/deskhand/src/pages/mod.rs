//! Applications that are started for their pages: desktops come from one provider, the way to the pages from another.

mod ground;
mod spare;
mod started;

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use deskhand_desktop::PrivateDesktopHost;
use deskhand_engine::ports::{DesktopOptions, Launch, Output, PageApp, PageApps, PageDesktop, StartedApp};
use deskhand_model::{Error, ErrorKind, Result, Size};
use deskhand_web::{AppOutput, Token};
use tokio::time::{Instant, timeout_at};

use ground::Ground;
use spare::Spare;
use started::{Running, Started};

/// Starts applications that have a plugin for it inside, and finds the way to their pages: each on a private desktop
/// of its own, or on the desktop that this process is on.
pub fn pages() -> Arc<dyn PageApps> {
    pages_on(BTreeMap::new(), DesktopOptions::default())
}

/// The same where the current desktop is another: the one that these variables lead to, on top of this process's
/// environment; those without a value are unset. Private desktops are like `private` unless their size is said.
pub fn pages_on(current: BTreeMap<String, Option<String>>, private: DesktopOptions) -> Arc<dyn PageApps> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let host = PrivateDesktopHost::from_process();
    Arc::new(Pages { spare: Spare::new(host.clone(), current), host, path, private })
}

struct Pages {
    host: PrivateDesktopHost,
    /// Where installed programs are.
    path: OsString,
    private: DesktopOptions,
    spare: Arc<Spare>,
}

impl Pages {
    async fn ground(&self, desktop: PageDesktop) -> Result<Ground> {
        let size = match desktop {
            PageDesktop::Current => return Ok(Ground::shared(self.spare.take().await?)),
            PageDesktop::Private => self.private.size,
            PageDesktop::Sized { width, height } => Size { width, height },
        };
        let options = DesktopOptions { size, ..self.private.clone() };
        Ok(Ground::private(self.host.start(&options).await?))
    }

    /// Has the application running, on its desktop, with somebody who reads what it writes.
    async fn run(&self, app: &PageApp, token: &Token) -> Result<Running> {
        let binary = located(&app.binary, &self.path)?;
        deskhand_desktop::check_program(&binary)?;
        let name = binary.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let launch = launch(&binary, app, token)?;
        let ground = self.ground(app.desktop).await?;
        let (pid, output) = ground.launch(&launch).await?;
        let output = AppOutput::of(&name, output);
        Ok(Running { name, pid, ground, output })
    }
}

#[async_trait]
impl PageApps for Pages {
    async fn start(&self, app: &PageApp, within: Duration) -> Result<Box<dyn StartedApp>> {
        let deadline = Instant::now() + within;
        let token = Token::random()?;
        let running = timeout_at(deadline, self.run(app, &token)).await.map_err(|_| {
            let message = format!("{} could not be started within {within:?}", app.binary);
            Error::new(ErrorKind::Timeout, message)
        })??;
        let left = deadline.saturating_duration_since(Instant::now());
        let met = deskhand_web::connect(&running.name, &running.output, &token, running.exit(), left).await;
        match met {
            Ok(page) => {
                if app.desktop == PageDesktop::Current {
                    self.spare.renew();
                }
                Ok(Box::new(Started { running, page }))
            }
            Err(error) => {
                let _ = running.ground.end().await;
                Err(error)
            }
        }
    }
}

/// Where the program is. A path is meant from here, whatever folder the application starts in; a bare name is looked
/// for here first, as people write it, and then among the installed programs, which are in the folders of `path`.
fn located(binary: &str, path: &OsStr) -> Result<PathBuf> {
    if binary.is_empty() {
        return Err(Error::new(
            ErrorKind::InvalidArgument,
            "there is no application to start: its path is empty",
        ));
    }
    let here = std::path::absolute(binary)
        .map_err(|error| Error::new(ErrorKind::Io, format!("cannot tell where {binary} is: {error}")))?;
    if here.exists() || Path::new(binary).components().count() > 1 {
        return Ok(here);
    }
    let installed = std::env::split_paths(path).map(|folder| folder.join(binary)).find(|file| file.is_file());
    Ok(installed.unwrap_or(here))
}

fn launch(binary: &Path, app: &PageApp, token: &Token) -> Result<Launch> {
    let program = binary.to_str().ok_or_else(|| {
        let message = format!("the path {} is not valid text", binary.display());
        Error::new(ErrorKind::InvalidArgument, message)
    })?;
    let mut command = vec![program.to_owned()];
    command.extend(app.args.iter().cloned());
    Ok(Launch {
        command,
        variables: app.env.iter().cloned().chain(token.variables()).collect(),
        folder: app.cwd.as_ref().map(PathBuf::from),
        output: Output::Log,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_name_is_an_installed_program_unless_it_is_here() {
        let here = std::env::current_dir().unwrap();
        let path = std::env::join_paths([&here.join("nowhere"), &here.join("src")]).unwrap();
        let located = |binary| located(binary, &path);
        assert_eq!(located("lib.rs").unwrap(), here.join("src/lib.rs"));
        assert_eq!(located("Cargo.toml").unwrap(), here.join("Cargo.toml"));
        assert_eq!(located("./lib.rs").unwrap(), here.join("lib.rs"));
        assert_eq!(located("sh").unwrap(), here.join("sh"), "it is in none of these folders");
        assert_eq!(located("").unwrap_err().kind(), ErrorKind::InvalidArgument);
    }

    #[test]
    fn nobody_can_take_the_token_from_an_application() {
        let token = Token::random().unwrap();
        let names = token.variables().map(|(name, _)| name);
        let env = names.iter().map(|name| (name.clone(), "mine".to_owned())).collect();
        let app = PageApp { args: vec!["-v".to_owned()], env, ..PageApp::default() };
        let launch = launch(Path::new("/app"), &app, &token).unwrap();
        assert_eq!(launch.command, ["/app", "-v"]);
        assert_eq!(launch.variables, token.variables().into_iter().collect());
    }
}
