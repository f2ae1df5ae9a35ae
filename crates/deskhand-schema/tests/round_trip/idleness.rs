//! Applications that are idle.

use deskhand_engine as engine;
use deskhand_model::ErrorKind;
use deskhand_schema::Idleness;
use proptest::prelude::*;
use proptest::sample::select;

use crate::sample::{app, duration, text};
use crate::through_json;

fn idleness() -> impl Strategy<Value = engine::Idleness> {
    use engine::IdleStrategy::{Events, Readings, Sdk};
    let note = proptest::option::of(text());
    (app(), select(vec![Sdk, Events, Readings]), duration(), any::<u32>(), note).prop_map(
        |(app, strategy, took, readings, note)| engine::Idleness { app, strategy, took, readings, note },
    )
}

proptest! {
    #[test]
    fn an_idle_application_reads_back(idle in idleness()) {
        let read: Idleness = through_json(&Idleness::from(&idle));
        let read = engine::Idleness::try_from(read).unwrap();
        prop_assert_eq!(format!("{read:?}"), format!("{idle:?}"));
    }

    #[test]
    fn a_way_that_is_not_known_is_an_error(idle in idleness()) {
        let idle = Idleness { strategy: "telepathy".into(), ..Idleness::from(&idle) };
        let error = engine::Idleness::try_from(idle).unwrap_err();
        prop_assert_eq!(error.kind(), ErrorKind::Internal);
        prop_assert!(error.message().contains("telepathy"), "{}", error);
    }
}
