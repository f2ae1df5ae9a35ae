use serde_json::{Value, json};
use webdriver::common::WebElement;

use super::give::unless_left;
use super::send_keys::{milliseconds, patience};
use crate::elements;
use crate::errors::Outcome;
use crate::session::{PATIENCE, Session};

/// Element Clear: takes away what is in a form field or in an editable element.
pub(crate) async fn clear(session: &mut Session, element: &WebElement) -> Outcome<Value> {
    let patience = patience(session);
    let arguments = vec![elements::element(element), json!({ "wait": milliseconds(patience) })];
    unless_left(session.call_atom(&session.place, "clear", arguments, PATIENCE + patience).await)?;
    Ok(Value::Null)
}
