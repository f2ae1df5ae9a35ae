use serde_json::{Value, json};
use webdriver::common::WebElement;

use super::give::unless_left;
use crate::errors::Outcome;
use crate::session::{PATIENCE, Session, milliseconds};
use crate::{atoms, elements};

/// Element Clear: takes away what is in a form field or in an editable element.
pub(crate) async fn clear(session: &mut Session, element: &WebElement) -> Outcome<Value> {
    let wait = session.timeouts.implicit();
    let call = atoms::call("clear", vec![elements::element(element), json!({ "wait": milliseconds(wait) })]);
    unless_left(session.page.call(&session.place, &call, wait + PATIENCE).await)?;
    Ok(Value::Null)
}
