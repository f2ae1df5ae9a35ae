//! Dialogs: the commands that answer them, and what is done about those that no command expected.

mod alerts;
mod handler;
mod unexpected;

pub(crate) use alerts::{accept_alert, alert_text, dismiss_alert, send_alert_text};
pub(crate) use handler::PromptHandler;
pub(crate) use unexpected::{answer_leaving, handle_any};
