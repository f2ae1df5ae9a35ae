//! Which way of finding out is taken for an application.

use deskhand_model::{App, AppSelector, Error, ErrorKind, Result};

use super::declared::Declared;
use super::idleness::{IdleStrategy, Idleness};
use super::readings::Readings;
use super::silence::Silence;
use crate::effect::fingerprinted;
use crate::engine::Engine;
use crate::ports::Telling;
use crate::wait::Deadline;

impl Engine {
    /// Waits until the application is idle.
    pub(crate) async fn await_idle(
        &self,
        selector: &AppSelector,
        deadline: Deadline<'_>,
    ) -> Result<Idleness> {
        let mut chosen = self.choose_app(selector, &deadline).await?;
        loop {
            let answer = self.await_rest(&chosen.app, &deadline).await;
            if !answer.as_ref().is_err_and(|error| error.kind() == ErrorKind::AppGone) {
                return answer;
            }
            self.forget_apps();
            // One that was only remembered may have been started anew since.
            if chosen.fresh || matches!(selector, AppSelector::Pid(_)) {
                return answer;
            }
            chosen = self.choose_app(selector, &deadline).await?;
        }
    }

    async fn await_rest(&self, app: &App, deadline: &Deadline<'_>) -> Result<Idleness> {
        let idle = |strategy, readings, note| {
            let took = deadline.waited();
            Idleness { app: app.clone(), strategy, took, readings, note }
        };
        let note = match self.ask_for_work(app, deadline).await? {
            Declared::Idle => return Ok(idle(IdleStrategy::Sdk, 0, None)),
            Declared::Nothing => None,
            Declared::Unclear(error) => Some(format!("asked it what it is doing, in vain: {error}")),
        };
        let noted = |error: Error| match &note {
            Some(note) => error.tried(note.clone()),
            None => error,
        };
        let mut readings = Readings::of(self, app, *deadline);
        let ear = match self.options.idle.listen {
            true => self.listen_to(app, deadline.for_call()).await.map_err(noted)?,
            false => None,
        };
        let strategy = match &ear {
            Some(ear) => {
                let mut silence = Silence::of(self, app, ear, *deadline);
                if tells_all(ear.telling()) {
                    silence.fall().await.map_err(noted)?;
                } else {
                    silence.fall_between(&mut readings).await.map_err(noted)?;
                }
                IdleStrategy::Events
            }
            None => {
                readings.agree().await.map_err(noted)?;
                IdleStrategy::Readings
            }
        };
        Ok(idle(strategy, readings.count(), note))
    }
}

/// Whether nothing can change without being told.
fn tells_all(telling: Telling) -> bool {
    telling.structure && telling.fields.contains(fingerprinted())
}
