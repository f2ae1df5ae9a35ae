//! Which of all cookies are those of a page.

use url::Url;

/// Whether a cookie of this domain and path is one of the page at this address. Those that are only for secure connections
/// are: a page that could set one must be able to see it.
pub(super) fn belongs(domain: &str, path: &str, url: &Url, host: &str) -> bool {
    is_of_domain(&domain.to_ascii_lowercase(), host) && is_below(path, url.path())
}

/// A domain with a dot before it is that of its subdomains, too.
fn is_of_domain(domain: &str, host: &str) -> bool {
    match domain.strip_prefix('.') {
        Some(domain) => host == domain || host.ends_with(&format!(".{domain}")),
        None => host == domain,
    }
}

/// Paths match by their parts.
fn is_below(cookie: &str, page: &str) -> bool {
    let page = if page.is_empty() { "/" } else { page };
    match page.strip_prefix(cookie) {
        Some(rest) => rest.is_empty() || cookie.ends_with('/') || rest.starts_with('/'),
        None => cookie.is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(domain: &str, path: &str, page: &str) -> bool {
        let url = Url::parse(page).unwrap();
        let host = url.host_str().unwrap().to_owned();
        belongs(domain, path, &url, &host)
    }

    #[test]
    fn a_cookie_of_a_host_is_only_that_hosts() {
        assert!(check("example.org", "/", "http://example.org/a"));
        assert!(!check("example.org", "/", "http://www.example.org/a"));
        assert!(!check("www.example.org", "/", "http://example.org/a"));
    }

    #[test]
    fn a_cookie_of_a_domain_is_that_of_its_subdomains() {
        assert!(check(".example.org", "/", "http://example.org/"));
        assert!(check(".Example.org", "/", "https://a.b.example.org/"));
        assert!(!check(".example.org", "/", "http://badexample.org/"));
    }

    #[test]
    fn a_path_is_that_of_what_is_below_it() {
        for (path, page, is) in [
            ("/", "tauri://localhost", true),
            ("/a", "tauri://localhost/a", true),
            ("/a", "tauri://localhost/a/b", true),
            ("/a/", "tauri://localhost/a/b", true),
            ("/a", "tauri://localhost/ab", false),
            ("/a/b", "tauri://localhost/a", false),
        ] {
            assert_eq!(check("localhost", path, page), is, "{path} {page}");
        }
    }
}
