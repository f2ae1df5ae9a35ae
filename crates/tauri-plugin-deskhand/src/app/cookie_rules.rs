//! Which cookies belong to a page, whoever keeps them.

use deskhand_page::{Cookie, Fault, FaultKind};
use url::{Host, Url};

/// The host of a page, where it can have cookies: pages without one (`about:`, `data:`) have none.
pub(crate) fn host(page: &str) -> Option<(Url, String)> {
    let url = Url::parse(page).ok()?;
    if matches!(url.scheme(), "about" | "data" | "blob" | "file" | "javascript") {
        return None;
    }
    let host = url.host_str().filter(|host| !host.is_empty())?.to_ascii_lowercase();
    Some((url, host))
}

/// The domain that a cookie is kept under: with a leading dot when subdomains count, else for this host only.
pub(crate) fn domain(cookie: &Cookie, url: &Url, host: &str) -> Result<String, Fault> {
    let Some(asked) = cookie.domain.as_deref().filter(|domain| !domain.is_empty()) else {
        return Ok(host.to_owned());
    };
    let domain = asked.trim_start_matches('.').to_ascii_lowercase();
    if domain.is_empty() {
        return Err(Fault::new(FaultKind::Invalid, "A dot is not a domain"));
    }
    let is_name = !matches!(url.host(), Some(Host::Ipv4(_) | Host::Ipv6(_)))
        && host.parse::<std::net::IpAddr>().is_err();
    if domain == host {
        // Addresses and single names have no subdomains; libsoup would not send a cookie for them with the dot.
        return Ok(if is_name && domain.contains('.') { format!(".{domain}") } else { domain });
    }
    if is_name && host.ends_with(&format!(".{domain}")) && domain.contains('.') {
        return Ok(format!(".{domain}"));
    }
    Err(Fault::new(
        FaultKind::CookieDomain,
        format!("A page of '{host}' has no cookies for the domain '{asked}'"),
    ))
}

/// Refuses what no header could carry.
pub(crate) fn check(cookie: &Cookie) -> Result<(), Fault> {
    let refuse = |what: &str| Err(Fault::new(FaultKind::CookieRefused, format!("The cookie has {what}")));
    let forbidden = |text: &str, more: &[char]| {
        text.chars().any(|character| character.is_control() && character != '\t' || more.contains(&character))
    };
    if cookie.name.is_empty() && cookie.value.is_empty() {
        return refuse("neither a name nor a value");
    }
    if forbidden(&cookie.name, &[';', '=', '\t']) {
        return refuse("a name with characters that no cookie can have");
    }
    if forbidden(&cookie.value, &[';']) {
        return refuse("a value with characters that no cookie can have");
    }
    if cookie.path.as_deref().is_some_and(|path| forbidden(path, &[';'])) {
        return refuse("a path with characters that no cookie can have");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cookie(domain: Option<&str>) -> Cookie {
        Cookie {
            name: "a".into(),
            value: "b".into(),
            path: None,
            domain: domain.map(str::to_owned),
            secure: false,
            http_only: false,
            expiry: None,
            same_site: None,
        }
    }

    fn kept(page: &str, asked: Option<&str>) -> Result<String, FaultKind> {
        let (url, host) = host(page).unwrap();
        domain(&cookie(asked), &url, &host).map_err(|fault| fault.kind)
    }

    #[test]
    fn without_a_domain_a_cookie_is_for_the_host_only() {
        assert_eq!(kept("http://www.example.org/a", None), Ok("www.example.org".into()));
        assert_eq!(kept("http://www.example.org/a", Some("")), Ok("www.example.org".into()));
        assert_eq!(kept("tauri://localhost/", None), Ok("localhost".into()));
    }

    #[test]
    fn with_a_domain_it_is_for_subdomains_too() {
        for asked in ["example.org", ".example.org", "Example.ORG"] {
            assert_eq!(kept("https://www.example.org/", Some(asked)), Ok(".example.org".into()), "{asked}");
        }
        assert_eq!(kept("https://example.org/", Some("example.org")), Ok(".example.org".into()));
    }

    #[test]
    fn addresses_and_single_names_have_no_subdomains() {
        assert_eq!(kept("http://127.0.0.1:8000/", Some("127.0.0.1")), Ok("127.0.0.1".into()));
        assert_eq!(kept("tauri://localhost/", Some("localhost")), Ok("localhost".into()));
        assert_eq!(kept("http://127.0.0.1/", Some("0.0.1")), Err(FaultKind::CookieDomain));
    }

    #[test]
    fn another_domain_is_refused() {
        for asked in ["other.org", "www.example.org", "ample.org", "org", "example.org.evil"] {
            assert_eq!(kept("http://example.org/", Some(asked)), Err(FaultKind::CookieDomain), "{asked}");
        }
    }

    #[test]
    fn pages_without_a_host_have_no_cookies() {
        for page in ["about:blank", "data:text/html,x", "file:///a.html", "", "nonsense"] {
            assert!(host(page).is_none(), "{page}");
        }
    }

    #[test]
    fn what_no_header_can_carry_is_refused() {
        for (name, value) in [("", ""), ("a;b", "c"), ("a=b", "c"), ("a", "b;c"), ("a", "b\nc"), ("a\0", "")]
        {
            let cookie = Cookie { name: name.into(), value: value.into(), ..cookie(None) };
            assert_eq!(check(&cookie).unwrap_err().kind, FaultKind::CookieRefused, "{name:?} {value:?}");
        }
        assert_eq!(check(&cookie(None)), Ok(()));
    }
}
