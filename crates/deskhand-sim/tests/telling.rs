//! Applications that tell what is different about them.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test ends where its expectation ends")]

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use deskhand_engine::ports::{Accessibility, Clock, Listening, Mailbox, ReadRequest, Told, WindowChange};
use deskhand_model::{AppId, Fields, Handle, NodeData, NodeId, Point, Rect, Role, State, Tree};
use deskhand_sim::{
    AppPlan, Draft, Mutation, Personality, Random, Scenario, Sim, UserAction, VirtualClock, Voice, WindowKey,
    WindowPlan,
};

const PID: u32 = 100;
const WINDOW: WindowKey = WindowKey(0);
const WITHIN: Duration = Duration::from_secs(5);

/// A desktop with one application, and somebody who listens to it.
struct Stage {
    clock: VirtualClock,
    sim: Sim,
    accessibility: Arc<dyn Accessibility>,
    mailbox: Arc<Mailbox>,
}

impl Stage {
    fn with(voice: Voice) -> Stage {
        let inside = vec![
            Draft::new(Role::MenuBar, "").containing(vec![Draft::menu("File", vec![Draft::item("Save")])]),
            Draft::new(Role::Group, "").id("group").containing(vec![
                Draft::button("One").id("one"),
                Draft::field("Two").id("two"),
                Draft::slider("Three", 1.0, 9.0).id("three"),
            ]),
            Draft::new(Role::Group, "").id("other"),
        ];
        let window = WindowPlan::new("Window", Rect::new(10, 10, 400, 300)).containing(inside);
        let app = AppPlan::new("app", PID, vec![window]).speaking(voice);
        Stage::of(&Scenario::new(1, Personality::X11).with(app))
    }

    fn of(scenario: &Scenario) -> Stage {
        let clock = VirtualClock::new();
        let sim = Sim::new(scenario, Arc::new(clock.clone()));
        let mailbox = Arc::new(Mailbox::new(Arc::new(clock.clone())));
        let accessibility = sim.ports().accessibility;
        Stage { clock, sim, accessibility, mailbox }
    }

    fn run<T>(&self, story: impl Future<Output = T>) -> T {
        self.clock.runtime().unwrap().block_on(story)
    }

    async fn listen(&self) -> Option<Listening> {
        self.accessibility.listen(&app(), self.mailbox.clone(), WITHIN).await.unwrap()
    }

    async fn tree(&self) -> Arc<Tree> {
        let request = ReadRequest { fields: Fields::ALL, ..ReadRequest::default() };
        self.accessibility.read(&app(), &request, WITHIN).await.unwrap().tree
    }

    fn element(&self, id: &str) -> Handle {
        self.sim.element(WINDOW, id).unwrap()
    }

    fn mutate(&self, mutation: Mutation) {
        self.sim.act(&UserAction::Mutate(mutation));
    }
}

fn app() -> AppId {
    AppId::new(PID.to_string())
}

fn by_handle(tree: &Tree) -> HashMap<Handle, NodeId> {
    tree.ids().map(|id| (tree.node(id).handle.clone(), id)).collect()
}

/// The fields that two readings of an element tell differently.
fn differing(before: &NodeData, now: &NodeData) -> Fields {
    [
        (Fields::NAME, before.name != now.name),
        (Fields::ID, before.id != now.id),
        (Fields::STATES, before.states != now.states),
        (Fields::ACTIONS, before.actions != now.actions),
        (Fields::BOUNDS, (before.bounds, before.window_bounds) != (now.bounds, now.window_bounds)),
        (Fields::VALUE, before.value != now.value),
        (Fields::TEXT, before.text != now.text),
        (Fields::STYLE, before.style != now.style),
    ]
    .into_iter()
    .filter(|(_, differs)| *differs)
    .fold(Fields::NONE, |all, (field, _)| all | field)
}

/// Fails unless everything that is different between two readings was told.
fn assert_told(before: &Tree, now: &Tree, told: &Told, seed: u64) {
    let (old, new) = (by_handle(before), by_handle(now));
    let children = |tree: &Tree, id| -> Vec<Handle> {
        tree.children(id).map(|child| tree.node(child).handle.clone()).collect()
    };
    for (handle, &id) in &new {
        let reread = std::iter::once(id).chain(now.ancestors(id));
        if told.anything || reread.into_iter().any(|id| told.children.contains(&now.node(id).handle)) {
            continue;
        }
        let was = old.get(handle).unwrap_or_else(|| panic!("{handle:?} came untold; seed {seed}"));
        assert_eq!(children(before, *was), children(now, id), "children of {handle:?}; seed {seed}");
        let differs = differing(before.node(*was), now.node(id));
        let said = told.fields.get(handle).copied().unwrap_or_default();
        assert!(said.contains(differs), "{handle:?}: {differs:?} differ, {said:?} told; seed {seed}");
    }
}

