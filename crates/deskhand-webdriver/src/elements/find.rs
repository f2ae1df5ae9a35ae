//! Finding elements.

use std::time::Duration;

use deskhand_page::FaultKind;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};
use webdriver::command::LocatorParameters;
use webdriver::common::{LocatorStrategy, ShadowRoot, WebElement};
use webdriver::error::ErrorStatus;

use super::{element, shadow};
use crate::errors::{Outcome, error};
use crate::session::{DOCUMENTS, FOR_EVER, PATIENCE, Session, refusal};

/// How soon a frame is asked again that could not be asked.
const ASK_AGAIN: Duration = Duration::from_millis(20);

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
/// something has changed; only a page that goes away in the middle makes this ask again, and a frame that cannot be asked
/// anything yet.
async fn search(session: &Session, root: Root<'_>, by: &LocatorParameters, all: bool) -> Outcome<Value> {
    let from = match root {
        Root::Document => Value::Null,
        Root::Element(of) => element(of),
        Root::Shadow(of) => shadow(of),
    };
    let end = Instant::now() + session.timeouts.implicit.unwrap_or(FOR_EVER).min(FOR_EVER);
    let mut documents = DOCUMENTS;
    loop {
        let left = end.saturating_duration_since(Instant::now());
        let wait = u64::try_from(left.as_millis()).unwrap_or(u64::MAX);
        let args = vec![from.clone(), json!(strategy(by.using)), json!(by.value), json!(all), json!(wait)];
        match session.call_atom(&session.place, "find", args, left + PATIENCE).await {
            Err(fault) if fault.kind == FaultKind::Interrupted && Instant::now() < end => {}
            Err(fault) if fault.kind == FaultKind::Interrupted && documents > 0 => documents -= 1,
            // While the first document of a frame is on its way, there is nobody in it. Nothing tells when that is over.
            Err(fault) if fault.kind == FaultKind::Unsupported && Instant::now() < end => {
                sleep(ASK_AGAIN).await
            }
            answer => return answer.map_err(refusal),
        }
    }
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
