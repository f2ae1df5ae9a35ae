//! Where an agent is.

use std::net::Ipv6Addr;

use deskhand_model::{Error, ErrorKind, Result};
use http::uri::Authority;

use crate::server::DEFAULT_PORT;

/// Reads `HOST:PORT`: a name, an IPv4 or an IPv6 address. Without a port it is the usual one.
pub(super) fn parse(text: &str) -> Result<Authority> {
    let bare = without_scheme(text.trim()).map_err(|why| nonsense(text, why))?;
    let (host, port) = split(bare).map_err(|why| nonsense(text, why))?;
    format!("{host}:{port}").parse().map_err(|_| nonsense(text, "that is no host"))
}

fn without_scheme(text: &str) -> Result<&str, &'static str> {
    let Some((scheme, rest)) = text.split_once("://") else { return Ok(text) };
    if !scheme.eq_ignore_ascii_case("http") {
        return Err("agents speak plain HTTP; encrypt the way to one with a tunnel");
    }
    Ok(rest.strip_suffix('/').unwrap_or(rest))
}

fn split(text: &str) -> Result<(String, u16), &'static str> {
    if text.parse::<Ipv6Addr>().is_ok() {
        return Ok((format!("[{text}]"), DEFAULT_PORT));
    }
    let (host, port) = match text.strip_prefix('[') {
        Some(rest) => {
            let (address, after) = rest.split_once(']').ok_or("the bracket is not closed")?;
            address.parse::<Ipv6Addr>().map_err(|_| "only IPv6 addresses have brackets")?;
            let port = match after {
                "" => None,
                after => {
                    Some(after.strip_prefix(':').ok_or("a colon and a port have to follow the address")?)
                }
            };
            (format!("[{address}]"), port)
        }
        None => match text.split_once(':') {
            Some((host, port)) => (named(host)?, Some(port)),
            None => (named(text)?, None),
        },
    };
    match port.map(str::parse::<u16>) {
        None => Ok((host, DEFAULT_PORT)),
        Some(Ok(port)) if port > 0 => Ok((host, port)),
        Some(_) => Err("the port has to be a number from 1 to 65535"),
    }
}

fn named(host: &str) -> Result<String, &'static str> {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
    match host {
        "" => Err("the host is missing"),
        host if host.bytes().all(fits) => Ok(host.to_owned()),
        _ => Err("a host is a name or an address, and nothing may follow the port"),
    }
}

fn nonsense(text: &str, why: &str) -> Error {
    let shown: String = text.chars().take(100).collect();
    Error::new(ErrorKind::InvalidArgument, format!("`{shown}` is not where an agent can be: {why}"))
        .hint("Write HOST:PORT, such as 192.168.64.5:8648, [::1]:8648 or desk.example.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_addresses_are_read_with_and_without_a_port() {
        for (text, expected) in [
            ("127.0.0.1:9000", "127.0.0.1:9000"),
            ("127.0.0.1", "127.0.0.1:8648"),
            (" desk.example ", "desk.example:8648"),
            ("http://desk.example:80/", "desk.example:80"),
            ("HTTP://desk", "desk:8648"),
            ("[::1]:7", "[::1]:7"),
            ("[::1]", "[::1]:8648"),
            ("::1", "[::1]:8648"),
            ("my_vm:1", "my_vm:1"),
        ] {
            assert_eq!(parse(text).unwrap().as_str(), expected, "{text}");
        }
    }

    #[test]
    fn nonsense_is_refused_with_a_reason() {
        for (text, reason) in [
            ("", "host is missing"),
            (":8648", "host is missing"),
            ("desk:", "port"),
            ("desk:0", "port"),
            ("desk:65536", "port"),
            ("desk:+1x", "port"),
            ("desk/path", "name or an address"),
            ("me@desk", "name or an address"),
            ("a b", "name or an address"),
            ("https://desk", "plain HTTP"),
            ("[::1", "bracket"),
            ("[desk]:1", "IPv6"),
            ("[::1]8648", "colon"),
        ] {
            let error = parse(text).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{text}");
            assert!(error.message().contains(reason), "{text}: {error}");
        }
    }
}
