//! Everything that healing looks at: what was recorded, the current tree, and what of it can be meant.

use std::cell::Cell;

use deskhand_model::{NodeId, Tree};

use super::evidence::{self, Grade, Grades, Ground, Kind, Moves};
use super::family::related;
use super::fingerprint::{Fingerprint, Other};
use super::odds::{Rates, odds};
use super::portrait::{Gallery, Portrait, place_in_window, test_id, window_size};
use super::share::{Share, share};
use super::survival::{Present, Survival, moves};
use super::text::{extends, folded, likeness, nearly, tidy};

/// Most elements that are compared in everything. Of more, those in which nothing agrees at first sight are left out.
const COMPARED: usize = 1_000;

/// How often the time is looked at: once in so many elements.
const BETWEEN: u32 = 64;

/// Says whether the time for healing is over.
pub(super) type OutOfTime<'a> = &'a (dyn Fn() -> bool + Sync);

/// One element of the current tree with how it compares.
pub(super) struct Suspect {
    pub(super) id: NodeId,
    pub(super) portrait: Portrait,
    pub(super) grades: Grades,
}

/// The stage of one healing.
pub(super) struct Scene<'s> {
    pub(super) then: &'s Fingerprint,
    pub(super) tree: &'s Tree,
    /// The elements that it can be.
    pub(super) suspects: Vec<Suspect>,
    pub(super) survival: Survival,
    portrait: Portrait,
    /// The names of the others.
    others: Vec<String>,
    gallery: Gallery<'s>,
    present: Present,
    moves: Moves,
    /// Elements of a fitting role that nothing speaks for.
    unseen: usize,
}

