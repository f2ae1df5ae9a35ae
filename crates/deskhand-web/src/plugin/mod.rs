//! The API of `tauri-plugin-deskhand`, from this side.

mod asks;
mod client;
mod lane;
mod libraries;
#[cfg(target_os = "linux")]
mod line;
#[cfg(target_os = "linux")]
mod lines;
mod page;

pub(crate) use client::{Client, Refusal};
pub(crate) use page::PluginPage;
