//! What WebKit asks and tells the application about a view.
//!
//! A view has one delegate for its navigation and one for what pages want of the desktop, and Tauri's are there already.
//! Ours take their place and answer what they must; everything else goes on to Tauri's, which never know.

mod inner;
mod navigation;
mod probe;
mod ui;

pub(super) use navigation::NavigationDelegate;
pub(super) use ui::UiDelegate;
