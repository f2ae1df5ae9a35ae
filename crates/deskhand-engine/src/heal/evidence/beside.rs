//! What stands before and after.

use super::Grade;
use crate::heal::fingerprint::Neighbour;
use crate::heal::portrait::Portrait;
use crate::heal::text::folded;

/// How much of the surviving neighbourhood has to be there for the same one, and for nearly the same one.
const SAME: f64 = 0.75;
const SOME: f64 = 0.35;

/// Whether the neighbours that are still somewhere are still beside it. Those that are gone, or are called otherwise
/// by now, tell nothing.
pub(super) fn compare(then: &Portrait, now: &Portrait, survives: &dyn Fn(&Neighbour) -> bool) -> Grade {
    let (mut kept, mut all) = (0.0, 0.0);
    for (then, now) in [(&then.before, &now.before), (&then.after, &now.after)] {
        for (distance, neighbour) in then.iter().enumerate().filter(|(_, neighbour)| survives(neighbour)) {
            let weight = 1.0 / (distance + 1) as f64;
            all += weight;
            if let Some(found) = now.iter().position(|candidate| is_same(neighbour, candidate)) {
                kept += weight / (distance.abs_diff(found) + 1) as f64;
            }
        }
    }
    match kept / all {
        _ if all == 0.0 => Grade::Unknown,
        part if part >= SAME => Grade::Same,
        part if part >= SOME => Grade::Nearly,
        _ => Grade::Different,
    }
}

fn is_same(then: &Neighbour, now: &Neighbour) -> bool {
    !then.id.is_empty() && then.id == now.id
        || !then.name.is_empty() && folded(&then.name) == folded(&now.name)
}
