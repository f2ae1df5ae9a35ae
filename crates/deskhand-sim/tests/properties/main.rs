//! Rules about windows that hold on every desktop, tried on thousands of random ones.
//!
//! `DESKHAND_SIM_RUNS` sets how many; `DESKHAND_SIM_SEED` tries one desktop alone and tells everything that happens on it.
#![expect(clippy::panic, reason = "a test ends where its expectation ends")]

mod deeds;
mod expected;
mod replay;
mod run;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use run::{Report, Tally};

/// Desktops that are tried unless told otherwise.
const RUNS: u64 = 10_000;

fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} is no number: {text}")))
}

/// Most faults that are told at once.
const TOLD: usize = 5;

#[test]
fn windows_are_told_as_they_are_and_only_those_are_touched_that_are_meant() {
    if let Some(seed) = number("DESKHAND_SIM_SEED") {
        let Report { told, fault, .. } = run::run(seed, true);
        println!("{}", told.join("\n"));
        assert_eq!(fault, None, "seed {seed}");
        return;
    }
    let runs = number("DESKHAND_SIM_RUNS").unwrap_or(RUNS);
    let (tally, faults) = try_all(runs);
    if let Some((seed, _)) = faults.first() {
        println!("{}", run::run(*seed, true).told.join("\n"));
        let all: Vec<String> = faults.iter().map(|(seed, fault)| format!("seed {seed}: {fault}")).collect();
        panic!(
            "{}\nrun one alone with: DESKHAND_SIM_SEED={seed} cargo test -p deskhand-sim --test properties -- --nocapture",
            all.join("\n")
        );
    }
    println!("{runs} runs: {tally:?}");
    tally.check(runs);
}

/// Runs the desktops of the first seeds, on all processors, until enough is wrong.
fn try_all(runs: u64) -> (Tally, Vec<(u64, String)>) {
    let (next, total) = (AtomicU64::new(0), Mutex::new((Tally::default(), Vec::new())));
    let work = || {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= runs {
                return;
            }
            let Report { tally, fault, .. } = run::run(seed, false);
            let mut total = total.lock().unwrap_or_else(PoisonError::into_inner);
            total.0.add(&tally);
            total.1.extend(fault.map(|fault| (seed, fault)));
            if total.1.len() >= TOLD {
                return;
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    let (tally, mut faults) = total.into_inner().unwrap_or_else(PoisonError::into_inner);
    faults.sort_by_key(|(seed, _)| *seed);
    (tally, faults)
}

#[test]
fn the_same_seed_gives_the_same_run() {
    for seed in 0..50 {
        let (one, other) = (run::run(seed, true), run::run(seed, true));
        assert_eq!(one.told, other.told, "seed {seed}");
    }
}
