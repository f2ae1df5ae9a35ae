//! The checks themselves.

use std::fmt;
use std::net::{Ipv4Addr, Ipv6Addr};

use http::header::{AUTHORIZATION, HOST, ORIGIN};
use http::{HeaderMap, Uri};

use crate::Token;

/// Why somebody may not come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The request comes from a web page.
    Origin,
    /// The request names this server by a name that is not allowed.
    Host,
    /// The token is missing or wrong.
    Token,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refused::Origin => "Requests of web pages are refused",
            Refused::Host => {
                "The host that the request names is no address, not localhost and no allowed name"
            }
            Refused::Token => "This server needs its token: authorization: Bearer TOKEN",
        })
    }
}

/// Who may come in.
#[derive(Clone, Debug, Default)]
pub struct Gate {
    /// The token, when one is needed.
    pub token: Option<Token>,
    /// Names that this server may be called by, besides addresses and `localhost`.
    pub hosts: Vec<String>,
}

impl Gate {
    /// Whether the request comes from where it may: not from a web page, and to a name that is ours.
    pub fn check_source(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), Refused> {
        if headers.contains_key(ORIGIN) {
            return Err(Refused::Origin);
        }
        self.check_host(uri, headers)
    }

    /// Whether the request is to a name that is ours, wherever it comes from.
    pub fn check_host(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), Refused> {
        let named = uri.authority().map(|authority| Some(authority.as_str()));
        let in_headers = headers.get_all(HOST).iter().map(|value| value.to_str().ok());
        let mut hosts = named.into_iter().chain(in_headers).peekable();
        if hosts.peek().is_some() && hosts.all(|host| host.is_some_and(|host| self.allows(host))) {
            return Ok(());
        }
        Err(Refused::Host)
    }

    /// Whether the request has the token, where one is needed.
    pub fn check_token(&self, headers: &HeaderMap) -> Result<(), Refused> {
        let Some(token) = &self.token else { return Ok(()) };
        let mut given = headers.get_all(AUTHORIZATION).iter();
        match (given.next(), given.next()) {
            (Some(given), None) if token.is_in(given.as_bytes()) => Ok(()),
            _ => Err(Refused::Token),
        }
    }

    /// Whether this, as a `Host` header has it, is an address or a name of ours.
    fn allows(&self, host: &str) -> bool {
        if let Some(rest) = host.strip_prefix('[') {
            return rest.split_once(']').is_some_and(|(host, port)| is_ipv6(host) && is_port(port));
        }
        let (name, port) = host.split_at(host.find(':').unwrap_or(host.len()));
        // A name may say by a dot that it is whole.
        let whole = name.strip_suffix('.').unwrap_or(name);
        let mut names = self.hosts.iter().map(String::as_str).chain(["localhost"]);
        is_port(port)
            && (name.parse::<Ipv4Addr>().is_ok() || names.any(|own| own.eq_ignore_ascii_case(whole)))
    }
}

/// Whether this is an address, with or without the link that it belongs to.
fn is_ipv6(text: &str) -> bool {
    let (address, link) = text.split_once('%').map_or((text, None), |(address, link)| (address, Some(link)));
    address.parse::<Ipv6Addr>().is_ok() && link != Some("")
}

/// Whether this can follow a name: nothing, or a port.
fn is_port(text: &str) -> bool {
    let is_number = |port: &str| {
        port.is_empty() || port.bytes().all(|byte| byte.is_ascii_digit()) && port.parse::<u16>().is_ok()
    };
    text.is_empty() || text.strip_prefix(':').is_some_and(is_number)
}

#[cfg(test)]
mod tests {
    use http::{HeaderName, HeaderValue};

    use super::*;

    fn gate(token: Option<&str>) -> Gate {
        Gate { token: token.map(|token| Token::new(token).unwrap()), hosts: vec!["ci.example".to_owned()] }
    }

    fn headers(all: &[(&str, &str)]) -> HeaderMap {
        let pair = |(name, value): &(&str, &str)| {
            (HeaderName::try_from(*name).unwrap(), HeaderValue::from_str(value).unwrap())
        };
        all.iter().map(pair).collect()
    }

    fn source(uri: &str, all: &[(&str, &str)]) -> Result<(), Refused> {
        gate(None).check_source(&uri.parse().unwrap(), &headers(all))
    }

    #[test]
    fn addresses_localhost_and_allowed_names_pass() {
        for host in [
            "127.0.0.1:50051",
            "192.168.1.5",
            "[::1]:50051",
            "localhost:50051",
            "LOCALHOST",
            "ci.example:1",
            "CI.example",
            "localhost.",
            "localhost:",
            "ci.example.:65535",
        ] {
            assert_eq!(source(&format!("http://{host}/x"), &[]), Ok(()), "{host}");
            assert_eq!(source("/x", &[("host", host)]), Ok(()), "{host}");
        }
        for host in ["[fe80::1%lo]", "[::1%25lo]:8648"] {
            assert_eq!(source("/x", &[("host", host)]), Ok(()), "{host}");
        }
    }

    #[test]
    fn other_names_do_not() {
        for host in ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "ci.example.org"] {
            assert_eq!(source(&format!("http://{host}/x"), &[]), Err(Refused::Host), "{host}");
            assert_eq!(source("/x", &[("host", host)]), Err(Refused::Host), "{host}");
            assert_eq!(source("http://127.0.0.1/x", &[("host", host)]), Err(Refused::Host), "{host}");
        }
        for host in [
            "evil@127.0.0.1",
            "127.0.0.1:x",
            "localhost:65536",
            "localhost:+1",
            "[127.0.0.1]",
            "[localhost]",
            "[::1",
            "[::1]x",
            "[::1%]",
            "::1",
            "",
            ".",
        ] {
            assert_eq!(source("/x", &[("host", host)]), Err(Refused::Host), "{host}");
        }
        assert_eq!(source("/x", &[]), Err(Refused::Host), "no host at all");
        assert_eq!(source("/x", &[("host", "a b")]), Err(Refused::Host));
    }

    #[test]
    fn web_pages_are_refused() {
        for origin in ["http://localhost:8000", "https://evil.example", "null"] {
            assert_eq!(source("http://127.0.0.1/x", &[("origin", origin)]), Err(Refused::Origin), "{origin}");
        }
    }

    #[test]
    fn only_the_right_token_passes() {
        let gate = gate(Some("s3cret"));
        let with = |value: &str| gate.check_token(&headers(&[("authorization", value)]));
        for right in ["Bearer s3cret", "bearer s3cret", "Bearer  s3cret "] {
            assert_eq!(with(right), Ok(()), "{right}");
        }
        for wrong in
            ["Bearer s3cre", "Bearer s3crets", "Bearer S3cret", "Bearer ", "s3cret", "Basic s3cret", ""]
        {
            assert_eq!(with(wrong), Err(Refused::Token), "{wrong}");
        }
        assert_eq!(gate.check_token(&HeaderMap::new()), Err(Refused::Token));
        let twice = [("authorization", "Bearer s3cret"), ("authorization", "Bearer other")];
        let mut both = HeaderMap::new();
        for (name, value) in twice {
            both.append(name, HeaderValue::from_static(value));
        }
        assert_eq!(gate.check_token(&both), Err(Refused::Token), "which of the two?");
    }
}
