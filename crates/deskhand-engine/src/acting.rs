//! Acting: the ways that the mode allows, one after the other, and a receipt for the one that worked.

use std::time::Duration;

use deskhand_model::{Error, ErrorKind, Result};

use crate::act::{Act, ActOptions, Mode};
use crate::approach::Ready;
use crate::engine::Engine;
use crate::ports::Moment;
use crate::receipt::{FocusUse, Method, Receipt};
use crate::route::{Way, focus_could, focus_required, plan};
use crate::session::Locator;
use crate::wait::Deadline;
use crate::watch::Watch;

/// How an action was carried out.
pub(crate) struct Done {
    pub(crate) method: Method,
    pub(crate) by: String,
    pub(crate) focus: FocusUse,
    /// When it was sent.
    pub(crate) sent: Moment,
    /// When the application, or the input device, had taken it.
    pub(crate) taken: Moment,
    pub(crate) effect: Option<Duration>,
}

impl Engine {
    /// Does something to the one element that matches, when it is ready.
    pub(crate) async fn act_on(&self, locator: &Locator, act: &Act, options: &ActOptions) -> Result<Receipt> {
        let ways = plan(act, options.mode)?;
        let deadline = self.deadline(options.within);
        let mut watch = Watch::begin_with_patience(self, &locator.app, deadline, options.patience).await?;
        watch.max_age = options.max_age;
        let mut refusals: Vec<Error> = Vec::new();
        for way in &ways {
            let outcome = match way {
                Way::Accessibility(perform) => {
                    self.by_accessibility(&mut watch, locator, act, perform, options).await
                }
                Way::Input(strike) => self.by_input(&mut watch, locator, act, strike, options).await,
            };
            match outcome {
                Err(error) if error.kind() == ErrorKind::ActionUnsupported => refusals.push(error),
                Err(error) => return Err(with_refusals(error, &refusals)),
                Ok(receipt) => return Ok(receipt),
            }
        }
        if options.mode == Mode::Background && focus_could(act) {
            return Err(with_refusals(focus_required(act), &refusals));
        }
        let last = refusals.pop().unwrap_or_else(|| {
            Error::new(ErrorKind::ActionUnsupported, format!("`{}` cannot be done here", act.name()))
        });
        Err(with_refusals(last, &refusals))
    }

    /// The receipt of an action on an element.
    pub(crate) fn receipt(&self, act: &Act, ready: &Ready, done: Done, deadline: &Deadline<'_>) -> Receipt {
        Receipt {
            action: act.name().into(),
            app: ready.app.name.clone(),
            pid: ready.app.pid,
            target: Some(ready.candidate()),
            method: done.method,
            by: done.by,
            focus: done.focus,
            waited: ready.waited,
            readings: ready.readings,
            reading_age: done.sent.since(ready.read_at),
            acted: done.taken.since(done.sent),
            effect: done.effect,
            total: deadline.waited(),
            healed: ready.healed.clone(),
        }
    }
}

/// `error` with the ways that were tried before it.
fn with_refusals(error: Error, refusals: &[Error]) -> Error {
    refusals.iter().fold(error, |error, refusal| error.tried(refusal.message()))
}
