//! Certificates that nobody vouches for.

use std::cell::Cell;

use objc2::encode::{Encoding, RefEncode};
use objc2::rc::Retained;
use objc2::{class, msg_send};
use objc2_foundation::{NSURLAuthenticationChallenge, NSURLAuthenticationMethodServerTrust, NSURLCredential};

use super::web::Web;

thread_local! {
    static ACCEPTED: Cell<bool> = const { Cell::new(false) };
}

/// Whether pages with such certificates are loaded. Every view asks for each connection, so nothing is to be told to them.
pub(crate) fn accept_insecure<'a>(accept: bool, _views: impl IntoIterator<Item = &'a Web>) {
    ACCEPTED.set(accept);
}

/// The trust in a server, of the Security framework.
#[repr(C)]
struct SecTrust {
    _opaque: [u8; 0],
}

// SAFETY: the name of the structure that the system's headers have for it.
unsafe impl RefEncode for SecTrust {
    const ENCODING_REF: Encoding = Encoding::Pointer(&Encoding::Struct("__SecTrust", &[]));
}

/// What says that a server is to be trusted as it is, where that is what was asked and what was wished.
pub(super) fn credential(challenge: &NSURLAuthenticationChallenge) -> Option<Retained<NSURLCredential>> {
    let space = challenge.protectionSpace();
    // SAFETY: a constant of Foundation.
    let server = unsafe { NSURLAuthenticationMethodServerTrust };
    if !ACCEPTED.get() || !space.authenticationMethod().isEqualToString(server) {
        return None;
    }
    // SAFETY: the property of the space, which keeps the trust alive; a null is none. The credential takes a reference of
    // its own.
    unsafe {
        let trust: *mut SecTrust = msg_send![&*space, serverTrust];
        if trust.is_null() {
            return None;
        }
        msg_send![class!(NSURLCredential), credentialForTrust: trust]
    }
}
