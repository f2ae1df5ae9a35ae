//! Live trees of real applications against what the applications show when they are read anew.
//!
//! A live tree can be wrong only where it answers from memory. What an application tells may force a new reading of everything,
//! and then there is nothing to compare; so each run says how many of its looks were real comparisons.
//!
//! The fixtures mutate themselves from a seed: `DESKHAND_MIRROR_SEED` gives another one, `DESKHAND_MIRROR_MUTATIONS` more or
//! fewer mutations, and `DESKHAND_MIRROR_STEP` says how many come between two comparisons.

use std::collections::BTreeMap;
use std::str::FromStr;

use deskhand::engine::MirrorCheck;
use deskhand::engine::ports::Freshness;
use deskhand::model::Fields;
use deskhand::{AppSelector, Desktop, ReadRequest, Session};

use crate::support::{
    Fixture, Mutations, PATIENCE, Stage, Toolkit, eventually, on_every_toolkit, on_toolkits,
};

/// Mutations between two comparisons.
const STEP: usize = 10;

/// Changes of single elements that are followed one by one.
const FIELD_CHANGES: usize = 30;

fn setting<T: FromStr>(name: &str, usual: T) -> T {
    std::env::var(name).ok().map_or(usual, |text| match text.parse() {
        Ok(value) => value,
        Err(_) => panic!("{name} is {text}"),
    })
}

on_every_toolkit!(what_is_answered_is_what_a_new_reading_shows);

/// All kinds of mutations, those included that nobody tells of. Whoever asks for what is there now must get it: from the
/// live tree where that holds, else from a new reading.
async fn what_is_answered_is_what_a_new_reading_shows(toolkit: Toolkit) {
    let seed = setting("DESKHAND_MIRROR_SEED", 1);
    let count = setting("DESKHAND_MIRROR_MUTATIONS", 100);
    let stage = Stage::start().await;
    let step = setting("DESKHAND_MIRROR_STEP", STEP);
    let plan = Mutations { seed, step, only: "" };
    let fixture = stage.mutating(toolkit, &plan).await;
    begin_mirror(&stage, &fixture).await;
    let mut tally = Tally::default();
    for done in (step..=count).step_by(step) {
        let before = whole_readings(&stage);
        fixture.mutate(done).await;
        let checked = checked(&stage, &fixture, Freshness::Current).await;
        let last = fixture.last_mutations(step);
        assert!(checked.differences().is_empty(), "{toolkit:?}, seed {seed}: {checked:#?} after {last:#?}");
        tally.count("any", whole_readings(&stage) == before);
    }
    tally.print(toolkit, seed, "what is answered");
}

on_every_toolkit!(each_change_that_is_told_reaches_the_live_tree);

/// One mutation at a time, so that none hides behind what another one tells. The tree is looked at as it was told to be,
/// which is the one that elements are found in before they are acted on.
async fn each_change_that_is_told_reaches_the_live_tree(toolkit: Toolkit) {
    let seed = setting("DESKHAND_MIRROR_SEED", 1);
    let count = setting("DESKHAND_MIRROR_MUTATIONS", 100);
    let stage = Stage::start().await;
    let fixture = stage.mutating(toolkit, &Mutations { seed, step: 1, only: told_by(toolkit) }).await;
    begin_mirror(&stage, &fixture).await;
    let bystander = Desktop::connect(stage.desktop.private().expect("a private desktop").env());
    let mut tally = Tally::default();
    for done in 1..=count {
        let before = whole_readings(&stage);
        fixture.mutate(done).await;
        if toolkit == Toolkit::Chromium {
            // The page says that it has changed before the browser shows it to anybody.
            let idle = bystander.session().wait_for_idle(&AppSelector::Pid(fixture.pid), PATIENCE).await;
            idle.expect("it comes to rest");
        }
        let checked = checked(&stage, &fixture, Freshness::Told).await;
        let last = fixture.last_mutations(2);
        assert!(checked.differences().is_empty(), "{toolkit:?}, seed {seed}: {checked:#?} after {last:#?}");
        tally.count(kind_of(last.last().expect("a mutation")), whole_readings(&stage) == before);
    }
    tally.print(toolkit, seed, "the tree as it was told");
    let (kinds, percent) = told_in_part(toolkit);
    let (compared, looks) = tally.of(kinds);
    assert!(
        compared * 100 >= looks * percent,
        "{toolkit:?}, seed {seed}: compared in {compared} of {looks} looks"
    );
}

