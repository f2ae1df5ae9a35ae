//! WKWebView. Everything here happens on the main thread, but for what is pure computation; that is also tested elsewhere.
#![allow(unsafe_code, reason = "what WebKit and AppKit do is asked by their Objective-C interface")]
#![cfg_attr(
    not(target_os = "macos"),
    allow(dead_code, reason = "only the pure parts are here, for their tests")
)]

#[cfg(target_os = "macos")]
mod about;
mod belongs;
#[cfg(target_os = "macos")]
mod connect;
#[cfg(target_os = "macos")]
pub(crate) mod cookies;
#[cfg(target_os = "macos")]
mod delegates;
#[cfg(target_os = "macos")]
pub(crate) mod dialogs;
mod failures;
#[cfg(target_os = "macos")]
pub(crate) mod files;
mod flip;
#[cfg(target_os = "macos")]
pub(crate) mod going;
#[cfg(target_os = "macos")]
mod housing;
pub(crate) mod input;
mod keys;
#[cfg(target_os = "macos")]
mod leaving;
#[cfg(target_os = "macos")]
pub(crate) mod native;
#[cfg(target_os = "macos")]
mod observer;
#[cfg(target_os = "macos")]
mod pdf;
pub(crate) mod picture;
#[cfg(target_os = "macos")]
mod popups;
pub(crate) mod print;
#[cfg(target_os = "macos")]
mod run;
#[cfg(target_os = "macos")]
pub(crate) mod tls;
#[cfg(target_os = "macos")]
mod value;
#[cfg(target_os = "macos")]
mod web;

#[cfg(target_os = "macos")]
pub(crate) use {
    connect::connect,
    dialogs::OpenDialog,
    housing::{Housing, is_visible},
    run::{post, sleep},
    web::{Related, Web, relate, size_and_zoom, web_of},
};
