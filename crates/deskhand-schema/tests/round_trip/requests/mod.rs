//! What is asked of a session.

mod acts;
mod looks;
mod windows;

use deskhand_model::{Error, ErrorKind, Query};
use proptest::prelude::*;
use proptest::sample::select;

/// One query in each notation.
const WRITTEN: &[&str] =
    &["Save", "role:button title:Save", "window[name=\"x\"] button:enabled", "//button[@name='Save']"];

fn query() -> impl Strategy<Value = Query> {
    select(WRITTEN).prop_map(|text| Query::parse(text).unwrap())
}

/// The same, as seen by somebody who looks at everything.
#[track_caller]
fn assert_same(read: &impl std::fmt::Debug, written: &impl std::fmt::Debug) {
    assert_eq!(format!("{read:?}"), format!("{written:?}"));
}

#[track_caller]
fn refused<T: std::fmt::Debug>(read: Result<T, Error>, kind: ErrorKind, reason: &str) {
    let error = read.unwrap_err();
    assert_eq!(error.kind(), kind, "{error}");
    assert!(error.message().contains(reason), "{error}");
}
