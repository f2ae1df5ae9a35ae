//! Our functions that run in a page, beside its own: what is displayed, what text is seen, where a click goes.

use std::sync::LazyLock;

use deskhand_page::Library;

/// The library with all of them.
pub(crate) fn library() -> Library {
    static LIBRARY: LazyLock<Library> = LazyLock::new(|| Library {
        id: concat!("deskhand-webdriver-", env!("CARGO_PKG_VERSION")).to_owned(),
        source: Some(include_str!("atoms.js").to_owned()),
    });
    LIBRARY.clone()
}
