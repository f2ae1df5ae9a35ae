//! Certificates that nobody vouches for.

use std::cell::Cell;

use webkit2gtk::{TLSErrorsPolicy, WebView, WebViewExt as _, WebsiteDataManagerExt as _};

thread_local! {
    /// Whether they are accepted, once somebody has said so.
    static ACCEPTED: Cell<Option<bool>> = const { Cell::new(None) };
}

/// Whether pages with such certificates are loaded, in these views and in those that are opened from now on.
pub(crate) fn accept_insecure<'a>(accept: bool, views: impl IntoIterator<Item = &'a WebView>) {
    ACCEPTED.set(Some(accept));
    for view in views {
        apply(view);
    }
}

/// Brings a new view in line with what was said of all. Before anybody has, the application's own choice stands.
pub(crate) fn apply(view: &WebView) {
    let Some(accept) = ACCEPTED.get() else { return };
    let policy = if accept { TLSErrorsPolicy::Ignore } else { TLSErrorsPolicy::Fail };
    if let Some(store) = view.website_data_manager() {
        store.set_tls_errors_policy(policy);
    }
}
