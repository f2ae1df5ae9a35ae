//! Healing tried on many made-up applications that are changed at random: a trial without a desktop.

mod app;
mod chance;
mod mutation;

use std::collections::BTreeMap;

use deskhand_model::{NodeId, Role, Tree};

use super::fingerprint::Fingerprint;
use super::portrait::{Gallery, Portrait, place_in_window};
use super::scene::Scene;
use super::strategy::Strategy;
use super::text::folded;
use super::verdict::decide;
use app::{Maker, Widget};
use chance::Chance;
use mutation::{Mutation, add_twin, mutate, take};

/// The key of a near-twin that was there before.
const TWIN: u32 = 9_999;

/// Counts of one trial.
#[derive(Debug, Default)]
struct Tally {
    right: usize,
    refused: usize,
    wrong: usize,
    gone_refused: usize,
    gone_wrong: usize,
    strategies: BTreeMap<Strategy, usize>,
    /// What had changed where it was refused, or wrong.
    refusals: BTreeMap<String, usize>,
    faults: Vec<String>,
}

/// One case: a made-up application, changed at most so far that half of the evidence is lost.
struct Case {
    then: Tree,
    now: Tree,
    target: u32,
    gone: bool,
    changes: Vec<Mutation>,
    twin_before: bool,
}

fn node_of(tree: &Tree, key: u32) -> Option<NodeId> {
    let handle = key.to_string();
    tree.ids().find(|&id| tree.node(id).handle.as_str() == handle)
}

impl Case {
    fn new(chance: &mut Chance) -> Case {
        loop {
            if let Some(case) = Case::draw(chance) {
                return case;
            }
        }
    }

    fn draw(chance: &mut Chance) -> Option<Case> {
        let mut app = Maker::new(chance).application();
        let targets = app.keys(&|widget| widget.role.is_interactive());
        let target = *chance.pick(&targets);
        let gone = chance.percent(20);
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
        for _ in 0..1 + chance.below(4) {
            let change = *chance.pick(Mutation::ALL);
            if !changes.contains(&change) {
                mutate(&mut app, hero, &label, change, &mut margin, chance);
                changes.push(change);
            }
        }
        if lost(&then, &app.tree(margin), hero)? > 0.5 {
            return None;
        }
        if gone && is_replaced(&then, &mut app, target)? {
            return None;
        }
        let now = app.tree(margin);
        Some(Case { then, now, target, gone, changes, twin_before })
    }
}

/// Whether something new stands exactly where the target was: that cannot be told from a target that was renamed.
fn is_replaced(then: &Tree, app: &mut Widget, target: u32) -> Option<bool> {
    let key = |id: NodeId| then.node(id).handle.as_str().parse::<u32>().ok();
    let id = node_of(then, target)?;
    let siblings: Vec<u32> = then.children(then.parent(id)?).filter_map(key).collect();
    let place = siblings.iter().position(|sibling| *sibling == target)?;
    let before = place.checked_sub(1).and_then(|place| siblings.get(place));
    let after = siblings.get(place + 1);
    let Some(home) = app.find_mut(key(then.parent(id)?)?) else { return Some(false) };
    let now: Vec<u32> = home.children.iter().map(|child| child.key).collect();
    let is_new = |place: usize| now.get(place).is_some_and(|key| node_of(then, *key).is_none());
    let beside = |known: Option<&u32>, other: Option<&u32>| known == other;
    Some((0..now.len()).any(|place| {
        let (left, right) = (place.checked_sub(1).and_then(|left| now.get(left)), now.get(place + 1));
        is_new(place) && (beside(before, left) || beside(after, right))
    }))
}

/// The share of the kinds of evidence that one has about the target that has changed.
fn lost(then: &Tree, now: &Tree, target: u32) -> Option<f64> {
    let (before, after) = (node_of(then, target)?, node_of(now, target)?);
    let (a, b) = (Gallery::new(then).portrait(before), Gallery::new(now).portrait(after));
    let way = |portrait: &Portrait| -> Vec<(Role, usize)> {
        portrait.path.iter().map(|step| (step.role, step.nth)).collect()
    };
    let beside = |portrait: &Portrait| {
        let first = |side: &[super::Neighbour]| side.first().map(|neighbour| folded(&neighbour.name));
        (first(&portrait.before), first(&portrait.after))
    };
    let ((before_a, after_a), (before_b, after_b)) = (beside(&a), beside(&b));
    let (place_a, place_b) = (place_in_window(then, before)?, place_in_window(now, after)?);
    let renamed = a.name != b.name;
    let mut kinds = vec![
        renamed,
        // What is written on it is most of how it looks.
        renamed,
        way(&a) != way(&b),
        before_a != before_b && after_a != after_b,
        place_a.x.abs_diff(place_b.x).max(place_a.y.abs_diff(place_b.y)) > 50,
    ];
    kinds.extend((!a.id.is_empty()).then(|| a.id != b.id));
    kinds.extend((!a.test_id.is_empty()).then(|| a.test_id != b.test_id));
    kinds.extend((!a.description.is_empty()).then(|| a.description != b.description));
    Some(kinds.iter().filter(|lost| **lost).count() as f64 / kinds.len() as f64)
}

