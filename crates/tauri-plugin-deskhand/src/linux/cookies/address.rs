//! What the store is asked for the cookies of a page by.

use url::Url;

/// The address by which the store tells all cookies of a page: those that are only for secure connections, too. A page that
/// could set one must be able to see it, though it is not sent for this page.
///
/// Applications begin at `tauri://localhost`; what has no path is below no path that a cookie could be for.
pub(super) fn secure_address(url: &Url, host: &str) -> String {
    let path = if url.path().is_empty() { "/" } else { url.path() };
    format!("https://{host}{path}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::cookie_rules::host;

    #[test]
    fn all_cookies_of_a_page_are_looked_for_in_one_place() {
        let looked_for = |page: &str| {
            let (url, host) = host(page).unwrap();
            secure_address(&url, &host)
        };
        assert_eq!(looked_for("http://Example.org:8000/a/b?c#d"), "https://example.org/a/b");
        assert_eq!(looked_for("https://[::1]/"), "https://[::1]/");
        assert_eq!(looked_for("tauri://localhost"), "https://localhost/");
        assert_eq!(looked_for("tauri://localhost?a"), "https://localhost/");
    }
}
