//! WebKitGTK. Everything here happens on the GTK main thread, as futures that its main loop drives; nothing waits there.

mod about;
pub(crate) mod agent;
mod bearings;
mod calls;
mod cookies;
mod desk;
mod dialogs;
mod files;
mod hands;
mod input;
mod keys;
mod loads;
mod main_thread;
mod native;
mod picture;
mod popups;
mod print;
mod signals;
mod tls;
mod view;
mod views;
mod windows;

pub(crate) use bearings::{in_view, inset};
pub(crate) use desk::{Desk, may_navigate, obey, start, view_ready};
pub(crate) use main_thread::MainThread;
