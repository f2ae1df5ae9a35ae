//! End-to-end tests: real applications of every toolkit on private desktops, through the same interface that a user has.
//!
//! What an action did is taken from the application's own output, never from the reply to the action.
#![cfg(target_os = "linux")]
#![expect(clippy::expect_used, clippy::panic, reason = "what fails here fails a test")]

mod background_actions;
mod clipboard;
mod diagnosis;
mod healing;
mod idle_sdk;
mod minimised_and_elsewhere;
mod mirror;
mod notations;
mod real_input;
mod screenshots;
mod several_desktops;
mod stock_applications;
mod strictness;
mod style;
mod support;
mod tree;
mod trouble;
mod window_authority;
mod window_events;
mod windows;
