//! How elements looked.

use deskhand_engine::{self as engine, LocatorKey, Neighbour, Other, Step};
use deskhand_model::{Role, Size};
use deskhand_schema::{FingerprintEntry, Fingerprints};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use crate::sample::{rect, text};
use crate::through_json;

fn step() -> impl Strategy<Value = Step> {
    (select(Role::ALL), neighbour(), 0..usize::MAX, 0..usize::MAX).prop_map(|(role, named, nth, of)| Step {
        role,
        name: named.name,
        id: named.id,
        nth,
        of,
    })
}

fn neighbour() -> impl Strategy<Value = Neighbour> {
    (text(), text()).prop_map(|(name, id)| Neighbour { name, id })
}

fn other() -> impl Strategy<Value = Other> {
    let texts = (text(), text(), text(), text());
    let around = (option::of(neighbour()), option::of(neighbour()), option::of(rect()));
    (select(Role::ALL), texts, around).prop_map(
        |(role, (name, description, id, test_id), (before, after, bounds))| Other {
            role,
            name,
            description,
            id,
            test_id,
            before,
            after,
            bounds,
        },
    )
}

fn fingerprint() -> impl Strategy<Value = engine::Fingerprint> {
    let texts = (text(), text(), text(), text(), text());
    let around = (vec(step(), 0..4), vec(neighbour(), 0..3), vec(neighbour(), 0..3), vec(other(), 0..3));
    let place = (option::of(rect()), option::of(any::<(u32, u32)>()));
    (select(Role::ALL), texts, around, place).prop_map(|(role, texts, around, (bounds, size))| {
        let (name, description, test_id, id, window) = texts;
        let (path, before, after, others) = around;
        let window_size = size.map(|(width, height)| Size { width, height });
        engine::Fingerprint {
            role,
            name,
            description,
            test_id,
            id,
            window,
            path,
            before,
            after,
            others,
            bounds,
            window_size,
            thumbnail: None,
        }
    })
}

proptest! {
    #[test]
    fn a_fingerprint_reads_back(
        fingerprint in fingerprint(), app in text(), query in text(), nth in any::<Option<u16>>()
    ) {
        let locator = LocatorKey { app, query, nth: nth.map(usize::from) };
        let entry = FingerprintEntry::new(&locator, &fingerprint, Some("0f.png".to_owned()));
        let read: Fingerprints = through_json(&Fingerprints { locators: vec![entry] });
        let [read] = read.locators.as_slice() else { panic!("one was written") };
        prop_assert_eq!(read.locator(), locator);
        prop_assert_eq!(read.element.thumbnail.as_deref(), Some("0f.png"));
        prop_assert_eq!(engine::Fingerprint::from(read.element.clone()), fingerprint);
    }
}
