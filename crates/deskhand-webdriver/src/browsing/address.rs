//! The address of a document.

use deskhand_engine::ports::PageResult;
use deskhand_page::{Call, Code, Place, World};
use serde_json::Value;
use url::Url;

use crate::errors::{Outcome, from_fault};
use crate::session::Session;

/// What a function without arguments comes to that may run again in the document that takes the place of another.
pub(super) async fn evaluate(session: &Session, place: &Place, body: &str) -> PageResult<Value> {
    let call = Call { world: World::Own, code: Code::Body(body.to_owned()), args: Vec::new() };
    session.look(place, &call).await
}

/// The address of the document in a place, as far as it is one.
pub(super) async fn address(session: &Session, place: &Place) -> Outcome<Option<Url>> {
    let url = evaluate(session, place, "return document.URL").await.map_err(from_fault)?;
    Ok(url.as_str().and_then(|url| Url::parse(url).ok()))
}
