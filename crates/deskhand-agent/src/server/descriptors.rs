//! Open files and connections: the system allows a process only so many, and connections must not take them all.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// What everything but connections takes at its worst: commands, files, applications.
const WANTED: u64 = 1024;
/// What is kept from connections where the system does not allow that many.
const RESERVE: u64 = 256;

/// How many of these connections there is room for. Raises what this process may open as far as they need it, and no
/// further: the commands that it starts inherit it.
pub(super) fn room_for(connections: usize) -> usize {
    let limit = getrlimit(Resource::Nofile);
    let raised = raised(&limit, connections);
    // Where it cannot be raised, the old one still holds.
    let current = if setrlimit(Resource::Nofile, raised).is_ok() { raised.current } else { limit.current };
    fitting(connections, current)
}

fn raised(limit: &Rlimit, connections: usize) -> Rlimit {
    let needed = WANTED + connections as u64;
    let most = limit.maximum.unwrap_or(u64::MAX);
    let current = limit.current.map(|current| current.max(needed.min(most)));
    Rlimit { current, maximum: limit.maximum }
}

fn fitting(connections: usize, allowed: Option<u64>) -> usize {
    let Some(allowed) = allowed else { return connections };
    let room = usize::try_from(allowed.saturating_sub(RESERVE)).unwrap_or(usize::MAX);
    connections.min(room.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_raised_as_far_as_it_is_needed() {
        for (current, maximum, expected) in [
            (Some(1024), Some(524_288), Some(2024)),
            (Some(1024), None, Some(2024)),
            (Some(1024), Some(1500), Some(1500)),
            (Some(4096), Some(4096), Some(4096)),
            (None, None, None),
        ] {
            assert_eq!(raised(&Rlimit { current, maximum }, 1000).current, expected);
        }
    }

    #[test]
    fn connections_leave_something_for_the_rest() {
        for (allowed, expected) in
            [(Some(2048), 1000), (Some(1256), 1000), (Some(1024), 768), (Some(100), 1), (None, 1000)]
        {
            assert_eq!(fitting(1000, allowed), expected, "{allowed:?}");
        }
    }
}
