use serde_json::Value;
use webdriver::command::SendKeysParameters;
use webdriver::common::WebElement;
use webdriver::error::ErrorStatus;

use crate::errors::{Outcome, error};
use crate::session::Session;

/// Element Send Keys.
pub(crate) async fn send_keys(
    _session: &mut Session,
    _element: &WebElement,
    _keys: &SendKeysParameters,
) -> Outcome<Value> {
    Err(error(ErrorStatus::UnsupportedOperation, "Not there yet"))
}
