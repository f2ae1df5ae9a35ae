use std::sync::Arc;

use deskhand_page::{Cookie, CookiesOf, DeleteCookies, SetCookie};
use serde::Deserialize;
use serde_json::{Value, json};

use super::answer::Answer;
use super::pages::Pages;
use super::seat::Seat;
use super::windows::Nothing;

#[derive(Deserialize)]
pub(super) struct Named {
    name: String,
}

#[derive(Deserialize)]
pub(super) struct Add {
    cookie: Cookie,
}

async fn all<P: Pages>(seat: &Seat<P>) -> Result<Vec<Cookie>, super::answer::Refusal> {
    Ok(seat.ask(CookiesOf { place: seat.place().await? }).await?)
}

pub(super) async fn get_all<P: Pages>(seat: Arc<Seat<P>>, _: Nothing) -> Answer {
    Ok(json!({ "cookies": all(&seat).await? }))
}

/// Null where there is none of that name.
pub(super) async fn get<P: Pages>(seat: Arc<Seat<P>>, Named { name }: Named) -> Answer {
    let found = all(&seat).await?.into_iter().find(|cookie| cookie.name == name);
    Ok(json!({ "cookie": found }))
}

pub(super) async fn add<P: Pages>(seat: Arc<Seat<P>>, Add { cookie }: Add) -> Answer {
    seat.ask(SetCookie { place: seat.place().await?, cookie }).await?;
    Ok(Value::Null)
}

pub(super) async fn delete<P: Pages>(seat: Arc<Seat<P>>, Named { name }: Named) -> Answer {
    seat.ask(DeleteCookies { place: seat.place().await?, name: Some(name) }).await?;
    Ok(Value::Null)
}

pub(super) async fn delete_all<P: Pages>(seat: Arc<Seat<P>>, _: Nothing) -> Answer {
    seat.ask(DeleteCookies { place: seat.place().await?, name: None }).await?;
    Ok(Value::Null)
}