impl<'s> Scene<'s> {
    /// Compares everything; `None` when the time ran out before.
    pub(super) fn new(
        then: &'s Fingerprint,
        tree: &'s Tree,
        out_of_time: OutOfTime<'_>,
    ) -> Option<Scene<'s>> {
        let present = Present::new(tree);
        if out_of_time() {
            return None;
        }
        let moves = moves(then, tree);
        let survival = Survival::new(then, &present, &moves);
        let mut scene = Scene {
            then,
            tree,
            suspects: Vec::new(),
            survival,
            portrait: then.portrait(),
            others: then.others.iter().map(|other| tidy(&other.name)).collect(),
            gallery: Gallery::new(tree),
            present,
            moves,
            unseen: 0,
        };
        scene.line_up(out_of_time)?;
        Some(scene)
    }

    /// Finds the elements that it can be.
    fn line_up(&mut self, out_of_time: OutOfTime<'_>) -> Option<()> {
        let watch = Stopwatch::new(out_of_time);
        let mut fitting: Vec<NodeId> = Vec::new();
        for id in self.tree.ids().skip(1) {
            watch.check()?;
            if related(self.then.role, self.tree.node(id).role) {
                fitting.push(id);
            }
        }
        let all = fitting.len();
        if all > COMPARED {
            let mut promising = Vec::new();
            for id in fitting {
                watch.check()?;
                if self.is_promising(id) {
                    promising.push(id);
                }
            }
            fitting = promising;
        }
        // Beyond that many there is no telling them apart anyway.
        fitting.truncate(4 * COMPARED);
        self.unseen = all - fitting.len();
        for id in fitting {
            watch.check()?;
            let portrait = self.gallery.portrait(id);
            let mut grades = self.compare(&self.portrait, &portrait, id);
            grades.set(Kind::Namesake, self.namesake(&portrait));
            self.suspects.push(Suspect { id, portrait, grades });
        }
        Some(())
    }

    /// Whether anything agrees at first sight.
    fn is_promising(&self, id: NodeId) -> bool {
        let (node, then) = (self.tree.node(id), &self.portrait);
        let name = || folded(&node.name);
        !then.id.is_empty() && *node.id == *then.id
            || !then.test_id.is_empty() && test_id(node) == then.test_id
            || !then.name.is_empty() && !node.name.is_empty() && {
                let name = name();
                name == then.folded_name || nearly(&name, &then.folded_name)
            }
            || !matches!(
                self.moves.compare(then.bounds, place_in_window(self.tree, id), (None, None)),
                Grade::Different | Grade::Unknown
            )
            || self.tree.depth(id) == then.path.len() + 1
                && then.path.last().is_some_and(|step| self.gallery.rank(id).0 == step.nth)
    }

    /// Whether anything in the current tree has an id.
    pub(super) fn tells_ids(&self) -> bool {
        self.present.tells_ids()
    }

    /// Whether a label that has changed is more like the one of another that was recorded: then it is somebody who has to
    /// do with that other. Unknown where it is like nobody's.
    fn namesake(&self, now: &Portrait) -> Grade {
        if now.folded_name.is_empty() || now.tidy_name == self.portrait.tidy_name {
            return Grade::Unknown;
        }
        let (label, own) = (&now.tidy_name, &self.portrait.tidy_name);
        let longer = |name: &String| label.len() > name.len() && extends(name, label);
        let (is_own, likeness_to_own) = (longer(own), likeness(own, label));
        let is_its = |name: &String| {
            let like_it = || name == label || nearly(name, label) && likeness(name, label) > likeness_to_own;
            longer(name) && (!is_own || name.len() > own.len()) || !is_own && like_it()
        };
        match self.others.iter().any(is_its) {
            true => Grade::Different,
            false => Grade::Unknown,
        }
    }

    fn compare(&self, then: &Portrait, now: &Portrait, id: NodeId) -> Grades {
        let ground = Ground {
            survives: &|neighbour| self.present.has(neighbour),
            moves: &self.moves,
            windows: (self.then.window_size, window_size(self.tree, id)),
            several_windows: self.tree.children(NodeId::ROOT).nth(1).is_some(),
        };
        evidence::compare(then, now, &ground)
    }

    /// Notes where the element was seen in a picture: the suspects there agree in their looks, and the others do not,
    /// unless their label has changed and their looks with it.
    pub(super) fn note_sightings(&mut self, seen: &[(NodeId, Grade)]) {
        for suspect in &mut self.suspects {
            let unseen = match suspect.grades.of(Kind::Label) {
                Grade::Same => Grade::Different,
                _ => Grade::Unknown,
            };
            let grade = seen.iter().find(|(id, _)| *id == suspect.id).map_or(unseen, |(_, grade)| *grade);
            suspect.grades.set(Kind::Visual, grade);
        }
    }

    /// Notes how elements compare with the picture that was kept. Of all others, nothing is known.
    pub(super) fn note_looks(&mut self, looks: &[(NodeId, Grade)]) {
        for suspect in &mut self.suspects {
            if let Some((_, grade)) = looks.iter().find(|(id, _)| *id == suspect.id) {
                suspect.grades.set(Kind::Visual, *grade);
            }
        }
    }

    /// The odds that each of the suspects is the element.
    pub(super) fn odds(&self) -> Vec<f64> {
        let rates = Rates::new(self.suspects.iter().map(|suspect| &suspect.grades), self.unseen);
        let odds = |one: &Suspect| odds(&one.grades, &self.survival, &rates, Some(self.share(one)));
        self.suspects.iter().map(odds).collect()
    }

    /// The odds that each of these suspects is one that was recorded as another.
    pub(super) fn odds_of_other(&self, other: &Other, among: &[usize]) -> Vec<f64> {
        let portrait = other.portrait();
        let grades: Vec<Grades> = among
            .iter()
            .map(|&place| {
                let suspect = &self.suspects[place];
                self.compare(&portrait, &suspect.portrait, suspect.id)
            })
            .collect();
        let rates = Rates::new(grades.iter(), self.count() - among.len());
        grades.iter().map(|grades| odds(grades, &self.survival, &rates, None)).collect()
    }

    /// How much of the evidence a suspect has.
    pub(super) fn share(&self, suspect: &Suspect) -> Share {
        share(&self.portrait, &suspect.portrait, &suspect.grades)
    }

    /// How many elements have a role that fits.
    pub(super) fn count(&self) -> usize {
        self.suspects.len() + self.unseen
    }

    /// How the element looked.
    pub(super) fn portrait(&self) -> &Portrait {
        &self.portrait
    }
}

/// Looks at the time now and then.
pub(super) struct Stopwatch<'a> {
    out_of_time: OutOfTime<'a>,
    asked: Cell<u32>,
}

impl<'a> Stopwatch<'a> {
    pub(super) fn new(out_of_time: OutOfTime<'a>) -> Stopwatch<'a> {
        Stopwatch { out_of_time, asked: Cell::new(0) }
    }

    /// `None` when the time is over.
    pub(super) fn check(&self) -> Option<()> {
        let asked = self.asked.get();
        self.asked.set(asked.wrapping_add(1));
        (!asked.is_multiple_of(BETWEEN) || !(self.out_of_time)()).then_some(())
    }
}
