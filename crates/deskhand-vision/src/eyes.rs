//! All ways of looking together.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use deskhand_engine::ports::{Sight, Spotted, Vision};
use deskhand_model::{Error, ErrorKind, Result};
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use tokio::time::{Instant, timeout};

use crate::model::Asking;
use crate::ocr::Ocr;
use crate::picture::check;
use crate::template::Template;
use crate::way::{SURE, Way, check_budget};
use crate::{EyesOptions, Model};

/// Looks at pictures by likeness, by text and by asking a vision model, as far as these are switched on and there.
pub struct Eyes {
    /// The ways on this machine. They look at the same time.
    own: Vec<Box<dyn Way>>,
    /// The one that others are asked in, and only when the own are not sure: it is slow, costs, and shows them the picture.
    asking: Option<Box<dyn Way>>,
    /// Time beyond healing's budget.
    extra: Duration,
    /// Why ways that are switched on are not there.
    missing: Vec<(&'static str, Error)>,
}

impl Eyes {
    /// Eyes with these settings. Looks once for the programs that they need; what is not installed is left out.
    pub fn new(options: EyesOptions) -> Result<Eyes> {
        options.validate()?;
        let mut eyes = Eyes { own: Vec::new(), asking: None, extra: Duration::ZERO, missing: Vec::new() };
        if options.template {
            eyes.own.push(Box::new(Template));
        }
        if let Some(ocr) = options.ocr {
            match Ocr::find(ocr) {
                Ok(ocr) => {
                    eyes.extra += ocr.budget();
                    eyes.own.push(Box::new(ocr));
                }
                Err(error) => {
                    tracing::debug!("text in pictures is not read: {error}");
                    eyes.missing.push(("ocr", error));
                }
            }
        }
        if let Some(model) = options.model {
            let asking = Asking::new(model)?;
            eyes.extra += asking.budget();
            eyes.asking = Some(Box::new(asking));
        }
        Ok(eyes)
    }

    /// The same eyes, asking this model instead of one that the settings name. A part of the picture is shown to it.
    pub fn ask(mut self, model: Arc<dyn Model>, budget: Duration) -> Result<Eyes> {
        check_budget("Asking the vision model", budget)?;
        let before = self.asking.replace(Box::new(Asking::of(model, budget)));
        self.extra =
            self.extra.saturating_sub(before.map_or(Duration::ZERO, |before| before.budget())) + budget;
        Ok(self)
    }

    /// What the own ways see, until one of them is sure or `within` is over; and what went wrong with the others.
    async fn look(&self, sight: &Sight, within: Duration) -> (Vec<Spotted>, Vec<Reason>, bool) {
        let mut looking: FuturesUnordered<_> =
            self.own.iter().map(|way| look(&**way, sight, within)).collect();
        let (mut spotted, mut reasons, mut looked) = (Vec::new(), Vec::new(), false);
        while let Some(result) = looking.next().await {
            match result {
                Ok(places) => {
                    looked = true;
                    spotted.extend(places);
                }
                Err(reason) => reasons.push(reason),
            }
            if is_sure(&spotted) {
                break;
            }
        }
        (spotted, reasons, looked)
    }
}

#[async_trait]
impl Vision for Eyes {
    async fn spot(&self, sight: &Sight, within: Duration) -> Result<Vec<Spotted>> {
        check(&sight.picture, "picture")?;
        let start = Instant::now();
        let kept_back = self.asking.as_ref().map_or(Duration::ZERO, |asking| asking.budget().min(within / 2));
        let (mut spotted, mut reasons, mut looked) = self.look(sight, within - kept_back).await;
        if let Some(asking) = self.asking.as_deref().filter(|_| !is_sure(&spotted)) {
            match look(asking, sight, within.saturating_sub(start.elapsed())).await {
                Ok(places) => {
                    looked = true;
                    spotted.extend(places);
                }
                Err(reason) => reasons.push(reason),
            }
        }
        if !looked {
            return Err(self.nobody_looked(reasons));
        }
        for Reason { way, error } in reasons {
            tracing::debug!("{way} did not see anything: {error}");
        }
        spotted.sort_by(|left, right| right.confidence.total_cmp(&left.confidence));
        Ok(spotted)
    }

    fn extra_time(&self) -> Duration {
        self.extra
    }
}

/// Why one way failed.
struct Reason {
    way: &'static str,
    error: Error,
}

/// Looks in one way, for as long as it may and as there is time.
async fn look(way: &dyn Way, sight: &Sight, within: Duration) -> Result<Vec<Spotted>, Reason> {
    let within = within.min(way.budget());
    let looked = match timeout(within.saturating_add(GRACE), way.look(sight, within)).await {
        Ok(looked) => looked,
        Err(_) => Err(Error::new(ErrorKind::Timeout, format!("nothing came within {within:?}"))),
    };
    looked.map_err(|error| Reason { way: way.name(), error })
}

/// What a way may take to see that its time is over, before it is left behind.
const GRACE: Duration = Duration::from_millis(10);

fn is_sure(spotted: &[Spotted]) -> bool {
    spotted.iter().any(|spotted| spotted.confidence >= SURE)
}

impl Eyes {
    fn nobody_looked(&self, reasons: Vec<Reason>) -> Error {
        let missing = self.missing.iter().map(|(way, error)| (*way, error));
        let mut reasons: Vec<(&str, &Error)> =
            reasons.iter().map(|reason| (reason.way, &reason.error)).chain(missing).collect();
        reasons.sort_by_key(|(way, _)| ORDER.iter().position(|name| name == way));
        let kind = common_kind(&reasons);
        let hint = reasons.iter().find_map(|(_, error)| error.advice());
        let message = match reasons.is_empty() {
            true => "Nobody can look at the picture: every way of looking is switched off",
            false => "Nobody could look for the element in the picture",
        };
        let mut whole = Error::new(kind, message);
        for (way, error) in &reasons {
            whole = whole.tried(format!("{way}: {error}"));
        }
        match hint {
            Some(hint) => whole.hint(hint),
            None => whole,
        }
    }
}

/// The ways in the order in which they are told of.
const ORDER: &[&str] = &["template", "ocr", "model"];

/// The kind that all reasons share.
fn common_kind(reasons: &[(&str, &Error)]) -> ErrorKind {
    match reasons {
        [] => ErrorKind::ActionUnsupported,
        [(_, first), others @ ..] if others.iter().all(|(_, other)| other.kind() == first.kind()) => {
            first.kind()
        }
        _ => ErrorKind::ActionFailed,
    }
}

impl fmt::Debug for Eyes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ways = self.own.iter().chain(&self.asking).map(|way| way.name());
        f.debug_list().entries(ways).finish()
    }
}
