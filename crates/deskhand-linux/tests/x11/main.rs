//! X11 on real X servers: each test starts its own Xvfb, most with openbox.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "tests fail by panicking")]

mod capture;
mod clipboard;
mod desktop;
mod failures;
mod input;
mod painter;
mod windows;