/// How often whole applications were read for the live tree.
fn whole_readings(stage: &Stage) -> u64 {
    stage.desktop.session().mirror_stats().iter().map(|(_, stats)| stats.whole_readings).sum()
}

/// `rename` of `mutation 7: rename Save to Store`.
fn kind_of(mutation: &str) -> &str {
    mutation.split(' ').nth(2).unwrap_or(mutation)
}

/// How often the live tree came through each kind of mutation without a new reading of everything, so that comparing it was
/// worth something, and of how many times.
#[derive(Default)]
struct Tally(BTreeMap<String, (usize, usize)>);

impl Tally {
    fn count(&mut self, kind: &str, was_compared: bool) {
        let (compared, looks) = self.0.entry(kind.to_owned()).or_default();
        *compared += usize::from(was_compared);
        *looks += 1;
    }

    /// Of these kinds together.
    fn of(&self, kinds: &[&str]) -> (usize, usize) {
        let counted = kinds.iter().filter_map(|kind| self.0.get(*kind));
        counted.fold((0, 0), |sum, (compared, looks)| (sum.0 + compared, sum.1 + looks))
    }

    #[expect(clippy::print_stdout, reason = "the seed and what was compared are what a long run is for")]
    fn print(&self, toolkit: Toolkit, seed: u64, what: &str) {
        let kinds: Vec<&str> = self.0.keys().map(String::as_str).collect();
        let (compared, looks) = self.of(&kinds);
        println!(
            "{toolkit:?}, seed {seed}, {what}: compared in {compared} of {looks} looks, read anew in the rest"
        );
        for (kind, (compared, looks)) in &self.0 {
            println!("  {kind}: {compared} of {looks}");
        }
    }
}

/// The kinds of mutations that a toolkit tells of, or that can be noticed in another way; `docs/mirror.md` has the table.
fn told_by(toolkit: Toolkit) -> &'static str {
    match toolkit {
        Toolkit::Gtk3 => {
            "add,remove,remove_hidden,move,transplant,transplant_hidden,nest,rename,describe,enable,show,check,edit,\
             slide,add_row,remove_row,select_row,switch_tab,window,popup"
        }
        Toolkit::Gtk4 => {
            "remove,remove_hidden,transplant,nest,rename,describe,enable,show,check,edit,slide,add_row,remove_row,\
             select_row,switch_tab,window,popup"
        }
        Toolkit::Qt5 | Toolkit::Qt6 => {
            "add,remove,transplant,nest,rename,describe,enable,show,check,edit,slide,add_row,remove_row,select_row,\
             switch_tab,window,popup"
        }
        Toolkit::Chromium => {
            "add,remove,transplant,nest,rename,describe,identify,recast,enable,show,check,edit,slide,add_row,remove_row,\
             select_row,switch_tab,window,popup"
        }
    }
}

/// Those of them after which the live tree is put right without a new reading of everything, and in how many of a hundred
/// looks that has to be so. GTK 4 tells of elements nearby as well, which mostly ends in such a reading.
fn told_in_part(toolkit: Toolkit) -> (&'static [&'static str], usize) {
    let kinds: &[&str] = &["rename", "describe", "enable", "check", "edit", "slide", "select_row"];
    match toolkit {
        Toolkit::Gtk3 | Toolkit::Qt5 | Toolkit::Qt6 | Toolkit::Chromium => (kinds, 75),
        Toolkit::Gtk4 => (kinds, 20),
    }
}

