use deskhand_page::reference;
use serde_json::{Value, json};
use webdriver::common::{ShadowRoot, WebElement};

/// An element as an argument of a function in the page.
pub(crate) fn element(element: &WebElement) -> Value {
    json!({ reference::ELEMENT: element.0 })
}

/// The same of a shadow root.
pub(crate) fn shadow(root: &ShadowRoot) -> Value {
    json!({ reference::SHADOW: root.0 })
}
