//! Questions to a plugin, and what can go wrong with them.

#[cfg(target_os = "linux")]
mod line;
mod support;

use std::time::Duration;

use deskhand_model::ErrorKind;
use deskhand_page::{
    Call, Code, DialogAnswer, FaultKind, Library, LoadState, Navigation, Place, ViewId, World,
};
use deskhand_web::{AppOutput, Token, connect};
use http::StatusCode;
use serde_json::json;
use support::{FakePlugin, PATIENCE, Reply, about, answer_one, reporting};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, UnixStream};

fn main_view() -> ViewId {
    ViewId("main".to_owned())
}

fn top() -> Place {
    Place::top(main_view())
}

fn member() -> Call {
    let library = Library { id: "atoms".into(), source: Some("({ text: () => 'x' })".into()) };
    Call { world: World::Own, code: Code::Member { library, name: "text".to_owned() }, args: Vec::new() }
}

/// Whether each question came with the source of its library.
fn handed_over(plugin: &FakePlugin) -> Vec<bool> {
    let source = |body: &serde_json::Value| !body["call"]["code"]["member"]["library"]["source"].is_null();
    plugin
        .asked()
        .iter()
        .filter(|asked| asked.path.ends_with("/call"))
        .map(|asked| source(&asked.body))
        .collect()
}

#[tokio::test]
async fn questions_carry_the_token_and_their_time_over_one_connection() {
    let plugin = FakePlugin::start(|_, _| Reply::Done(json!(null))).await;
    let token = Token::random().unwrap();
    let page = plugin.connect_with(&token).await.unwrap();
    assert_eq!(page.about().engine, "Fake");
    for _ in 0..3 {
        page.close_view(&main_view(), Duration::from_millis(2500)).await.unwrap();
    }
    let asked = plugin.asked();
    assert_eq!(asked.len(), 3);
    let [(_, secret), _] = token.variables();
    for question in asked {
        assert_eq!(question.path, "/deskhand/v1/close-view");
        assert_eq!((question.token.as_str(), question.connection), (secret.as_str(), 0));
        assert_eq!(question.body, json!({ "view": "main", "within_ms": 2500 }));
    }
}

#[tokio::test]
async fn a_library_is_handed_over_once_to_each_document() {
    let plugin = FakePlugin::start(|_, _| Reply::Done(json!("x"))).await;
    let page = plugin.connect().await.unwrap();
    for _ in 0..3 {
        assert_eq!(page.call(&top(), &member(), PATIENCE).await.unwrap(), "x");
    }
    assert_eq!(handed_over(&plugin), [true, false, false]);
}

#[tokio::test]
async fn a_document_that_lost_its_library_gets_it_again() {
    // The second call meets a document that was loaded in between.
    let plugin = FakePlugin::start(|before, _| match before {
        1 => Reply::Fault("library_missing"),
        _ => Reply::Done(json!("x")),
    })
    .await;
    let page = plugin.connect().await.unwrap();
    for _ in 0..3 {
        assert_eq!(page.call(&top(), &member(), PATIENCE).await.unwrap(), "x");
    }
    assert_eq!(handed_over(&plugin), [true, false, true, false]);
}

#[tokio::test]
async fn a_view_that_was_sent_elsewhere_gets_its_libraries_at_once() {
    let plugin = FakePlugin::start(|before, _| match before {
        1 => Reply::Done(json!(null)),
        _ => Reply::Done(json!("x")),
    })
    .await;
    let page = plugin.connect().await.unwrap();
    page.call(&top(), &member(), PATIENCE).await.unwrap();
    page.go(&main_view(), &Navigation::Reload, LoadState::Complete, PATIENCE).await.unwrap();
    page.call(&top(), &member(), PATIENCE).await.unwrap();
    assert_eq!(handed_over(&plugin), [true, true]);
}

