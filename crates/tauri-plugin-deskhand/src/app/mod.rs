//! The application as the plugin knows it: its views, what is asked of them and what waits for them. Everything happens on
//! the main thread, as futures that its loop drives; nothing waits there.
//!
//! Here is what is the same whatever shows the pages. What only the engine of the web views can do is asked of
//! `crate::engine`, which each platform has in a folder of its own.

mod abilities;
mod agent;
mod bearings;
mod calls;
pub(crate) mod cookie_rules;
mod desk;
mod dialogs;
mod files;
mod hands;
mod lane;
mod loads;
mod main_thread;
mod origin;
mod sizes;
mod syntax;
mod tally;
mod tasks;
mod view;
mod views;
mod windows;

pub(crate) use abilities::ABILITIES;
pub(crate) use bearings::{in_view, inset};
pub(crate) use desk::{Desk, may_navigate, obey, start, view_ready};
pub(crate) use lane::Lane;
pub(crate) use loads::Direction;
pub(crate) use main_thread::MainThread;
pub(crate) use origin::{Origin, Point};
pub(crate) use sizes::{check_size, part_of_view};
pub(crate) use syntax::PARSER;
#[cfg(target_os = "linux")]
pub(crate) use tally::Standing;
pub(crate) use tally::Tally;
pub(crate) use tasks::{promptly, spawn, within};
pub(crate) use view::{Loading, View};
pub(crate) use views::{close_empty_window, open};
