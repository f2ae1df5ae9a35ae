//! From states of the windows to what an observation tells.

use std::sync::Arc;

use deskhand_model::{Error, Window};

use super::Observe;
use super::diff::{Renumbered, arrange, diff};
use super::observation::{Observation, Teller};
use crate::ports::{Clock, Touch};

/// Tells one observation about each state that follows, as far as it was asked for.
pub(super) struct Telling {
    what: Observe,
    clock: Arc<dyn Clock>,
    windows: Arc<Vec<Window>>,
    teller: Teller,
}

impl Telling {
    /// Begins with this state.
    pub(super) fn begin(
        what: &Observe,
        clock: Arc<dyn Clock>,
        windows: Arc<Vec<Window>>,
    ) -> (Observation, Telling) {
        let windows = asked_for(what, windows);
        let (observation, teller) = Observation::told(what.keep, windows.clone(), clock.wall_time());
        (observation, Telling { what: what.clone(), clock, windows, teller })
    }

    /// What the next state brings.
    pub(super) fn state(&mut self, windows: Arc<Vec<Window>>, renumbered: &[Renumbered], touched: &[Touch]) {
        let windows = asked_for(&self.what, windows);
        if windows == self.windows {
            return;
        }
        let mut happenings = diff(&self.windows, &windows, renumbered);
        arrange(&mut happenings, touched);
        if !self.what.kinds.is_empty() {
            happenings.retain(|happening| self.what.kinds.contains(&happening.kind));
        }
        self.windows = windows.clone();
        self.teller.tell(happenings, windows, self.clock.wall_time());
    }

    /// The next state, with others left out before it. How many events that would have been nobody knows, not even
    /// whether of the kinds asked for: it counts as one lost event.
    pub(super) fn state_after_loss(&mut self, windows: Arc<Vec<Window>>) {
        self.windows = asked_for(&self.what, windows);
        self.teller.lose(1, self.windows.clone(), self.clock.wall_time());
    }

    /// Whether none of the windows asked for is left.
    pub(super) fn is_empty(&self) -> bool {
        self.windows.is_empty()
    }

    /// Returns when nobody wants to know any more.
    pub(super) fn abandoned(&self) -> impl Future<Output = ()> + Send + use<> {
        self.teller.abandoned()
    }

    pub(super) fn complete(self) {
        self.teller.complete();
    }

    pub(super) fn fail(self, error: Error) {
        self.teller.fail(error);
    }
}

fn asked_for(what: &Observe, windows: Arc<Vec<Window>>) -> Arc<Vec<Window>> {
    match what.pid {
        None => windows,
        pid => Arc::new(windows.iter().filter(|window| window.pid == pid).cloned().collect()),
    }
}

#[cfg(test)]
mod tests {
    use deskhand_model::WindowId;
    use futures_util::FutureExt;

    use super::*;
    use crate::observe::{Observed, WindowEventKind};
    use crate::ports::SystemClock;

    fn window(id: u64, pid: u32, title: &str) -> Window {
        Window { id: WindowId(id), pid: Some(pid), title: title.to_owned(), ..Window::default() }
    }

    fn begin(what: Observe, windows: Vec<Window>) -> (Observation, Telling) {
        Telling::begin(&what, Arc::new(SystemClock::new()), Arc::new(windows))
    }

    /// Everything that there is to read now, in short.
    fn read(observation: &Observation) -> Vec<String> {
        let mut reader = observation.reader();
        let mut told = Vec::new();
        while let Some(Some(Ok(observed))) = reader.next().now_or_never() {
            told.push(match observed {
                Observed::Snapshot(snapshot) => {
                    let ids: Vec<u64> = snapshot.windows.iter().map(|window| window.id.0).collect();
                    format!("{ids:?} as of {}", snapshot.as_of)
                }
                Observed::Event(event) => {
                    format!("{} {} {}", event.sequence, event.kind.name(), event.window.id.0)
                }
                Observed::Gap { first, last, .. } => format!("gap {first}-{last}"),
            });
        }
        told
    }

    #[test]
    fn only_the_windows_of_the_process_are_told() {
        let what = Observe { pid: Some(7), ..Observe::default() };
        let (observation, mut telling) = begin(what, vec![window(1, 7, "a"), window(2, 8, "b")]);
        telling.state(Arc::new(vec![window(1, 7, "c"), window(2, 8, "d"), window(3, 8, "e")]), &[], &[]);
        assert_eq!(read(&observation), ["[1] as of 0", "1 title-changed 1"]);
        assert!(!telling.is_empty());
        telling.state(Arc::new(vec![window(2, 8, "d")]), &[], &[]);
        assert!(telling.is_empty());
    }

    #[test]
    fn kinds_that_nobody_asked_for_are_not_counted() {
        let what = Observe { kinds: vec![WindowEventKind::Created], ..Observe::default() };
        let (observation, mut telling) = begin(what, vec![window(1, 7, "a")]);
        telling.state(Arc::new(vec![window(1, 7, "b")]), &[], &[]);
        telling.state(Arc::new(vec![window(1, 7, "c"), window(2, 7, "d")]), &[], &[]);
        telling.state(Arc::new(vec![window(1, 7, "c"), window(3, 7, "e")]), &[], &[]);
        assert_eq!(read(&observation), ["[1] as of 0", "1 created 2", "2 created 3"]);
    }

    #[test]
    fn left_out_states_are_a_gap_of_one_and_what_follows_is_compared_with_the_state_after_it() {
        let (observation, mut telling) = begin(Observe::default(), vec![window(1, 7, "a")]);
        telling.state_after_loss(Arc::new(vec![window(2, 7, "b")]));
        assert_eq!(read(&observation), ["[1] as of 0", "gap 1-1", "[2] as of 1"]);
        let mut reader = observation.reader();
        while reader.next().now_or_never().is_some() {}
        telling.state(Arc::new(vec![window(2, 7, "c")]), &[], &[]);
        let Some(Some(Ok(Observed::Event(event)))) = reader.next().now_or_never() else { panic!("no event") };
        assert_eq!((event.sequence, event.kind), (2, WindowEventKind::TitleChanged));
    }
}
