//! Who may ask: as in geckodriver, addresses and `localhost` may be called by anybody on the machine, other names must
//! be allowed, and so must the origins of web pages.

use deskhand_gate::Gate;
use deskhand_model::{Error, ErrorKind, Result};
use http::header::ORIGIN;
use http::{HeaderMap, HeaderValue, Uri};
use url::{Origin, Url};
use webdriver::error::ErrorStatus;

use super::ServerOptions;
use crate::errors::{Outcome, error};

/// The checks that a request passes before anybody looks at it.
pub(super) struct Door {
    gate: Gate,
    origins: Vec<Origin>,
}

impl Door {
    pub(super) fn new(options: &ServerOptions) -> Result<Door> {
        let origin = |text: &String| {
            parse(text).ok_or_else(|| {
                let message = format!("{text:?} is no origin of web pages");
                Error::new(ErrorKind::InvalidArgument, message)
                    .hint("One is written as http://localhost:8000.")
            })
        };
        Ok(Door {
            gate: Gate { token: None, hosts: options.hosts.clone() },
            origins: options.origins.iter().map(origin).collect::<Result<_>>()?,
        })
    }

    /// Refuses requests by a name that is not ours, and those of web pages that nobody allowed.
    pub(super) fn check(&self, uri: &Uri, headers: &HeaderMap) -> Outcome<()> {
        let refused = |why: String| {
            tracing::warn!(why, "a request was refused");
            Err(error(ErrorStatus::UnknownError, why))
        };
        if let Err(why) = self.gate.check_host(uri, headers) {
            return refused(format!("{why}."));
        }
        match headers.get_all(ORIGIN).iter().find(|origin| !self.allows(origin)) {
            Some(origin) => refused(format!("Requests of web pages of {origin:?} are refused.")),
            None => Ok(()),
        }
    }

    fn allows(&self, origin: &HeaderValue) -> bool {
        let origin = origin.to_str().ok().and_then(parse);
        origin.is_some_and(|origin| self.origins.contains(&origin))
    }
}

/// An origin that can be told from others.
fn parse(origin: &str) -> Option<Origin> {
    Url::parse(origin).ok().map(|url| url.origin()).filter(Origin::is_tuple)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passes(headers: &[(&'static str, &'static str)]) -> bool {
        let options = ServerOptions {
            hosts: vec!["ci.example".to_owned()],
            origins: vec!["http://localhost:8000".to_owned()],
            ..ServerOptions::default()
        };
        let headers = headers
            .iter()
            .map(|(name, value)| ((*name).try_into().unwrap(), HeaderValue::from_static(value)));
        Door::new(&options).unwrap().check(&Uri::from_static("/status"), &headers.collect()).is_ok()
    }

    #[test]
    fn addresses_localhost_and_allowed_names_pass() {
        for host in ["127.0.0.1:4444", "[::1]:4444", "localhost:4444", "ci.example"] {
            assert!(passes(&[("host", host)]), "{host}");
        }
        assert!(!passes(&[("host", "evil.example")]));
        assert!(!passes(&[]), "no host at all");
    }

    #[test]
    fn only_origins_can_be_allowed() {
        for bad in ["localhost:8000", "*", "data:,x", ""] {
            let options = ServerOptions { origins: vec![bad.to_owned()], ..ServerOptions::default() };
            assert!(Door::new(&options).is_err(), "{bad}");
        }
    }

    #[test]
    fn web_pages_pass_only_from_origins_that_are_allowed() {
        assert!(passes(&[("host", "localhost"), ("origin", "http://localhost:8000")]));
        for origin in [
            "http://localhost",
            "https://localhost:8000",
            "http://evil.example",
            "null",
            "nonsense",
            "data:,x",
        ] {
            assert!(!passes(&[("host", "localhost"), ("origin", origin)]), "{origin}");
        }
    }
}
