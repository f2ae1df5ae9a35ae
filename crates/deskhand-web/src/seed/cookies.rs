//! Cookies as scripts of the page see them. The plugin keeps a list of its own that no page ever sees; that is not used.

use deskhand_engine::ports::PageResult;
use deskhand_page::{Cookie, Fault, FaultKind, Place, SameSite};
use serde::Deserialize;
use serde_json::json;

use super::limits;
use super::navigation;
use super::talk::{Job, Talk};
use super::term::Term;

#[derive(Deserialize)]
struct Seen {
    name: String,
    value: String,
}

pub(super) async fn list(talk: &Talk, place: &Place, term: Term) -> PageResult<Vec<Cookie>> {
    let told = talk.ask(&Job::new(place, "cookies", json!({})), term).await?;
    let seen: Vec<Seen> =
        serde_json::from_value(told).map_err(|error| Fault::new(FaultKind::Failed, error.to_string()))?;
    Ok(seen.into_iter().map(|Seen { name, value }| plain(name, value)).collect())
}

pub(super) async fn set(talk: &Talk, place: &Place, cookie: &Cookie, term: Term) -> PageResult<()> {
    if cookie.http_only {
        return Err(limits::http_only_cookie());
    }
    if let Some(domain) = &cookie.domain {
        let address = navigation::address(talk, place, term).await?;
        if !belongs(domain, host_of(&address)) {
            let message = format!("{domain} is not a domain of {address}.");
            return Err(Fault::new(FaultKind::CookieDomain, message));
        }
    }
    talk.ask(&Job::new(place, "cookie", json!({ "text": text_of(cookie) })), term.running()?).await?;
    // A cookie that has ended or is for other paths is not seen here, and was set all the same.
    let seen_here = cookie.expiry.is_none() && cookie.path.as_deref().is_none_or(|path| path == "/");
    if seen_here && !list(talk, place, term.running()?).await?.iter().any(|each| each.name == cookie.name) {
        let message = format!(
            "The page did not take the cookie {}: scripts can set it only in pages of http and https. {} knows no other \
             way; tauri-plugin-deskhand does.",
            cookie.name,
            limits::PLUGIN,
        );
        return Err(Fault::new(FaultKind::CookieRefused, message));
    }
    Ok(())
}

pub(super) async fn delete(talk: &Talk, place: &Place, name: Option<&str>, term: Term) -> PageResult<()> {
    let there = list(talk, place, term).await?;
    let names: Vec<&str> = there
        .iter()
        .map(|each| each.name.as_str())
        .filter(|each| name.is_none_or(|name| name == *each))
        .collect();
    if names.is_empty() {
        return Ok(());
    }
    talk.ask(&Job::new(place, "uncookie", json!({ "names": names })), term.running()?).await?;
    let left = list(talk, place, term.running()?).await?;
    match left.iter().find(|each| names.contains(&each.name.as_str())) {
        Some(stays) => Err(limits::cookie_stays(&stays.name)),
        None => Ok(()),
    }
}

fn plain(name: String, value: String) -> Cookie {
    Cookie {
        name,
        value,
        path: None,
        domain: None,
        secure: false,
        http_only: false,
        expiry: None,
        same_site: None,
    }
}

/// A cookie as `document.cookie` takes it.
fn text_of(cookie: &Cookie) -> String {
    let mut text =
        format!("{}={}; path={}", cookie.name, cookie.value, cookie.path.as_deref().unwrap_or("/"));
    if let Some(domain) = &cookie.domain {
        text.push_str(&format!("; domain={domain}"));
    }
    if cookie.secure {
        text.push_str("; secure");
    }
    if let Some(expiry) = cookie.expiry {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        text.push_str(&format!("; max-age={}", expiry.saturating_sub(now.as_secs())));
    }
    if let Some(same_site) = cookie.same_site {
        let word = match same_site {
            SameSite::None => "none",
            SameSite::Lax => "lax",
            SameSite::Strict => "strict",
        };
        text.push_str(&format!("; samesite={word}"));
    }
    text
}

fn host_of(address: &str) -> &str {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    match host.strip_prefix('[') {
        Some(six) => six.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    }
}

/// Whether a page of this host may have cookies for this domain.
fn belongs(domain: &str, host: &str) -> bool {
    let domain = domain.trim_start_matches('.').to_ascii_lowercase();
    host == domain || host.strip_suffix(&domain).is_some_and(|sub| sub.ends_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_belongs_to_its_host_and_the_domains_above() {
        assert!(belongs("example.org", "example.org"));
        assert!(belongs(".example.org", "www.example.org"));
        assert!(!belongs("example.org", "badexample.org"));
        assert!(!belongs("www.example.org", "example.org"));
    }

    #[test]
    fn the_host_of_an_address_is_found() {
        assert_eq!(host_of("http://127.0.0.1:8000/a?b#c"), "127.0.0.1");
        assert_eq!(host_of("https://me@example.org"), "example.org");
        assert_eq!(host_of("http://[::1]:80/"), "::1");
        assert_eq!(host_of("tauri://localhost"), "localhost");
    }

    #[test]
    fn a_cookie_is_written_with_its_attributes() {
        let mut cookie = plain("a".to_owned(), "b".to_owned());
        assert_eq!(text_of(&cookie), "a=b; path=/");
        cookie.path = Some("/x".to_owned());
        cookie.domain = Some("example.org".to_owned());
        cookie.secure = true;
        cookie.expiry = Some(1);
        cookie.same_site = Some(SameSite::Strict);
        assert_eq!(text_of(&cookie), "a=b; path=/x; domain=example.org; secure; max-age=0; samesite=strict");
    }
}
