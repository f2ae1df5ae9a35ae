//! The HTTP API of `tauri-plugin-webdriver-automation` 0.1.3, so that servers that know only that one, such as `tauri-wd`,
//! drive an application with this plugin.
//!
//! Paths and shapes are that plugin's; what happens behind them is what happens behind our own API. Elements go out as
//! `{selector, index, using}` like there, but the selector is a reference to that very element. The API knows a current
//! window and a current frame, which a [`seat::Seat`] keeps. Its servers know no token: where the application was given
//! none, it is open to the programs of this machine.

mod actions;
mod alerts;
mod answer;
mod cookies;
mod elements;
mod frames;
mod input;
mod keys;
mod navigation;
mod pages;
mod pictures;
mod print;
mod routes;
mod scripts;
mod seat;
#[cfg(test)]
mod shapes;
#[cfg(test)]
mod testing;
mod windows;

pub(crate) use routes::router;

/// What pages of that plugin find among their globals.
pub(crate) const COMPAT: &str = include_str!("js/compat.js");
