//! WKWebView. Everything here happens on the main thread, but for what is pure computation; that is also tested elsewhere.
#![allow(unsafe_code, reason = "what WebKit and AppKit do is asked by their Objective-C interface")]
#![cfg_attr(
    not(target_os = "macos"),
    allow(dead_code, reason = "only the pure parts are here, for their tests")
)]

mod belongs;
mod failures;
mod flip;
pub(crate) mod input;
mod keys;
pub(crate) mod picture;
pub(crate) mod print;
