use std::sync::Arc;

use deskhand_page::{AnswerDialog, Dialog, DialogAnswer, DialogKind, DialogOf};
use serde::Deserialize;
use serde_json::{Value, json};

use super::answer::{Answer, Refusal};
use super::pages::Pages;
use super::seat::Seat;
use super::windows::Nothing;

#[derive(Deserialize)]
pub(super) struct Text {
    text: String,
}

async fn open<P: Pages>(seat: &Seat<P>) -> Result<Dialog, Refusal> {
    let dialog = seat.ask(DialogOf { view: seat.view().await? }).await?;
    dialog.ok_or_else(|| Refusal::not_found("no such alert"))
}

pub(super) async fn text<P: Pages>(seat: Arc<Seat<P>>, _: Nothing) -> Answer {
    Ok(json!({ "text": open(&seat).await?.text }))
}

/// Keeps a text for the prompt that is open, until that is accepted.
pub(super) async fn send_text<P: Pages>(seat: Arc<Seat<P>>, Text { text }: Text) -> Answer {
    if open(&seat).await?.kind != DialogKind::Prompt {
        return Err(Refusal::failed("element not interactable: the dialog takes no text"));
    }
    seat.state().prompt = Some(text);
    Ok(Value::Null)
}

pub(super) async fn accept<P: Pages>(seat: Arc<Seat<P>>, _: Nothing) -> Answer {
    let text = seat.state().prompt.take();
    answer(&seat, DialogAnswer::Accept(text)).await
}

pub(super) async fn dismiss<P: Pages>(seat: Arc<Seat<P>>, _: Nothing) -> Answer {
    seat.state().prompt = None;
    answer(&seat, DialogAnswer::Dismiss).await
}

async fn answer<P: Pages>(seat: &Seat<P>, answer: DialogAnswer) -> Answer {
    seat.ask(AnswerDialog { view: seat.view().await?, answer }).await?;
    Ok(Value::Null)
}
