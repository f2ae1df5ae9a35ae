//! Going to pages, as the engine does it.

use url::Url;
use webkit2gtk::{BackForwardListExt as _, BackForwardListItem, WebView, WebViewExt as _};

use crate::app::Direction;

/// Whether the view goes somewhere.
pub(crate) fn is_loading(web: &WebView) -> bool {
    web.is_loading()
}

/// Where it is, or is going to.
pub(crate) fn address(web: &WebView) -> Option<String> {
    web.uri().map(String::from)
}

/// Goes to a page.
pub(crate) fn load(web: &WebView, url: &Url) {
    web.load_uri(url.as_str());
}

/// Goes to the same page again.
pub(crate) fn reload(web: &WebView) {
    web.reload();
}

/// The page of the history that is one step away.
pub(crate) fn neighbour(web: &WebView, direction: Direction) -> Option<BackForwardListItem> {
    let list = web.back_forward_list()?;
    match direction {
        Direction::Back => list.back_item(),
        Direction::Forward => list.forward_item(),
    }
}

/// The page of the history that is shown.
pub(crate) fn current(web: &WebView) -> Option<BackForwardListItem> {
    web.back_forward_list()?.current_item()
}

/// Goes one step in the history.
pub(crate) fn step(web: &WebView, direction: Direction) {
    match direction {
        Direction::Back => web.go_back(),
        Direction::Forward => web.go_forward(),
    }
}
