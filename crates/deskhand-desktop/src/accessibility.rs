//! Switching accessibility on, before any application looks whether it is on.

use deskhand_model::{Error, ErrorKind, Result};
use zbus::Connection;
use zbus::zvariant::Value;

const STATUS: (&str, &str) = ("org.a11y.Bus", "/org/a11y/bus");
const REGISTRY: (&str, &str) = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root");
const PROPERTIES: Option<&str> = Some("org.freedesktop.DBus.Properties");

/// Starts the accessibility bus of the session with this bus and returns its address.
pub(crate) async fn switch_on(session_bus: &str) -> Result<String> {
    let session = connect(session_bus).await?;
    let (name, path) = STATUS;
    // Asking for the address is what starts it.
    let reply = session.call_method(Some(name), path, Some("org.a11y.Bus"), "GetAddress", &()).await;
    let address: String = reply.and_then(|reply| reply.body().deserialize()).map_err(failed)?;
    // Qt 6 and Chromium register only when this is true at their start.
    let enable = ("org.a11y.Status", "IsEnabled", Value::from(true));
    session.call_method(Some(name), path, PROPERTIES, "Set", &enable).await.map_err(failed)?;

    // The registry is started by the first question to it; without it, the first application would wait for it.
    let accessibility = connect(&address).await?;
    let (name, path) = REGISTRY;
    let count = ("org.a11y.atspi.Accessible", "ChildCount");
    accessibility.call_method(Some(name), path, PROPERTIES, "Get", &count).await.map_err(failed)?;
    Ok(address)
}

async fn connect(address: &str) -> Result<Connection> {
    let builder = zbus::connection::Builder::address(address).map_err(failed)?;
    builder.build().await.map_err(failed)
}

fn failed(error: zbus::Error) -> Error {
    Error::new(ErrorKind::AccessibilityUnavailable, error.to_string())
}
