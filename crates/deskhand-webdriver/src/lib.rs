//! The W3C WebDriver server: sessions over the pages of applications.
//!
//! A request comes in at `server`, is read by Mozilla's `webdriver` crate, and carried out by the session it names.
//! `sessions` has all of them and begins, runs and ends them; `capabilities` is what a client wants of a new one.
//! `session` is what one session knows, and `commands` sorts what is asked of it to the modules that know how:
//! `browsing` (pages, windows, frames, cookies, pictures), `elements`, `script`, `actions` and `prompts`.

mod actions;
mod atoms;
mod browsing;
mod capabilities;
mod commands;
mod elements;
mod errors;
mod hands;
mod prompts;
mod script;
mod server;
mod session;
mod sessions;

pub use server::{DEFAULT_PORT, ServerOptions, serve};
