//! Starting an observation.

use std::future::pending;
use std::pin::Pin;
use std::sync::Arc;

use deskhand_model::{Error, ErrorKind, Result};
use futures_util::future::{Either, select};

use super::telling::Telling;
use super::{Observation, Observe, live, polled};
use crate::engine::Engine;
use crate::ports::{Feed, ProcessState, Processes, RegistryFeed, RegistryState};
use crate::wait::{Deadline, shown};

impl Engine {
    /// Begins to tell what happens to windows. Everything after the state that this takes is told.
    pub(crate) async fn start_observing(
        &self,
        what: &Observe,
        deadline: &Deadline<'_>,
    ) -> Result<Observation> {
        let process = Process::of(what.pid, &self.ports.processes)?;
        match self.ports.compositor.feed(deadline.for_call()).await? {
            Feed::Live(mut feed) => {
                let RegistryState { windows, .. } = first_state(&mut *feed, deadline).await?;
                let (observation, telling) = Telling::begin(what, self.ports.clock.clone(), windows);
                go_on(telling.abandoned(), live::follow(feed, telling, process));
                Ok(observation)
            }
            Feed::Polled => {
                let mut looks = polled::Looks::new(&self.ports, what.pid, &self.options);
                let windows = looks.first(deadline).await?;
                let (observation, telling) = Telling::begin(what, self.ports.clock.clone(), windows);
                go_on(telling.abandoned(), polled::follow(looks, telling, process));
                Ok(observation)
            }
        }
    }
}

async fn first_state(feed: &mut dyn RegistryFeed, deadline: &Deadline<'_>) -> Result<RegistryState> {
    let clock = deadline.clock();
    let over = clock.sleep_until(clock.now().plus(deadline.for_call()));
    match select(feed.next(), over).await {
        Either::Left((state, _)) => state,
        Either::Right(_) => {
            let message =
                format!("The window system did not tell its windows within {}", shown(deadline.waited()));
            Err(Error::new(ErrorKind::Timeout, message)
                .hint("give it more time, or see whether the display answers"))
        }
    }
}

/// Does the work beside everything else until it is done or nobody wants it any more.
fn go_on(
    abandoned: impl Future<Output = ()> + Send + 'static,
    work: impl Future<Output = ()> + Send + 'static,
) {
    tokio::spawn(async move {
        tokio::select! {
            biased;
            () = abandoned => {}
            () = work => {}
        }
    });
}

/// The process that an observation is about, if it is about one.
pub(super) struct Process {
    end: Pin<Box<dyn Future<Output = ()> + Send>>,
    has_ended: bool,
}

impl Process {
    fn of(pid: Option<u32>, processes: &Arc<dyn Processes>) -> Result<Process> {
        let Some(pid) = pid else {
            return Ok(Process { end: Box::pin(pending()), has_ended: false });
        };
        if processes.state(pid) == ProcessState::Gone {
            let message = format!("No application with pid {pid} is running");
            let hint = "list the windows to see which processes they belong to";
            return Err(Error::new(ErrorKind::AppNotFound, message).hint(hint));
        }
        let processes = processes.clone();
        Ok(Process { end: Box::pin(async move { processes.ended(pid).await }), has_ended: false })
    }

    /// Returns when the process has ended, and at once when that is known already.
    pub(super) async fn ended(&mut self) {
        if !self.has_ended {
            self.end.as_mut().await;
            self.has_ended = true;
        }
    }

    /// Whether it is known to have ended.
    pub(super) fn has_ended(&self) -> bool {
        self.has_ended
    }
}
