//! Looking for what looks like the element did.

mod edges;
mod likeness;
mod peaks;
mod search;
mod sure;
mod until;

use std::time::Duration;

use async_trait::async_trait;
use deskhand_engine::ports::{Image, Sight, Spotted};
use deskhand_model::{Error, ErrorKind, Result};

use self::search::search;
use self::until::Until;
use crate::picture::{Gray, check};
use crate::way::Way;

/// Finds where the picture looks like the thumbnail.
#[derive(Debug)]
pub(crate) struct Template;

#[async_trait]
impl Way for Template {
    fn name(&self) -> &'static str {
        "template"
    }

    /// It is quick enough to be a part of healing's budget.
    fn own_time(&self) -> Option<Duration> {
        None
    }

    async fn look(&self, sight: &Sight, within: Duration) -> Result<Vec<Spotted>> {
        let Some(thumbnail) = sight.thumbnail.clone() else {
            return Err(Error::new(ErrorKind::NotFound, "it is not known how the element looked"));
        };
        check(&thumbnail, "thumbnail")?;
        let picture = sight.picture.clone();
        let (until, _stopped_on_drop) = Until::new(within);
        let looking = tokio::task::spawn_blocking(move || spot(&picture, &thumbnail, &|| until.is_over()));
        let looked = looking.await.map_err(|error| {
            Error::new(ErrorKind::Internal, format!("the search for the thumbnail broke off: {error}"))
        })?;
        looked.ok_or_else(|| {
            let message = format!("the picture could not be searched within {within:?}");
            Error::new(ErrorKind::Timeout, message)
        })
    }
}

/// Every place that looks like the thumbnail, best first; nothing when it was stopped before any was found.
fn spot(picture: &Image, thumbnail: &Image, over: &dyn Fn() -> bool) -> Option<Vec<Spotted>> {
    let thumbnail = Gray::of(thumbnail);
    let search = search(&Gray::of(picture), &thumbnail, over);
    let spotted = sure::spotted(&search.finds, &thumbnail);
    (search.complete || !spotted.is_empty()).then_some(spotted)
}
