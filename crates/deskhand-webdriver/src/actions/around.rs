//! The documents around the one that is clicked in.

use serde::{Deserialize, Serialize};
use serde_json::json;
use webdriver::error::ErrorStatus;

use crate::errors::{Outcome, error};
use crate::session::Session;

/// A point of a viewport.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Point {
    x: f64,
    y: f64,
}

/// Brings a point of the current document into view in every document around it, from the inside out, and refuses when
/// one of them does not show it: what is pressed there would reach something else, or nothing.
///
/// The point stays where it is in the current document, because only what is around its frame is scrolled.
pub(super) async fn bring_into_view(session: &Session, (x, y): (f64, f64)) -> Outcome<()> {
    let mut point = Point { x, y };
    for (around, frame) in session.around() {
        let told = session.atom_in(&around, "pointOfFrame", vec![frame, json!(point)]).await?;
        point = serde_json::from_value(told).map_err(|what| {
            error(ErrorStatus::UnknownError, format!("The page did not tell where its frame is: {what}"))
        })?;
    }
    Ok(())
}
