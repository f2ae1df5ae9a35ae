//! Applications with an idle socket, honest ones and others: each question gets a truthful answer or a clear error.

#![expect(clippy::unwrap_used, reason = "what fails in a test fails the test")]

mod application;

use std::time::Duration;

use application::{Application, Behaviour};
use deskhand_engine::ports::{Idle, Work, WorkKind};
use deskhand_model::{ErrorKind, Result};

/// Long enough for any machine; no test that passes waits for it.
const LONG: Duration = Duration::from_secs(60);

/// Short enough to be waited for, and so short that an answer at once is not too early.
const SHORT: Duration = Duration::from_millis(30);

async fn asked(behaviour: Behaviour, within: Duration) -> Result<Option<Vec<Work>>> {
    let application = Application::start(behaviour);
    application.sockets().until_idle(application.pid(), within).await
}

async fn fault(behaviour: Behaviour, within: Duration) -> (ErrorKind, String) {
    let error = asked(behaviour, within).await.unwrap_err();
    assert!(!error.steps().is_empty(), "{error:?} says what was tried");
    (error.kind(), error.message().to_owned())
}

#[tokio::test]
async fn an_application_that_is_idle_says_so() {
    let answer = asked(Behaviour::Says("{\"deskhand_idle\":1,\"idle\":true}\n"), LONG).await;
    assert_eq!(answer.unwrap(), Some(Vec::new()));
}

#[tokio::test]
async fn an_application_that_is_busy_says_with_what() {
    let line = concat!(
        "{\"deskhand_idle\":1,\"idle\":false,\"work\":[",
        "{\"kind\":\"network\",\"name\":\"mail\",\"count\":2,\"since_ms\":12},",
        "{\"kind\":\"main-loop\",\"count\":1}]}\n"
    );
    let work = asked(Behaviour::Says(line), SHORT).await.unwrap().unwrap();
    let mail = Work {
        kind: WorkKind::Network,
        name: "mail".to_owned(),
        count: 2,
        since: Some(Duration::from_millis(12)),
    };
    let main_loop = Work { kind: WorkKind::MainLoop, name: String::new(), count: 1, since: None };
    assert_eq!(work, [mail, main_loop]);
}

#[tokio::test]
async fn an_application_without_a_socket_cannot_be_asked() {
    let answer = asked(Behaviour::HasNoSocket, LONG).await;
    assert_eq!(answer.unwrap(), None);
}

#[tokio::test]
async fn a_socket_that_a_dead_process_left_is_none() {
    let answer = asked(Behaviour::LeftItsSocket, LONG).await;
    assert_eq!(answer.unwrap(), None);
}

#[tokio::test]
async fn a_socket_of_another_user_is_not_asked() {
    if !rustix::process::geteuid().is_root() {
        return; // Only root can give a file away.
    }
    let (kind, text) = fault(Behaviour::BelongsToSomebodyElse, LONG).await;
    assert_eq!(kind, ErrorKind::PermissionDenied);
    assert!(text.contains("belongs to another user (65534)"), "{text}");
}

#[tokio::test]
async fn another_process_does_not_answer_for_it() {
    let application = Application::start(Behaviour::Says("{\"deskhand_idle\":1,\"idle\":true}\n"));
    let other = application.also_named_after(1);
    let error = application.sockets().until_idle(other, LONG).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::PermissionDenied);
    let own = std::process::id();
    assert!(error.message().contains(&format!("process {own} listens")), "{error}");
}

#[tokio::test]
async fn a_file_in_the_place_of_the_socket_is_told() {
    let (kind, text) = fault(Behaviour::HasAFileInstead, LONG).await;
    assert_eq!(kind, ErrorKind::ActionFailed);
    assert!(text.contains("not a socket"), "{text}");
}

#[tokio::test]
async fn nonsense_is_told_from_another_version() {
    let (kind, text) = fault(Behaviour::Says("\u{1b}[31mhello\n"), LONG).await;
    assert_eq!(kind, ErrorKind::ActionFailed);
    assert!(text.contains("nonsense") && !text.contains('\u{1b}'), "{text}");

    let (kind, _) = fault(Behaviour::Says("{\"deskhand_idle\":1,\"idle\":false}\n"), LONG).await;
    assert_eq!(kind, ErrorKind::ActionFailed, "busy with nothing");

    let (kind, text) = fault(Behaviour::Says("{\"deskhand_idle\":9,\"mood\":\"calm\"}\n"), LONG).await;
    assert_eq!(kind, ErrorKind::ActionUnsupported);
    assert!(text.contains("version 9"), "{text}");
}

#[tokio::test]
async fn an_application_that_refuses_is_quoted() {
    let line = "{\"deskhand_idle\":1,\"error\":\"32 others are asking already\"}\n";
    let (kind, text) = fault(Behaviour::Says(line), LONG).await;
    assert_eq!(kind, ErrorKind::ActionFailed);
    assert!(text.contains("32 others"), "{text}");
}

#[tokio::test]
async fn an_endless_answer_is_not_read_to_its_end() {
    let (kind, text) = fault(Behaviour::NeverEndsItsLine, LONG).await;
    assert_eq!(kind, ErrorKind::ActionFailed);
    assert!(text.contains("does not end"), "{text}");
}

#[tokio::test]
async fn a_closed_connection_is_no_answer() {
    for half in ["", "{\"deskhand_idle\":1,\"idle\":tr"] {
        let (kind, text) = fault(Behaviour::Says(half), LONG).await;
        assert_eq!(kind, ErrorKind::ActionFailed);
        assert!(text.contains("closed"), "{text}");
    }
}

#[tokio::test]
async fn a_silent_application_does_not_respond() {
    let (kind, text) = fault(Behaviour::NeverAnswers, SHORT).await;
    assert_eq!(kind, ErrorKind::AppNotResponding);
    assert!(text.contains("does not answer"), "{text}");
}

#[tokio::test]
async fn busy_before_the_time_is_over_is_no_answer() {
    let line = "{\"deskhand_idle\":1,\"idle\":false,\"work\":[{\"kind\":\"task\",\"count\":1}]}\n";
    let (kind, text) = fault(Behaviour::Says(line), LONG).await;
    assert_eq!(kind, ErrorKind::ActionFailed);
    assert!(text.contains("gave up"), "{text}");
}
