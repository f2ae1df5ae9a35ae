use serde_json::Value;
use webdriver::command::ActionsParameters;
use webdriver::error::ErrorStatus;

use crate::errors::{Outcome, error};
use crate::session::Session;

/// Perform Actions.
pub(crate) async fn perform_actions(_session: &mut Session, _actions: &ActionsParameters) -> Outcome<Value> {
    Err(error(ErrorStatus::UnsupportedOperation, "Not there yet"))
}

/// Release Actions.
pub(crate) async fn release_actions(_session: &mut Session) -> Outcome<Value> {
    Err(error(ErrorStatus::UnsupportedOperation, "Not there yet"))
}
