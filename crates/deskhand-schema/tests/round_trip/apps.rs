//! Applications.

use deskhand_model as model;
use deskhand_schema::{App, Apps, Document};
use proptest::prelude::*;

use crate::{sample, through_json};

proptest! {
    #[test]
    fn applications_read_back(apps in proptest::collection::vec(sample::app(), 0..4)) {
        let read: Document<Apps> = through_json(&Document::new(Apps::from(apps.as_slice())));
        prop_assert_eq!(read.kind, "apps");
        let read: Vec<model::App> = read.body.apps.into_iter().map(model::App::from).collect();
        prop_assert_eq!(read, apps);
    }
}

#[test]
fn what_may_be_left_out_of_an_application_need_not_be_there() {
    let app: App =
        serde_json::from_str(r#"{"id": "1", "name": "x", "responding": false, "later": 1}"#).unwrap();
    assert_eq!(model::App::from(app).health, model::Health::NotResponding { reason: String::new() });
}
