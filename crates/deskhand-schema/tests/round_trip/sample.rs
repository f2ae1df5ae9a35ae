//! Any value that JSON can hold.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use deskhand_engine::ports::ReadPath;
use deskhand_engine::{Clue, Heal, LocatorKey, Snapshot};
use deskhand_model::*;
use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

pub(crate) fn text() -> impl Strategy<Value = String> {
    prop_oneof![Just(String::new()), "[a-z ]{1,8}", any::<String>()]
}

pub(crate) fn shared() -> impl Strategy<Value = Arc<str>> {
    text().prop_map(Arc::from)
}

pub(crate) fn number() -> impl Strategy<Value = f64> {
    use proptest::num::f64::{NEGATIVE, NORMAL, POSITIVE, SUBNORMAL, ZERO};
    POSITIVE | NEGATIVE | NORMAL | SUBNORMAL | ZERO
}

/// Microseconds are the finest that is written.
pub(crate) fn duration() -> impl Strategy<Value = Duration> {
    (0..=86_400_000_000u64).prop_map(Duration::from_micros)
}

pub(crate) fn moment() -> impl Strategy<Value = SystemTime> {
    (0..=4_000_000_000_000_000u64).prop_map(|micros| SystemTime::UNIX_EPOCH + Duration::from_micros(micros))
}

pub(crate) fn rect() -> impl Strategy<Value = Rect> {
    any::<(i32, i32, u32, u32)>().prop_map(|(x, y, width, height)| Rect::new(x, y, width, height))
}

pub(crate) fn insets() -> impl Strategy<Value = Insets> {
    any::<[u32; 4]>().prop_map(|[left, right, top, bottom]| Insets { left, right, top, bottom })
}

pub(crate) fn fields() -> impl Strategy<Value = Fields> {
    let all: Vec<&str> = Fields::ALL.names().collect();
    let count = all.len();
    let parse = |name: &str| Fields::parse(name).unwrap();
    prop_oneof![
        Just(Fields::SNAPSHOT),
        Just(Fields::ALL),
        subsequence(all, 0..=count)
            .prop_map(move |names| names.into_iter().fold(Fields::NONE, |all, name| all | parse(name))),
    ]
}

pub(crate) fn app() -> impl Strategy<Value = App> {
    let health = option::of(text()).prop_map(|reason| match reason {
        None => Health::Responding,
        Some(reason) => Health::NotResponding { reason },
    });
    let toolkit = ("[a-z]{1,5}", text()).prop_map(|(name, version)| Toolkit { name, version });
    let names = (option::of(text()), option::of(text()));
    (text(), text(), any::<Option<u32>>(), names, option::of(toolkit), health).prop_map(
        |(id, name, pid, (executable, desktop_id), toolkit, health)| App {
            id: AppId::new(id),
            name,
            pid,
            executable,
            desktop_id,
            toolkit: toolkit.unwrap_or_default(),
            health,
        },
    )
}

pub(crate) fn heal() -> impl Strategy<Value = Heal> {
    let clue =
        (text(), 0.0..=1.0f64, text()).prop_map(|(kind, agreement, told)| Clue { kind, agreement, told });
    let locator =
        (text(), text(), option::of(0..9usize)).prop_map(|(app, query, nth)| LocatorKey { app, query, nth });
    let found = (candidate(), vec(clue, 0..3), option::of(candidate()));
    let how =
        (select(deskhand_engine::Strategy::ALL), 0.0..=1.0f64, text(), duration(), any::<(bool, bool)>());
    (locator, found, how).prop_map(|(locator, (target, clues, rival), how)| {
        let (strategy, confidence, suggested, took, (used, cached)) = how;
        Heal { locator, suggested, strategy, confidence, target, clues, rival, took, used, cached }
    })
}

