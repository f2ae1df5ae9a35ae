//! Live trees under random changes, in random order with what is told of them and with who asks.
#![allow(clippy::unwrap_used, reason = "a fault in the script fails the test")]

mod support;

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use deskhand_engine::ports::{Change, Freshness, ReadRequest};
use deskhand_engine::{Engine, Session};
use deskhand_model::{AppId, AppSelector, Fields, Handle, NodeData, Role, State, Tree};
use proptest::prelude::*;
use support::*;

fn editor() -> AppSelector {
    AppSelector::parse("editor")
}

fn asking(freshness: Freshness) -> ReadRequest {
    ReadRequest { fields: TOLD, freshness, ..ReadRequest::default() }
}

/// One change of the application; the numbers say where, whatever there is by then.
#[derive(Clone, Debug)]
enum Mutation {
    Rename(u16, char),
    Switch(u16),
    Add(u16, u8),
    Remove(u16),
    /// To the end of another one's children.
    Move(u16, u16),
}

#[derive(Clone, Debug)]
enum Step {
    Now(Mutation),
    /// So many milliseconds later, in the middle of whatever goes on then.
    Later(u8, Mutation),
    /// What was told arrives.
    Deliver,
    /// What was told is lost.
    Lose,
    Read(Freshness),
    /// Somebody asks, and leaves before the answer.
    Leave,
}

