//! Looking at documents, which come and go.

use std::time::Duration;

use deskhand_engine::ports::PageResult;
use deskhand_page::{Call, Fault, FaultKind, Place};
use serde_json::Value;
use tokio::time::{Instant, sleep};
use webdriver::error::{ErrorStatus, WebDriverError};

use super::{PATIENCE, Session};
use crate::atoms;
use crate::errors::{Outcome, error, from_fault};

/// How many documents may come and go before one is believed to be there.
const DOCUMENTS: usize = 8;
/// How soon a frame is asked again that could not be asked.
const ASK_AGAIN: Duration = Duration::from_millis(20);

impl Session {
    /// Asks one of our functions (see [`atoms`]) about the current document.
    ///
    /// A function that refuses throws an object `{webdriver: "<error code>", message: "..."}`, which becomes that error.
    pub(crate) async fn atom(&self, name: &str, args: Vec<Value>) -> Outcome<Value> {
        self.atom_in(&self.place, name, args).await
    }

    /// The same about another document.
    pub(crate) async fn atom_in(&self, place: &Place, name: &str, args: Vec<Value>) -> Outcome<Value> {
        let asked = self.look_until(place, Instant::now(), |_| atoms::call(name, args.clone())).await;
        asked.map_err(refusal)
    }

    /// Calls a function that only looks. A document that goes away meanwhile is no reason to fail: the one that comes is
    /// asked, which knows whether what is asked about was in another.
    pub(crate) async fn look(&self, place: &Place, call: &Call) -> PageResult<Value> {
        self.look_until(place, Instant::now(), |_| call.clone()).await
    }

    /// The same with a function that itself waits for something until `end`, and is told how long that is.
    pub(crate) async fn look_until(
        &self,
        place: &Place,
        end: Instant,
        call: impl Fn(Duration) -> Call,
    ) -> PageResult<Value> {
        let mut documents = DOCUMENTS;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.page.call(place, &call(left), left + PATIENCE).await {
                Err(fault) if fault.kind == FaultKind::Interrupted && Instant::now() < end => {}
                Err(fault) if fault.kind == FaultKind::Interrupted && documents > 0 => documents -= 1,
                // While the first document of a frame is on its way, there is nobody in it. Nothing tells when that is
                // over.
                Err(fault) if fault.kind == FaultKind::Unsupported && Instant::now() < end => {
                    sleep(ASK_AGAIN).await;
                }
                answer => return answer,
            }
        }
    }
}

/// What a function threw on purpose is an error of the protocol; all else is a fault of the page.
pub(crate) fn refusal(fault: Fault) -> WebDriverError {
    let thrown = fault.thrown.as_ref().filter(|_| fault.kind == FaultKind::Script);
    let told = thrown.and_then(|thrown| thrown.value.as_ref()).and_then(|value| {
        let status = ErrorStatus::from(value.get("webdriver")?.as_str()?.to_owned());
        Some(error(status, value.get("message").and_then(Value::as_str).unwrap_or_default()))
    });
    told.unwrap_or_else(|| from_fault(fault))
}
