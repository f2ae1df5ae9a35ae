//! Who may come in: checks before any service sees a request.

use std::sync::Arc;
use std::task::{Context, Poll};

use deskhand_gate::{Gate, Refused};
use futures_util::future::{Either, Ready, ready};
use tonic::body::Body;
use tonic::codegen::Service;
use tonic::codegen::http::{Request, Response};
use tonic::{Code, Status};

use crate::status::refusal;

/// Calls that need no token: whoever watches over a server need not be allowed to use it.
const OPEN_TO_ALL: &str = "/grpc.health.v1.Health/";

fn check<B>(gate: &Gate, request: &Request<B>) -> Result<(), Status> {
    gate.check_source(request.uri(), request.headers()).map_err(told)?;
    if request.uri().path().starts_with(OPEN_TO_ALL) {
        return Ok(());
    }
    gate.check_token(request.headers()).map_err(told)
}

fn told(refused: Refused) -> Status {
    let (code, reason) = match refused {
        Refused::Origin => (Code::PermissionDenied, "ORIGIN_NOT_ALLOWED"),
        Refused::Host => (Code::PermissionDenied, "HOST_NOT_ALLOWED"),
        Refused::Token => (Code::Unauthenticated, "UNAUTHENTICATED"),
    };
    refusal(code, reason, &refused.to_string())
}

/// A service behind a gate.
#[derive(Clone)]
pub(crate) struct Guarded<S> {
    pub(crate) inner: S,
    pub(crate) gate: Arc<Gate>,
}

impl<S, B> Service<Request<B>> for Guarded<S>
where
    S: Service<Request<B>, Response = Response<Body>>,
{
    type Response = Response<Body>;
    type Error = S::Error;
    type Future = Either<Ready<Result<Response<Body>, S::Error>>, S::Future>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        match check(&self.gate, &request) {
            Ok(()) => Either::Right(self.inner.call(request)),
            Err(status) => Either::Left(ready(Ok(status.into_http()))),
        }
    }
}

#[cfg(test)]
mod tests {
    use deskhand_gate::Token;

    use super::*;

    fn refused(uri: &str, headers: &[(&str, &str)]) -> Option<Code> {
        let gate = Gate { token: Some(Token::new("s3cret").unwrap()), hosts: Vec::new() };
        let mut request = Request::builder().uri(uri);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        check(&gate, &request.body(()).unwrap()).err().map(|status| status.code())
    }

    #[test]
    fn a_token_is_needed_for_everything_but_health() {
        let with = |value: &str| refused("http://127.0.0.1/x", &[("authorization", value)]);
        assert_eq!(with("Bearer s3cret"), None);
        assert_eq!(with("Bearer other"), Some(Code::Unauthenticated));
        assert_eq!(refused("http://127.0.0.1/x", &[]), Some(Code::Unauthenticated));
        assert_eq!(refused("http://127.0.0.1/grpc.health.v1.Health/Check", &[]), None);
    }

    #[test]
    fn health_too_is_only_for_those_who_may_come_in() {
        let health = |host: &str, headers: &[(&str, &str)]| {
            refused(&format!("http://{host}/grpc.health.v1.Health/Check"), headers)
        };
        assert_eq!(health("evil.example", &[]), Some(Code::PermissionDenied));
        assert_eq!(health("127.0.0.1", &[("origin", "null")]), Some(Code::PermissionDenied));
    }
}