/// Anything that an application might do by itself.
fn anything(random: &mut Random, elements: &[Handle], step: u64) -> UserAction {
    let mut any = || random.pick(elements).cloned().unwrap();
    let (one, other) = (any(), any());
    let name = format!("name {step}");
    UserAction::Mutate(match random.below(11) {
        0 | 1 => {
            let draft = Draft::new(Role::Group, &name).containing(vec![Draft::button("inner")]);
            Mutation::Add { parent: one, at: random.below(4) as usize, draft: Box::new(draft) }
        }
        2 => Mutation::Remove(one),
        3 | 4 => Mutation::Move { element: one, parent: other, at: random.below(4) as usize },
        5 => Mutation::Rename(one, name),
        6 => Mutation::Say(one, name),
        7 => Mutation::State(one, State::Enabled, random.chance(50)),
        8 => Mutation::State(one, State::Collapsed, random.chance(50)),
        9 => return UserAction::Retitle(WINDOW, name),
        _ => {
            let to = Point { x: random.between(0, 50) as i32, y: 10 };
            return UserAction::Change(WINDOW, WindowChange::Move(to));
        }
    })
}

#[test]
fn everything_that_changes_is_told() {
    for seed in 0..40 {
        let stage = Stage::with(Voice::CLEAR);
        let mut random = Random::new(seed);
        stage.run(async {
            let listening = stage.listen().await.unwrap();
            assert!(listening.telling.structure);
            let mut before = stage.tree().await;
            for step in 0..60 {
                stage.sim.act(&anything(&mut random, &stage.sim.elements(WINDOW), step));
                if random.chance(30) {
                    stage.sim.act(&anything(&mut random, &stage.sim.elements(WINDOW), step));
                }
                let now = stage.tree().await;
                assert_told(&before, &now, &stage.mailbox.take(), seed);
                before = now;
            }
        });
    }
}

#[test]
fn windows_that_come_and_go_are_children_of_the_application() {
    let stage = Stage::with(Voice::CLEAR);
    stage.run(async {
        let _listening = stage.listen().await;
        stage.sim.act(&UserAction::Open(PID, Box::new(WindowPlan::new("Next", Rect::new(0, 0, 50, 50)))));
        assert!(stage.mailbox.take().children.contains(&Handle::new(PID.to_string())));
        stage.sim.act(&UserAction::Change(WINDOW, WindowChange::Close));
        assert!(stage.mailbox.take().children.contains(&Handle::new(PID.to_string())));
    });
}

#[test]
fn a_quiet_application_says_nothing_and_what_is_as_before_is_not_told() {
    let stage = Stage::with(Voice::CLEAR);
    stage.run(async {
        let _listening = stage.listen().await;
        stage.mutate(Mutation::Rename(stage.element("one"), "One".to_owned()));
        stage.clock.sleep_until(stage.clock.now().plus(WITHIN)).await;
        assert_eq!((stage.mailbox.count(), stage.mailbox.last()), (0, None));
    });
}

#[test]
fn what_happens_later_is_told_when_it_happens_though_nobody_looks() {
    let stage = Stage::with(Voice::CLEAR);
    stage.run(async {
        let _listening = stage.listen().await;
        let at = stage.clock.now().plus(Duration::from_millis(70));
        let rename = Mutation::Rename(stage.element("one"), "Other".to_owned());
        stage.sim.act_after(Duration::from_millis(70), UserAction::Mutate(rename));
        stage.mailbox.more_than(0).await;
        assert_eq!((stage.clock.now(), stage.mailbox.last()), (at, Some(at)));
    });
}

#[test]
fn hints_say_that_the_tree_is_different_but_not_where() {
    let stage = Stage::with(Voice::HINTS);
    stage.run(async {
        assert!(!stage.listen().await.unwrap().telling.structure);
        let _listening = stage.listen().await;
        stage.mutate(Mutation::Remove(stage.element("one")));
        assert_eq!(stage.mailbox.take(), Told { anything: true, ..Told::default() });
        stage.mutate(Mutation::Rename(stage.element("three"), "Other".to_owned()));
        assert_eq!(stage.mailbox.take().fields.get(&stage.element("three")), Some(&Fields::NAME));
    });
}

