//! Observing windows.

use deskhand_engine::{Observe, WindowEventKind};
use deskhand_model::{Error, Result, did_you_mean, nearest_names};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Milliseconds, Timed, invalid};
use crate::observation::kind_called;

/// Asks to be told what happens to windows. All of it fits into the query of an address.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ObserveRequest {
    /// Only the windows of this process; then the observation ends with the process.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pid: Option<u32>,
    /// Only these kinds of events, with commas between them; all when it is not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kinds: Option<String>,
    /// How many events are kept while the reader is behind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keep: Option<usize>,
    /// How long it may take until the observation begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<Milliseconds>,
}

impl ObserveRequest {
    /// Asks to observe this.
    pub fn new(what: &Observe, time: Timed) -> ObserveRequest {
        let kinds: Vec<&str> = what.kinds.iter().map(|kind| kind.name()).collect();
        ObserveRequest {
            pid: what.pid,
            kinds: (!kinds.is_empty()).then(|| kinds.join(",")),
            keep: Some(what.keep),
            timeout_ms: time.timeout_ms,
        }
    }

    /// How long it may take until the observation begins.
    pub fn time(&self) -> Timed {
        Timed { timeout_ms: self.timeout_ms }
    }
}

impl TryFrom<&ObserveRequest> for Observe {
    type Error = Error;

    fn try_from(request: &ObserveRequest) -> Result<Observe> {
        let names = request.kinds.iter().flat_map(|kinds| kinds.split(','));
        Ok(Observe {
            pid: request.pid,
            kinds: names.map(str::trim).filter(|name| !name.is_empty()).map(kind).collect::<Result<_>>()?,
            keep: request.keep.unwrap_or(Observe::default().keep),
        })
    }
}

fn kind(name: &str) -> Result<WindowEventKind> {
    kind_called(name).ok_or_else(|| {
        let near = nearest_names(name, WindowEventKind::ALL.iter().map(|kind| kind.name()), 2);
        invalid(format!("There is no kind of event `{name}`{}", did_you_mean(&near)))
    })
}
