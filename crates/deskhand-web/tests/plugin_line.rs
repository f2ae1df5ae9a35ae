//! What the plugin does with callers of its line that keep to no rule: they are refused, and the application is not harmed.
#![cfg(target_os = "linux")]
#![expect(clippy::expect_used, reason = "what fails here fails a test")]

#[path = "plugin_line/stage.rs"]
mod stage;

use std::os::unix::process::CommandExt;
use std::process::Command;

use deskhand_page::line::{LONGEST_QUESTION, frame};
use serde_json::{Value, json};
use stage::{Caller, Fixture, PATIENCE};
use tokio::io::AsyncWriteExt;
use tokio::time::timeout;

/// A script that is never done.
const NEVER: &str = "return new Promise(() => {})";
/// More than what a socket holds that nobody reads from.
const LONG: usize = 4 * 1024 * 1024;

fn framed(bytes: &[u8]) -> Vec<u8> {
    frame(&[bytes]).expect("a frame")
}

/// The beginning of a frame of this length.
fn announced(length: usize) -> [u8; 4] {
    u32::try_from(length).expect("a length").to_le_bytes()
}

#[tokio::test]
async fn nothing_is_done_for_those_who_do_not_have_the_token() {
    let fixture = Fixture::start().await;
    let token = fixture.token.as_bytes();
    let wrong = [
        Vec::new(),
        token[1..].to_vec(),
        [token, b" "].concat(),
        vec![b'0'; token.len()],
        token.to_ascii_uppercase(),
        fixture.run("window.marked = true"),
    ];
    for given in wrong {
        let mut stranger = fixture.stranger().await;
        stranger.send(&[framed(&given), fixture.run("window.marked = true")].concat()).await;
        assert_eq!(stranger.hear().await, None, "{}", String::from_utf8_lossy(&given));
    }
    assert_eq!(fixture.tells("return window.marked === undefined").await, json!(true));
}

#[tokio::test]
async fn who_does_not_come_up_with_the_token_is_hung_up_on() {
    let fixture = Fixture::start().await;
    let before = fixture.sockets();
    let (mut silent, mut slow) = (fixture.stranger().await, fixture.stranger().await);
    slow.send(&framed(fixture.token.as_bytes())[..10]).await;
    assert_eq!(silent.hear().await, None);
    assert_eq!(slow.hear().await, None);
    fixture.has_closed_all_but(before).await;
}

#[tokio::test]
async fn another_user_is_hung_up_on() {
    if !rustix::process::geteuid().is_root() {
        return; // Only root can act as somebody else.
    }
    let fixture = Fixture::start().await;
    let script = "import socket, sys
client = socket.socket(socket.AF_UNIX)
client.settimeout(30)
client.connect('\\0' + sys.argv[1])
try:
    for part in sys.argv[2], 'views {}':
        client.sendall(len(part).to_bytes(4, 'little') + part.encode())
    print(client.recv(100))
except (BrokenPipeError, ConnectionResetError):
    print(b'')";
    // The application belongs to root, like this test.
    for (user, is_served) in [(65534, false), (0, true)] {
        let mut python = Command::new("/usr/bin/python3");
        python.args(["-c", script, &fixture.line, &fixture.token]).uid(user).gid(user);
        let output =
            tokio::task::spawn_blocking(move || python.output()).await.expect("it").expect("python3");
        let heard = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(heard.contains("done"), is_served, "{output:?}");
        assert_eq!(heard.trim() == "b''", !is_served, "{output:?}");
    }
}

#[tokio::test]
async fn a_question_out_of_turn_ends_the_line_and_what_is_under_way() {
    let fixture = Fixture::start().await;
    let before = fixture.sockets();
    let mut caller = fixture.caller().await;
    caller.send(&[fixture.run(NEVER), framed(b"views {}")].concat()).await;
    assert_eq!(caller.hear().await, None);
    fixture.has_closed_all_but(before).await;
    assert_eq!(fixture.tells("return 7").await, json!(7));
}

