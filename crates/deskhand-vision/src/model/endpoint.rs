//! Where a server of models is.

use std::net::IpAddr;

use deskhand_model::{Error, ErrorKind, Result};
use http::Uri;

use super::Key;

/// A server, and the folder on it where its interface begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Endpoint {
    pub(super) encrypted: bool,
    /// Without the brackets of an IPv6 address.
    pub(super) host: String,
    pub(super) port: u16,
    /// Host and port as they were written.
    pub(super) authority: String,
    /// Nothing, or a path that begins with a slash and does not end with one.
    base: String,
}

impl Endpoint {
    /// Reads `http://HOST[:PORT][/PATH]`, or the same with `https`.
    pub(super) fn parse(url: &str) -> Result<Endpoint> {
        let uri: Uri = url.trim().parse().map_err(|_| nonsense(url, "it is no URL"))?;
        let encrypted = match uri.scheme_str() {
            Some("http") => false,
            Some("https") => true,
            _ => return Err(nonsense(url, "it has to begin with http:// or https://")),
        };
        let authority = uri.authority().ok_or_else(|| nonsense(url, "it names no host"))?;
        if authority.as_str().contains('@') {
            // Not quoted: it holds a password.
            let message = "The URL of the vision model must not hold a user or a password";
            return Err(Error::new(ErrorKind::InvalidArgument, message).hint("Give a key instead."));
        }
        if uri.query().is_some() {
            return Err(nonsense(url, "it must not hold a query"));
        }
        let host = authority.host().trim_start_matches('[').trim_end_matches(']');
        if host.is_empty() {
            return Err(nonsense(url, "it names no host"));
        }
        let port = match authority.as_str().strip_prefix(authority.host()) {
            Some("") => {
                if encrypted {
                    443
                } else {
                    80
                }
            }
            _ => authority
                .port_u16()
                .filter(|port| *port > 0)
                .ok_or_else(|| nonsense(url, "the port has to be a number from 1 to 65535"))?,
        };
        Ok(Endpoint {
            encrypted,
            host: host.to_owned(),
            port,
            authority: authority.as_str().to_owned(),
            base: uri.path().trim_end_matches('/').to_owned(),
        })
    }

    /// Refuses to send a key where others on the way can read it.
    pub(super) fn check_key(&self, key: Option<&Key>) -> Result<()> {
        if key.is_none() || self.encrypted || self.is_this_machine() {
            return Ok(());
        }
        let message = format!("The key for the vision model would travel to {} unencrypted", self.authority);
        Err(Error::new(ErrorKind::InvalidArgument, message)
            .hint("Use an https:// URL, or one of this machine such as http://127.0.0.1:11434 with a tunnel behind it."))
    }

    fn is_this_machine(&self) -> bool {
        self.host.eq_ignore_ascii_case("localhost")
            || self.host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
    }

    /// The path of `what` on the server. A version that the URL has already is not said twice.
    pub(super) fn path(&self, what: &str) -> String {
        let version = what.split('/').nth(1).unwrap_or_default();
        let base = self.base.strip_suffix(version).filter(|base| base.ends_with('/') && !version.is_empty());
        let base = base.map_or(self.base.as_str(), |base| base.trim_end_matches('/'));
        format!("{base}{what}")
    }

    /// The server as it is told of.
    pub(super) fn told(&self) -> String {
        format!("{}://{}", if self.encrypted { "https" } else { "http" }, self.authority)
    }
}

fn nonsense(url: &str, why: &str) -> Error {
    let message = format!("The vision model cannot be at `{url}`: {why}");
    Error::new(ErrorKind::InvalidArgument, message)
        .hint("A URL looks like http://127.0.0.1:11434 or https://models.example.org/v1.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_read_as_they_are_meant() {
        for (url, host, port, path) in [
            ("http://127.0.0.1:11434", "127.0.0.1", 11434, "/v1/chat/completions"),
            ("http://localhost/", "localhost", 80, "/v1/chat/completions"),
            ("https://models.example.org/v1", "models.example.org", 443, "/v1/chat/completions"),
            ("https://models.example.org/v1/", "models.example.org", 443, "/v1/chat/completions"),
            ("http://[::1]:8080/proxy/xv1", "::1", 8080, "/proxy/xv1/v1/chat/completions"),
        ] {
            let endpoint = Endpoint::parse(url).unwrap();
            assert_eq!((endpoint.host.as_str(), endpoint.port), (host, port), "{url}");
            assert_eq!(endpoint.path("/v1/chat/completions"), path, "{url}");
        }
    }

    #[test]
    fn what_is_no_url_of_a_server_is_refused() {
        for url in [
            "",
            "127.0.0.1:11434",
            "ftp://host",
            "http://",
            "http:///v1",
            "http://host:0",
            "http://host:99999",
            "http://host/?key=1",
            "file:///etc/passwd",
            "http://ho st",
        ] {
            let error = Endpoint::parse(url).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{url}");
        }
    }

    #[test]
    fn a_password_in_the_url_is_refused_and_not_repeated() {
        let error = Endpoint::parse("http://user:s3cret@host/").unwrap_err();
        assert!(!format!("{error:?}").contains("s3cret"), "{error:?}");
    }

    #[test]
    fn a_key_travels_unencrypted_on_this_machine_only() {
        let key = Key::new("s3cret").unwrap();
        for (url, allowed) in [
            ("http://127.0.0.1:1", true),
            ("http://[::1]:1", true),
            ("http://localhost:1", true),
            ("https://models.example.org", true),
            ("http://models.example.org", false),
            ("http://192.168.1.5:11434", false),
            ("http://localhost.example.org", false),
        ] {
            let endpoint = Endpoint::parse(url).unwrap();
            assert_eq!(endpoint.check_key(Some(&key)).is_ok(), allowed, "{url}");
            assert!(endpoint.check_key(None).is_ok(), "{url}");
        }
    }
}
