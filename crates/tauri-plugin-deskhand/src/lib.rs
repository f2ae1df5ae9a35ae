//! Lets WebDriver and Deskhand drive a Tauri application.
//!
//! ```no_run
//! # fn build(context: tauri::Context) -> tauri::Result<()> {
//! tauri::Builder::default().plugin(tauri_plugin_deskhand::init()).run(context)
//! # }
//! ```
//!
//! In a debug build, or when the environment switches it on, the application then answers on a port of the loopback
//! interface that it prints. In all other cases the plugin does nothing at all: no thread, no socket, no script.
//!
//! Two APIs are there: our own below `/deskhand/v1/`, which needs the token that whoever started the application put into
//! its environment, and that of `tauri-plugin-webdriver-automation`, for servers that know only that one. They give no
//! token, and find that API open where there is none.

#[cfg(test)]
mod caller;
mod environment;
mod obey;
mod plugin;
mod seed;
mod server;
mod source;

#[cfg(any(target_os = "linux", target_os = "macos"))]
mod app;
#[cfg(not(any(target_os = "linux", target_os = "macos")))]
#[path = "elsewhere.rs"]
mod app;

#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "linux")]
use linux as engine;

#[cfg(any(target_os = "macos", test))]
mod macos;
#[cfg(target_os = "macos")]
use macos as engine;

pub use plugin::{Builder, init};
