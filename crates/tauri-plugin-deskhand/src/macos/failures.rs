//! What it means that a navigation ended without a page.

use deskhand_page::FaultKind;
#[cfg(target_os = "macos")]
use objc2_foundation::{NSError, NSURL, NSURLErrorFailingURLErrorKey};

/// The errors of the system's loading.
const LOADING: &str = "NSURLErrorDomain";
/// Those of WebKit.
const ENGINE: &str = "WebKitErrorDomain";

/// Why a page could not be loaded, if that is what it means.
#[cfg(target_os = "macos")]
pub(super) fn of(error: &NSError) -> Option<(FaultKind, String)> {
    use super::value::string;
    let kind = kind(&string(&error.domain()), error.code() as i64)?;
    // SAFETY: a constant of Foundation.
    let key = unsafe { NSURLErrorFailingURLErrorKey };
    let url = error.userInfo().objectForKey(key);
    let url = url.as_deref().and_then(|url| url.downcast_ref::<NSURL>()).and_then(|url| url.absoluteString());
    let why = string(&error.localizedDescription());
    let url = url.map_or_else(|| "The page".to_owned(), |url| string(&url));
    Some((kind, format!("{url} could not be loaded: {why}")))
}

/// A navigation that ends without a page is not always a failure: another may have taken its place, and what turns out
/// to be a download or has no content leaves the page as it is.
fn kind(domain: &str, code: i64) -> Option<FaultKind> {
    match (domain, code) {
        // Cancelled.
        (LOADING, -999) => None,
        // Interrupted by a decision of the application, and a file for a plug-in, which takes it.
        (ENGINE, 102 | 204) => None,
        // From "the connection is not secure" to "the certificate is not yet valid", and what the client's own lacks.
        (LOADING, -1206..=-1200) => Some(FaultKind::InsecureCertificate),
        _ => Some(FaultKind::LoadFailed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_navigation_that_another_replaced_has_not_failed() {
        assert_eq!(kind(LOADING, -999), None);
        assert_eq!(kind(ENGINE, 102), None);
    }

    #[test]
    fn certificates_fail_in_their_own_way() {
        for code in [-1200, -1201, -1202, -1203, -1204, -1205, -1206] {
            assert_eq!(kind(LOADING, code), Some(FaultKind::InsecureCertificate), "{code}");
        }
        for (domain, code) in
            [(LOADING, -1003), (LOADING, -1004), (ENGINE, -1200), ("NSPOSIXErrorDomain", 61)]
        {
            assert_eq!(kind(domain, code), Some(FaultKind::LoadFailed), "{domain} {code}");
        }
    }
}
