//! Going to pages, and waiting for them.

use std::rc::Rc;
use std::time::Duration;

use deskhand_page::{Fault, FaultKind, Go, LoadState, Navigation, Place, ViewId, WaitLoaded};
use futures_util::future::{Either, select};
use serde_json::{Value, json};
use url::Url;

use super::agent;
use super::desk::Desk;
use super::view::{Aftermath, Failure, Loading, State, View};
use crate::engine::{Web, going as engine, sleep};
use crate::obey::Obey;

impl Obey for Go {
    fn view(&self) -> Option<&ViewId> {
        Some(&self.view)
    }

    async fn obey(self, desk: Rc<Desk>) -> Result<(), Fault> {
        let view = desk.view(&self.view)?;
        view.note(|state| {
            // Going somewhere is what brings a crashed view back.
            state.crashed = false;
            state.failure = None;
        });
        depart(&desk, &view, self.to).await?;
        let place = Place::top(self.view);
        arrived(&desk, &place, self.until, Failures::Count).await?;
        // A page that sends its visitor on while it loads does so in the turn after.
        arrived(&desk, &place, self.until, Failures::Count).await
    }
}

impl Obey for WaitLoaded {
    const OVERTAKES: bool = false;

    fn view(&self) -> Option<&ViewId> {
        Some(&self.place.view)
    }

    async fn obey(self, desk: Rc<Desk>) -> Result<(), Fault> {
        let aftermath = desk.view(&self.place.view)?.aftermath();
        let in_frame = !self.place.frames.is_empty();
        if aftermath == Aftermath::Calm && !in_frame {
            return Ok(());
        }
        if aftermath == Aftermath::Stirred && in_frame {
            left(&desk, &self.place).await?;
        }
        arrived(&desk, &self.place, self.until, Failures::Pass).await
    }
}

/// How many milliseconds a document may take to come that a frame goes to.
const DEPARTURE: u64 = 300;

/// Waits for the document in a frame to be left, if it will be: the engine tells of what the top document does, but not how
/// far a frame has come.
async fn left(desk: &Desk, place: &Place) -> Result<(), Fault> {
    match agent::ask(desk, place, "remains", json!({"within": DEPARTURE})).await {
        Err(fault) if fault.kind != FaultKind::Interrupted => Err(fault),
        _ => Ok(()),
    }
}

/// How long an engine stands still before it is taken to have been kept from going somewhere.
const STANDSTILL: Duration = Duration::from_millis(500);

/// How long a page about an error may take to be there. An application may show none.
const ERROR_PAGE: Duration = Duration::from_millis(500);

/// Which way in the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// To the page before.
    Back,
    /// To the page after.
    Forward,
}

/// Begins to go and answers when the engine has begun, too.
async fn depart(desk: &Desk, view: &Rc<View>, to: Navigation) -> Result<(), Fault> {
    match to {
        Navigation::To(address) => {
            let url = address_of(&address)?;
            if within_document(view, &url) && follow_fragment(desk, view, &url).await? {
                return Ok(());
            }
            begin(view, |web| engine::load(web, &url)).await
        }
        Navigation::Reload => begin(view, engine::reload).await,
        Navigation::Back => step(view, Direction::Back).await,
        Navigation::Forward => step(view, Direction::Forward).await,
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
    let current = engine::address(&view.web).and_then(|address| Url::parse(&address).ok());
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

async fn begin(view: &View, load: impl FnOnce(&Web)) -> Result<(), Fault> {
    let before = view.state().started;
    view.note(|state| state.loading = Loading::Asked);
    load(&view.web);
    let begun = |state: &State| state.started > before || state.failure.is_some();
    view.until(|state| (begun(state) || state.loading == Loading::Idle).then_some(())).await;
    if begun(&view.state()) {
        return Ok(());
    }
    // The engine stands still: it was kept from going, or it has only stopped what it did before, such as to load a page
    // about an error.
    let begins = std::pin::pin!(view.until(|state| begun(state).then_some(())));
    match select(begins, std::pin::pin!(sleep(STANDSTILL))).await {
        Either::Left(_) => Ok(()),
        Either::Right(_) => {
            Err(Fault::new(FaultKind::LoadFailed, "The application does not let this view go there"))
        }
    }
}

/// Goes a step in the history. Where there is nothing to go to, nothing happens.
async fn step(view: &View, direction: Direction) -> Result<(), Fault> {
    let Some(target) = engine::neighbour(&view.web, direction) else { return Ok(()) };
    let before = view.state().started;
    engine::step(&view.web, direction);
    let at_target = || engine::current(&view.web).as_ref() == Some(&target);
    view.until(|state| (state.started > before || at_target()).then_some(())).await;
    Ok(())
}

/// What a navigation that has failed means to who waits.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Failures {
    /// It is the one that was asked for.
    Count,
    /// Who asked for it was told.
    Pass,
}

/// Waits until no navigation is under way and the document has loaded so far.
async fn arrived(desk: &Desk, place: &Place, until: LoadState, failures: Failures) -> Result<(), Fault> {
    let view = desk.view(&place.view)?;
    if until == LoadState::Started {
        // Before the first document of a view there is nobody to ask anything of.
        let is_there =
            |state: &State| state.committed > 0 || state.loading == Loading::Idle || state.failure.is_some();
        view.until(|state| is_there(state).then_some(())).await;
        return Ok(());
    }
    loop {
        let failed = view
            .until(|state| match &state.failure {
                Some(failure) if failures == Failures::Count => Some(Some(failure.clone())),
                _ => matches!(state.loading, Loading::Idle | Loading::Committed).then_some(None),
            })
            .await;
        if let Some(Failure { fault, number }) = failed {
            // The next who asks something is not to be interrupted by the page about the error.
            let shown = |state: &State| state.started > number && state.loading == Loading::Idle;
            let told = std::pin::pin!(view.until(|state| shown(state).then_some(())));
            select(told, std::pin::pin!(sleep(ERROR_PAGE))).await;
            return Err(fault);
        }
        // Whoever wants to navigate is told of before it answers anything else, and a navigation that was allowed begins
        // before the next answer: so an answer between which and the question nothing stirred is a true one.
        let before_asking = view.stirred();
        match agent::ask(desk, place, "loaded", json!({"until": until})).await {
            Ok(_) if view.stirred() == before_asking => return Ok(()),
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
