//! The server as a client sees it, with an application in memory.

mod support;

mod capabilities;
mod commands;
mod death;
mod dialogs;
mod elements;
mod http;
mod scripts;
mod sessions;
