//! What a client wants to observe.

use deskhand_engine::{Observe, WindowEventKind};
use tonic::Status;

use crate::name::Parent;
use crate::status::invalid;
use crate::{v1, wire};

/// Events that are kept when the request does not say.
const USUAL: i32 = 1024;
/// Most events that are kept: with the number of observations this bounds the server's memory.
const MOST: i32 = 4096;

/// What is to be observed.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    parent: Parent,
    kinds: Vec<WindowEventKind>,
    keep: i32,
}

impl Wanted {
    /// Reads a request.
    pub(super) fn parse(parent: Parent, options: &v1::Observation) -> Result<Wanted, Status> {
        if parent == Parent::Process(0) {
            let why =
                "windows whose process is not known cannot be observed by themselves; use `applications/-`";
            return Err(invalid("parent", why));
        }
        let keep = match options.keep_events {
            0 => USUAL,
            keep @ 1..=MOST => keep,
            _ => {
                return Err(invalid("observation.keep_events", &format!("must be between 0 and {MOST}")));
            }
        };
        Ok(Wanted { parent, kinds: kinds(&options.event_types)?, keep })
    }

    /// As the session is asked for it.
    pub(super) fn observe(&self) -> Observe {
        let pid = match self.parent {
            Parent::All => None,
            Parent::Process(pid) => Some(pid),
        };
        Observe { pid, kinds: self.kinds.clone(), keep: usize::try_from(self.keep).unwrap_or(1) }
    }

    /// Whose windows.
    pub(super) fn parent(&self) -> Parent {
        self.parent
    }

    pub(super) fn event_types(&self) -> Vec<i32> {
        self.kinds.iter().map(|&kind| wire::event_type(kind).into()).collect()
    }

    pub(super) fn keep_events(&self) -> i32 {
        self.keep
    }
}

/// The kinds of events that are named; all when none is.
fn kinds(numbers: &[i32]) -> Result<Vec<WindowEventKind>, Status> {
    const FIELD: &str = "observation.event_types";
    for &number in numbers {
        let known = v1::WindowEventType::try_from(number);
        if !known.is_ok_and(|known| known != v1::WindowEventType::Unspecified) {
            return Err(invalid(FIELD, &format!("there is no type of event with the number {number}")));
        }
    }
    let named = |kind: &WindowEventKind| numbers.contains(&wire::event_type(*kind).into());
    let kinds: Vec<WindowEventKind> = WindowEventKind::ALL.iter().copied().filter(named).collect();
    if kinds.is_empty() && !numbers.is_empty() {
        return Err(invalid(
            FIELD,
            "gaps are told in any case; name what else is to be told, or nothing for all",
        ));
    }
    Ok(kinds)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(event_types: &[i32], keep_events: i32) -> v1::Observation {
        v1::Observation { event_types: event_types.to_vec(), keep_events, ..v1::Observation::default() }
    }

    #[test]
    fn nothing_said_means_everything() {
        let wanted = Wanted::parse(Parent::All, &v1::Observation::default()).unwrap();
        assert_eq!(wanted.observe(), Observe { pid: None, kinds: Vec::new(), keep: 1024 });
    }

    #[test]
    fn kinds_are_told_once_and_in_their_order() {
        let wanted = Wanted::parse(Parent::Process(7), &options(&[3, 1, 3, 12], 5)).unwrap();
        let observe = wanted.observe();
        assert_eq!(observe.kinds, [WindowEventKind::Created, WindowEventKind::Moved]);
        assert_eq!((observe.pid, observe.keep), (Some(7), 5));
        assert_eq!(wanted.event_types(), [1, 3]);
    }

    #[test]
    fn nonsense_is_refused() {
        for bad in [options(&[0], 0), options(&[13], 0), options(&[-1], 0), options(&[12], 0)] {
            assert!(Wanted::parse(Parent::All, &bad).is_err(), "{:?}", bad.event_types);
        }
        for keep in [-1, 4097, i32::MAX, i32::MIN] {
            assert!(Wanted::parse(Parent::All, &options(&[], keep)).is_err(), "{keep}");
        }
        assert!(Wanted::parse(Parent::Process(0), &options(&[], 0)).is_err());
    }
}
