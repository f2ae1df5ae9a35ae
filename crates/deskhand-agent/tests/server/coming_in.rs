//! Who may come in, and what a stranger can learn.

use std::net::SocketAddr;
use std::sync::Arc;

use deskhand_agent::{Options, Server, Token};
use deskhand_model::ErrorKind;

use crate::fake::Fake;
use crate::setting::{Setting, anywhere, get, post_with};

fn guarded() -> Options {
    Options { token: Some(Token::new("s3cret").unwrap()), ..anywhere() }
}

#[tokio::test]
async fn a_name_must_be_allowed() {
    let options = Options { hosts: vec!["desk.example".to_owned()], ..anywhere() };
    let setting = Setting::start_with(&Fake::default(), options).await;
    let called = |host: &str| format!("GET /health HTTP/1.1\r\nhost: {host}\r\n\r\n");
    for host in ["localhost", "127.0.0.1:8648", "192.168.64.7", "[::1]", "Desk.example:1"] {
        assert_eq!(setting.ask(&called(host)).await.status, 200, "{host}");
    }
    for host in ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example", ""] {
        setting.ask(&called(host)).await.refused(403, "forbidden");
    }
    setting.ask("GET /health HTTP/1.1\r\n\r\n").await.refused(403, "forbidden");
    setting
        .ask("GET http://evil.example/health HTTP/1.1\r\nhost: localhost\r\n\r\n")
        .await
        .refused(403, "forbidden");
}

#[tokio::test]
async fn web_pages_are_refused() {
    let setting = Setting::start(&Fake::default()).await;
    for origin in ["https://evil.example", "http://localhost", "null"] {
        for path in ["/exec", "/windows", "/no/such"] {
            let request = post_with(path, &format!("origin: {origin}\r\n"), "{}");
            setting.ask(&request).await.refused(403, "forbidden");
        }
    }
}

#[tokio::test]
async fn with_a_token_only_health_is_open_to_all() {
    let setting = Setting::start_with(&Fake::default(), guarded()).await;
    let with = |path: &str, token: &str| post_with(path, &format!("authorization: {token}\r\n"), "{}");
    for path in ["/windows", "/exec", "/shutdown", "/deskhand/apps", "/no/such"] {
        let missing = setting.post(path, "{}").await;
        assert_eq!(missing.header("www-authenticate"), Some("bearer"));
        missing.refused(401, "unauthorized");
        for wrong in ["Bearer s3cre", "Bearer s3crets", "Basic s3cret", "s3cret"] {
            setting.ask(&with(path, wrong)).await.refused(401, "unauthorized");
        }
    }
    setting.get("/openapi.json").await.refused(401, "unauthorized");
    assert_eq!(setting.ask(&with("/windows", "Bearer s3cret")).await.status, 200);
    assert_eq!(setting.get("/health").await.status, 200);
}

#[tokio::test]
async fn the_token_is_told_to_nobody() {
    let setting = Setting::start_with(&Fake::default(), guarded()).await;
    for request in [get("/s3cre?t"), post_with("/windows", "authorization: Bearer s3cret\r\n", "{")] {
        let answer = setting.ask(&request).await;
        assert!(!String::from_utf8_lossy(&answer.body).contains("s3cret"), "{answer:?}");
    }
}

#[tokio::test]
async fn beyond_loopback_a_token_is_needed_unless_it_is_done_without() {
    let address: SocketAddr = "0.0.0.0:0".parse().unwrap();
    let bind = |options: Options| Server::bind(Arc::new(Fake::default()), Options { address, ..options });
    assert_eq!(bind(anywhere()).await.unwrap_err().kind(), ErrorKind::InvalidArgument);
    assert!(bind(guarded()).await.is_ok());
    assert!(bind(Options { without_token: true, ..anywhere() }).await.is_ok());
}

#[tokio::test]
async fn a_port_that_is_taken_is_said_so() {
    let setting = Setting::start(&Fake::default()).await;
    let options = Options { address: setting.address, ..anywhere() };
    let error = Server::bind(Arc::new(Fake::default()), options).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Io);
    assert!(error.message().contains(&setting.address.to_string()), "{error}");
}