#[tokio::test]
async fn a_fault_comes_through_as_it_is() {
    let plugin = FakePlugin::start(|_, _| Reply::Fault("stale_node")).await;
    let fault = plugin.connect().await.unwrap().call(&top(), &member(), PATIENCE).await.unwrap_err();
    assert_eq!((fault.kind, fault.message.as_str()), (FaultKind::StaleNode, "no"));
}

#[tokio::test]
async fn an_application_that_dies_is_gone_at_once() {
    let plugin = FakePlugin::start(|_, _| Reply::Done(json!([]))).await;
    let page = plugin.connect().await.unwrap();
    page.views(PATIENCE).await.unwrap();
    plugin.die().await;
    let long = Duration::from_secs(3600);
    let fault = tokio::time::timeout(PATIENCE, page.views(long)).await.unwrap().unwrap_err();
    assert_eq!(fault.kind, FaultKind::Gone);
}

#[tokio::test]
async fn a_connection_that_was_closed_while_nobody_used_it_is_replaced() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let output = reporting(listener.local_addr().unwrap());
    let (mut ours, mut theirs) = UnixStream::pair().unwrap();
    let plugin = tokio::spawn(async move {
        let connection = answer_one(&listener, json!({ "done": about() })).await;
        theirs.read_exact(&mut [0]).await.unwrap();
        drop(connection);
        theirs.write_all(b".").await.unwrap();
        answer_one(&listener, json!({ "done": [] })).await;
    });
    let token = Token::random().unwrap();
    let page = connect("app", &output, &token, std::future::pending(), PATIENCE).await.unwrap();
    // Closed when it is idle, which is there to be seen for whoever waits for something from outside, as one does between
    // two questions.
    ours.write_all(b".").await.unwrap();
    ours.read_exact(&mut [0]).await.unwrap();
    assert_eq!(page.views(PATIENCE).await, Ok(Vec::new()));
    plugin.await.unwrap();
}

#[tokio::test]
async fn an_application_that_dies_in_the_middle_of_an_answer_is_gone_at_once() {
    let plugin = FakePlugin::start(|_, _| Reply::HangUp).await;
    let page = plugin.connect().await.unwrap();
    let long = Duration::from_secs(3600);
    let fault = tokio::time::timeout(PATIENCE, page.views(long)).await.unwrap().unwrap_err();
    assert_eq!(fault.kind, FaultKind::Gone, "{fault}");
    assert_eq!(plugin.asked().len(), 1, "a question that may have been heard is not asked twice");
}

#[tokio::test]
async fn an_application_that_does_not_answer_is_given_up_on() {
    let plugin =
        FakePlugin::start(|before, _| if before == 0 { Reply::Silence } else { Reply::Done(json!([])) })
            .await;
    let page = plugin.connect().await.unwrap();
    let fault = page.views(Duration::from_millis(1)).await.unwrap_err();
    assert_eq!(fault.kind, FaultKind::Timeout);
    page.views(PATIENCE).await.unwrap();
    let connections: Vec<_> = plugin.asked().iter().map(|asked| asked.connection).collect();
    assert_eq!(
        connections,
        [0, 1],
        "what is left of the first question must not be taken for an answer to the second"
    );
}

#[tokio::test]
async fn questions_do_not_wait_for_each_other() {
    let plugin =
        FakePlugin::start(|before, _| if before == 0 { Reply::Silence } else { Reply::Done(json!([])) })
            .await;
    let page = plugin.connect().await.unwrap();
    let endless = page.views(Duration::from_secs(3600));
    let other = async {
        plugin.until_asked().await;
        page.views(PATIENCE).await
    };
    tokio::select! {
        _ = endless => panic!("nobody has answered it"),
        answer = other => assert_eq!(answer.unwrap(), []),
    }
}