pub(crate) fn candidate() -> impl Strategy<Value = Candidate> {
    let texts = (text(), text(), text(), vec(text(), 0..3));
    (select(Role::ALL), texts, option::of(rect()), 0.0..=1.0f64).prop_map(
        |(role, (name, id, path, differences), bounds, score)| Candidate {
            role,
            name,
            id,
            path,
            bounds,
            score,
            differences,
        },
    )
}

fn value() -> impl Strategy<Value = Value> {
    let limit = || option::of(number());
    (number(), limit(), limit(), limit()).prop_map(|(current, minimum, maximum, step)| Value {
        current,
        minimum,
        maximum,
        step,
    })
}

fn style() -> impl Strategy<Value = Option<TextStyle>> {
    let weight = (1..1000u16).prop_map(FontWeight::of_number);
    let color = any::<[u8; 3]>().prop_map(|[red, green, blue]| Color { red, green, blue });
    (option::of(shared()), option::of(number()), option::of(weight), option::of(color)).prop_map(
        |(font_family, font_size, font_weight, color)| {
            let style = TextStyle { font_family, font_size, font_weight, color };
            (!style.is_empty()).then_some(style)
        },
    )
}

/// A node; states and actions are only there where they are known.
pub(crate) fn node() -> impl Strategy<Value = NodeData> {
    let states = subsequence(State::ALL, 0..=State::ALL.len());
    let actions = subsequence(Action::ALL, 0..=Action::ALL.len());
    let who = (shared(), fields(), select(Role::ALL), shared());
    let texts = (shared(), shared(), shared(), option::of(shared()));
    let attributes = btree_map(shared(), shared(), 0..3);
    let looks = (option::of(rect()), option::of(rect()), option::of(value()), style(), attributes);
    (who, texts, states, actions, looks).prop_map(
        |((handle, known, role, platform_role), (name, description, id, text), states, actions, looks)| {
            let (bounds, window_bounds, value, style, attributes) = looks;
            let mut node = NodeData::new(Handle::new(handle), role, platform_role);
            if known.contains(Fields::STATES) {
                node.states = states.into_iter().collect();
            }
            if known.contains(Fields::ACTIONS) {
                node.actions = actions.into_iter().collect();
            }
            let attributes = attributes.into_iter().collect();
            NodeData {
                known,
                name,
                description,
                id,
                text,
                bounds,
                window_bounds,
                value,
                style,
                attributes,
                ..node
            }
        },
    )
}

/// A tree of any shape: every node but the first is inside of one that came before it.
fn tree() -> impl Strategy<Value = Tree> {
    let gaps = (any::<Option<u16>>(), any::<Option<u16>>(), any::<bool>(), any::<u16>(), any::<u16>());
    (vec((node(), any::<prop::sample::Index>()), 1..20), gaps).prop_map(|(nodes, gaps)| {
        let mut builder = TreeBuilder::new();
        for (number, (node, above)) in nodes.into_iter().enumerate() {
            builder.add(node);
            if number > 0 {
                builder.link(above.index(number), number);
            }
        }
        let (node_limit, depth_limit, out_of_time, repeated, unreadable) = gaps;
        *builder.gaps_mut() = Gaps {
            node_limit: node_limit.map(usize::from),
            depth_limit: depth_limit.map(usize::from),
            out_of_time,
            repeated: repeated.into(),
            unreadable: unreadable.into(),
        };
        builder.build().unwrap()
    })
}

pub(crate) fn snapshot() -> impl Strategy<Value = Snapshot> {
    let path = prop_oneof![
        Just(ReadPath::Cache),
        Just(ReadPath::Collection),
        Just(ReadPath::Walk),
        Just(ReadPath::Mirror),
        "[A-Z]{1,5}".prop_map(|name| ReadPath::Other(name.into())),
    ];
    let cost = (any::<bool>(), any::<u64>(), any::<u64>(), duration(), duration());
    (app(), tree(), path, cost).prop_map(|(app, tree, path, (direct, calls, rounds, took, age))| Snapshot {
        app,
        tree: Arc::new(tree),
        path,
        direct,
        calls,
        rounds,
        took,
        age,
    })
}
