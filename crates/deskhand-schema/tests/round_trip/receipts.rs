//! Receipts.

use std::sync::Arc;

use deskhand_engine::{self as engine, FocusUse, Method};
use deskhand_model::{ErrorKind, WindowId};
use deskhand_schema::Receipt;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use crate::sample::{candidate, duration, heal, text};
use crate::through_json;

fn receipt() -> impl Strategy<Value = engine::Receipt> {
    let who = (text(), text(), any::<Option<u32>>(), option::of(candidate()));
    let how = (select(vec![Method::Accessibility, Method::Page, Method::Input]), text());
    let focus = any::<(bool, Option<u64>, bool, bool)>();
    let times = (duration(), duration(), duration(), option::of(duration()), duration());
    (who, how, focus, times, any::<u32>(), option::of(heal())).prop_map(
        |((action, app, pid, target), (method, by), focus, times, readings, healed)| {
            let (taken, previous, restored, pointer_moved) = focus;
            let (waited, reading_age, acted, effect, total) = times;
            engine::Receipt {
                action: action.into(),
                app,
                pid,
                target,
                method,
                by,
                focus: FocusUse { taken, previous: previous.map(WindowId), restored, pointer_moved },
                waited,
                readings,
                reading_age,
                acted,
                effect,
                total,
                healed: healed.map(Arc::new),
            }
        },
    )
}

fn bare() -> serde_json::Value {
    serde_json::json!({
        "action": "press", "app": "x", "method": "accessibility", "by": "DoAction", "readings": 1,
        "focus": {"taken": false, "restored": false, "pointer_moved": false},
        "waited_ms": 0.5, "reading_age_ms": 1, "acted_ms": 2, "total_ms": 3,
    })
}

proptest! {
    #[test]
    fn a_receipt_reads_back(receipt in receipt()) {
        let read: Receipt = through_json(&Receipt::from(&receipt));
        let read = engine::Receipt::try_from(read).unwrap();
        prop_assert_eq!(format!("{read:?}"), format!("{receipt:?}"));
    }
}

#[test]
fn a_way_of_acting_that_is_not_known_is_no_reason_to_act_twice() {
    let mut json = bare();
    json["method"] = "telepathy".into();
    let receipt: Receipt = serde_json::from_value(json).unwrap();
    let error = engine::Receipt::try_from(receipt).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Internal);
    assert!(error.message().contains("telepathy"), "{error}");
    assert!(error.advice().unwrap().contains("twice"));
}

#[test]
fn times_that_make_no_sense_are_none() {
    let mut json = bare();
    json["waited_ms"] = (-5).into();
    json["total_ms"] = 1e300.into();
    let receipt = engine::Receipt::try_from(serde_json::from_value::<Receipt>(json).unwrap()).unwrap();
    assert!(receipt.waited.is_zero() && !receipt.total.is_zero());
}
