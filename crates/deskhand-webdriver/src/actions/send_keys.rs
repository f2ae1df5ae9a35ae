use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::Instant;
use webdriver::command::SendKeysParameters;
use webdriver::common::WebElement;
use webdriver::error::ErrorStatus;

use super::files::files;
use super::give::{give, unless_left};
use super::typing::keystrokes;
use crate::errors::{Outcome, error};
use crate::session::{PATIENCE, Session, milliseconds, refusal};
use crate::{atoms, elements};

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
            let files = files(&keys.text, field.multiple).await?;
            let given = session.page.choose_files(&session.place, &element.0, &files, PATIENCE).await;
            unless_left(given)?;
        }
        FieldKind::NonTypeable => {
            let arguments = vec![elements::element(element), json!(keys.text)];
            let set = atoms::call("setValue", arguments);
            unless_left(session.page.call(&session.place, &set, PATIENCE).await)?;
        }
        FieldKind::Text | FieldKind::ContentEditable | FieldKind::Other => {
            give(session, keystrokes(&keys.text)).await?;
        }
    }
    Ok(Value::Null)
}

/// Scrolls to the element, gives it the focus and puts the caret behind what is there. All of that can be done again in
/// the document that takes the place of another, which knows that the element was not in it.
async fn prepare(session: &Session, element: &WebElement) -> Outcome<Field> {
    let end = Instant::now() + session.timeouts.implicit();
    let told = session.look_until(&session.place, end, |left| {
        let wish = json!({ "strictFiles": session.strict_files, "wait": milliseconds(left) });
        atoms::call("prepareTyping", vec![elements::element(element), wish])
    });
    serde_json::from_value(told.await.map_err(refusal)?).map_err(|what| {
        error(ErrorStatus::UnknownError, format!("The page did not tell what it takes: {what}"))
    })
}
