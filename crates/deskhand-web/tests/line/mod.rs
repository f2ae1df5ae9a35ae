//! Short questions, which have a socket of their own.
#![expect(clippy::unwrap_used, reason = "what fails here fails a test")]

use std::sync::{Arc, Mutex};
use std::time::Duration;

use deskhand_engine::ports::Page;
use deskhand_page::line::{Arriving, frame};
use deskhand_page::{Extent, FaultKind, ViewId};
use deskhand_web::Token;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{UnixListener, UnixStream};

use crate::support::{FakePlugin, PATIENCE, Reply, about};

/// What the line of a plugin does with a question.
#[derive(Clone, Copy)]
enum Spoken {
    Views,
    ViewsAndHangUp,
    HangUp,
    Silence,
}

/// The line of a plugin: what it has heard, connection by connection.
#[derive(Clone, Default)]
struct Heard(Arc<Mutex<Vec<Vec<String>>>>);

impl Heard {
    fn all(&self) -> Vec<Vec<String>> {
        self.0.lock().unwrap().clone()
    }

    fn note(&self, connection: usize, frame: &[u8]) {
        self.0.lock().unwrap()[connection].push(String::from_utf8(frame.to_vec()).unwrap());
    }
}

async fn next(stream: &mut UnixStream, arriving: &mut Arriving) -> Option<Vec<u8>> {
    loop {
        if let Some(frame) = arriving.take().unwrap() {
            return Some(frame);
        }
        let mut part = [0; 1024];
        match stream.read(&mut part).await.unwrap_or(0) {
            0 => return None,
            count => arriving.add(&part[..count]),
        }
    }
}

/// Listens on a line and answers each question as `script` says, which sees how many came before. A connection that ends is
/// noted as `(end)`.
fn listen(name: &str, script: fn(usize) -> Spoken) -> Heard {
    let heard = Heard::default();
    let (listener, told) = (UnixListener::bind(format!("\0{name}")).unwrap(), heard.clone());
    tokio::spawn(async move {
        let mut before = 0;
        while let Ok((mut stream, _)) = listener.accept().await {
            let connection = told.all().len();
            told.0.lock().unwrap().push(Vec::new());
            let mut arriving = Arriving::new(usize::MAX);
            let token = next(&mut stream, &mut arriving).await.unwrap();
            told.note(connection, &token);
            while let Some(question) = next(&mut stream, &mut arriving).await {
                told.note(connection, &question);
                let spoken = script(before);
                before += 1;
                if matches!(spoken, Spoken::Views | Spoken::ViewsAndHangUp) {
                    stream.write_all(&frame(&[br#"{"done":[]}"#]).unwrap()).await.unwrap();
                }
                if matches!(spoken, Spoken::HangUp | Spoken::ViewsAndHangUp) {
                    break;
                }
            }
            told.note(connection, b"(end)");
        }
    });
    heard
}

async fn plugin_with_line(name: &str) -> FakePlugin {
    let mut greeting = about();
    greeting["line"] = json!(name);
    FakePlugin::greeting(greeting, |_, asked| {
        Reply::Done(if asked.path.ends_with("/views") { json!([]) } else { json!("") })
    })
    .await
}

/// A page behind a line with this name, and what is heard there.
async fn page_on(name: &str, script: fn(usize) -> Spoken) -> (FakePlugin, Arc<dyn Page>, Heard, Token) {
    let heard = listen(name, script);
    let (plugin, token) = (plugin_with_line(name).await, Token::random().unwrap());
    let page = plugin.connect_with(&token).await.unwrap();
    (plugin, page, heard, token)
}

/// A name that no other test and no other run of this one has.
fn unique(test: &str) -> String {
    format!("deskhand-test-{test}-{}", std::process::id())
}

fn question(within: Duration) -> String {
    format!("views {}", json!({ "within_ms": within.as_millis() as u64 }))
}

async fn until(mut is_so: impl FnMut() -> bool) {
    while !is_so() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn short_questions_come_over_one_connection_behind_the_token() {
    let (plugin, page, heard, token) = page_on(&unique("short"), |_| Spoken::Views).await;
    for _ in 0..3 {
        assert_eq!(page.views(PATIENCE).await, Ok(Vec::new()));
    }
    let [(_, secret), _] = token.variables();
    let asked = question(PATIENCE);
    assert_eq!(heard.all(), [[secret.as_str(), &asked, &asked, &asked]]);
    assert_eq!(plugin.asked().len(), 0, "nothing came over HTTP");
}

#[tokio::test]
async fn what_is_answered_at_length_comes_over_http() {
    let (plugin, page, heard, _) = page_on(&unique("long"), |_| Spoken::Views).await;
    let view = ViewId("main".to_owned());
    assert_eq!(page.picture(&view, Extent::Viewport, PATIENCE).await, Ok(Vec::new()));
    assert_eq!((plugin.asked().len(), heard.all().len()), (1, 0));
}

#[tokio::test]
async fn a_long_question_comes_over_http() {
    let (plugin, page, heard, _) = page_on(&unique("question"), |_| Spoken::Views).await;
    let view = ViewId("x".repeat(300 * 1024));
    let _ = page.dialog(&view, PATIENCE).await;
    assert_eq!((plugin.asked().len(), heard.all().len()), (1, 0));
}

#[tokio::test]
async fn a_line_that_was_closed_while_nobody_used_it_is_opened_again() {
    let (_plugin, page, heard, _) = page_on(&unique("closed"), |_| Spoken::ViewsAndHangUp).await;
    assert_eq!(page.views(PATIENCE).await, Ok(Vec::new()));
    until(|| heard.all()[0].last().is_some_and(|last| last == "(end)")).await;
    assert_eq!(page.views(PATIENCE).await, Ok(Vec::new()));
    assert_eq!(heard.all().len(), 2);
}

#[tokio::test]
async fn a_question_that_may_have_been_heard_is_not_asked_twice() {
    let (plugin, page, heard, _) = page_on(&unique("lost"), |_| Spoken::HangUp).await;
    let fault = page.views(PATIENCE).await.unwrap_err();
    assert_eq!(fault.kind, FaultKind::Gone, "{fault}");
    assert_eq!((heard.all().len(), plugin.asked().len()), (1, 0));
}

#[tokio::test]
async fn who_does_not_wait_any_longer_hangs_up() {
    let script = |before| if before == 0 { Spoken::Silence } else { Spoken::Views };
    let (_plugin, page, heard, _) = page_on(&unique("silence"), script).await;
    let fault = page.views(Duration::from_millis(20)).await.unwrap_err();
    assert_eq!(fault.kind, FaultKind::Timeout, "{fault}");
    until(|| heard.all()[0].last().is_some_and(|last| last == "(end)")).await;
    assert_eq!(page.views(PATIENCE).await, Ok(Vec::new()), "the next question has a line of its own");
    assert_eq!(heard.all()[1][1], question(PATIENCE));
}

#[tokio::test]
async fn where_nobody_listens_questions_come_over_http() {
    let plugin = plugin_with_line(&unique("nobody")).await;
    let page = plugin.connect().await.unwrap();
    assert_eq!(page.views(PATIENCE).await, Ok(Vec::new()));
    assert_eq!(plugin.asked().len(), 1);
}

#[test]
fn a_greeting_without_a_line_is_that_of_another_platform() {
    let greeting: deskhand_page::Greeting = serde_json::from_value(about()).unwrap();
    assert_eq!(greeting.line, None);
    assert_eq!(serde_json::to_value(&greeting).unwrap().get("line"), None::<&Value>);
}