#[tokio::test]
async fn what_is_announced_as_too_long_ends_the_line_at_once() {
    let fixture = Fixture::start().await;
    let mut caller = fixture.caller().await;
    caller.send(&announced(LONGEST_QUESTION + 1)).await;
    assert_eq!(caller.hear().await, None);
    for nonsense in [&[0xff; 64][..], b"POST /deskhand/v1/views HTTP/1.1\r\n\r\n"] {
        let mut stranger = fixture.stranger().await;
        stranger.send(nonsense).await;
        assert_eq!(stranger.hear().await, None);
    }
    let mut longest = b"views {}".to_vec();
    longest.resize(LONGEST_QUESTION, b' ');
    let mut caller = fixture.caller().await;
    caller.send(&framed(&longest)).await;
    assert_eq!(caller.hear().await.expect("an answer")["done"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn nonsense_is_answered_with_a_fault_and_the_line_goes_on() {
    let fixture = Fixture::start().await;
    let mut caller = fixture.caller().await;
    let deep = [b"views ".as_slice(), &[b'['; 100_000]].concat();
    let nonsense: [(&[u8], &str); 9] = [
        (b"", "invalid"),
        (b"views", "invalid"),
        (b"\xff\xfe {}", "invalid"),
        (b"views {", "invalid"),
        (b"views \xff", "invalid"),
        (b"call {\"place\": 7}", "invalid"),
        (b" {}", "unsupported"),
        (b"no-such-thing {}", "unsupported"),
        (&deep, "invalid"),
    ];
    for (question, kind) in nonsense {
        caller.send(&framed(question)).await;
        let fault = caller.hear().await.expect("an answer")["fault"].take();
        let shown = String::from_utf8_lossy(&question[..question.len().min(40)]);
        assert_eq!(fault["kind"], kind, "{shown}: {fault}");
    }
    assert!(caller.ask("views", &json!({})).await["done"].is_array());
}

#[tokio::test]
async fn who_hangs_up_in_the_middle_leaves_nothing_behind() {
    let fixture = Fixture::start().await;
    let before = fixture.sockets();
    let question = fixture.run(NEVER);
    for sent in [&question[..2], &question[..question.len() / 2], &question] {
        for _ in 0..20 {
            fixture.caller().await.send(sent).await;
        }
    }
    let within_the_token = &framed(fixture.token.as_bytes())[..20];
    for _ in 0..20 {
        fixture.stranger().await.send(within_the_token).await;
    }
    fixture.has_closed_all_but(before).await;
    assert_eq!(fixture.tells("return 7").await, json!(7));
}

/// Somebody who has asked for a long answer, and has not read more than its beginning.
async fn reluctant(fixture: &Fixture) -> Caller {
    let mut caller = fixture.caller().await;
    caller.send(&fixture.run(&format!("return 'x'.repeat({LONG})"))).await;
    assert_eq!(caller.read(&mut [0; 1]).await, 1);
    // The application has stopped to write by then.
    assert_eq!(fixture.tells("return 7").await, json!(7));
    caller
}

#[tokio::test]
async fn nothing_piles_up_for_one_who_talks_and_does_not_listen() {
    let fixture = Fixture::start().await;
    let mut caller = reluctant(&fixture).await;
    let mut is_hung_up = false;
    for _ in 0..16 {
        let talk = timeout(PATIENCE, caller.stream.write_all(&vec![0; LONG])).await;
        is_hung_up |= talk.expect("somebody who reads or hangs up").is_err();
    }
    assert!(is_hung_up, "{} bytes were read that nobody had asked for", 16 * LONG);
    assert_eq!(fixture.tells("return 7").await, json!(7));
}

#[tokio::test]
async fn an_answer_is_given_up_when_nobody_waits_for_it() {
    let fixture = Fixture::start().await;
    let mut caller = reluctant(&fixture).await;
    caller.stream.shutdown().await.expect("to hang up");
    let mut heard = 1;
    let mut part = vec![0; 64 * 1024];
    loop {
        match caller.read(&mut part).await {
            0 => break,
            count => heard += count,
        }
    }
    assert!(heard < LONG, "all of it came");
    assert_eq!(fixture.tells("return 7").await, json!(7));
}

#[tokio::test]
async fn one_question_after_the_other_is_answered_on_one_line() {
    let fixture = Fixture::start().await;
    let mut caller = fixture.caller().await;
    for number in 0..20 {
        // By turns what is answered at once, and what the page has to answer.
        assert!(caller.ask("views", &json!({})).await["done"].is_array());
        caller
            .send(&fixture.run(&format!("return new Promise(done => setTimeout(done, 1, {number}))")))
            .await;
        assert_eq!(caller.hear().await, Some(json!({ "done": number })));
    }
}

#[tokio::test]
async fn a_long_answer_reaches_who_reads_it_late() {
    let fixture = Fixture::start().await;
    let mut caller = fixture.caller().await;
    caller.send(&fixture.run(&format!("return 'x'.repeat({LONG})"))).await;
    // The application has stopped to write by then.
    assert_eq!(fixture.tells("return 7").await, json!(7));
    let answer = caller.hear().await.expect("an answer");
    assert_eq!(answer["done"].as_str().map(str::len), Some(LONG));
    assert_eq!(caller.ask("views", &json!({})).await["fault"], Value::Null);
}
