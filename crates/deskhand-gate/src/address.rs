//! Where a server may listen.

use std::net::IpAddr;

use deskhand_model::{Error, ErrorKind, Result};

use crate::Token;

/// Refuses to listen beyond this machine without a token.
pub fn check_address(address: IpAddr, token: Option<&Token>) -> Result<()> {
    if token.is_some() || address.is_loopback() {
        return Ok(());
    }
    let message = format!("Without a token, nobody listens on {address}");
    Err(Error::new(ErrorKind::InvalidArgument, message)
        .hint("Give a token, or listen on a loopback address such as 127.0.0.1."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_loopback_needs_no_token() {
        let token = Token::new("s3cret").unwrap();
        for (address, alone) in [("127.0.0.1", true), ("::1", true), ("0.0.0.0", false), ("10.0.0.7", false)]
        {
            let address = address.parse().unwrap();
            assert_eq!(check_address(address, None).is_ok(), alone, "{address}");
            assert!(check_address(address, Some(&token)).is_ok(), "{address}");
        }
    }
}
