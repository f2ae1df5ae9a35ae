//! What came of many trials.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use deskhand::Strategy;

use super::mutant::Mutation;
use super::trial::Outcome;

/// Counts of outcomes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) healed: usize,
    pub(crate) not_healed: usize,
    pub(crate) refused: usize,
    pub(crate) wrong: usize,
    strategies: BTreeMap<Strategy, usize>,
    /// How often each kind of change was drawn.
    done: BTreeMap<String, usize>,
    /// How often each kind of evidence was lost.
    lost: BTreeMap<String, usize>,
    /// How many changes were made at once, by how often.
    at_once: BTreeMap<usize, usize>,
    times: Vec<Duration>,
    budget: Duration,
}

impl Tally {
    pub(crate) fn new(budget: Duration) -> Tally {
        Tally { budget, ..Tally::default() }
    }

    pub(crate) fn count(&mut self, mutation: &Mutation, outcome: &Outcome) {
        for kind in &mutation.done {
            *self.done.entry(kind.clone()).or_default() += 1;
        }
        for kind in &mutation.lost {
            *self.lost.entry(kind.clone()).or_default() += 1;
        }
        *self.at_once.entry(mutation.done.len()).or_default() += 1;
        match outcome {
            Outcome::Healed(receipt) => {
                self.healed += 1;
                if let Some(heal) = &receipt.healed {
                    *self.strategies.entry(heal.strategy).or_default() += 1;
                    self.times.push(heal.took);
                }
            }
            Outcome::NotHealed(_) => self.not_healed += 1,
            Outcome::Refused => self.refused += 1,
            Outcome::Wrong(_) => self.wrong += 1,
        }
    }

    /// The share of the targets that were there and were healed.
    pub(crate) fn share_healed(&self) -> f64 {
        self.healed as f64 / (self.healed + self.not_healed).max(1) as f64
    }

    fn time(&self, share: f64) -> Duration {
        let mut times = self.times.clone();
        times.sort_unstable();
        let at = (times.len() as f64 * share) as usize;
        times.get(at.min(times.len().saturating_sub(1))).copied().unwrap_or_default()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "changes drawn: {}", counts(&self.done))?;
        writeln!(f, "changes at once: {}", counts(&self.at_once))?;
        writeln!(f, "evidence lost: {}", counts(&self.lost))?;
        let present = self.healed + self.not_healed;
        writeln!(f, "present targets: {present}")?;
        writeln!(f, "  healed to the right element: {} ({:.1}%)", self.healed, 100.0 * self.share_healed())?;
        writeln!(f, "  not healed:                  {}", self.not_healed)?;
        writeln!(f, "removed targets refused: {}", self.refused)?;
        writeln!(f, "WRONG elements pressed:  {}", self.wrong)?;
        writeln!(f, "hits by strategy:")?;
        for strategy in Strategy::ALL {
            writeln!(f, "  {:<12} {}", strategy.name(), self.strategies.get(strategy).unwrap_or(&0))?;
        }
        let over = self.times.iter().filter(|took| **took > self.budget).count();
        let ms = |share| self.time(share).as_secs_f64() * 1000.0;
        write!(
            f,
            "time to heal: median {:.1} ms, 95% {:.1} ms, most {:.1} ms; ",
            ms(0.5),
            ms(0.95),
            ms(1.0)
        )?;
        write!(f, "{over} over the budget of {} ms", self.budget.as_millis())
    }
}

fn counts<K: fmt::Display>(counts: &BTreeMap<K, usize>) -> String {
    counts.iter().map(|(what, often)| format!("{what} {often}")).collect::<Vec<_>>().join(", ")
}
