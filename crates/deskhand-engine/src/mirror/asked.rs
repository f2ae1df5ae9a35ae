//! A question to a live tree, with the time that it has.

use std::future::Future;
use std::time::Duration;

use deskhand_model::{AppId, Error, ErrorKind, Fields, Result};
use futures_util::future::{Either, select};

use crate::ports::{Accessibility, Clock, Freshness, Moment, ReadRequest, Reading};

/// What is asked, of whom, and until when.
pub(crate) struct Asked<'a> {
    pub(crate) port: &'a dyn Accessibility,
    pub(crate) clock: &'a dyn Clock,
    pub(crate) app: &'a AppId,
    pub(crate) request: &'a ReadRequest,
    /// How old the last full reading may be where the application does not tell of every change.
    pub(crate) max_age: Option<Duration>,
    /// Most nodes of a live tree.
    pub(crate) max_nodes: usize,
    /// When it was asked.
    pub(crate) at: Moment,
    /// When the time is over.
    pub(crate) until: Moment,
}

impl Asked<'_> {
    /// What is left of the time.
    pub(crate) fn rest(&self) -> Duration {
        self.until.since(self.clock.now())
    }

    /// The same, when there is any.
    pub(crate) fn left(&self) -> Result<Duration> {
        match self.rest() {
            Duration::ZERO => Err(no_turn()),
            left => Ok(left),
        }
    }

    /// Waits for something that others may hold up, as long as there is time.
    pub(crate) async fn in_time<T>(&self, awaited: impl Future<Output = T>) -> Result<T> {
        match select(std::pin::pin!(awaited), self.clock.sleep_until(self.until)).await {
            Either::Left((answer, _)) => Ok(answer),
            Either::Right(_) => Err(no_turn()),
        }
    }

    /// Whether the application itself has to say that it told everything.
    pub(crate) fn wants_everything_told(&self) -> bool {
        self.request.freshness != Freshness::Told
    }

    /// Whether the application has to be read after the question.
    pub(crate) fn wants_it_now(&self) -> bool {
        self.request.freshness == Freshness::NOW
    }

    /// Whether less than the whole tree is wanted, which can be had for less.
    pub(crate) fn is_narrow(&self) -> bool {
        self.request.only_roles.is_some()
    }

    /// Reads the application with these fields of everything.
    pub(crate) async fn read_whole(&self, fields: Fields) -> Result<Reading> {
        self.port.read(self.app, &self.all(fields), self.left()?).await
    }

    /// Everything there is, with these fields.
    pub(crate) fn all(&self, fields: Fields) -> ReadRequest {
        ReadRequest {
            fields,
            only_roles: None,
            only_name: None,
            max_nodes: self.max_nodes,
            max_depth: None,
            freshness: Freshness::NOW,
        }
    }
}

fn no_turn() -> Error {
    Error::new(
        ErrorKind::AppNotResponding,
        "the application was still answering others when the time was over",
    )
}
