//! Going to pages, and waiting for them.

use std::time::Duration;

use deskhand_engine::ports::PageResult;
use deskhand_page::{Fault, FaultKind, LoadState, Navigation, Place, ViewId};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::sleep;

use super::limits;
use super::talk::{Job, Progress, Talk};
use super::term::Term;

/// How often a page is asked whether it has loaded.
const PACE: Duration = Duration::from_millis(20);
/// How long the page that is left may keep a question: it may be gone at any moment, and the question with it.
const GLIMPSE: Duration = Duration::from_millis(40);

/// How far a document has loaded.
#[derive(Debug, Deserialize)]
struct State {
    ready: String,
    address: String,
}

impl State {
    fn has_come(&self, until: LoadState) -> bool {
        match until {
            LoadState::Started => true,
            LoadState::Interactive => self.ready != "loading",
            LoadState::Complete => self.ready == "complete",
        }
    }
}

/// Goes somewhere.
pub(super) async fn go(
    talk: &Talk,
    view: &ViewId,
    to: &Navigation,
    until: LoadState,
    term: Term,
) -> PageResult<()> {
    if let Navigation::To(address) = to {
        check(address)?;
    }
    let number = talk.number();
    let job = Job::on_top(view, "leave", json!({ "to": destination(to) }));
    let mut progress = talk.begin(number, &job, false, term, GLIMPSE).await?;
    if until == LoadState::Started {
        return Ok(());
    }
    loop {
        match progress {
            Progress::Done(_) => return Ok(()),
            Progress::Left | Progress::NeverBegun => break,
            _ if term.is_over() => return Err(not_loaded(to, term)),
            _ => progress = talk.collect(number, view, term, GLIMPSE).await?,
        }
    }
    loaded(talk, &Place::top(view.clone()), until, term).await.map_err(|fault| match fault.kind {
        FaultKind::Timeout => not_loaded(to, term),
        _ => fault,
    })
}

/// Answers when a document has loaded so far.
pub(super) async fn loaded(talk: &Talk, place: &Place, until: LoadState, term: Term) -> PageResult<()> {
    if until == LoadState::Started {
        return Ok(());
    }
    loop {
        match state(talk, place, term).await {
            Ok(state) if state.has_come(until) => return Ok(()),
            // The document was just replaced by the next one.
            Err(fault) if fault.kind != FaultKind::Interrupted => return Err(fault),
            _ if term.is_over() => return Err(term.over()),
            _ => sleep(PACE).await,
        }
    }
}

/// The address of a document.
pub(super) async fn address(talk: &Talk, place: &Place, term: Term) -> PageResult<String> {
    state(talk, place, term).await.map(|state| state.address)
}

async fn state(talk: &Talk, place: &Place, term: Term) -> PageResult<State> {
    let told = talk.ask(&Job::new(place, "state", json!({})), term).await?;
    serde_json::from_value(told).map_err(|error| Fault::new(FaultKind::Failed, error.to_string()))
}

fn destination(to: &Navigation) -> Value {
    match to {
        Navigation::To(address) => json!({ "to": address }),
        Navigation::Back => json!("back"),
        Navigation::Forward => json!("forward"),
        Navigation::Reload => json!("reload"),
    }
}

/// The plugin's answers travel over Tauri's bridge, which only such pages may use: in others it would fall silent.
fn check(address: &str) -> PageResult<()> {
    let scheme = address.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
    match scheme.as_deref() {
        Some("about" | "blob" | "data" | "file" | "javascript" | "view-source") => {
            Err(limits::unreachable_address(address))
        }
        Some(_) => Ok(()),
        None => Err(Fault::new(FaultKind::Invalid, format!("{address} is no address."))),
    }
}

fn not_loaded(to: &Navigation, term: Term) -> Fault {
    let what = match to {
        Navigation::To(address) => address.as_str(),
        Navigation::Back => "the page before",
        Navigation::Forward => "the page after",
        Navigation::Reload => "the page",
    };
    let message = format!(
        "{what} has not loaded within {} ms. {} does not tell whether it failed or is slow; tauri-plugin-deskhand does.",
        term.within().as_millis(),
        limits::PLUGIN,
    );
    Fault::new(FaultKind::Timeout, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_without_the_bridge_are_refused_before_the_plugin_falls_silent() {
        for address in ["about:blank", "data:text/html,x", "FILE:///etc/hosts", "javascript:1"] {
            assert_eq!(check(address), Err(limits::unreachable_address(address)));
        }
        for address in ["http://127.0.0.1:1/", "https://example.org", "tauri://localhost/forms.html"] {
            assert_eq!(check(address), Ok(()));
        }
        assert_eq!(check("forms.html").map_err(|fault| fault.kind), Err(FaultKind::Invalid));
    }

    #[test]
    fn a_document_comes_in_steps() {
        let state = |ready: &str| State { ready: ready.to_owned(), address: String::new() };
        assert!(!state("loading").has_come(LoadState::Interactive));
        assert!(state("interactive").has_come(LoadState::Interactive));
        assert!(!state("interactive").has_come(LoadState::Complete));
        assert!(state("complete").has_come(LoadState::Complete));
    }
}
