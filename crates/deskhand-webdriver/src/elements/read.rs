//! What an element is and says.

use deskhand_page::{Call, Code, FaultKind, World};
use serde_json::{Value, json};
use webdriver::common::WebElement;

use super::element;
use crate::errors::{Outcome, from_fault};
use crate::session::Session;

/// Get Active Element.
pub(crate) async fn active_element(session: &Session) -> Outcome<Value> {
    session.atom("activeElement", Vec::new()).await
}

/// Get Element Shadow Root.
pub(crate) async fn shadow_root(session: &Session, of: &WebElement) -> Outcome<Value> {
    session.atom("shadowRoot", vec![element(of)]).await
}

/// Get Element Text, as Selenium's clients expect it.
pub(crate) async fn text(session: &Session, of: &WebElement) -> Outcome<Value> {
    session.atom("visibleText", vec![element(of)]).await
}

/// Get Element Tag Name.
pub(crate) async fn tag_name(session: &Session, of: &WebElement) -> Outcome<Value> {
    session.atom("tagName", vec![element(of)]).await
}

/// Get Element Rect.
pub(crate) async fn rect(session: &Session, of: &WebElement) -> Outcome<Value> {
    session.atom("rect", vec![element(of)]).await
}

/// Get Element Attribute.
pub(crate) async fn attribute(session: &Session, of: &WebElement, name: &str) -> Outcome<Value> {
    session.atom("attribute", vec![element(of), json!(name)]).await
}

/// Get Element CSS Value.
pub(crate) async fn css_value(session: &Session, of: &WebElement, property: &str) -> Outcome<Value> {
    session.atom("cssValue", vec![element(of), json!(property)]).await
}

/// Get Element Property: among the page's own globals, where what its scripts put on the element is seen.
pub(crate) async fn property(session: &Session, of: &WebElement, name: &str) -> Outcome<Value> {
    let code = Code::Body("return arguments[0][arguments[1]]".to_owned());
    let call = Call { world: World::Page, code, args: vec![element(of), json!(name)] };
    match session.look(&session.place, &call).await {
        // A policy keeps us out of the page's own world. What every element of its kind has can be read beside it.
        Err(fault) if fault.kind == FaultKind::Unsupported => {
            match session.atom("knownProperty", vec![element(of), json!(name)]).await? {
                Value::Array(mut known) if !known.is_empty() => Ok(known.swap_remove(0)),
                _ => Err(from_fault(fault)),
            }
        }
        answer => answer.map_err(from_fault),
    }
}
