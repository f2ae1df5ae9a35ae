//! The table of paths.

use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::routing::{MethodRouter, post};
use serde::de::DeserializeOwned;

use super::answer::{Answer, read, respond};
use super::pages::Pages;
use super::seat::Seat;
use super::{actions, alerts, cookies, elements, frames, navigation, pictures, print, scripts, windows};

/// Files come in requests, in base64.
const LARGEST_REQUEST: usize = 64 * 1024 * 1024;

/// All paths of that plugin, with somebody's seat behind them.
pub(crate) fn router<P: Pages>(pages: P) -> Router {
    Router::new()
        .route("/window/handle", endpoint(windows::handle::<P>))
        .route("/window/handles", endpoint(windows::handles::<P>))
        .route("/window/close", endpoint(windows::close::<P>))
        .route("/window/rect", endpoint(windows::rect::<P>))
        .route("/window/set-rect", endpoint(windows::set_rect::<P>))
        .route("/window/set-current", endpoint(windows::set_current::<P>))
        .route("/window/fullscreen", endpoint(windows::fullscreen::<P>))
        .route("/window/minimize", endpoint(windows::minimize::<P>))
        .route("/window/maximize", endpoint(windows::maximize::<P>))
        .route("/window/insets", endpoint(windows::insets::<P>))
        .route("/window/new", endpoint(windows::new::<P>))
        .route("/element/find", endpoint(elements::find::<P>))
        .route("/element/find-from", endpoint(elements::find_from::<P>))
        .route("/element/text", endpoint(elements::text::<P>))
        .route("/element/attribute", endpoint(elements::attribute::<P>))
        .route("/element/property", endpoint(elements::property::<P>))
        .route("/element/tag", endpoint(elements::tag::<P>))
        .route("/element/rect", endpoint(elements::rect::<P>))
        .route("/element/click", endpoint(elements::click::<P>))
        .route("/element/clear", endpoint(elements::clear::<P>))
        .route("/element/send-keys", endpoint(elements::send_keys::<P>))
        .route("/element/set-files", endpoint(elements::set_files::<P>))
        .route("/element/displayed", endpoint(elements::displayed::<P>))
        .route("/element/enabled", endpoint(elements::enabled::<P>))
        .route("/element/selected", endpoint(elements::selected::<P>))
        .route("/element/active", endpoint(elements::active::<P>))
        .route("/element/computed-role", endpoint(elements::role::<P>))
        .route("/element/computed-label", endpoint(elements::label::<P>))
        .route("/element/shadow", endpoint(elements::shadow::<P>))
        .route("/shadow/find", endpoint(elements::find_in_shadow::<P>))
        .route("/frame/switch", endpoint(frames::switch::<P>))
        .route("/frame/parent", endpoint(frames::parent::<P>))
        .route("/script/execute", endpoint(scripts::execute::<P>))
        .route("/script/execute-async", endpoint(scripts::execute_async::<P>))
        .route("/navigate/url", endpoint(navigation::url::<P>))
        .route("/navigate/current", endpoint(navigation::current::<P>))
        .route("/navigate/title", endpoint(navigation::title::<P>))
        .route("/navigate/back", endpoint(navigation::back::<P>))
        .route("/navigate/forward", endpoint(navigation::forward::<P>))
        .route("/navigate/refresh", endpoint(navigation::refresh::<P>))
        .route("/source", endpoint(navigation::source::<P>))
        .route("/screenshot", endpoint(pictures::document::<P>))
        .route("/screenshot/element", endpoint(pictures::element::<P>))
        .route("/print", endpoint(print::print::<P>))
        .route("/cookie/get-all", endpoint(cookies::get_all::<P>))
        .route("/cookie/get", endpoint(cookies::get::<P>))
        .route("/cookie/add", endpoint(cookies::add::<P>))
        .route("/cookie/delete", endpoint(cookies::delete::<P>))
        .route("/cookie/delete-all", endpoint(cookies::delete_all::<P>))
        .route("/alert/text", endpoint(alerts::text::<P>))
        .route("/alert/send-text", endpoint(alerts::send_text::<P>))
        .route("/alert/accept", endpoint(alerts::accept::<P>))
        .route("/alert/dismiss", endpoint(alerts::dismiss::<P>))
        .route("/actions/perform", endpoint(actions::perform::<P>))
        .route("/actions/release", endpoint(actions::release::<P>))
        .layer(DefaultBodyLimit::max(LARGEST_REQUEST))
        .with_state(Arc::new(Seat::new(pages)))
}

/// An endpoint that takes a JSON object and answers JSON.
fn endpoint<P, Q, A>(
    act: impl Fn(Arc<Seat<P>>, Q) -> A + Clone + Send + Sync + 'static,
) -> MethodRouter<Arc<Seat<P>>>
where
    P: Pages,
    Q: DeserializeOwned + Send + 'static,
    A: Future<Output = Answer> + Send + 'static,
{
    post(async move |State(seat): State<Arc<Seat<P>>>, body: Bytes| match read(&body) {
        Ok(question) => respond(act(seat, question).await),
        Err(refusal) => respond(Err(refusal)),
    })
}
