//! `POST /inspect`

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use deskhand_engine::{Element, Session};
use deskhand_model::{Error, ErrorKind, TextStyle};

use super::elements::Wanted;
use super::info::{Edges, Portrait};
use crate::contract::{ElementQuery, InspectResponse};
use crate::server::{Agent, Answer, Asked, Refusal};

pub(crate) async fn inspect(
    State(agent): State<Arc<Agent>>,
    Asked(query): Asked<ElementQuery>,
) -> Result<Answer<InspectResponse>, Refusal> {
    let element = look_at(&*agent.session, &Wanted::read(query)?, agent.within).await?;
    Ok(Answer(told(&element)))
}

/// The one element that is meant, with all that is known of it.
async fn look_at(session: &dyn Session, wanted: &Wanted, within: Duration) -> Result<Element, Refusal> {
    let (_, locator) = wanted.find(session, within).await?;
    let mut found = session.find_all(&locator, within).await?.elements;
    match (found.pop(), found.is_empty()) {
        (Some(only), true) => Ok(only),
        (None, _) => {
            Err(Error::new(ErrorKind::ElementGone, "The element vanished while it was looked at").into())
        }
        (Some(_), false) => {
            let message = "Another element that matches came while this one was looked at";
            Err(Error::new(ErrorKind::Ambiguous, message).into())
        }
    }
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
