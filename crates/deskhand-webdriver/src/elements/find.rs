//! Finding elements.

use serde_json::{Value, json};
use tokio::time::Instant;
use webdriver::command::LocatorParameters;
use webdriver::common::{LocatorStrategy, ShadowRoot, WebElement};
use webdriver::error::ErrorStatus;

use super::{element, shadow};
use crate::atoms;
use crate::errors::{Outcome, error};
use crate::session::{Session, milliseconds, refusal};

/// What is searched.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Root<'a> {
    /// The document.
    Document,
    /// What is below an element.
    Element(&'a WebElement),
    /// What is in a shadow tree.
    Shadow(&'a ShadowRoot),
}

/// Find Element, from wherever.
pub(crate) async fn find_element(
    session: &Session,
    root: Root<'_>,
    by: &LocatorParameters,
) -> Outcome<Value> {
    let Value::Array(mut found) = search(session, root, by, false).await? else {
        return Err(error(ErrorStatus::UnknownError, "The page answered a search with something else."));
    };
    if found.is_empty() {
        let message = format!("No element matches {} {:?}.", strategy(by.using), by.value);
        return Err(error(ErrorStatus::NoSuchElement, message));
    }
    Ok(found.swap_remove(0))
}

/// Find Elements, from wherever.
pub(crate) async fn find_elements(
    session: &Session,
    root: Root<'_>,
    by: &LocatorParameters,
) -> Outcome<Value> {
    search(session, root, by, true).await
}

/// Searches until there is something or the implicit wait is over. The waiting is done in the page, which knows when
/// something has changed.
async fn search(session: &Session, root: Root<'_>, by: &LocatorParameters, all: bool) -> Outcome<Value> {
    let from = match root {
        Root::Document => Value::Null,
        Root::Element(of) => element(of),
        Root::Shadow(of) => shadow(of),
    };
    let end = Instant::now() + session.timeouts.implicit();
    let found = session.look_until(&session.place, end, |left| {
        let wait = milliseconds(left);
        let by_text = matches!(by.using, LocatorStrategy::LinkText | LocatorStrategy::PartialLinkText);
        let args = vec![from.clone(), json!(strategy(by.using)), json!(by.value), json!(all), json!(wait)];
        atoms::find(by_text, args)
    });
    found.await.map_err(refusal)
}

/// The strategy as the protocol spells it.
fn strategy(using: LocatorStrategy) -> &'static str {
    match using {
        LocatorStrategy::CSSSelector => "css selector",
        LocatorStrategy::LinkText => "link text",
        LocatorStrategy::PartialLinkText => "partial link text",
        LocatorStrategy::TagName => "tag name",
        LocatorStrategy::XPath => "xpath",
    }
}
