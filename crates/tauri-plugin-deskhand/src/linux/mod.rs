//! WebKitGTK. Everything here happens on the GTK main thread, as futures that its main loop drives; nothing waits there.

mod about;
pub(crate) mod agent;
mod calls;
mod desk;
mod dialogs;
mod hands;
mod loads;
mod main_thread;
mod native;
mod popups;
mod signals;
mod view;
mod views;
mod windows;

pub(crate) use desk::{Desk, obey, start, view_ready};
pub(crate) use main_thread::MainThread;
