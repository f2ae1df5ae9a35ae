//! Several requests on one connection.

use crate::fake::{Fake, window};
use crate::setting::{Setting, get, post};

#[tokio::test]
async fn a_connection_is_kept() {
    let setting = Setting::start(&Fake::with(vec![window("a")])).await;
    let mut connection = setting.connect().await;
    for (request, status) in [
        (get("/health"), 200),
        (post("/windows", "{}"), 200),
        (post("/windows", "nonsense"), 400),
        (get("/no/such"), 404),
        (post("/health", ""), 405),
        (get("/health"), 200),
    ] {
        connection.send(&request).await;
        assert_eq!(connection.answer().await.status, status, "{request}");
    }
}

#[tokio::test]
async fn requests_in_advance_are_answered_in_their_order() {
    let setting = Setting::start(&Fake::with(vec![window("a")])).await;
    let mut connection = setting.connect().await;
    connection.send(&[get("/no/such"), post("/windows", "{}"), get("/health")].concat()).await;
    for status in [404, 200, 200] {
        assert_eq!(connection.answer().await.status, status);
    }
}
