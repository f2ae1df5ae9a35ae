//! The contract's endpoints, called one by one.

use std::io::Cursor;

use deskhand_agent::contract::{
    ElementQuery, ExecRequest, Number, SetValueRequest, SnapshotRequest, WaitRequest, WindowMoveRequest,
    WindowResizeRequest, WindowTarget,
};
use deskhand_agent::{Client, Options, Token};
use deskhand_model::ErrorKind;

use crate::desk::{BRIEFLY, Desk, SOON};

fn element(role: &str, label: &str, window: &str) -> ElementQuery {
    ElementQuery {
        role: Some(role.to_owned()),
        label: Some(label.to_owned()),
        window: Some(window.to_owned()),
        ..ElementQuery::default()
    }
}

fn settings() -> WindowTarget {
    WindowTarget { window: "Settings".to_owned() }
}

#[tokio::test]
async fn elements_are_shown_inspected_and_acted_on() {
    let desk = Desk::start().await;
    let client = desk.client();
    assert!(client.health(SOON).await.unwrap().accessible);
    let windows = client.windows(SOON).await.unwrap().windows;
    assert!(windows.len() == 4 && windows.iter().all(|window| window.elements.is_none()));
    let request = SnapshotRequest { window: Some("Calculator".to_owned()), ..SnapshotRequest::default() };
    let shown = client.snapshot(&request, SOON).await.unwrap().windows;
    assert!(shown.len() == 1 && shown[0].elements.as_ref().is_some_and(|elements| !elements.is_empty()));
    let save = element("button", "Save", "Editor");
    assert_eq!(client.inspect(&save, SOON).await.unwrap().element.label.as_deref(), Some("Save"));
    assert!(client.press(&save, SOON).await.unwrap().success);
    let query = element("editable-text", "Document", "Editor");
    let set = SetValueRequest { query: query.clone(), value: "words".to_owned() };
    assert!(client.set_value(&set, SOON).await.unwrap().success);
    assert_eq!(client.inspect(&query, SOON).await.unwrap().element.value.as_deref(), Some("words"));
    assert!(client.focus(&query, SOON).await.unwrap().success);
    let missing = client.press(&element("button", "Nope", "Editor"), SOON).await.unwrap_err();
    assert_eq!(missing.kind(), ErrorKind::NotFound);
}

#[tokio::test]
async fn what_goes_on_below_can_be_asked_for() {
    let desk = Desk::start().await;
    let client = desk.client();
    assert!(client.debug_ax(None, SOON).await.unwrap().is_object());
    let missing = client.debug_ax(Some("Nowhere"), BRIEFLY).await.unwrap_err();
    assert_eq!(missing.kind(), ErrorKind::WindowNotFound);
}

#[tokio::test]
async fn windows_are_waited_for_and_changed() {
    let desk = Desk::start().await;
    let client = desk.client();
    let wait = |window: &str| WaitRequest { window: Some(window.to_owned()), timeout: Some(Number(0.1)) };
    assert!(client.wait(&wait("Settings")).await.unwrap().success);
    assert!(!client.wait(&wait("Nowhere")).await.unwrap().success);
    assert!(client.window_focus(&settings(), SOON).await.unwrap().success);
    let to = WindowMoveRequest { window: "Settings".to_owned(), x: 5.into(), y: 6.into() };
    assert!(client.window_move(&to, SOON).await.unwrap().success);
    let size = WindowResizeRequest { window: "Settings".to_owned(), width: 500.into(), height: 400.into() };
    assert!(client.window_resize(&size, SOON).await.unwrap().success);
    let windows = client.windows(SOON).await.unwrap().windows;
    let moved = windows.iter().find(|window| window.title == "Settings").unwrap();
    assert_eq!((moved.position_x, moved.position_y, moved.focused), (5.into(), 6.into(), true));
    assert!(client.window_minimize(&settings(), SOON).await.unwrap().success);
    assert!(client.window_close(&settings(), SOON).await.unwrap().success);
    let gone = client.window_close(&settings(), SOON).await.unwrap_err();
    assert_eq!(gone.kind(), ErrorKind::WindowNotFound);
}

#[tokio::test]
async fn commands_run_and_files_travel_in_both_directions() {
    let desk = Desk::start().await;
    let client = desk.client();
    let run = ExecRequest { command: "echo out; exit 3".to_owned(), timeout: None, detach: None };
    let ended = client.exec(&run).await.unwrap();
    assert_eq!((ended.exit_code, ended.stdout.as_str(), ended.success), (3, "out\n", false));

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("with space & 100%/ö.bin").display().to_string();
    let content: Vec<u8> = (0..3_000_000_u32).map(|number| (number % 251) as u8).collect();
    assert!(client.upload(&path, Cursor::new(content.clone())).await.unwrap().success);
    assert!(std::fs::read(&path).unwrap() == content);
    let mut back = Vec::new();
    assert_eq!(client.download(&path, &mut back).await.unwrap(), content.len() as u64);
    assert!(back == content);
    let missing = client.download("/nowhere/at/all", &mut back).await.unwrap_err();
    assert_eq!(missing.kind(), ErrorKind::Io);
}

#[tokio::test]
async fn what_is_switched_off_is_not_permitted() {
    let desk = Desk::with(Options { exec: None, ..Options::default() }).await;
    let run = ExecRequest { command: "true".to_owned(), timeout: None, detach: None };
    assert_eq!(desk.client().exec(&run).await.unwrap_err().kind(), ErrorKind::PermissionDenied);
}

#[tokio::test]
async fn only_who_has_the_token_is_answered() {
    let token = || Token::new("s3cret").unwrap();
    let desk = Desk::with(Options { token: Some(token()), ..Options::default() }).await;
    let with = |token| Client::new(&desk.address.to_string(), token).unwrap();
    for wrong in [None, Some(Token::new("guess").unwrap())] {
        let refused = with(wrong).windows(SOON).await.unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::PermissionDenied);
        assert!(!format!("{refused:?}").contains("guess"));
    }
    let known = with(Some(token()));
    assert_eq!(known.windows(SOON).await.unwrap().windows.len(), 4);
    assert!(!format!("{known:?}").contains("s3cret"));
}

#[tokio::test]
async fn an_agent_tells_what_it_offers_and_ends_when_asked() {
    let desk = Desk::start().await;
    let client = desk.client();
    let offered = client.discover(SOON).await.unwrap().unwrap();
    assert_eq!(offered.name, "deskhand");
    let offers = |name: &str| offered.extensions.iter().any(|offered| offered == name);
    assert!(offers("window/change") && offers("events") && !offers("openapi.json"));
    assert!(client.shutdown(SOON).await.unwrap().success);
    desk.stop().await;
    assert_eq!(client.windows(SOON).await.unwrap_err().kind(), ErrorKind::Io);
}
