//! Failures.

use deskhand_model::{Error, ErrorKind};
use deskhand_schema::{Document, Failure, FailureDetail};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::json;

use crate::sample::{candidate, text};
use crate::through_json;

fn error() -> impl Strategy<Value = Error> {
    (select(ErrorKind::ALL), text(), vec(text(), 0..3), vec(candidate(), 0..3), option::of(text())).prop_map(
        |(kind, message, tried, candidates, hint)| {
            let error = Error::new(kind, message).candidates(candidates);
            let error = tried.into_iter().fold(error, Error::tried);
            match hint {
                Some(hint) => error.hint(hint),
                None => error,
            }
        },
    )
}

proptest! {
    #[test]
    fn an_error_reads_back(error in error()) {
        let written = Document::new(Failure { error: FailureDetail::from(&error) });
        let read: Document<Failure> = through_json(&written);
        prop_assert_eq!(format!("{:?}", Error::from(read.body.error)), format!("{error:?}"));
    }
}

#[test]
fn a_code_that_is_not_known_stands_in_the_message() {
    let json = json!({"code": "out_of_coffee", "message": "There is none", "hint": "brew", "blame": "you"});
    let error = Error::from(serde_json::from_value::<FailureDetail>(json).unwrap());
    assert_eq!(error.kind(), ErrorKind::Internal);
    assert_eq!(error.message(), "There is none (code `out_of_coffee`)");
    assert_eq!(error.advice(), Some("brew"));
}
