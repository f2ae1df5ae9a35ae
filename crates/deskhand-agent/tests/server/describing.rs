//! What it says of itself.

use crate::fake::Fake;
use crate::setting::Setting;

#[tokio::test]
async fn the_document_that_is_served_is_the_one_that_is_published() {
    let setting = Setting::start(&Fake::default()).await;
    let served = setting.get("/openapi.json").await;
    let published = include_str!("../../../../docs/openapi.json");
    assert_eq!(served.status, 200);
    assert_eq!(served.json(), serde_json::from_str::<serde_json::Value>(published).unwrap());
    assert_eq!(served.json(), deskhand_agent::openapi());
}
