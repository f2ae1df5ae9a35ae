//! Commands as a whole, on a desktop that exists only here: what they print, and whether it keeps to its schema.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use boon::{Compiler, Schemas};
use clap::Parser;
use deskhand_engine::{Observed, WindowEvent, WindowEventKind, WindowSnapshot};
use deskhand_schema::{Document, Failure as FailureBody, published};
use serde_json::Value;

use super::*;
use crate::failure::Failure;
use crate::fake::{self, FakeSession};

/// Output that can be read back.
#[derive(Clone, Default)]
struct Paper(Arc<Mutex<Vec<u8>>>);

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn connected() -> Connected {
    Connected::over(Arc::new(FakeSession))
}

async fn printed(words: &[&str]) -> Result<String> {
    let cli = Cli::try_parse_from(["deskhand"].iter().chain(words)).unwrap();
    let settings = Settings::resolve(&cli.global, Config::default(), false);
    let paper = Paper::default();
    let mut out = Output::plain(paper.clone(), cli.global.json);
    match cli.command {
        command @ (Command::Completions(_) | Command::Man(_) | Command::Schema(_)) => {
            run(command, &settings, &mut out).await?;
        }
        command => on_desktop(command, &connected(), &settings, &mut out).await?,
    }
    let bytes = paper.0.lock().unwrap().clone();
    Ok(String::from_utf8(bytes).unwrap())
}

/// What the command answers in JSON, its error included, after a look whether it keeps to its schema.
async fn json(words: &[&str]) -> Value {
    let words: Vec<&str> = words.iter().copied().chain(["--json"]).collect();
    let text = match printed(&words).await {
        Ok(text) => text,
        Err(failure) => {
            let error = failure.detail().unwrap();
            serde_json::to_string(&Document::new(FailureBody { error })).unwrap()
        }
    };
    checked(&text)
}

/// A document, after a look whether it keeps to its schema.
fn checked(text: &str) -> Value {
    let document: Value = serde_json::from_str(text).unwrap();
    let kind = document["kind"].as_str().unwrap();
    let schema = published().into_iter().find(|one| one.kind == kind).unwrap().schema;
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    compiler.add_resource("schema.json", schema).unwrap();
    let index = compiler.compile("schema.json", &mut schemas).unwrap();
    if let Err(error) = schemas.validate(&document, index) {
        panic!("not as {kind}.json wants it: {error}\n{document:#}");
    }
    document
}

#[tokio::test]
async fn every_json_answer_keeps_to_its_published_schema() {
    let file = tempfile::tempdir().unwrap();
    let file = file.path().join("shot.png").display().to_string();
    for (kind, words) in [
        ("apps", vec!["apps"]),
        ("tree", vec!["tree", "editor"]),
        ("tree", vec!["tree", "editor", "--interactive", "--depth", "2"]),
        ("elements", vec!["find", "editor", "Open"]),
        ("elements", vec!["find", "editor", "nowhere at all", "--all"]),
        ("elements", vec!["wait", "editor", "Open"]),
        ("elements", vec!["wait", "editor", "nowhere at all", "--gone"]),
        ("elements", vec!["wait", "editor", "Open", "--text", "Open"]),
        ("idleness", vec!["wait", "editor", "--idle"]),
        ("reading", vec!["get", "editor", "Open"]),
        ("reading", vec!["get", "editor", "Open", "bounds"]),
        ("reading", vec!["get", "editor", "Open", "value"]),
        ("receipt", vec!["click", "editor", "Open"]),
        ("receipt", vec!["type", "editor", "role:textfield", "x"]),
        ("receipt", vec!["set-value", "editor", "Size", "3"]),
        ("windows", vec!["windows"]),
        ("windows", vec!["windows", "--app", "4242"]),
        ("window", vec!["window", "show", "editor"]),
        ("windows", vec!["window", "move", "editor", "1", "2"]),
        ("screenshot", vec!["screenshot", "-o", &file]),
        ("clipboard", vec!["clipboard", "read"]),
        ("text", vec!["completions", "bash"]),
        ("text", vec!["man"]),
        ("error", vec!["find", "nobody", "Open"]),
        ("error", vec!["find", "editor", "role:button"]),
        ("error", vec!["find", "editor", "role:buton"]),
        ("error", vec!["screenshot"]),
    ] {
        assert_eq!(json(&words).await["kind"], kind, "{words:?}");
    }
}

/// A snapshot, an event and a gap, as an observation tells them.
fn observed() -> [Observed; 3] {
    let at = SystemTime::UNIX_EPOCH + Duration::from_micros(1_700_000_000_000_001);
    let snapshot = WindowSnapshot { as_of: 0, at, windows: Arc::new(vec![fake::window()]) };
    let kind = WindowEventKind::Moved;
    let event = WindowEvent { sequence: 1, at, kind, window: fake::window(), previous_id: None };
    [Observed::Snapshot(snapshot), Observed::Event(Arc::new(event)), Observed::Gap { first: 2, last: 9, at }]
}

