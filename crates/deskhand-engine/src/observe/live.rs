//! Observation by being told: the window system hands out every state it goes through.

use super::start::Process;
use super::telling::Telling;
use crate::ports::RegistryFeed;

/// Tells what each further state brings, until the process has ended and its windows are gone or the feed ends.
pub(super) async fn follow(mut feed: Box<dyn RegistryFeed>, mut telling: Telling, mut process: Process) {
    loop {
        tokio::select! {
            // States that are there already come first, so that the end of a process does not overtake what it did.
            biased;
            state = feed.next() => match state {
                Ok(state) if state.skipped => telling.state_after_loss(state.windows),
                Ok(state) => telling.state(state.windows, &[], &state.touched),
                Err(error) => return telling.fail(error),
            },
            () = process.ended(), if !process.has_ended() => {}
        }
        if process.has_ended() && telling.is_empty() {
            return telling.complete();
        }
    }
}
