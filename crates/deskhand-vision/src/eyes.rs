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
    /// Why ways that are switched on are not there.
    missing: Vec<(&'static str, Error)>,
}

impl Eyes {
    /// Eyes with these settings. Looks once for the programs that they need; what is not installed is left out.
    pub fn new(options: EyesOptions) -> Result<Eyes> {
        options.validate()?;
        let mut eyes = Eyes { own: Vec::new(), asking: None, missing: Vec::new() };
        if options.template {
            eyes.own.push(Box::new(Template));
        }
        if let Some(ocr) = options.ocr {
            match Ocr::find(ocr) {
                Ok(ocr) => eyes.own.push(Box::new(ocr)),
                Err(error) => {
                    tracing::debug!("text in pictures is not read: {error}");
                    eyes.missing.push(("ocr", error));
                }
            }
        }
        if let Some(model) = options.model {
            eyes.asking = Some(Box::new(Asking::new(model)?));
        }
        Ok(eyes)
    }

    /// The same eyes, asking this model instead of one that the settings name. A part of the picture is shown to it.
    pub fn ask(mut self, model: Arc<dyn Model>, budget: Duration) -> Result<Eyes> {
        check_budget("Asking the vision model", budget)?;
        self.asking = Some(Box::new(Asking::of(model, budget)));
        Ok(self)
    }

    /// What the own ways see, until one of them is sure or the time of each is over; and what went wrong with the others.
    async fn look(&self, sight: &Sight, time: &Time) -> (Vec<Spotted>, Vec<Reason>, bool) {
        let mut looking: FuturesUnordered<_> = self.own.iter().map(|way| look(&**way, sight, time)).collect();
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
        let time = Time::new(within, self.extra_time());
        let (mut spotted, mut reasons, mut looked) = self.look(sight, &time).await;
        if let Some(asking) = self.asking.as_deref().filter(|_| !is_sure(&spotted)) {
            match look(asking, sight, &time).await {
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
        let ways = self.own.iter().chain(&self.asking);
        ways.filter_map(|way| way.own_time()).fold(Duration::ZERO, Duration::saturating_add)
    }
}

/// The time that there is for looking.
struct Time {
    /// What is left of healing's budget, for the ways that have no time of their own.
    shared: Duration,
    /// When all of it is over; `None` for never.
    end: Option<Instant>,
}

impl Time {
    /// `within` from now on, of which `own` belongs to ways that have time of their own. Those get it whole; what is
    /// short is short for the others.
    fn new(within: Duration, own: Duration) -> Time {
        Time { shared: within.saturating_sub(own), end: Instant::now().checked_add(within) }
    }

    /// How long this way may look when it begins now.
    fn of(&self, way: &dyn Way) -> Duration {
        // Ways that were a little late are not to be made up for by those that come after them.
        let left = self.end.map(|end| end.saturating_duration_since(Instant::now()).saturating_add(GRACE));
        way.own_time().unwrap_or(self.shared).min(left.unwrap_or(Duration::MAX))
    }
}

/// Why one way failed.
struct Reason {
    way: &'static str,
    error: Error,
}

/// Looks in one way, for as long as it may.
async fn look(way: &dyn Way, sight: &Sight, time: &Time) -> Result<Vec<Spotted>, Reason> {
    let within = time.of(way);
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

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use deskhand_engine::ports::Image;
    use deskhand_model::Role;

    use super::*;

    const HEALING: Duration = Duration::from_millis(75);
    const READING: Duration = Duration::from_secs(1);
    const ASKING: Duration = Duration::from_secs(2);

    /// What each way was given.
    type Given = Arc<Mutex<Vec<(&'static str, Duration)>>>;

    /// Takes all the time that it is given, and a little more, and sees nothing.
    struct Slow {
        name: &'static str,
        own_time: Option<Duration>,
        given: Given,
    }

    #[async_trait]
    impl Way for Slow {
        fn name(&self) -> &'static str {
            self.name
        }

        fn own_time(&self) -> Option<Duration> {
            self.own_time
        }

        async fn look(&self, _: &Sight, within: Duration) -> Result<Vec<Spotted>> {
            self.given.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((self.name, within));
            tokio::time::sleep(within + GRACE / 2).await;
            Ok(Vec::new())
        }
    }

    /// What the ways are given when there is so much time for all of them.
    async fn given(within: Duration) -> Vec<(&'static str, Duration)> {
        let given = Given::default();
        let way =
            |name, own_time| -> Box<dyn Way> { Box::new(Slow { name, own_time, given: given.clone() }) };
        let own = vec![way("template", None), way("ocr", Some(READING))];
        let eyes = Eyes { own, asking: Some(way("model", Some(ASKING))), missing: Vec::new() };
        assert_eq!(eyes.extra_time(), READING + ASKING);
        let picture = Arc::new(Image { width: 1, height: 1, rgb: vec![0; 3] });
        let sight = Sight { picture, thumbnail: None, former: None, name: String::new(), role: Role::Button };
        assert!(eyes.spot(&sight, within).await.is_ok_and(|spotted| spotted.is_empty()));
        drop(eyes);
        Arc::into_inner(given).map(|given| given.into_inner().unwrap_or_default()).unwrap_or_default()
    }

    #[tokio::test(start_paused = true)]
    async fn every_way_has_its_own_time_whole_and_the_likeness_what_is_left_of_healing() {
        for healing in [HEALING, Duration::ZERO] {
            let given = given(healing + READING + ASKING).await;
            assert_eq!(given, [("template", healing), ("ocr", READING), ("model", ASKING)]);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn no_way_looks_longer_than_there_is_time() {
        let short = READING + ASKING / 4;
        let given = given(short).await;
        assert_eq!(given[..2], [("template", Duration::ZERO), ("ocr", READING)]);
        assert!(given[2].1 <= ASKING / 4 + GRACE, "{given:?}");
    }
}
