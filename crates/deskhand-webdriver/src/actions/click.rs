use serde_json::Value;
use webdriver::common::WebElement;
use webdriver::error::ErrorStatus;

use crate::errors::{Outcome, error};
use crate::session::Session;

/// Element Click.
pub(crate) async fn click(_session: &mut Session, _element: &WebElement) -> Outcome<Value> {
    Err(error(ErrorStatus::UnsupportedOperation, "Not there yet"))
}
