//! Who may ask: nobody but programs of this machine, and of those only who started the application where it was told how to
//! know them.

use axum::Router;
use axum::extract::Request;
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use deskhand_page::{Fault, FaultKind, TOKEN_HEADER, TOKEN_VARIABLE};

use super::commands::fault_response;

/// Refuses what a page could send: pages send an `Origin` with every POST, and a page that had a name of its own point to
/// this machine would send that name as `Host`.
pub(super) fn closed_to_pages(router: Router) -> Router {
    router.layer(middleware::from_fn(async |request: Request, next: Next| {
        match page_like(request.headers()) {
            Some(message) => refuse(message),
            None => next.run(request).await,
        }
    }))
}

/// Asks for the token. Where the application was given none, nothing is let through.
pub(super) fn behind_token(router: Router, token: Option<String>) -> Router {
    router.layer(middleware::from_fn(move |request: Request, next: Next| {
        let refusal = without_token(request.headers(), token.as_deref());
        async move {
            match refusal {
                Some(message) => refuse(message),
                None => next.run(request).await,
            }
        }
    }))
}

fn refuse(message: String) -> Response {
    fault_response(StatusCode::FORBIDDEN, Fault::new(FaultKind::Invalid, message)).into_response()
}

fn page_like(headers: &HeaderMap) -> Option<String> {
    if headers.contains_key(header::ORIGIN) {
        return Some("Requests of pages (with an Origin) are not answered".to_owned());
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    if is_loopback(host) {
        None
    } else {
        Some(format!("Only the loopback interface is served, not the host '{host}'"))
    }
}

fn is_loopback(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    name.eq_ignore_ascii_case("localhost") || name == "127.0.0.1" || name == "[::1]"
}

fn without_token(headers: &HeaderMap, token: Option<&str>) -> Option<String> {
    let Some(token) = token else {
        return Some(format!(
            "This API is closed: the application was started without a token in {TOKEN_VARIABLE}"
        ));
    };
    let given = headers.get(TOKEN_HEADER).map(|given| given.as_bytes()).unwrap_or_default();
    if same(given, token.as_bytes()) {
        None
    } else {
        Some(format!("The header {TOKEN_HEADER} does not carry the token of this application"))
    }
}

/// Takes the same time wherever the two differ.
pub(crate) fn same(one: &[u8], other: &[u8]) -> bool {
    let difference = one.iter().zip(other).fold(0, |sum, (one, other)| sum | (one ^ other));
    one.len() == other.len() && std::hint::black_box(difference) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect()
    }

    #[test]
    fn only_hosts_of_this_machine_are_served() {
        for host in ["127.0.0.1", "127.0.0.1:4000", "localhost", "LOCALHOST:1", "[::1]:80"] {
            assert_eq!(page_like(&headers(&[("host", host)])), None, "{host}");
        }
        for host in ["", "example.com", "127.0.0.1.example.com:80", "::1", "10.0.0.1:80"] {
            assert!(page_like(&headers(&[("host", host)])).is_some(), "{host}");
        }
        assert!(page_like(&headers(&[])).is_some());
    }

    #[test]
    fn a_page_is_known_by_its_origin() {
        assert!(page_like(&headers(&[("host", "127.0.0.1:1"), ("origin", "tauri://localhost")])).is_some());
        assert!(page_like(&headers(&[("host", "127.0.0.1:1"), ("origin", "null")])).is_some());
    }

    #[test]
    fn the_own_api_wants_the_very_token() {
        let with = |token: &'static str| headers(&[(TOKEN_HEADER, token)]);
        assert_eq!(without_token(&with("secret"), Some("secret")), None);
        for wrong in ["", "secre", "secrets", "Secret"] {
            assert!(without_token(&with(wrong), Some("secret")).is_some(), "{wrong}");
        }
        assert!(without_token(&headers(&[]), Some("secret")).is_some());
    }

    #[test]
    fn the_own_api_is_closed_without_a_token() {
        let refusal = without_token(&headers(&[(TOKEN_HEADER, "")]), None);
        assert!(refusal.is_some_and(|message| message.contains(TOKEN_VARIABLE)));
    }
}