#[tokio::test]
async fn answers_that_are_none_are_faults() {
    let plugin = FakePlugin::start(|before, asked| match before {
        _ if asked.path.ends_with("/hello") => Reply::Raw(""),
        0 => Reply::Raw("<html>"),
        1 => Reply::Status(StatusCode::NOT_FOUND),
        _ => Reply::Status(StatusCode::INTERNAL_SERVER_ERROR),
    })
    .await;
    let page = plugin.connect().await.unwrap();
    for kind in [FaultKind::Failed, FaultKind::Unsupported, FaultKind::Failed] {
        assert_eq!(page.views(PATIENCE).await.unwrap_err().kind, kind);
    }
}

#[tokio::test]
async fn a_picture_is_decoded() {
    let plugin =
        FakePlugin::start(|before, _| Reply::Done(json!(if before == 0 { "iVBORw==" } else { "%" }))).await;
    let page = plugin.connect().await.unwrap();
    let extent = deskhand_page::Extent::Viewport;
    assert_eq!(page.picture(&main_view(), extent, PATIENCE).await.unwrap(), b"\x89PNG");
    assert_eq!(page.picture(&main_view(), extent, PATIENCE).await.unwrap_err().kind, FaultKind::Failed);
}

#[tokio::test]
async fn a_plugin_that_does_not_know_the_token_is_told_from_others() {
    let plugin = FakePlugin::start(|_, _| Reply::Status(StatusCode::UNAUTHORIZED)).await;
    let error = plugin.connect().await.map(drop).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::PermissionDenied);
    assert!(error.advice().unwrap().contains("DESKHAND_PLUGIN_TOKEN"));
}

#[tokio::test]
async fn an_application_without_a_plugin_is_told_how_to_get_one() {
    let (_app, ours) = tokio::io::duplex(64);
    let output = AppOutput::of("app", ours);
    let token = Token::random().unwrap();
    let soon = Duration::from_millis(10);
    let error = connect("app", &output, &token, std::future::pending(), soon).await.map(drop).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout);
    assert!(error.advice().unwrap().contains("tauri_plugin_deskhand::init()"));
}

#[tokio::test]
async fn an_application_whose_plugin_reported_and_fell_silent_is_not_told_to_get_one() {
    // It is connected to, and never says anything.
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let output = reporting(listener.local_addr().unwrap());
    output.last_words().await;
    let token = Token::random().unwrap();
    let soon = Duration::from_millis(10);
    let error = connect("app", &output, &token, std::future::pending(), soon).await.map(drop).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AppNotResponding, "{error}");
}

#[tokio::test]
async fn an_application_that_ends_early_is_not_waited_for() {
    let output = AppOutput::of("app", &b"cannot open display\n"[..]);
    let token = Token::random().unwrap();
    let ended = std::future::ready("app has ended with exit code 1".to_owned());
    let long = Duration::from_secs(3600);
    let connecting = connect("app", &output, &token, ended, long);
    let error = tokio::time::timeout(PATIENCE, connecting).await.unwrap().map(drop).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AppGone);
    assert_eq!(
        error.message(),
        "app has ended with exit code 1 before its pages could be asked; its last lines:\n  cannot open display"
    );
}

#[tokio::test]
async fn what_takes_several_questions_has_one_time_for_all() {
    // The other plugin, which has no greeting; the page answers each question, but later than anybody has time for.
    let (within, late) = (Duration::from_millis(50), Duration::from_millis(200));
    let plugin = FakePlugin::start(move |_, asked| match asked.path.as_str() {
        "/window/handle" => Reply::Raw("\"main\""),
        "/script/execute-async" => Reply::Late(late, json!({ "value": r#"{"done":null}"# }).to_string()),
        _ => Reply::Status(StatusCode::NOT_FOUND),
    })
    .await;
    let page = plugin.connect().await.unwrap();
    let answer = DialogAnswer::Dismiss;
    let fault = page.answer_dialog(&main_view(), &answer, within).await.unwrap_err();
    assert_eq!(fault.kind, FaultKind::Timeout, "{fault}");
    let asked = plugin.asked().iter().filter(|asked| asked.path == "/script/execute-async").count();
    assert_eq!(asked, 1, "the dialog is looked at, and then there is no time to put it away");
}
