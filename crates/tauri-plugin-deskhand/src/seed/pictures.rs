use std::sync::Arc;

use deskhand_page::{Extent, PageRect, PictureOf};
use serde_json::json;

use super::answer::{Answer, parsed};
use super::elements::{Which, reference};
use super::pages::Pages;
use super::seat::Seat;
use super::windows::Nothing;

/// The whole document, as that plugin has it.
pub(super) async fn document<P: Pages>(seat: Arc<Seat<P>>, _: Nothing) -> Answer {
    picture(&seat, Extent::Document).await
}

pub(super) async fn element<P: Pages>(seat: Arc<Seat<P>>, which: Which) -> Answer {
    let box_of = seat.call_on("reveal", &reference(&seat, &which).await?, &[]).await?;
    let part: PageRect = parsed(box_of)?;
    let part = seat.pages.in_view(seat.place().await?, part).await?;
    picture(&seat, Extent::Part(part)).await
}

async fn picture<P: Pages>(seat: &Seat<P>, extent: Extent) -> Answer {
    let view = seat.view().await?;
    seat.settle(&view).await;
    Ok(json!({ "data": seat.ask(PictureOf { view, extent }).await? }))
}
