//! Paths and methods.

use crate::fake::{Fake, window};
use crate::setting::{Setting, get};

#[tokio::test]
async fn what_there_is_not_is_not_found() {
    let setting = Setting::start(&Fake::default()).await;
    for path in ["/", "/windows/", "/Windows", "//windows", "/no/such", "/%77indows", "/deskhand/no"] {
        setting.get(path).await.refused(404, "unknown_endpoint");
        setting.post(path, "{}").await.refused(404, "unknown_endpoint");
    }
}

#[tokio::test]
async fn every_endpoint_takes_its_own_method_only() {
    let setting = Setting::start(&Fake::default()).await;
    for (path, own) in [("/health", "get"), ("/windows", "post"), ("/deskhand/apps", "post")] {
        for method in ["GET", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "BREW"] {
            let answer = setting.ask(&get(path).replacen("GET", method, 1)).await;
            if method.eq_ignore_ascii_case(own) {
                assert_eq!(answer.status, 200, "{method} {path}");
                continue;
            }
            assert_eq!(answer.header("allow"), Some(own), "{method} {path}");
            answer.refused(405, "method_not_allowed");
        }
        let mut connection = setting.connect().await;
        connection.send(&get(path).replacen("GET", "HEAD", 1)).await;
        let head = connection.head().await;
        assert!(head.starts_with("http/1.1 405") && head.contains(&format!("allow: {own}")), "{head}");
    }
}

#[tokio::test]
async fn no_answer_is_to_be_kept() {
    let setting = Setting::start(&Fake::with(vec![window("a")])).await;
    for path in ["/windows", "/no/such", "/health", "/press"] {
        assert_eq!(setting.post(path, "{}").await.header("cache-control"), Some("no-store"), "{path}");
    }
}

#[tokio::test]
async fn the_body_is_json_whatever_it_is_called() {
    let setting = Setting::start(&Fake::with(vec![window("a")])).await;
    for (body, status) in [("", 200), (" \n", 200), ("{}", 200), ("{\"x\": 1}", 200), ("[]", 400), ("{", 400)]
    {
        let answer = setting.post("/windows", body).await;
        assert_eq!(answer.status, status, "{body:?}");
    }
    setting.post("/press", "{\"index\": -1}").await.refused(400, "invalid_json");
}
