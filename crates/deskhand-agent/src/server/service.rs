//! A request, from its head to its answer.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use deskhand_gate::{Gate, Refused};
use http::header::{ALLOW, CACHE_CONTROL};
use http::{HeaderValue, Request, StatusCode};
use hyper::body::Incoming;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::audit::Call;
use super::body::{Coming, Going};
use super::ledger::Ledger;
use super::work::Abandoned;
use super::{Agent, Refusal, routes, work};
use crate::contract::ErrorKey;
use crate::endpoint::Endpoint;

/// What a change that nobody waits for may take beyond the usual time: its last step is not counted in that.
const LEEWAY: Duration = Duration::from_secs(2);

/// What answers requests.
pub(super) struct Service {
    pub(super) agent: Arc<Agent>,
    gate: Gate,
    pub(super) ledger: Option<Arc<Ledger>>,
    /// For requests under way.
    places: Arc<Semaphore>,
}

/// Who asks.
#[derive(Clone)]
pub(super) struct Client {
    pub(super) peer: SocketAddr,
    /// Becomes true when a body of this client was not read to its end.
    pub(super) unread: Arc<AtomicBool>,
}

impl Service {
    pub(super) fn new(agent: Agent, gate: Gate, ledger: Option<Ledger>) -> Service {
        let places = Arc::new(Semaphore::new(agent.limits.requests));
        Service { agent: Arc::new(agent), gate, ledger: ledger.map(Arc::new), places }
    }

    /// Answers a request.
    pub(super) async fn answer(
        self: Arc<Service>,
        client: Client,
        request: Request<Incoming>,
    ) -> Result<Response, Infallible> {
        let started = Instant::now();
        let (method, path) = (request.method().clone(), request.uri().path().to_owned());
        let call = self.begin(&client, &request);
        let mut response = match self.let_in(&request) {
            Ok((endpoint, place)) => {
                let request = request.map(|body| Body::new(self.coming(&client, body)));
                self.work(endpoint, place, call, request).await
            }
            Err(refusal) => {
                // What is still to come of it is not read.
                drop(self.coming(&client, request.into_body()));
                if let Some(call) = call {
                    call.end(&refusal);
                }
                *refusal
            }
        };
        response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        let ms = started.elapsed().as_millis();
        tracing::info!(%method, path, status = response.status().as_u16(), ms, "answered");
        Ok(response)
    }

    /// Whose request it is to answer, and the place for it; or why it is not let in.
    fn let_in(
        &self,
        request: &Request<Incoming>,
    ) -> Result<(Endpoint, Option<OwnedSemaphorePermit>), Box<Response>> {
        let endpoint = Endpoint::at(request.uri().path());
        self.gate.check_source(request.uri(), request.headers()).map_err(refused)?;
        // Whether the agent runs may be known to all, and knowing it takes nobody's place.
        let is_open = endpoint == Some(Endpoint::Health);
        if !is_open {
            self.gate.check_token(request.headers()).map_err(refused)?;
        }
        let Some(endpoint) = endpoint else { return Err(unknown(request.uri().path())) };
        if *request.method() != endpoint.method() {
            return Err(wrong_method(endpoint));
        }
        if is_open {
            return Ok((endpoint, None));
        }
        match self.places.clone().try_acquire_owned() {
            Ok(place) => Ok((endpoint, Some(place))),
            Err(_) => Err(busy(self.agent.limits.requests)),
        }
    }

    async fn work(
        &self,
        endpoint: Endpoint,
        place: Option<OwnedSemaphorePermit>,
        call: Option<Call>,
        mut request: Request<Body>,
    ) -> Response {
        let agent = self.agent.clone();
        if let Some(call) = &call {
            request.extensions_mut().insert(call.noted());
        }
        let worked = work::run(self.when_abandoned(endpoint), async move {
            let response = routes::answer(endpoint, agent, request).await;
            if let Some(call) = call {
                call.end(&response);
            }
            (response, place)
        });
        match worked.await {
            Ok((response, place)) => response.map(|body| Body::new(Going { body, _place: place })),
            Err(fault) => {
                tracing::error!(%fault, endpoint = endpoint.path(), "an answer has come to nothing");
                let details = "A fault in the agent itself: its log says more";
                Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, ErrorKey::Internal, details).into_response()
            }
        }
    }

    /// Notes a call that is to change something, whether it is let in or not.
    fn begin(&self, client: &Client, request: &Request<Incoming>) -> Option<Call> {
        let ledger = self.ledger.as_ref()?;
        let endpoint = Endpoint::at(request.uri().path()).filter(|endpoint| endpoint.is_mutating())?;
        Some(Call::begin(ledger, endpoint, client.peer, request.uri()))
    }

    fn coming(&self, client: &Client, body: Incoming) -> Coming {
        Coming::new(body, self.agent.limits.stall_time, client.unread.clone())
    }

    /// A change is not left half done because somebody did not wait for it; commands end with their client.
    fn when_abandoned(&self, endpoint: Endpoint) -> Abandoned {
        if endpoint.is_mutating() && endpoint != Endpoint::Exec {
            Abandoned::GoesOn(self.agent.within + LEEWAY)
        } else {
            Abandoned::BreaksOff
        }
    }
}

fn refused(refused: Refused) -> Box<Response> {
    tracing::warn!(%refused, "a request was refused");
    let (status, key) = match refused {
        Refused::Origin | Refused::Host => (StatusCode::FORBIDDEN, ErrorKey::Forbidden),
        Refused::Token => (StatusCode::UNAUTHORIZED, ErrorKey::Unauthorized),
    };
    Box::new(Refusal::new(status, key, refused.to_string()).into_response())
}

fn unknown(path: &str) -> Box<Response> {
    let details = format!("There is no endpoint {path}; GET /openapi.json tells which there are");
    Box::new(Refusal::new(StatusCode::NOT_FOUND, ErrorKey::UnknownEndpoint, details).into_response())
}

fn wrong_method(endpoint: Endpoint) -> Box<Response> {
    let method = endpoint.method();
    let details = format!("{} takes {method} and no other method", endpoint.path());
    let refusal = Refusal::new(StatusCode::METHOD_NOT_ALLOWED, ErrorKey::MethodNotAllowed, details);
    let mut response = refusal.into_response();
    response.headers_mut().extend(HeaderValue::from_str(method.as_str()).ok().map(|method| (ALLOW, method)));
    Box::new(response)
}

fn busy(limit: usize) -> Box<Response> {
    let details = format!("{limit} requests are under way already; more are not taken");
    Box::new(Refusal::new(StatusCode::SERVICE_UNAVAILABLE, ErrorKey::Busy, details).into_response())
}
