use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};
use webdriver::command::SendKeysParameters;
use webdriver::common::WebElement;
use webdriver::error::ErrorStatus;

use super::files::files;
use super::give::{give, unless_left};
use super::typing::keystrokes;
use crate::elements;
use crate::errors::{Outcome, error};
use crate::session::{FOR_EVER, PATIENCE, Session, refusal};

/// What an element takes.
#[derive(Debug, Deserialize)]
struct Field {
    kind: FieldKind,
    #[serde(default)]
    multiple: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum FieldKind {
    /// Files.
    File,
    /// A value that no keyboard types, such as a colour.
    NonTypeable,
    /// Keys.
    Text,
    /// Keys.
    ContentEditable,
    /// Keys, which the page makes something of.
    Other,
}

/// Element Send Keys: types a text into an element, or gives it files.
pub(crate) async fn send_keys(
    session: &mut Session,
    element: &WebElement,
    keys: &SendKeysParameters,
) -> Outcome<Value> {
    let field = prepare(session, element).await?;
    match field.kind {
        FieldKind::File => {
            let files = files(&keys.text, field.multiple)?;
            let given = session.page.choose_files(&session.place, &element.0, &files, PATIENCE).await;
            unless_left(given)?;
        }
        FieldKind::NonTypeable => {
            let arguments = vec![elements::element(element), json!(keys.text)];
            let set = session.call_atom(&session.place, "setValue", arguments, PATIENCE).await;
            unless_left(set)?;
        }
        FieldKind::Text | FieldKind::ContentEditable | FieldKind::Other => {
            give(session, &keystrokes(&keys.text)).await?;
        }
    }
    Ok(Value::Null)
}

/// How long it is waited for an element that nothing can be done with yet.
pub(super) fn patience(session: &Session) -> Duration {
    session.timeouts.implicit.unwrap_or(FOR_EVER)
}

/// A time for a timer of the page.
pub(super) fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// Scrolls to the element, gives it the focus and puts the caret behind what is there.
async fn prepare(session: &Session, element: &WebElement) -> Outcome<Field> {
    let patience = patience(session);
    let wish = json!({ "strictFiles": session.strict_files, "wait": milliseconds(patience) });
    let arguments = vec![elements::element(element), wish];
    let told = session.call_atom(&session.place, "prepareTyping", arguments, PATIENCE + patience).await;
    serde_json::from_value(told.map_err(refusal)?).map_err(|what| {
        error(ErrorStatus::UnknownError, format!("The page did not tell what it takes: {what}"))
    })
}
