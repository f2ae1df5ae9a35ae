//! The W3C WebDriver server: sessions over the pages of applications.
//!
//! A request comes in at `http`, is read by Mozilla's `webdriver` crate, and carried out by the session it names:
//! [`session`] holds what one session knows, `commands` sorts what is asked to the modules that know how.

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
mod session;
