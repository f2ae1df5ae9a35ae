//! Who may come in: checks before any service sees a request.
//!
//! A web page that a user looks at can make the user's browser send requests to this machine. It cannot choose the
//! `Host` that the browser names, but it can have a name of its own lead here; so only addresses and `localhost` pass,
//! and names that were allowed. A request with an `Origin` comes from a web page, and none has business here.

use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;
use std::task::{Context, Poll};

use deskhand_model::{Error, ErrorKind};
use futures_util::future::{Either, Ready, ready};
use tonic::body::Body;
use tonic::codegen::Service;
use tonic::codegen::http::header::{AUTHORIZATION, HOST, ORIGIN};
use tonic::codegen::http::uri::Authority;
use tonic::codegen::http::{Request, Response};
use tonic::{Code, Status};

use crate::status::refusal;

/// Calls that need no token: whoever watches over a server need not be allowed to use it.
const OPEN_TO_ALL: &str = "/grpc.health.v1.Health/";

/// What clients have to know: `authorization: Bearer …`.
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// A token of visible ASCII characters; white space around it does not count.
    pub fn new(text: &str) -> Result<Token, Error> {
        let text = text.trim();
        if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_graphic()) {
            let message = "A token must have visible ASCII characters and no others";
            return Err(Error::new(ErrorKind::InvalidArgument, message));
        }
        Ok(Token(text.to_owned()))
    }

    /// Whether this is the token. Takes as long for a wrong one as for the right one.
    fn is(&self, given: &[u8]) -> bool {
        let own = self.0.as_bytes();
        let difference = own.iter().zip(given).fold(0, |all, (own, given)| all | (own ^ given));
        std::hint::black_box(difference) == 0 && own.len() == given.len()
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// Who may come in.
#[derive(Debug)]
pub(crate) struct Gate {
    /// The token, when one is needed.
    pub(crate) token: Option<Token>,
    /// Names that this server may be called by, besides addresses and `localhost`.
    pub(crate) hosts: Vec<String>,
}

impl Gate {
    fn check<B>(&self, request: &Request<B>) -> Result<(), Status> {
        if request.headers().contains_key(ORIGIN) {
            let message = "Requests of web pages are refused";
            return Err(refusal(Code::PermissionDenied, "ORIGIN_NOT_ALLOWED", message));
        }
        self.check_host(request)?;
        match &self.token {
            Some(token) if !request.uri().path().starts_with(OPEN_TO_ALL) => check_token(token, request),
            _ => Ok(()),
        }
    }

    fn check_host<B>(&self, request: &Request<B>) -> Result<(), Status> {
        let named = request.uri().authority().map(|authority| Some(authority.clone()));
        let headers = request.headers().get_all(HOST).iter();
        let in_headers = headers.map(|value| value.to_str().ok().and_then(|text| text.parse().ok()));
        let mut hosts = named.into_iter().chain(in_headers).peekable();
        if hosts.peek().is_some() && hosts.all(|host| host.is_some_and(|host| self.allows(&host))) {
            return Ok(());
        }
        let message =
            "The host that the request names (:authority) is no address, not localhost and no allowed name";
        Err(refusal(Code::PermissionDenied, "HOST_NOT_ALLOWED", message))
    }

    fn allows(&self, authority: &Authority) -> bool {
        let host = authority.host();
        let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        bare.parse::<IpAddr>().is_ok()
            || host.eq_ignore_ascii_case("localhost")
            || self.hosts.iter().any(|allowed| allowed.eq_ignore_ascii_case(host))
    }
}

fn check_token<B>(token: &Token, request: &Request<B>) -> Result<(), Status> {
    let given = request.headers().get(AUTHORIZATION).map(|value| value.as_bytes());
    let bearer = given.and_then(|given| given.split_at_checked("Bearer ".len()));
    match bearer {
        Some((scheme, given)) if scheme.eq_ignore_ascii_case(b"Bearer ") && token.is(given.trim_ascii()) => {
            Ok(())
        }
        _ => {
            let message = "This server needs its token in the metadata: authorization: Bearer TOKEN";
            Err(refusal(Code::Unauthenticated, "UNAUTHENTICATED", message))
        }
    }
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
        match self.gate.check(&request) {
            Ok(()) => Either::Right(self.inner.call(request)),
            Err(status) => Either::Left(ready(Ok(status.into_http()))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gate(token: Option<&str>) -> Gate {
        Gate { token: token.map(|token| Token::new(token).unwrap()), hosts: vec!["ci.example".to_owned()] }
    }

    fn request(uri: &str, headers: &[(&str, &str)]) -> Request<()> {
        let mut request = Request::builder().uri(uri);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request.body(()).unwrap()
    }

    fn refused(gate: &Gate, request: &Request<()>) -> Option<Code> {
        gate.check(request).err().map(|status| status.code())
    }

    #[test]
    fn addresses_localhost_and_allowed_names_pass() {
        let gate = gate(None);
        for host in [
            "127.0.0.1:50051",
            "192.168.1.5",
            "[::1]:50051",
            "localhost:50051",
            "LOCALHOST",
            "ci.example:1",
            "CI.example",
        ] {
            assert_eq!(refused(&gate, &request(&format!("http://{host}/x"), &[])), None, "{host}");
            assert_eq!(refused(&gate, &request("/x", &[("host", host)])), None, "{host}");
        }
    }

    #[test]
    fn other_names_do_not() {
        let gate = gate(None);
        for host in ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "ci.example.org"] {
            let code = Some(Code::PermissionDenied);
            assert_eq!(refused(&gate, &request(&format!("http://{host}/x"), &[])), code, "{host}");
            assert_eq!(refused(&gate, &request("/x", &[("host", host)])), code, "{host}");
            let both = request("http://127.0.0.1/x", &[("host", host)]);
            assert_eq!(refused(&gate, &both), code, "{host}");
        }
        assert_eq!(refused(&gate, &request("/x", &[])), Some(Code::PermissionDenied), "no host at all");
        assert_eq!(refused(&gate, &request("/x", &[("host", "a b")])), Some(Code::PermissionDenied));
    }

    #[test]
    fn web_pages_are_refused() {
        for origin in ["http://localhost:8000", "https://evil.example", "null"] {
            let request = request("http://127.0.0.1/x", &[("origin", origin)]);
            assert_eq!(refused(&gate(None), &request), Some(Code::PermissionDenied), "{origin}");
        }
    }

    #[test]
    fn a_token_is_needed_for_everything_but_health() {
        let gate = gate(Some("s3cret"));
        let with = |value: &str| request("http://127.0.0.1/x", &[("authorization", value)]);
        for right in ["Bearer s3cret", "bearer s3cret", "Bearer  s3cret "] {
            assert_eq!(refused(&gate, &with(right)), None, "{right}");
        }
        for wrong in
            ["Bearer s3cre", "Bearer s3crets", "Bearer S3cret", "Bearer ", "s3cret", "Basic s3cret", ""]
        {
            assert_eq!(refused(&gate, &with(wrong)), Some(Code::Unauthenticated), "{wrong}");
        }
        assert_eq!(refused(&gate, &request("http://127.0.0.1/x", &[])), Some(Code::Unauthenticated));
        assert_eq!(refused(&gate, &request("http://127.0.0.1/grpc.health.v1.Health/Check", &[])), None);
    }

    #[test]
    fn a_token_is_visible_and_never_shown() {
        for bad in ["", "  ", "a b", "ö", "a\u{1}"] {
            assert!(Token::new(bad).is_err(), "{bad:?}");
        }
        assert_eq!(format!("{:?}", Token::new(" s3cret\n").unwrap()), "Token(…)");
    }
}