fn try_out(case: &Case, tally: &mut Tally) {
    let before = node_of(&case.then, case.target).unwrap();
    let fingerprint = Fingerprint::of(&case.then, before);
    let scene = Scene::new(&fingerprint, &case.now, &|| false).unwrap();
    let verdict = decide(&scene, Strategy::ALL, 0.9);
    let truth = node_of(&case.now, case.target);
    let taken = verdict.by.and(verdict.best.as_ref()).map(|best| best.id);
    if let Some(strategy) = verdict.by {
        *tally.strategies.entry(strategy).or_default() += 1;
    }
    let told = || {
        let twin = if case.twin_before { " twin" } else { "" };
        let mut changes = case.changes.clone();
        changes.sort();
        format!("{changes:?}{twin}")
    };
    match (truth, taken) {
        (Some(truth), Some(taken)) if truth == taken => tally.right += 1,
        (Some(_), None) => {
            tally.refused += 1;
            let t = truth.unwrap();
            let place = scene.suspects.iter().position(|one| one.id == t);
            if let Some(place) = place {
                if tally.refused < 12 {
                    let sus = &scene.suspects[place];
                    println!(
                        "REFUSED {} odds {:.1} of {}: {:?} best {:?}",
                        told(),
                        scene.odds()[place],
                        scene.count(),
                        sus.grades
                            .iter()
                            .filter(|g| g.1 != super::evidence::Grade::Unknown)
                            .map(|g| format!("{:?}={:?}", g.0, g.1))
                            .collect::<Vec<_>>()
                            .join(" "),
                        verdict.best.as_ref().map(|b| (b.id == t, b.confidence))
                    );
                    let all: Vec<usize> = (0..scene.suspects.len()).collect();
                    for other in &fingerprint.others {
                        let odds = scene.odds_of_other(other, &all);
                        if odds[place] > 1.0 {
                            println!(
                                "      {:>10.2} {} max {:?}",
                                odds[place],
                                other.name,
                                odds.iter().cloned().fold(0.0, f64::max)
                            );
                        }
                    }
                }
            } else {
                println!("REFUSED not suspect");
            }
            *tally.refusals.entry(told()).or_default() += 1;
        }
        (None, None) => tally.gone_refused += 1,
        (truth, Some(taken)) => {
            if truth.is_some() {
                tally.wrong += 1
            } else {
                tally.gone_wrong += 1
            };
            if tally.faults.len() < 12 {
                let then = scene.portrait();
                let place = scene.suspects.iter().position(|one| one.id == taken).unwrap();
                let key = case.now.node(taken).handle.as_str().to_owned();
                println!("TAKEN {key} odds {:.1} of {}", scene.odds()[place], scene.count());
                let all: Vec<usize> = (0..scene.suspects.len()).collect();
                for other in &fingerprint.others {
                    println!(
                        "  {:>10.2} {} {:?} {:?} {:?} {:?} now {:?}",
                        scene.odds_of_other(other, &all)[place],
                        other.name,
                        other.id,
                        other.before,
                        other.after,
                        other.bounds,
                        scene.suspects[place].portrait.bounds
                    );
                }
                tally.faults.push(format!(
                    "{} gone:{}\n  was {:?} #{} @{}\n  {:?} survival {:?}\n  best {:#?}\n  rival {:?}",
                    told(),
                    case.gone,
                    then.name,
                    then.id,
                    then.test_id,
                    case.now.node(taken).name,
                    scene.survival,
                    verdict.best,
                    verdict.rival.as_ref().map(|rival| rival.confidence)
                ));
            }
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

#[test]
fn tuning() {
    let seed = std::env::var("DESKHAND_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let cases = std::env::var("DESKHAND_CASES").ok().and_then(|seed| seed.parse().ok()).unwrap_or(2000);
    let tally = trial(seed, cases);
    println!("{:#?}", tally.strategies);
    for fault in &tally.faults {
        println!("{fault}");
    }
    let mut refusals: Vec<_> = tally.refusals.iter().collect();
    refusals.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    for (what, count) in refusals.iter().take(25) {
        println!("{count} {what}");
    }
    let present = tally.right + tally.refused + tally.wrong;
    println!(
        "right {} refused {} wrong {} = {:.2}%; gone refused {} wrong {}",
        tally.right,
        tally.refused,
        tally.wrong,
        100.0 * tally.right as f64 / present as f64,
        tally.gone_refused,
        tally.gone_wrong
    );
}
