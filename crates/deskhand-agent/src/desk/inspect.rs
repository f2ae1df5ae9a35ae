//! `POST /inspect`

use std::sync::Arc;

use axum::extract::State;
use deskhand_engine::{Element, Session};
use deskhand_model::{Error, ErrorKind, TextStyle};
use http::HeaderMap;

use super::deadline::Deadline;
use super::elements::{Located, Wanted, refused};
use super::info::{Edges, Portrait};
use super::left_out::header;
use super::reading::unless_missing;
use crate::contract::{ElementQuery, InspectResponse};
use crate::server::{Agent, Answer, Asked, Refusal};

pub(crate) async fn inspect(
    State(agent): State<Arc<Agent>>,
    Asked(query): Asked<ElementQuery>,
) -> Result<(HeaderMap, Answer<InspectResponse>), Refusal> {
    let wanted = Wanted::read(query)?;
    let (element, left_out) = look_at(&*agent.session, &wanted, Deadline::new(agent.within)).await?;
    Ok((header(&left_out), Answer(told(&element))))
}

/// The one element that is meant, with all that is known of it; and the applications that were left out.
async fn look_at(
    session: &dyn Session,
    wanted: &Wanted,
    deadline: Deadline,
) -> Result<(Element, Vec<String>), Refusal> {
    let places = wanted.places(session, deadline).await?;
    if let Some(place) = places.only() {
        let located = wanted.alone(place.clone());
        // None or several is told by a reading that shows what there is.
        if let (Some(only), true) = found(session, &located, deadline).await? {
            return Ok((only, Vec::new()));
        }
    }
    let located = wanted.seek(session, places, deadline).await?;
    match found(session, &located, deadline).await? {
        (Some(only), true) => Ok((only, located.left_out)),
        (None, _) => {
            Err(Error::new(ErrorKind::ElementGone, "The element vanished while it was looked at").into())
        }
        (Some(_), false) => {
            let message = "Another element that matches came while this one was looked at";
            Err(Error::new(ErrorKind::Ambiguous, message).into())
        }
    }
}

/// A match, and whether it is the only one.
async fn found(
    session: &dyn Session,
    located: &Located,
    deadline: Deadline,
) -> Result<(Option<Element>, bool), Refusal> {
    let Located { place, locator, .. } = located;
    let finding = session.find_all(locator, deadline.left());
    let found = unless_missing(session, &place.app, deadline, finding).await;
    let mut elements = found.map_err(|error| refused(error, place))?.elements;
    Ok((elements.pop(), elements.is_empty()))
}

fn told(element: &Element) -> InspectResponse {
    let (node, tree) = (&element.data, &element.tree);
    let TextStyle { font_family, font_size, font_weight, color } = node.style.clone().unwrap_or_default();
    let bounds = Edges::of(node.bounds);
    InspectResponse {
        element: Portrait::of(node, tree.children(element.id).count()).into(),
        font_family: font_family.map(|family| family.to_string()),
        font_size: font_size.filter(|size| size.is_finite()).map(Into::into),
        font_weight: font_weight.map(|weight| weight.name().to_owned()),
        text_color: color.map(|color| color.to_string()),
        bounds_x: bounds.x,
        bounds_y: bounds.y,
        bounds_width: bounds.width,
        bounds_height: bounds.height,
    }
}