on_every_toolkit!(what_an_element_tells_of_itself_is_put_right_without_a_new_reading);

/// Two engines look at one application: one takes what it is told, the other reads.
async fn what_an_element_tells_of_itself_is_put_right_without_a_new_reading(toolkit: Toolkit) {
    let seed = setting("DESKHAND_MIRROR_SEED", 1);
    let stage = Stage::start().await;
    let plan = Mutations { seed, step: 1, only: "rename,enable,check,select_row" };
    let fixture = stage.mutating(toolkit, &plan).await;
    begin_mirror(&stage, &fixture).await;
    let reader = Desktop::connect(stage.desktop.private().expect("a private desktop").env());
    for done in 1..=FIELD_CHANGES {
        fixture.mutate(done).await;
        let last = fixture.last_mutations(1);
        eventually(&format!("{toolkit:?}, seed {seed}: the live tree shows {last:?}"), async || {
            let told = outline(&stage.desktop, &fixture, Freshness::Told).await;
            (told == outline(&reader, &fixture, Freshness::NOW).await).then_some(())
        })
        .await;
    }
    let stats = stage.desktop.session().mirror_stats();
    let [(_, stats)] = stats.as_slice() else { panic!("one live tree: {stats:?}") };
    assert!(stats.elements_read > 0, "{stats:?}");
    assert!(stats.whole_readings < FIELD_CHANGES as u64 / 2, "{stats:?}");
}

/// Every element with its depth, role, name and states.
async fn outline(desktop: &Desktop, fixture: &Fixture<'_>, freshness: Freshness) -> Vec<String> {
    let fields = Fields::ROLE | Fields::NAME | Fields::STATES;
    let request = ReadRequest { fields, freshness, ..ReadRequest::default() };
    let app = AppSelector::Pid(fixture.pid);
    let tree = desktop.session().tree(&app, &request, PATIENCE).await.expect("a tree").tree;
    let line = |id| {
        let node = tree.node(id);
        format!("{} {} {:?} {:?}", tree.depth(id), node.role, node.name, node.states)
    };
    tree.ids().map(line).collect()
}

// What is told by nobody: a new order.
on_toolkits! { a_change_that_was_not_told_is_found_by_the_check:
    gtk_4 => Gtk4, qt_5 => Qt5, qt_6 => Qt6, chromium => Chromium
}

async fn a_change_that_was_not_told_is_found_by_the_check(toolkit: Toolkit) {
    let stage = Stage::start().await;
    let fixture = stage.mutating(toolkit, &Mutations { seed: 7, step: 1, only: "move" }).await;
    begin_mirror(&stage, &fixture).await;
    let mut found = Vec::new();
    for done in 1..=3 {
        fixture.mutate(done).await;
        found = checked(&stage, &fixture, Freshness::Told).await.differences().to_vec();
        if !found.is_empty() {
            break;
        }
    }
    assert!(!found.is_empty(), "nothing is different after {:?}", fixture.last_mutations(3));
}

/// Asks until the application has a live tree that agrees with it.
async fn begin_mirror(stage: &Stage, fixture: &Fixture<'_>) {
    eventually("there is a live tree", async || {
        fixture.button("Still").all().await.expect("the button");
        look(stage, fixture, Freshness::Current).await.filter(MirrorCheck::agrees)
    })
    .await;
}

async fn checked(stage: &Stage, fixture: &Fixture<'_>, freshness: Freshness) -> MirrorCheck {
    look(stage, fixture, freshness).await.expect("a live tree")
}

async fn look(stage: &Stage, fixture: &Fixture<'_>, freshness: Freshness) -> Option<MirrorCheck> {
    let app = AppSelector::Pid(fixture.pid);
    stage.desktop.session().check_mirror(&app, freshness, PATIENCE).await.expect("a comparison")
}