fn watched(json: bool) -> String {
    let out = Output::plain(Paper::default(), json);
    let bytes = observed().iter().flat_map(|observed| watch::text(observed, &out).unwrap()).collect();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn a_watch_prints_one_json_document_per_line() {
    let documents: Vec<Value> = watched(true).lines().map(checked).collect();
    let kinds: Vec<&Value> = documents.iter().map(|document| &document["kind"]).collect();
    assert_eq!(kinds, ["window-snapshot", "window-event", "window-gap"]);
    assert_eq!((&documents[1]["event"], &documents[1]["sequence"]), (&"moved".into(), &1.into()));
    assert_eq!(documents[1]["at"], "2023-11-14T22:13:20.000001Z");
    assert_eq!((&documents[2]["first"], &documents[2]["last"]), (&2.into(), &9.into()));
}

#[test]
fn a_watch_is_good_to_read() {
    assert_eq!(
        watched(false),
        "\
ID         APP     PID   WORKSPACE  POSITION  SIZE     STATE    TITLE
0x1400003  Editor  4242  0          9,10      640x480  focused  Untitled
moved          0x1400003 Editor \"Untitled\" to 9,10
events 2 to 9 came too fast and are lost; the windows are now:
"
    );
}

#[tokio::test]
async fn a_tree_says_when_it_is_cut() {
    assert_eq!(json(&["tree", "editor"]).await["truncated"], false);
    let cut = json(&["tree", "editor", "--depth", "1"]).await;
    assert_eq!(cut["truncated"], true);
    assert_eq!(cut["root"]["children"][0]["truncated"], true);
}

#[tokio::test]
async fn an_ambiguity_lists_its_candidates() {
    let error = json(&["find", "editor", "role:button"]).await;
    assert_eq!(error["error"]["code"], "ambiguous");
    assert_eq!(error["error"]["exit_code"], 5);
    let names: Vec<&Value> =
        error["error"]["candidates"].as_array().unwrap().iter().map(|one| &one["name"]).collect();
    assert_eq!(names, ["Save", "Open"]);
    assert_eq!(json(&["find", "editor", "role:button", "--nth", "1"]).await["elements"][0]["name"], "Open");
}

#[tokio::test]
async fn a_malformed_query_says_where() {
    let error = json(&["click", "editor", "role:buton"]).await;
    assert_eq!((&error["error"]["code"], &error["error"]["exit_code"]), (&"invalid_query".into(), &2.into()));
    assert_eq!(error["error"]["query"]["text"], "role:buton");
    assert!(error["error"]["query"]["position"].is_u64());
}

#[tokio::test]
async fn waiting_in_vain_is_a_timeout_and_finding_in_vain_is_not() {
    let waited = json(&["wait", "editor", "nowhere at all"]).await;
    assert_eq!((&waited["error"]["code"], &waited["error"]["exit_code"]), (&"timeout".into(), &7.into()));
    assert_eq!(waited["error"]["hint"], "wait longer");
    assert_eq!(json(&["wait", "nobody", "Open"]).await["error"]["code"], "timeout");
    assert_eq!(json(&["find", "editor", "nowhere at all"]).await["error"]["exit_code"], 3);
}

#[tokio::test]
async fn who_is_idle_is_told_with_how_that_is_known() {
    let told = printed(&["wait", "editor", "--idle"]).await.unwrap();
    let expected = "editor is idle by readings, 104 ms\n  after 3 readings; its own word was not to be had\n";
    assert_eq!(told, expected);
    let idle = json(&["wait", "editor", "--idle"]).await;
    assert_eq!((&idle["strategy"], &idle["took_ms"]), (&"readings".into(), &104.0.into()));
    assert_eq!(json(&["wait", "nobody", "--idle"]).await["error"]["code"], "timeout");
}

#[tokio::test]
async fn get_prints_the_bare_answer() {
    for (words, expected) in [
        (vec!["get", "editor", "role:textfield"], "hello\n"),
        (vec!["get", "editor", "Open"], "Open\n"),
        (vec!["get", "editor", "Open", "bounds"], "10,20,30,40\n"),
        (vec!["get", "editor", "Open", "states"], "enabled\nvisible\nfocused\n"),
        (vec!["get", "editor", "Size", "value"], "12\n"),
        (vec!["get", "editor", "Open", "value"], ""),
    ] {
        assert_eq!(printed(&words).await.unwrap(), expected, "{words:?}");
    }
}

#[tokio::test]
async fn tables_are_good_to_read() {
    assert_eq!(
        printed(&["apps"]).await.unwrap(),
        "\
NAME    PID   EXECUTABLE  TOOLKIT   HEALTH
editor  4242  editor      gtk 3.24  responding
stuck   -     editor      gtk 3.24  not responding: stopped (SIGSTOP)
"
    );
    assert_eq!(
        printed(&["windows"]).await.unwrap(),
        "\
ID         APP     PID   WORKSPACE  POSITION  SIZE     STATE    TITLE
0x1400003  Editor  4242  0          9,10      640x480  focused  Untitled
"
    );
}

#[tokio::test]
async fn keys_in_the_background_are_not_permitted() {
    let failure = printed(&["key", "editor", "ctrl+s"]).await.unwrap_err();
    assert_eq!(failure.exit_code(), exit::PERMISSION);
}

#[tokio::test]
async fn a_closed_pipe_ends_the_command_quietly() {
    struct Closed;
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let cli = Cli::try_parse_from(["deskhand", "apps"]).unwrap();
    let settings = Settings::resolve(&cli.global, Config::default(), false);
    let failure = on_desktop(cli.command, &connected(), &settings, &mut Output::plain(Closed, false))
        .await
        .unwrap_err();
    assert!(matches!(failure, Failure::BrokenPipe));
    assert_eq!((failure.exit_code(), failure.detail().is_none()), (exit::OK, true));
}