#[test]
fn of_a_mute_application_nothing_is_heard_and_of_a_lying_one_not_everything() {
    let stage = Stage::with(Voice::MUTE);
    assert!(stage.run(stage.listen()).is_none());
    let stage = Stage::with(Voice::CLEAR.swallowing(50));
    stage.run(async {
        let _listening = stage.listen().await;
        for number in 0..200 {
            stage.mutate(Mutation::Rename(stage.element("one"), number.to_string()));
        }
        assert!((50..150).contains(&stage.mailbox.count()), "{}", stage.mailbox.count());
    });
}

#[test]
fn what_is_told_late_is_there_when_somebody_has_asked_for_it() {
    let late = Duration::from_millis(40);
    let stage = Stage::with(Voice::CLEAR.late_by(late));
    stage.run(async {
        let _listening = stage.listen().await;
        let changed = stage.clock.now();
        stage.mutate(Mutation::Rename(stage.element("one"), "Other".to_owned()));
        assert_eq!(stage.mailbox.count(), 0);
        stage.mailbox.more_than(0).await;
        assert_eq!(stage.clock.now(), changed.plus(late));
        stage.mutate(Mutation::Rename(stage.element("one"), "Another".to_owned()));
        stage.accessibility.caught_up(&app(), WITHIN).await.unwrap();
        assert_eq!(stage.mailbox.count(), 2);
    });
}

#[test]
fn who_hangs_tells_when_he_is_back_and_who_ends_is_heard_of() {
    let stage = Stage::with(Voice::CLEAR);
    stage.run(async {
        let _listening = stage.listen().await;
        stage.sim.act(&UserAction::Hang(PID));
        stage.sim.act(&UserAction::Retitle(WINDOW, "Other".to_owned()));
        assert_eq!(stage.mailbox.count(), 0);
        stage.sim.act(&UserAction::Recover(PID));
        assert_eq!(stage.mailbox.count(), 1);
        stage.mailbox.take();
        stage.sim.act(&UserAction::Die(PID));
        assert!(stage.mailbox.take().anything);
    });
}

#[test]
fn nothing_is_put_down_for_somebody_who_does_not_listen_any_more() {
    let stage = Stage::with(Voice::CLEAR);
    stage.run(async {
        let listening = stage.listen().await;
        drop(listening);
        stage.mutate(Mutation::Remove(stage.element("one")));
        assert_eq!(stage.mailbox.count(), 0);
    });
}

#[test]
fn a_part_is_read_like_the_same_part_of_the_whole() {
    let stage = Stage::with(Voice::CLEAR);
    stage.run(async {
        let request = ReadRequest { fields: Fields::ALL, ..ReadRequest::default() };
        let group = stage.element("group");
        let part = stage.accessibility.read_below(&app(), &group, &request, WITHIN).await.unwrap().tree;
        let whole = stage.tree().await;
        let at = by_handle(&whole)[&group];
        let expected: Vec<&NodeData> =
            std::iter::once(at).chain(whole.descendants(at)).map(|id| whole.node(id)).collect();
        let names: Vec<&NodeData> = part.ids().map(|id| part.node(id)).collect();
        assert_eq!(names.len(), 4);
        assert_eq!(names, expected);
        let root = Handle::new(PID.to_string());
        let all = stage.accessibility.read_below(&app(), &root, &request, WITHIN).await.unwrap().tree;
        assert_eq!(all.len(), whole.len());
        stage.mutate(Mutation::Remove(group.clone()));
        let gone = stage.accessibility.read_below(&app(), &group, &request, WITHIN).await.unwrap_err();
        assert_eq!(gone.kind(), deskhand_model::ErrorKind::ElementGone);
    });
}

#[test]
fn a_hundred_thousand_elements_change_one_by_one() {
    let stage = Stage::of(&Scenario::forest(1, Personality::X11, 100_000));
    stage.run(async {
        let _listening = stage.listen().await;
        let elements = stage.sim.elements(WINDOW);
        assert_eq!(elements.len(), 100_001);
        for (number, element) in elements.iter().skip(1).step_by(20).enumerate() {
            stage.mutate(Mutation::Rename(element.clone(), format!("renamed {number}")));
        }
        assert_eq!(stage.mailbox.count(), 5000);
        assert_eq!(stage.mailbox.take(), Told { anything: true, ..Told::default() }, "more than are listed");
        stage.mutate(Mutation::Remove(elements[50_000].clone()));
        assert_eq!(stage.mailbox.take().children.len(), 1);
        assert!(stage.tree().await.len() < 100_002);
    });
}
