//! Going to pages, and waiting for them.

use std::rc::Rc;

use deskhand_page::{Fault, FaultKind, Go, LoadState, Navigation, Place, ViewId, WaitLoaded};
use futures_util::future::{Either, select};
use serde_json::{Value, json};
use url::Url;
use webkit2gtk::{BackForwardListExt as _, BackForwardListItem, WebView, WebViewExt as _};

use super::agent;
use super::desk::Desk;
use super::view::{Loading, View};
use crate::obey::Obey;

impl Obey for Go {
    fn view(&self) -> Option<&ViewId> {
        Some(&self.view)
    }

    async fn obey(self, desk: Rc<Desk>) -> Result<(), Fault> {
        let view = desk.view(&self.view)?;
        // Going somewhere is what brings a crashed view back.
        view.note(|state| state.crashed = false);
        let before = view.state().started;
        let gone = async {
            depart(&desk, &view, self.to).await?;
            arrived(&desk, &Place::top(self.view), self.until, before).await
        };
        match select(std::pin::pin!(view.breaks()), std::pin::pin!(gone)).await {
            Either::Left((fault, _)) => Err(fault),
            Either::Right((done, _)) => done,
        }
    }
}

impl Obey for WaitLoaded {
    fn view(&self) -> Option<&ViewId> {
        Some(&self.place.view)
    }

    async fn obey(self, desk: Rc<Desk>) -> Result<(), Fault> {
        // Whether an earlier navigation failed was told to whoever asked for it.
        arrived(&desk, &self.place, self.until, u64::MAX).await
    }
}

/// Begins to go and answers when the engine has begun, too.
async fn depart(desk: &Desk, view: &Rc<View>, to: Navigation) -> Result<(), Fault> {
    match to {
        Navigation::To(address) => {
            let url = address_of(&address)?;
            if within_document(view, &url) && follow_fragment(desk, view, &url).await? {
                return Ok(());
            }
            begin(view, |web| web.load_uri(url.as_str())).await
        }
        Navigation::Reload => begin(view, WebView::reload).await,
        Navigation::Back => {
            let target = view.web.back_forward_list().and_then(|list| list.back_item());
            step(view, target, WebView::go_back).await
        }
        Navigation::Forward => {
            let target = view.web.back_forward_list().and_then(|list| list.forward_item());
            step(view, target, WebView::go_forward).await
        }
    }
}

fn address_of(address: &str) -> Result<Url, Fault> {
    let url = Url::parse(address)
        .map_err(|error| Fault::new(FaultKind::Invalid, format!("'{address}' is no address: {error}")))?;
    if url.scheme() == "javascript" {
        return Err(Fault::new(FaultKind::Invalid, "A script is not a page to go to; call it instead"));
    }
    Ok(url)
}

/// Whether an address leads to another part of the page that is shown.
fn within_document(view: &View, target: &Url) -> bool {
    let current = view.web.uri().and_then(|uri| Url::parse(&uri).ok());
    view.state().loading == Loading::Idle
        && current.is_some_and(|current| differ_in_fragment(current, target.clone()))
}

fn differ_in_fragment(mut current: Url, mut target: Url) -> bool {
    let named = target.fragment().is_some();
    current.set_fragment(None);
    target.set_fragment(None);
    named && current == target
}

/// The engine tells nothing of a navigation within a document, so the document goes there itself: for it that is done at
/// once. It answers no where it is not the page that its address says, such as one about an error.
async fn follow_fragment(desk: &Desk, view: &View, url: &Url) -> Result<bool, Fault> {
    let place = Place::top(view.id.clone());
    let followed = agent::ask(desk, &place, "followFragment", json!({"url": url})).await?;
    Ok(followed == Value::Bool(true))
}

async fn begin(view: &View, load: impl FnOnce(&WebView)) -> Result<(), Fault> {
    let before = view.state().started;
    view.note(|state| state.loading = Loading::Asked);
    load(&view.web);
    let refused = || Fault::new(FaultKind::LoadFailed, "The application does not let this view go there");
    view.until(|state| match state.loading {
        _ if state.started > before => Some(Ok(())),
        Loading::Idle => Some(Err(refused())),
        _ => None,
    })
    .await
}

/// Goes a step in the history. Where there is nothing to go to, nothing happens.
async fn step(
    view: &View,
    target: Option<BackForwardListItem>,
    go: impl FnOnce(&WebView),
) -> Result<(), Fault> {
    let Some(target) = target else { return Ok(()) };
    let before = view.state().started;
    go(&view.web);
    let at_target =
        || view.web.back_forward_list().and_then(|list| list.current_item()).as_ref() == Some(&target);
    view.until(|state| (state.started > before || at_target()).then_some(())).await;
    Ok(())
}

/// Waits until no navigation is under way and the document has loaded so far. A navigation that began after that with the
/// number `before` and failed is a fault.
async fn arrived(desk: &Desk, place: &Place, until: LoadState, before: u64) -> Result<(), Fault> {
    let view = desk.view(&place.view)?;
    if until == LoadState::Started {
        return Ok(());
    }
    loop {
        let failed = view
            .until(|state| match &state.failure {
                Some((load, fault)) if *load > before => Some(Some(fault.clone())),
                _ => matches!(state.loading, Loading::Idle | Loading::Committed).then_some(None),
            })
            .await;
        if let Some(fault) = failed {
            return Err(fault);
        }
        let started = view.state().started;
        match agent::ask(desk, place, "loaded", json!({"until": until})).await {
            Ok(_) if view.state().started == started => return Ok(()),
            Ok(_) => {}
            Err(fault) if fault.kind == FaultKind::Interrupted => {}
            Err(fault) => return Err(fault),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(address: &str) -> Url {
        Url::parse(address).unwrap()
    }

    #[test]
    fn a_fragment_of_the_same_page_is_within_the_document() {
        let check = |current, target| differ_in_fragment(url(current), url(target));
        assert!(check("http://a/p?q", "http://a/p?q#x"));
        assert!(check("http://a/p#y", "http://a/p#x"));
        assert!(check("http://a/p#x", "http://a/p#x"));
        assert!(!check("http://a/p#x", "http://a/p"));
        assert!(!check("http://a/p", "http://a/p?q#x"));
    }

    #[test]
    fn what_is_no_page_is_refused() {
        assert_eq!(address_of("page.html").unwrap_err().kind, FaultKind::Invalid);
        assert_eq!(address_of("javascript:alert(1)").unwrap_err().kind, FaultKind::Invalid);
        assert_eq!(address_of("about:blank").unwrap().as_str(), "about:blank");
    }
}
