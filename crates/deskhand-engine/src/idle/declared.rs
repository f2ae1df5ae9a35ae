//! Applications that say themselves whether they are busy.

use std::time::Duration;

use deskhand_model::{App, Error, ErrorKind, Result};

use crate::apps::describe;
use crate::engine::Engine;
use crate::ports::Work;
use crate::wait::{Deadline, Pauses, shown};

/// How long the first question waits for the application to become idle. One that gives no proper answer is found out
/// after that, with time left for other ways.
const FIRST: Duration = Duration::from_millis(250);

/// Most work that a sentence lists.
const NAMED: usize = 8;

/// What an application said of itself.
pub(super) enum Declared {
    /// It has no work under way.
    Idle,
    /// It says nothing, or there is nobody to ask it.
    Nothing,
    /// Its answer is no good.
    Unclear(Error),
}

impl Engine {
    /// Asks the application itself until it is idle. An error when the time is over and it is not.
    pub(super) async fn ask_for_work(&self, app: &App, deadline: &Deadline<'_>) -> Result<Declared> {
        let Some((port, pid)) = self.ports.idle.as_deref().zip(app.pid) else { return Ok(Declared::Nothing) };
        let mut within = deadline.left().min(FIRST);
        let mut pauses = Pauses::new(&self.options);
        loop {
            match port.until_idle(pid, within).await {
                Ok(None) => return Ok(Declared::Nothing),
                Ok(Some(work)) if work.is_empty() => return Ok(Declared::Idle),
                // It may have answered early; then it is not asked again at once.
                Ok(Some(work)) if !pauses.pause(deadline, Duration::ZERO).await => {
                    return Err(busy(app, &work, deadline.waited()));
                }
                Ok(Some(_)) => within = deadline.left(),
                Err(error) => return Ok(Declared::Unclear(error)),
            }
        }
    }
}

fn busy(app: &App, work: &[Work], waited: Duration) -> Error {
    let mut shown_work: Vec<String> = work.iter().take(NAMED).map(told).collect();
    if work.len() > NAMED {
        shown_work.push(format!("and {} more", work.len() - NAMED));
    }
    let app = describe(app);
    let message = format!("{app} was still busy after {}: {}", shown(waited), shown_work.join(", "));
    Error::new(ErrorKind::Timeout, message).tried(format!("asked {app} itself what it is doing"))
}

/// One kind of work as a sentence lists it: `task "save" (2 of them, for 1.5 s)`.
fn told(work: &Work) -> String {
    let mut told = work.kind.name().replace('-', " ");
    if !work.name.is_empty() {
        // Names are the application's, and may hold anything.
        told = format!("{told} {:?}", work.name);
    }
    let count = (work.count > 1).then(|| format!("{} of them", work.count));
    let since = work.since.map(|since| format!("for {}", shown(since)));
    let more: Vec<String> = count.into_iter().chain(since).collect();
    if more.is_empty() { told } else { format!("{told} ({})", more.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::WorkKind;

    #[test]
    fn work_is_told_with_what_is_known_of_it() {
        let work = |kind, name: &str, count, since: Option<u64>| {
            let since = since.map(Duration::from_millis);
            told(&Work { kind, name: name.to_owned(), count, since })
        };
        assert_eq!(work(WorkKind::MainLoop, "", 1, None), "main loop");
        assert_eq!(work(WorkKind::Task, "save", 2, Some(1500)), "task \"save\" (2 of them, for 1.5 s)");
        assert_eq!(work(WorkKind::Timer, "", 1, Some(20)), "timer (for 20 ms)");
        assert_eq!(work(WorkKind::Task, "a\nb\"\u{1b}", 1, None), r#"task "a\nb\"\u{1b}""#);
    }
}
