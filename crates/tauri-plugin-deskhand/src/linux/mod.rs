//! WebKitGTK. Everything here happens on the GTK main thread.

mod about;
pub(crate) mod cookies;
pub(crate) mod dialogs;
pub(crate) mod files;
pub(crate) mod going;
mod housing;
pub(crate) mod input;
mod keys;
mod line;
pub(crate) mod native;
pub(crate) mod picture;
mod popups;
pub(crate) mod print;
mod seam;
mod signals;
pub(crate) mod tls;
mod watch;

pub(crate) use housing::{Housing, is_visible};
pub(crate) use seam::{OpenDialog, Related, Web, post, relate, size_and_zoom, sleep, web_of};
pub(crate) use signals::connect;
