//! Addresses to listen on.

use std::net::{IpAddr, Ipv4Addr};

/// Reads an address to listen on. Names other than one could mean several addresses, or change what they mean.
pub(crate) fn host(text: &str) -> Result<IpAddr, String> {
    if text.eq_ignore_ascii_case("localhost") {
        return Ok(Ipv4Addr::LOCALHOST.into());
    }
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    bare.parse().map_err(|_| "expected an IP address, or localhost".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_and_localhost_can_be_listened_on() {
        for (text, address) in
            [("localhost", "127.0.0.1"), ("0.0.0.0", "0.0.0.0"), ("::1", "::1"), ("[::1]", "::1")]
        {
            assert_eq!(host(text).unwrap().to_string(), address);
        }
        for bad in ["desk.example", "127.0.0.1:5", ""] {
            assert!(host(bad).is_err(), "{bad}");
        }
    }
}
