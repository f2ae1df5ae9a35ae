//! Going to pages, as the engine does it.

use objc2::rc::Retained;
use objc2_foundation::{NSData, NSURL, NSURLRequest};
use objc2_web_kit::WKBackForwardListItem;
use url::Url;

use super::value;
use super::web::Web;
use crate::app::Direction;

/// Whether the view goes somewhere.
pub(crate) fn is_loading(web: &Web) -> bool {
    // SAFETY: only reads, on the main thread.
    unsafe { web.view.isLoading() }
}

/// Where it is, or is going to.
pub(crate) fn address(web: &Web) -> Option<String> {
    // SAFETY: only reads, on the main thread.
    let url = unsafe { web.view.URL() }?;
    Some(value::string(&*url.absoluteString()?))
}

/// Goes to a page.
pub(crate) fn load(web: &Web, url: &Url) {
    // From bytes every address is taken as it is: from a text Foundation refuses some that pages have.
    let url =
        NSURL::URLWithDataRepresentation_relativeToURL(&NSData::with_bytes(url.as_str().as_bytes()), None);
    // SAFETY: on the main thread.
    unsafe { web.view.loadRequest(&NSURLRequest::requestWithURL(&url)) };
}

/// Goes to the same page again.
pub(crate) fn reload(web: &Web) {
    // SAFETY: on the main thread.
    unsafe { web.view.reload() };
}

/// The page of the history that is one step away.
pub(crate) fn neighbour(web: &Web, direction: Direction) -> Option<Retained<WKBackForwardListItem>> {
    // SAFETY: all only read, on the main thread.
    unsafe {
        let list = web.view.backForwardList();
        match direction {
            Direction::Back => list.backItem(),
            Direction::Forward => list.forwardItem(),
        }
    }
}

/// The page of the history that is shown.
pub(crate) fn current(web: &Web) -> Option<Retained<WKBackForwardListItem>> {
    // SAFETY: both only read, on the main thread.
    unsafe { web.view.backForwardList().currentItem() }
}

/// Goes one step in the history.
pub(crate) fn step(web: &Web, direction: Direction) {
    // SAFETY: on the main thread.
    unsafe {
        match direction {
            Direction::Back => web.view.goBack(),
            Direction::Forward => web.view.goForward(),
        }
    };
}
