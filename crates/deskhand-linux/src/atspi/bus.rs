//! The accessibility bus of a desktop, and who is on it.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use deskhand_engine::ports::DesktopEnv;
use deskhand_model::{Error, ErrorKind, Result};

use super::failure::Failure;
use super::object::{ROOT, WireRef};
use super::wire::{self, Connection};

/// Who knows all applications and all that listen to them.
pub(super) const REGISTRY: &str = "org.a11y.atspi.Registry";

/// An event that hardly any application ever sends. Listening to something is what makes GTK 3 and Chromium set up
/// their cache; listening to a busy event would make every application on the desktop send it for nothing.
const QUIET_EVENT: &str = "document:content-changed";

/// Connects to the accessibility bus.
pub(super) async fn connect(env: &DesktopEnv, within: Duration) -> Result<Connection> {
    let joined = async {
        let address = accessibility_address(env).await?;
        let bus = Connection::to_bus(&address).await.map_err(|error| {
            unavailable(format!("the accessibility bus at {address} cannot be reached: {error}"))
        })?;
        announce_listener(&bus).await;
        Ok(bus)
    };
    match tokio::time::timeout(within, joined).await {
        Ok(result) => result,
        Err(_) => Err(unavailable("the accessibility bus does not answer".to_owned())),
    }
}

/// Address of the accessibility bus: as named, or as the session bus tells it.
pub(super) async fn accessibility_address(env: &DesktopEnv) -> Result<String> {
    match &env.accessibility_bus {
        Some(address) => Ok(address.clone()),
        None => ask_address(env).await,
    }
}

async fn ask_address(env: &DesktopEnv) -> Result<String> {
    let session = session_address(env).ok_or_else(|| {
        unavailable("there is no D-Bus session bus, so there is no accessibility bus".to_owned())
    })?;
    let connection = Connection::to_bus(&session).await.map_err(|error| {
        unavailable(format!("the D-Bus session bus at {session} cannot be reached: {error}"))
    })?;
    let reply = connection
        .call(Some("org.a11y.Bus"), "/org/a11y/bus", "org.a11y.Bus", "GetAddress", &())
        .await
        .map_err(|error| {
            unavailable(format!("the session bus has no accessibility service: {error}"))
                .hint("install it with `apt-get install at-spi2-core`")
        })?;
    let address: String = reply
        .body()
        .deserialize()
        .map_err(|error| unavailable(format!("the accessibility service gave no address: {error}")))?;
    if address.is_empty() {
        return Err(unavailable("the accessibility service gave an empty address".to_owned()));
    }
    Ok(address)
}

impl super::AtSpi {
    /// Whether the desktop tells applications to register for accessibility. Qt 6 and Chromium look at this when they
    /// start.
    pub async fn is_enabled(&self, within: Duration) -> Result<bool> {
        match tokio::time::timeout(within, ask_status(&self.env, "IsEnabled")).await {
            Ok(answer) => answer,
            Err(_) => Err(unavailable("the accessibility service does not answer".to_owned())),
        }
    }
}

/// A property of the desktop's accessibility: `IsEnabled`, `ScreenReaderEnabled`.
pub(super) async fn ask_status(env: &DesktopEnv, property: &str) -> Result<bool> {
    let session = session_address(env).ok_or_else(|| {
        unavailable("there is no D-Bus session bus, so there is no accessibility".to_owned())
    })?;
    let silent = |error: wire::Error| {
        unavailable(format!("the session bus does not tell {property} of its accessibility service: {error}"))
    };
    let connection = Connection::to_bus(&session).await.map_err(silent)?;
    let status = ("org.a11y.Status", property);
    let reply = connection
        .call(Some("org.a11y.Bus"), "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Get", &status)
        .await
        .map_err(silent)?;
    let value: zvariant::OwnedValue = reply.body().deserialize().map_err(silent)?;
    bool::try_from(value).map_err(|error| silent(error.into()))
}

/// The session bus: as named, or at its usual place.
pub(super) fn session_address(env: &DesktopEnv) -> Option<String> {
    env.session_bus.clone().or_else(|| {
        let socket: PathBuf = env.runtime_dir.as_ref()?.join("bus");
        socket.exists().then(|| format!("unix:path={}", socket.display()))
    })
}

fn unavailable(message: String) -> Error {
    Error::new(ErrorKind::AccessibilityUnavailable, message)
        .hint("run it inside a desktop session or on a private desktop: `deskhand run -- COMMAND`; `deskhand doctor` tells more")
}

async fn announce_listener(bus: &Connection) {
    let registered =
        bus.call(Some(REGISTRY), "/org/a11y/atspi/registry", REGISTRY, "RegisterEvent", &QUIET_EVENT).await;
    if let Err(error) = registered {
        tracing::debug!(%error, "no event listener: applications may have no cache");
    }
}

/// The names of all applications on the bus, in the order of their coming.
pub(super) async fn application_names(bus: &Connection) -> Result<Vec<Arc<str>>, Failure> {
    let reply = bus.call(Some(REGISTRY), ROOT, "org.a11y.atspi.Accessible", "GetChildren", &()).await?;
    let body = reply.body();
    let children: Vec<WireRef<'_>> =
        body.deserialize().map_err(|error| Failure::Garbled(error.to_string()))?;
    let mut names: Vec<Arc<str>> = Vec::with_capacity(children.len());
    for child in children.iter().filter(|child| !child.is_null()) {
        if !names.iter().any(|name| **name == *child.bus) {
            names.push(child.bus.into());
        }
    }
    Ok(names)
}

/// The process behind a name on the bus. The bus answers this itself, however the application does.
pub(super) async fn process_of(bus: &Connection, name: &str) -> Option<u32> {
    // The bus hangs up on who sends such a text.
    if name.contains('\0') {
        return None;
    }
    let reply = bus
        .call(
            Some("org.freedesktop.DBus"),
            "/org/freedesktop/DBus",
            "org.freedesktop.DBus",
            "GetConnectionUnixProcessID",
            &name,
        )
        .await
        .ok()?;
    reply.body().deserialize().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn without_a_session_bus_the_error_says_so() {
        let error = connect(&DesktopEnv::default(), Duration::from_secs(1)).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::AccessibilityUnavailable);
        assert!(error.message().contains("no D-Bus session bus"), "{error}");
    }

    #[tokio::test]
    async fn a_bus_that_is_not_there_is_named() {
        let env = DesktopEnv {
            session_bus: Some("unix:path=/nonexistent/bus".to_owned()),
            ..DesktopEnv::default()
        };
        let error = connect(&env, Duration::from_secs(1)).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::AccessibilityUnavailable);
        assert!(error.message().contains("/nonexistent/bus"), "{error}");
    }
}
