//! Healing tried on many made-up applications that are changed at random: a trial without a desktop.

mod app;
mod chance;
mod evidence;
mod mutation;

use std::collections::{BTreeMap, HashSet};

use deskhand_model::{NodeId, Tree};

use super::examine::{Question, examine};
use super::fingerprint::Fingerprint;
use super::options::HealingOptions;
use super::strategy::Strategy;
use app::Maker;
use chance::Chance;
use evidence::Kept;
use mutation::{Mutation, add_twin, mutate, take};

/// The key of a near-twin that was there before.
const TWIN: u32 = 9_999;

/// Counts of one trial.
#[derive(Debug, Default)]
struct Tally {
    /// Targets that were there and found.
    right: usize,
    /// Targets that were there, and nothing was taken.
    refused: usize,
    /// Targets that were gone, and nothing was taken.
    gone_refused: usize,
    /// Where something else was taken.
    wrong: Vec<String>,
    strategies: BTreeMap<Strategy, usize>,
}

/// One case: a made-up application, changed at most so far that half of the evidence is lost.
struct Case {
    then: Tree,
    now: Tree,
    target: u32,
    changes: Vec<Mutation>,
}

fn node_of(tree: &Tree, key: u32) -> Option<NodeId> {
    let handle = key.to_string();
    tree.ids().find(|&id| tree.node(id).handle.as_str() == handle)
}

impl Case {
    fn new(chance: &mut Chance) -> Case {
        // Whether the target goes is no matter of what can be drawn.
        let gone = chance.percent(20);
        loop {
            if let Some(case) = Case::draw(chance, gone) {
                return case;
            }
        }
    }

    fn draw(chance: &mut Chance, gone: bool) -> Option<Case> {
        let mut app = Maker::new(chance).application();
        let targets = app.keys(&|widget| widget.role.is_interactive());
        let target = *chance.pick(&targets);
        let label = app.find_mut(target)?.name.clone();
        // A near-twin that was there before; where the target goes, it stays, and what happens happens to it.
        let twin_before = gone || chance.percent(40);
        if twin_before {
            add_twin(&mut app, target, TWIN, &label, chance);
        }
        let mut margin = 10;
        let then = app.tree(margin);
        let hero = if gone { TWIN } else { target };
        if gone {
            take(&mut app, target)?;
        }
        let mut changes: Vec<Mutation> = Vec::new();
        // What the locator holds on to is changed in any case: else there would be nothing to heal.
        let held_by_id = !app.find_mut(hero)?.id.is_empty() && chance.percent(35);
        let breaks: &[Mutation] = match held_by_id {
            true => &[Mutation::NewId, Mutation::NewIds],
            false => &[Mutation::Rename, Mutation::Reword, Mutation::Translate],
        };
        let mut chosen = if gone { Vec::new() } else { vec![*chance.pick(breaks)] };
        for _ in 0..chance.below(4) {
            chosen.push(*chance.pick(Mutation::ALL));
        }
        chance.shuffle(&mut chosen);
        for change in chosen {
            if !changes.contains(&change) {
                mutate(&mut app, hero, &label, change, &mut margin, chance);
                changes.push(change);
            }
        }
        let now = app.tree(margin);
        if !is_fair(&then, &now, target, hero)? {
            return None;
        }
        Some(Case { then, now, target, changes })
    }
}

/// Whether one can know who is who: see the README of `fixtures/mutant`.
fn is_fair(then: &Tree, now: &Tree, target: u32, hero: u32) -> Option<bool> {
    let (old, old_hero) = (node_of(then, target)?, node_of(then, hero)?);
    if !Kept::new(then, old_hero, now, node_of(now, hero)?).is_half() {
        return Some(false);
    }
    let known: HashSet<&str> = then.ids().map(|id| then.node(id).handle.as_str()).collect();
    let own = node_of(now, target).map(|id| Kept::new(then, old, now, id).kept);
    let mut newcomers = now.ids().filter(|&id| {
        !known.contains(now.node(id).handle.as_str()) && now.node(id).role == then.node(old).role
    });
    Some(newcomers.all(|id| {
        let its = Kept::new(then, old, now, id);
        own.map_or(!its.is_half(), |own| its.kept < own)
    }))
}

fn try_out(case: &Case, tally: &mut Tally) {
    let before = node_of(&case.then, case.target).unwrap();
    let fingerprint = Fingerprint::of(&case.then, before);
    let question = Question {
        then: &fingerprint,
        tree: &case.now,
        strategies: Strategy::ALL,
        threshold: HealingOptions::default().threshold,
        seen: None,
    };
    let verdict = examine(&question, &|| false).unwrap();
    let truth = node_of(&case.now, case.target);
    let taken = verdict.best.as_ref().filter(|_| verdict.by.is_some()).map(|best| best.id);
    if let Some(strategy) = verdict.by {
        *tally.strategies.entry(strategy).or_default() += 1;
    }
    match (truth, taken) {
        (Some(truth), Some(taken)) if truth == taken => tally.right += 1,
        (Some(_), None) => tally.refused += 1,
        (None, None) => tally.gone_refused += 1,
        (_, Some(_)) => {
            tally.wrong.push(format!("{:?} of {:?}: {verdict:#?}", case.changes, fingerprint.name))
        }
    }
}

fn trial(seed: u64, cases: usize) -> Tally {
    let mut chance = Chance::new(seed);
    let mut tally = Tally::default();
    for _ in 0..cases {
        try_out(&Case::new(&mut chance), &mut tally);
    }
    tally
}

fn check(seed: u64, cases: usize) {
    let tally = trial(seed, cases);
    let present = tally.right + tally.refused;
    let share = 100.0 * tally.right as f64 / present as f64;
    println!(
        "seed {seed}: {} of {present} healed ({share:.1}%), {} refused",
        tally.right, tally.gone_refused
    );
    for (strategy, hits) in &tally.strategies {
        println!("  {strategy:12} {hits}");
    }
    assert_eq!(tally.wrong, [] as [String; 0], "seed {seed}");
    assert!(share >= 95.0, "seed {seed}: only {share:.1}% were healed");
    assert!(tally.gone_refused > cases / 10, "targets were removed");
}

#[test]
fn what_is_still_there_is_found_and_what_is_gone_is_not() {
    check(1, 1_000);
}

/// Any seed from `DESKHAND_SEED`, and many more cases.
#[test]
#[ignore = "takes minutes"]
fn what_is_still_there_is_found_from_any_seed() {
    let seed = std::env::var("DESKHAND_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(2);
    check(seed, 20_000);
}
