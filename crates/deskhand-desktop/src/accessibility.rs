//! Switching accessibility on, before any application looks whether it is on, and keeping it awake.

use deskhand_model::{Error, ErrorKind, Result};
use zbus::Connection;
use zbus::zvariant::Value;

const STATUS: (&str, &str) = ("org.a11y.Bus", "/org/a11y/bus");
const REGISTRY: (&str, &str) = ("org.a11y.atspi.Registry", "/org/a11y/atspi/registry");
const PROPERTIES: Option<&str> = Some("org.freedesktop.DBus.Properties");

/// An event that hardly any application ever sends: listening to it costs nobody anything.
const QUIET_EVENT: &str = "document:content-changed";

/// The accessibility bus of a desktop.
pub(crate) struct Accessibility {
    pub(crate) address: String,
    /// Somebody who listens for as long as the desktop lives. Clients come and go, with every command that is run;
    /// when the last listener goes while a key is on its way through Chromium (156), Chromium crashes.
    pub(crate) listener: Connection,
}

/// Starts the accessibility bus of the session with this bus.
pub(crate) async fn switch_on(session_bus: &str) -> Result<Accessibility> {
    let session = connect(session_bus).await?;
    let (name, path) = STATUS;
    // Asking for the address is what starts it.
    let reply = session.call_method(Some(name), path, Some("org.a11y.Bus"), "GetAddress", &()).await;
    let address: String = reply.and_then(|reply| reply.body().deserialize()).map_err(failed)?;
    // Qt 6 and Chromium register only when this is true at their start.
    let enable = ("org.a11y.Status", "IsEnabled", Value::from(true));
    session.call_method(Some(name), path, PROPERTIES, "Set", &enable).await.map_err(failed)?;

    // The registry is started by the first question to it; without it, the first application would wait for it.
    let listener = connect(&address).await?;
    let (name, path) = REGISTRY;
    listener
        .call_method(Some(name), path, Some(name), "RegisterEvent", &QUIET_EVENT)
        .await
        .map_err(failed)?;
    Ok(Accessibility { address, listener })
}

async fn connect(address: &str) -> Result<Connection> {
    let builder = zbus::connection::Builder::address(address).map_err(failed)?;
    builder.build().await.map_err(failed)
}

fn failed(error: zbus::Error) -> Error {
    Error::new(ErrorKind::AccessibilityUnavailable, error.to_string())
}
