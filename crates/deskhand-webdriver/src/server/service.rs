//! A request, from its head to its answer.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use deskhand_model::Result;
use http::{Method, Request, Response};
use http_body_util::Full;
use hyper::body::Incoming;
use serde_json::Value;
use webdriver::command::{WebDriverCommand, WebDriverMessage};
use webdriver::error::ErrorStatus;
use webdriver::httpapi::{Route, VoidWebDriverExtensionRoute};

use super::answer::answer;
use super::gate::Door;
use super::{ServerOptions, body, routes};
use crate::errors::{Outcome, error};
use crate::sessions::{Caller, Sessions};

/// What answers requests.
pub(super) struct Service {
    door: Door,
    body: usize,
    stall_time: Duration,
    sessions: Arc<Sessions>,
}

impl Service {
    pub(super) fn new(options: &ServerOptions, sessions: Arc<Sessions>) -> Result<Service> {
        let door = Door::new(options)?;
        Ok(Service { door, body: options.body, stall_time: options.stall_time, sessions })
    }

    /// Answers a request.
    pub(super) async fn answer(
        self: Arc<Service>,
        caller: Arc<Caller>,
        request: Request<Incoming>,
    ) -> std::result::Result<Response<Full<Bytes>>, Infallible> {
        let started = Instant::now();
        let (method, path) = (request.method().clone(), request.uri().path().to_owned());
        let outcome = self.carry_out(&caller, request).await;
        let response = answer(&outcome);
        let us = started.elapsed().as_micros();
        match &outcome {
            Ok(_) => tracing::info!(%method, path, us, "done"),
            Err(failure) => {
                tracing::info!(%method, path, us, error = failure.error_code(), message = %failure.message, "not done");
            }
        }
        Ok(response)
    }

    async fn carry_out(&self, caller: &Arc<Caller>, request: Request<Incoming>) -> Outcome<Value> {
        self.door.check(request.uri(), request.headers())?;
        let found = routes::find(request.method(), request.uri().path())?;
        let id = found.parameters.get("sessionId").map(String::as_str);
        if let (Route::DeleteSession, Some(id)) = (&found.route, id) {
            return self.sessions.delete(id).await;
        }
        // Whether there is such a session comes before what is wrong with the rest.
        let session = id.map(|id| self.sessions.find(id)).transpose()?;
        if let Some(session) = &session {
            session.note(caller);
        }
        let has_body = request.method() == Method::POST;
        let text = match has_body {
            true => body::read(request.into_body(), self.body, self.stall_time).await?,
            false => String::new(),
        };
        let message = WebDriverMessage::<VoidWebDriverExtensionRoute>::from_http(
            found.route,
            &found.parameters,
            &text,
            has_body,
        )?;
        match (message.command, session) {
            (WebDriverCommand::Status, _) => Ok(self.sessions.status()),
            (WebDriverCommand::NewSession(asked), _) => {
                self.sessions.begin(&asked.capabilities, caller).await
            }
            (command, Some(session)) => self.sessions.run(session, command).await,
            (_, None) => Err(error(ErrorStatus::UnknownCommand, "This command needs a session.")),
        }
    }
}
