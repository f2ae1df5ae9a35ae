//! Cookies.

use deskhand_page::{Cookie, SameSite};
use serde_json::{Value, json};
use url::{Host, Url};
use webdriver::command::AddCookieParameters;
use webdriver::common::MAX_SAFE_INTEGER;
use webdriver::error::ErrorStatus;

use super::address::address;
use crate::errors::{Outcome, error, from_fault};
use crate::session::{PATIENCE, Session};

/// Get All Cookies.
pub(crate) async fn all_cookies(session: &Session) -> Outcome<Value> {
    Ok(json!(cookies(session).await?))
}

/// Get Named Cookie.
pub(crate) async fn named_cookie(session: &Session, name: &str) -> Outcome<Value> {
    match cookies(session).await?.into_iter().find(|cookie| cookie.name == name) {
        Some(cookie) => Ok(json!(cookie)),
        None => Err(error(ErrorStatus::NoSuchCookie, format!("The page has no cookie {name:?}."))),
    }
}

/// Add Cookie.
pub(crate) async fn add_cookie(session: &Session, asked: &AddCookieParameters) -> Outcome<Value> {
    let cookie = cookie(asked)?;
    let address = address(session, &session.place).await?;
    check_domain(address.as_ref(), cookie.domain.as_deref())?;
    session.page.set_cookie(&session.place, &cookie, PATIENCE).await.map_err(from_fault)?;
    Ok(Value::Null)
}

/// Delete Cookie. That there is none with this name is no error.
pub(crate) async fn delete_cookie(session: &Session, name: &str) -> Outcome<Value> {
    session.page.delete_cookies(&session.place, Some(name), PATIENCE).await.map_err(from_fault)?;
    Ok(Value::Null)
}

/// Delete All Cookies.
pub(crate) async fn delete_all_cookies(session: &Session) -> Outcome<Value> {
    session.page.delete_cookies(&session.place, None, PATIENCE).await.map_err(from_fault)?;
    Ok(Value::Null)
}

async fn cookies(session: &Session) -> Outcome<Vec<Cookie>> {
    session.page.cookies(&session.place, PATIENCE).await.map_err(from_fault)
}

/// What was asked for, when it can be a cookie.
fn cookie(asked: &AddCookieParameters) -> Outcome<Cookie> {
    let invalid = |message: String| error(ErrorStatus::InvalidArgument, message);
    let expiry = asked.expiry.as_ref().map(|date| date.0);
    if let Some(late) = expiry.filter(|seconds| *seconds > MAX_SAFE_INTEGER) {
        return Err(invalid(format!("No cookie lasts until {late}.")));
    }
    let same_site = match asked.sameSite.as_deref() {
        None => None,
        Some("None") => Some(SameSite::None),
        Some("Lax") => Some(SameSite::Lax),
        Some("Strict") => Some(SameSite::Strict),
        Some(other) => return Err(invalid(format!("sameSite is None, Lax or Strict, not {other:?}."))),
    };
    Ok(Cookie {
        name: asked.name.clone(),
        value: asked.value.clone(),
        path: Some(asked.path.clone().unwrap_or_else(|| "/".to_owned())),
        domain: asked.domain.clone(),
        secure: asked.secure,
        http_only: asked.httpOnly,
        expiry,
        same_site,
    })
}

/// Refuses what belongs to another page, and pages that have no cookies. Pages of schemes that are not of the web are
/// left to the browser, which knows them.
fn check_domain(address: Option<&Url>, domain: Option<&str>) -> Outcome<()> {
    let refused = |message: String| Err(error(ErrorStatus::InvalidCookieDomain, message));
    let Some(address) = address else { return refused("The page has no address.".to_owned()) };
    if matches!(address.scheme(), "about" | "blob" | "data" | "file" | "javascript") {
        return refused(format!("Pages of the scheme {} have no cookies.", address.scheme()));
    }
    match (address.host(), domain) {
        (Some(host), Some(domain)) if !is_of(&host, domain) => {
            refused(format!("The page is of {host} and can have no cookie of {domain:?}."))
        }
        _ => Ok(()),
    }
}