fn mutation() -> impl Strategy<Value = Mutation> {
    let place = any::<u16>;
    prop_oneof![
        3 => (place(), prop::char::range('a', 'e')).prop_map(|(at, name)| Mutation::Rename(at, name)),
        2 => place().prop_map(Mutation::Switch),
        3 => (place(), 1..4_u8).prop_map(|(at, many)| Mutation::Add(at, many)),
        2 => place().prop_map(Mutation::Remove),
        2 => (place(), place()).prop_map(|(from, to)| Mutation::Move(from, to)),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    let freshness = prop::sample::select(vec![Freshness::Told, Freshness::Current, Freshness::NOW]);
    prop_oneof![
        4 => mutation().prop_map(Step::Now),
        4 => (0..6_u8, mutation()).prop_map(|(later, mutation)| Step::Later(later, mutation)),
        1 => Just(Step::Deliver),
        1 => Just(Step::Lose),
        4 => freshness.prop_map(Step::Read),
        1 => Just(Step::Leave),
    ]
}

/// The nodes below the one at `place`, as a range.
fn below(nodes: &[(usize, NodeData)], place: usize) -> std::ops::Range<usize> {
    let top = nodes[place].0;
    let many = nodes[place + 1..].iter().take_while(|(depth, _)| *depth > top).count();
    place + 1..place + 1 + many
}

fn parent(nodes: &[(usize, NodeData)], place: usize) -> usize {
    (0..place).rev().find(|&above| nodes[above].0 < nodes[place].0).unwrap_or(0)
}

fn handle(nodes: &[(usize, NodeData)], place: usize) -> Handle {
    nodes[place].1.handle.clone()
}

/// Changes the application, and tells what it should tell of that.
fn mutate(app: &mut FakeApp, mutation: &Mutation) -> Vec<Change> {
    static NEW: AtomicU64 = AtomicU64::new(0);
    let structure = app.telling.is_some_and(|telling| telling.structure);
    let children = |element: Handle| if structure { Change::Children(element) } else { Change::Anything };
    let nodes = &mut app.nodes;
    let any = |number: u16, len: usize| usize::from(number) % len;
    match *mutation {
        Mutation::Rename(at, name) => {
            let place = any(at, nodes.len());
            nodes[place].1.name = name.to_string().into();
            vec![Change::Fields(handle(nodes, place), Fields::NAME)]
        }
        Mutation::Switch(at) => {
            let place = any(at, nodes.len());
            let states = &mut nodes[place].1.states;
            if states.contains(State::Checked) {
                states.remove(State::Checked);
            } else {
                states.insert(State::Checked);
            }
            vec![Change::Fields(handle(nodes, place), Fields::STATES)]
        }
        Mutation::Add(at, many) => {
            let place = any(at, nodes.len());
            let (depth, end) = (nodes[place].0, below(nodes, place).end);
            for deeper in 0..usize::from(many) {
                let mut new = node(Role::Button, "new");
                new.handle = Handle::new(format!("new {}", NEW.fetch_add(1, Ordering::Relaxed)));
                nodes.insert(end + deeper, (depth + 1 + deeper, new));
            }
            vec![children(handle(nodes, place))]
        }
        Mutation::Remove(at) => {
            // Neither the application nor its window.
            let Some(place) = (nodes.len() > 2).then(|| 2 + any(at, nodes.len() - 2)) else {
                return Vec::new();
            };
            let above = handle(nodes, parent(nodes, place));
            let range = place..below(nodes, place).end;
            nodes.drain(range);
            vec![children(above)]
        }
        Mutation::Move(from, to) => {
            let Some(place) = (nodes.len() > 2).then(|| 2 + any(from, nodes.len() - 2)) else {
                return Vec::new();
            };
            let range = place..below(nodes, place).end;
            let target = any(to, nodes.len());
            if range.contains(&target) {
                return Vec::new();
            }
            let (old, new) = (handle(nodes, parent(nodes, place)), handle(nodes, target));
            let (top, depth) = (nodes[place].0, nodes[target].0 + 1);
            let moved: Vec<_> = nodes.drain(range).collect();
            let target = nodes.iter().position(|(_, node)| node.handle == new).unwrap();
            let end = below(nodes, target).end;
            for (offset, (own, node)) in moved.into_iter().enumerate() {
                nodes.insert(end + offset, (own - top + depth, node));
            }
            vec![children(old), children(new)]
        }
    }
}

/// What is compared of one node.
type Line = (usize, Handle, Role, String, Vec<State>);

fn line(depth: usize, node: &NodeData) -> Line {
    (depth, node.handle.clone(), node.role, node.name.to_string(), node.states.iter().collect())
}

fn shown(tree: &Tree) -> Vec<Line> {
    tree.ids().map(|id| line(tree.depth(id), tree.node(id))).collect()
}

fn there(desktop: &Desktop) -> Vec<Line> {
    desktop.world().app_named("editor").nodes.iter().map(|(depth, node)| line(*depth, node)).collect()
}

/// A small list, and a long one of which not everything is read when it changes.
fn start() -> Vec<(usize, NodeData)> {
    let mut nodes = Vec::new();
    for (list, count) in [("short", 3), ("long", 60)] {
        nodes.push((2, node(Role::List, list)));
        nodes.extend((0..count).map(|item| (3, node(Role::ListItem, &format!("{list} {item}")))));
    }
    nodes
}

async fn read(engine: &Engine, freshness: Freshness) -> Arc<Tree> {
    engine.tree(&editor(), &asking(freshness), seconds(5)).await.unwrap().tree
}

async fn run(fake: FakeApp, steps: Vec<Step>) -> Result<(), TestCaseError> {
    let desktop = Desktop::new(vec![fake], vec![]);
    let engine = desktop.engine();
    let mut is_at_rest_from = 0;
    for step in steps {
        match step {
            Step::Now(mutation) => {
                let now = desktop.elapsed() as u64;
                desktop.alter_at(now, "editor", move |app| mutate(app, &mutation));
                drop(desktop.world());
            }
            Step::Later(later, mutation) => {
                let then = desktop.elapsed() as u64 + u64::from(later);
                is_at_rest_from = is_at_rest_from.max(then + 1);
                desktop.alter_at(then, "editor", move |app| mutate(app, &mutation));
            }
            Step::Deliver => desktop.deliver(&AppId::new("editor")),
            Step::Lose => desktop.lose("editor"),
            Step::Read(freshness) => {
                let is_at_rest = desktop.elapsed() as u64 >= is_at_rest_from;
                let tree = read(&engine, freshness).await;
                if is_at_rest && freshness != Freshness::Told {
                    prop_assert_eq!(shown(&tree), there(&desktop));
                }
            }
            Step::Leave => {
                let (app, request) = (editor(), asking(Freshness::Current));
                let mut left = Box::pin(engine.tree(&app, &request, seconds(5)));
                let _ = futures_util::poll!(&mut left);
                tokio::time::advance(CALL).await;
                let _ = futures_util::poll!(&mut left);
            }
        }
    }
    tokio::time::advance(Duration::from_millis(20)).await;
    let last = read(&engine, Freshness::Current).await;
    prop_assert_eq!(shown(&last), there(&desktop));
    let checked = engine.check_mirror(&editor(), Freshness::Told, seconds(5)).await.unwrap();
    prop_assert!(checked.as_ref().is_none_or(|checked| checked.differences().is_empty()), "{:?}", checked);
    Ok(())
}

/// Runs on a clock that advances by itself.
fn in_no_time<T>(run: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .unwrap()
        .block_on(run)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn a_tree_kept_by_what_is_told_is_the_one_that_would_be_read(
        steps in prop::collection::vec(step(), 1..40),
    ) {
        in_no_time(run(telling(app("editor", 1, start())), steps))?;
    }

    #[test]
    fn a_tree_kept_by_hints_is_the_one_that_would_be_read(steps in prop::collection::vec(step(), 1..40)) {
        in_no_time(run(hinting(app("editor", 1, start())), steps))?;
    }
}

/// Four lists of five items that are all called by the number of times that their list changed.
fn generations() -> Vec<(usize, NodeData)> {
    let mut nodes = Vec::new();
    for list in 0..4 {
        nodes.push((2, node(Role::List, &format!("list {list}"))));
        nodes.extend(
            (0..5).map(|item| (3, called((3, node(Role::ListItem, "0")), &format!("{list}.{item}")).1)),
        );
    }
    nodes
}

/// All items of a list get another name, in another order, at once.
fn next_generation(app: &mut FakeApp, list: usize, generation: u32) -> Vec<Change> {
    let place = app.nodes.iter().position(|(_, node)| *node.name == *format!("list {list}")).unwrap();
    let items = below(&app.nodes, place);
    app.nodes[items.clone()].rotate_left(1);
    for (_, item) in &mut app.nodes[items] {
        item.name = generation.to_string().into();
    }
    vec![Change::Children(handle(&app.nodes, place))]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn nobody_ever_sees_half_of_a_change() {
    let desktop = Desktop::new(vec![telling(app("editor", 1, generations()))], vec![]);
    let engine = Arc::new(desktop.engine());
    let over = Arc::new(AtomicBool::new(false));
    let readers: Vec<_> = [Freshness::Told, Freshness::Current, Freshness::Told, Freshness::Current]
        .into_iter()
        .map(|freshness| {
            let (engine, over) = (engine.clone(), over.clone());
            tokio::spawn(async move {
                let mut held: Vec<(Arc<Tree>, Vec<Line>)> = Vec::new();
                while !over.load(Ordering::Relaxed) {
                    let tree = read(&engine, freshness).await;
                    for list in tree.with_role(Role::List) {
                        let names: HashSet<_> =
                            tree.children(*list).map(|item| &tree.node(item).name).collect();
                        assert_eq!((tree.children(*list).count(), names.len()), (5, 1), "{names:?}");
                    }
                    if held.len() < 50 {
                        held.push((tree.clone(), shown(&tree)));
                    }
                    tokio::task::yield_now().await;
                }
                for (tree, then) in held {
                    assert_eq!(shown(&tree), then, "a tree that somebody holds never changes");
                }
            })
        })
        .collect();
    for generation in 1..=60_u32 {
        let list = generation as usize % 4;
        let now = desktop.elapsed() as u64;
        desktop.alter_at(now, "editor", move |app| next_generation(app, list, generation));
        drop(desktop.world());
        desktop.deliver(&AppId::new("editor"));
        read(&engine, Freshness::Current).await;
    }
    over.store(true, Ordering::Relaxed);
    for reader in readers {
        reader.await.unwrap();
    }
    let last = read(&engine, Freshness::Current).await;
    assert_eq!(shown(&last), there(&desktop));
    assert!(engine.mirror_stats()[0].1.parts_read > 0, "parts were read, not everything");
}
