//! Which of the suspects it is, and how sure that is.

use std::collections::BTreeSet;

use super::matching::{Odds, first_row};
use super::scene::Scene;

/// How likely it is that a locator that matches nothing means something that is gone.
const GONE: f64 = 0.15;

/// Where only few elements come into question, it can still have gone to where nobody looks.
const FEWEST: usize = 10;

/// Most suspects that are weighed against each other and against the recorded others.
const WEIGHED: usize = 48;

/// How sure one can be that each suspect is the element: (place among the suspects, confidence), the best first.
pub(super) fn judge(scene: &Scene<'_>) -> Vec<(usize, f64)> {
    let odds = scene.odds();
    let mut best: Vec<usize> = (0..odds.len()).collect();
    best.sort_by(|&a, &b| odds[b].total_cmp(&odds[a]));
    best.truncate(WEIGHED);
    let mut columns: BTreeSet<usize> = best.into_iter().collect();
    for other in &scene.then.others {
        // Wherever a recorded other can be recognised, it is not elsewhere.
        let likely = scene.suspects.iter().enumerate().filter(|(_, suspect)| {
            !other.id.is_empty() && suspect.portrait.id == other.id
                || !other.name.is_empty() && suspect.portrait.name == other.name
        });
        columns.extend(likely.map(|(place, _)| place).take(4));
    }
    let columns: Vec<usize> = columns.into_iter().collect();
    let mut pairs = vec![columns.iter().map(|&place| odds[place]).collect::<Vec<f64>>()];
    pairs.extend(scene.then.others.iter().map(|other| scene.odds_of_other(other, &columns)));
    let gone = GONE / (1.0 - GONE) * scene.count().max(FEWEST) as f64;
    let sure = first_row(&Odds { pairs, gone });
    let mut judged: Vec<(usize, f64)> = columns.into_iter().zip(sure).collect();
    judged.sort_by(|a, b| b.1.total_cmp(&a.1));
    judged
}
