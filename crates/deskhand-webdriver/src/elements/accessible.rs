//! What assistive technology is told about an element.

use serde_json::Value;
use webdriver::common::WebElement;

use super::element;
use crate::errors::Outcome;
use crate::session::Session;

/// Get Computed Role.
pub(crate) async fn computed_role(session: &Session, of: &WebElement) -> Outcome<Value> {
    session.atom("computedRole", vec![element(of)]).await
}

/// Get Computed Label.
pub(crate) async fn computed_label(session: &Session, of: &WebElement) -> Outcome<Value> {
    session.atom("computedLabel", vec![element(of)]).await
}
