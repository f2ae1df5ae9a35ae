//! X11 on real X servers: each test starts its own Xvfb, most with openbox.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "tests fail by panicking")]

mod capture;
mod changes;
mod clipboard;
mod desktop;
mod failures;
mod feed;
mod input;
mod manager_restarts;
mod painter;
mod recorder;
mod script;
mod windows;
