//! Running a command of a session.

use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde_json::Value;
use tokio::runtime;
use tokio::time::timeout;
use webdriver::command::WebDriverCommand;
use webdriver::error::{ErrorStatus, WebDriverError};

use super::Sessions;
use super::handle::{DYING, Handle};
use crate::commands::{self, Command};
use crate::errors::{Outcome, error};

/// How long a command goes on whose client has gone. It is not broken off at once: what it has begun should come to its
/// end; but a script can take for ever.
const ABANDONED: Duration = Duration::from_secs(2);

/// What goes on for a while when nobody waits for it any more. Until then it needs no task of its own, to which every
/// command would change and back.
struct Tenacious<T: Send + 'static>(Option<BoxFuture<'static, T>>);

impl<T: Send + 'static> Future for Tenacious<T> {
    type Output = T;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<T> {
        let Some(future) = &mut self.0 else { return Poll::Pending };
        let done = ready!(future.as_mut().poll(context));
        self.0 = None;
        Poll::Ready(done)
    }
}

impl<T: Send + 'static> Drop for Tenacious<T> {
    fn drop(&mut self) {
        let (Some(future), Ok(here)) = (self.0.take(), runtime::Handle::try_current()) else { return };
        here.spawn(timeout(ABANDONED, future));
    }
}

impl Sessions {
    /// Runs a command, after those that came before it. When the application dies, it is answered at once.
    pub(crate) async fn run(self: &Arc<Sessions>, handle: Arc<Handle>, command: Command) -> Outcome<Value> {
        let sessions = self.clone();
        let ran = AssertUnwindSafe(async move {
            let _visit = handle.attendance.visit();
            sessions.run_to_the_end(&handle, &command).await
        });
        Tenacious(Some(ran.catch_unwind().boxed())).await.unwrap_or_else(|_| {
            tracing::error!("a command has come to nothing");
            Err(error(ErrorStatus::UnknownError, "A fault in the server itself: its log says more."))
        })
    }

    async fn run_to_the_end(&self, handle: &Arc<Handle>, command: &Command) -> Outcome<Value> {
        let outcome = tokio::select! {
            biased;
            () = handle.until_sealed() => return self.epitaph(handle, command),
            outcome = perform(handle, command) => outcome,
        };
        match outcome {
            Err(failure) if is_lost(handle, &failure) => match timeout(DYING, handle.until_sealed()).await {
                Ok(()) => self.epitaph(handle, command),
                Err(_) => Err(failure),
            },
            Ok(Value::Array(left)) if left.is_empty() && closes_window(command) => {
                self.end(handle).await;
                Ok(Value::Array(left))
            }
            outcome => outcome,
        }
    }

    /// What a command is answered with whose session is no longer open.
    fn epitaph(&self, handle: &Handle, command: &Command) -> Outcome<Value> {
        let told = self.tell(&handle.id);
        // Many applications end with their last window: that is what was asked for.
        if closes_window(command) && told.error == ErrorStatus::UnknownError {
            return Ok(Value::Array(Vec::new()));
        }
        Err(told)
    }
}

async fn perform(handle: &Handle, command: &Command) -> Outcome<Value> {
    let mut session = handle.session.lock().await;
    commands::perform(&mut session, command).await
}

fn closes_window(command: &Command) -> bool {
    matches!(command, WebDriverCommand::CloseWindow)
}

/// Whether a command has failed because its application ends.
fn is_lost(handle: &Handle, failure: &WebDriverError) -> bool {
    failure.delete_session || handle.app.ended().is_some()
}
