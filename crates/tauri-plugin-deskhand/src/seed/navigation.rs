use std::sync::Arc;

use deskhand_page::{Go, LoadState, Navigation, Place};
use serde::Deserialize;
use serde_json::{Value, json};

use super::answer::Answer;
use super::pages::Pages;
use super::seat::Seat;
use super::windows::Nothing;

#[derive(Deserialize)]
pub(super) struct Address {
    url: String,
}

pub(super) async fn url<P: Pages>(seat: Arc<Seat<P>>, Address { url }: Address) -> Answer {
    go(&seat, Navigation::To(url)).await
}

pub(super) async fn back<P: Pages>(seat: Arc<Seat<P>>, _: Nothing) -> Answer {
    go(&seat, Navigation::Back).await
}

pub(super) async fn forward<P: Pages>(seat: Arc<Seat<P>>, _: Nothing) -> Answer {
    go(&seat, Navigation::Forward).await
}

pub(super) async fn refresh<P: Pages>(seat: Arc<Seat<P>>, _: Nothing) -> Answer {
    go(&seat, Navigation::Reload).await
}

/// Goes somewhere, and answers when the page is there. Frames go with the page that they were in.
async fn go<P: Pages>(seat: &Seat<P>, to: Navigation) -> Answer {
    let view = seat.view().await?;
    seat.leave_frames();
    seat.settle(&view).await;
    seat.ask(Go { view, to, until: LoadState::Complete }).await?;
    Ok(Value::Null)
}

/// The address of the top document, also when a frame is current.
pub(super) async fn current<P: Pages>(seat: Arc<Seat<P>>, _: Nothing) -> Answer {
    Ok(json!({ "url": read(&seat, seat.top().await?, "address").await? }))
}

pub(super) async fn title<P: Pages>(seat: Arc<Seat<P>>, _: Nothing) -> Answer {
    Ok(json!({ "title": read(&seat, seat.top().await?, "title").await? }))
}

pub(super) async fn source<P: Pages>(seat: Arc<Seat<P>>, _: Nothing) -> Answer {
    Ok(json!({ "source": read(&seat, seat.place().await?, "source").await? }))
}

async fn read<P: Pages>(seat: &Seat<P>, place: Place, name: &str) -> Answer {
    seat.call(&place, name, Vec::new()).await
}
