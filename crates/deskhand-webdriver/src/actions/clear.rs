use serde_json::{Value, json};
use webdriver::common::WebElement;

use crate::errors::Outcome;
use crate::session::Session;

/// Element Clear: takes away what is in a form field or in an editable element.
pub(crate) async fn clear(session: &mut Session, element: &WebElement) -> Outcome<Value> {
    let element = json!({ deskhand_page::reference::ELEMENT: element.0 });
    session.atom("clear", vec![element]).await?;
    Ok(Value::Null)
}