/// Whether a page of this host can have cookies of this domain: its own, or one that it is part of.
fn is_of(host: &Host<&str>, domain: &str) -> bool {
    match host {
        Host::Domain(name) => {
            let domain = domain.strip_prefix('.').unwrap_or(domain).to_ascii_lowercase();
            let rest = name.strip_suffix(domain.as_str());
            !domain.is_empty() && rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        }
        Host::Ipv4(address) => domain == address.to_string(),
        Host::Ipv6(address) => domain.trim_matches(['[', ']']) == address.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(asked: Value) -> Outcome<Cookie> {
        let parameters = serde_json::from_value(json!({ "cookie": asked }));
        cookie(&parameters.map_err(|why| error(ErrorStatus::InvalidArgument, why.to_string()))?)
    }

    #[test]
    fn a_cookie_is_for_the_whole_site_unless_it_says_otherwise() {
        let plain = asked(json!({ "name": "a", "value": "b" })).unwrap();
        assert_eq!(plain.path.as_deref(), Some("/"));
        assert_eq!((plain.domain, plain.expiry, plain.same_site), (None, None, None));
        assert_eq!(
            asked(json!({ "name": "a", "value": "b", "path": "/x" })).unwrap().path.as_deref(),
            Some("/x")
        );
    }

    #[test]
    fn what_cannot_be_a_cookie_is_an_invalid_argument() {
        for bad in [
            json!({ "value": "b" }),
            json!({ "name": "a" }),
            json!({ "name": null, "value": "b" }),
            json!({ "name": "a", "value": "b", "secure": "yes" }),
            json!({ "name": "a", "value": "b", "httpOnly": 1 }),
            json!({ "name": "a", "value": "b", "expiry": -1 }),
            json!({ "name": "a", "value": "b", "expiry": 0.5 }),
            json!({ "name": "a", "value": "b", "expiry": 9007199254740992_u64 }),
            json!({ "name": "a", "value": "b", "sameSite": "lax" }),
            json!({ "name": "a", "value": "b", "sameSite": 12 }),
        ] {
            let refused = asked(bad.clone()).expect_err(&bad.to_string());
            assert_eq!(refused.error, ErrorStatus::InvalidArgument, "{bad}");
        }
        assert_eq!(
            asked(json!({ "name": "a", "value": "b", "expiry": 9007199254740991_u64 })).unwrap().expiry,
            Some(MAX_SAFE_INTEGER)
        );
    }

    #[test]
    fn a_page_has_cookies_of_its_own_domain_and_of_those_it_is_part_of() {
        for (address, domain, fits) in [
            ("http://www.example.org/", Some("www.example.org"), true),
            ("http://www.example.org/", Some(".example.org"), true),
            ("http://www.example.org/", Some("EXAMPLE.org"), true),
            ("http://www.example.org/", Some("ample.org"), false),
            ("http://www.example.org/", Some("example.com"), false),
            ("http://www.example.org/", Some(""), false),
            ("http://www.example.org/", Some("file:///foo"), false),
            ("http://127.0.0.1:8000/", Some("127.0.0.1"), true),
            ("http://127.0.0.1:8000/", Some("0.0.1"), false),
            ("http://[::1]/", Some("::1"), true),
            ("http://example.org/", None, true),
            ("tauri://localhost/", None, true),
            ("about:blank", None, false),
            ("data:text/html,x", None, false),
            ("file:///tmp/x", None, false),
        ] {
            let url = Url::parse(address).unwrap();
            assert_eq!(check_domain(Some(&url), domain).is_ok(), fits, "{address} {domain:?}");
        }
        assert!(check_domain(None, None).is_err());
    }
}
