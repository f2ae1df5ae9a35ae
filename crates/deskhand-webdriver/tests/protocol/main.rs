//! The server as a client sees it, with an application in memory.

mod support;

mod capabilities;
mod commands;
mod death;
mod dialogs;
mod http;
mod sessions;
