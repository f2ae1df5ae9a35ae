//! What is true of an element.

use serde_json::Value;
use webdriver::common::WebElement;

use super::element;
use crate::errors::Outcome;
use crate::session::Session;

/// Is Element Displayed, by the rules that Selenium's clients bring along.
pub(crate) async fn is_displayed(session: &Session, of: &WebElement) -> Outcome<Value> {
    session.atom("isDisplayed", vec![element(of)]).await
}

/// Is Element Enabled.
pub(crate) async fn is_enabled(session: &Session, of: &WebElement) -> Outcome<Value> {
    session.atom("isEnabled", vec![element(of)]).await
}

/// Is Element Selected.
pub(crate) async fn is_selected(session: &Session, of: &WebElement) -> Outcome<Value> {
    session.atom("isSelected", vec![element(of)]).await
}
