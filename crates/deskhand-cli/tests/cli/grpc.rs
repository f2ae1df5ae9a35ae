//! `deskhand grpc` and a stock client: grpcio from PyPI, which knows of the server only what reflection tells.

use std::io::{BufRead, BufReader, Lines};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use crate::desktop::{Desktop, Said, deskhand, eventually};

/// A running server, ended at the end.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(mut command: Command) -> Server {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("listening on ").unwrap_or_else(|| panic!("{line:?}"));
        Server { address: address.to_owned(), child }
    }

    fn on(desktop: &Desktop) -> Server {
        let mut command = deskhand();
        command.args(["--desktop", &desktop.name, "grpc", "--port", "0"]);
        Server::start(command)
    }

    fn client(&self, words: &[&str]) -> Command {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let python = folder.join("../../.venv/bin/python");
        assert!(python.exists(), "the Python packages of the tests are missing: run scripts/setup");
        let mut command = Command::new(python);
        command.arg(folder.join("tests/cli/grpc_client.py")).arg(&self.address).args(words);
        command
    }

    /// The one line that the client prints.
    fn ask(&self, words: &[&str]) -> Value {
        Said::of(self.client(words).output().unwrap()).json(0)
    }

    fn windows(&self, method: &str, request: &Value) -> Value {
        self.ask(&["deskhand.v1.Windows", method, &request.to_string()])
    }

    fn observations(&self, method: &str, request: &Value) -> Value {
        self.ask(&["deskhand.v1.Observations", method, &request.to_string()])
    }

    fn stream(&self, observation: &Value) -> Stream {
        let request = json!({ "name": observation["name"] }).to_string();
        let mut child = self
            .client(&["deskhand.v1.Observations", "StreamObservations", &request])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Stream { child, lines, last: 0 }
    }

    /// Ends it as a service manager would.
    fn terminate(mut self) -> ExitStatus {
        let pid = Pid::from_raw(self.child.id().cast_signed()).unwrap();
        kill_process(pid, Signal::TERM).unwrap();
        eventually("the end of the server", || self.child.try_wait().unwrap())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A client that streams, and what it prints.
struct Stream {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
    /// The number of the last event.
    last: u64,
}

impl Stream {
    /// The next answer; nothing when the stream has ended well. Every number of an event comes once and in order.
    fn next(&mut self) -> Option<Value> {
        let answer: Value = serde_json::from_str(&self.lines.next()?.unwrap()).unwrap();
        if let Some(number) = answer["event"]["sequence"].as_str() {
            self.last += 1;
            assert_eq!(number, self.last.to_string(), "{answer:#}");
        }
        Some(answer)
    }

    /// The next event of this type.
    fn event(&mut self, kind: &str) -> Value {
        let mut passed = Vec::new();
        while let Some(answer) = self.next() {
            let event = answer["event"].clone();
            if event["type"] == format!("WINDOW_EVENT_TYPE_{kind}") {
                return event;
            }
            passed.push(answer);
        }
        panic!("no {kind}, but {passed:#?}")
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_stock_client_lists_moves_and_streams() {
    let desktop = Desktop::start();
    let fixture = desktop.fixture("Over the wire");
    let server = Server::on(&desktop);
    let parent = format!("applications/{}", fixture.app);

    let list = json!({ "parent": parent, "filter": "title = \"Over the *\" AND visible = true" });
    let listed = server.windows("ListWindows", &list);
    let window = &listed["windows"][0];
    let name = window["name"].as_str().unwrap();
    assert_eq!(window["title"], "Over the wire");
    assert!(name.starts_with(&format!("{parent}/windows/")), "{name}");
    assert_eq!(listed["windows"].as_array().unwrap().len(), 1);

    let observation = server.observations("CreateObservation", &json!({ "parent": parent }));
    assert_eq!(observation["state"], "OBSERVATION_STATE_ACTIVE");
    let moved = server.windows("MoveWindow", &json!({ "name": name, "x": 120, "y": 90 }));
    assert_eq!((&moved["bounds"]["x"], &moved["bounds"]["y"]), (&json!(120.0), &json!(90.0)));
    let seen = desktop.window("Over the wire");
    assert_eq!((&seen["outer"]["x"], &seen["outer"]["y"]), (&json!(120), &json!(90)), "{seen:#}");

    let mut stream = server.stream(&observation);
    let snapshot = stream.next().unwrap();
    assert_eq!(snapshot["snapshot"]["as_of_sequence"], "0");
    assert_eq!(snapshot["snapshot"]["windows"][0]["name"], name);
    let event = stream.event("MOVED");
    assert_eq!(event["window"]["bounds"], moved["bounds"]);

    let resized = server.windows("ResizeWindow", &json!({ "name": name, "width": 900, "height": 800 }));
    assert_eq!((&resized["bounds"]["width"], &resized["bounds"]["height"]), (&json!(900.0), &json!(800.0)));
    assert_eq!(stream.event("RESIZED")["window"]["bounds"], resized["bounds"]);

    assert_eq!(server.windows("MinimizeWindow", &json!({ "name": name }))["visible"], false);
    assert_eq!(stream.event("MINIMIZED")["window"]["minimized"], true);
    let state = server.windows("GetWindowState", &json!({ "name": format!("{name}/state") }));
    assert_eq!((&state["minimized"], &state["ax_hidden"]), (&json!(true), &json!(false)));
    assert_eq!(server.windows("RestoreWindow", &json!({ "name": name }))["visible"], true);
    stream.event("RESTORED");

    assert_eq!(server.windows("CloseWindow", &json!({ "name": name })), json!({}));
    stream.event("DESTROYED");
    drop(fixture);
    while let Some(more) = stream.next() {
        assert!(more.get("error").is_none(), "the stream must end well: {more:#}");
    }
    let over = server.observations("GetObservation", &json!({ "name": observation["name"] }));
    assert_eq!(over["state"], "OBSERVATION_STATE_COMPLETED");
    let gone = server.windows("GetWindow", &json!({ "name": name }));
    assert_eq!(
        (&gone["error"]["code"], &gone["error"]["reason"]),
        (&json!("NOT_FOUND"), &json!("WINDOW_NOT_FOUND"))
    );
}

#[test]
fn streams_end_with_the_server_and_the_server_with_its_signal() {
    let desktop = Desktop::start();
    let server = Server::on(&desktop);
    let observation = server.observations("CreateObservation", &json!({ "parent": "applications/-" }));
    let mut stream = server.stream(&observation);
    assert!(stream.next().unwrap()["snapshot"].is_object());
    assert_eq!(server.terminate().code(), Some(0));
    let last = stream.next().unwrap();
    assert_eq!(last["error"]["code"], "UNAVAILABLE", "{last:#}");
    assert_eq!(last["error"]["reason"], "SERVER_STOPPING", "{last:#}");
}

#[test]
fn a_stranger_learns_what_there_is_and_how_it_is() {
    let desktop = Desktop::start();
    let server = Server::on(&desktop);
    let services = server.ask(&[])["services"].clone();
    for service in [
        "deskhand.v1.Observations",
        "deskhand.v1.Windows",
        "grpc.health.v1.Health",
        "grpc.reflection.v1alpha.ServerReflection",
    ] {
        assert!(services.as_array().unwrap().contains(&json!(service)), "{services}");
    }
    let health = server.ask(&["grpc.health.v1.Health", "Check", r#"{"service": "deskhand.v1.Windows"}"#]);
    assert_eq!(health["status"], "SERVING");
    for (request, code, reason) in [
        (json!({ "name": "windows/5" }), "INVALID_ARGUMENT", "INVALID_ARGUMENT"),
        (json!({ "name": "applications/1/windows/5" }), "NOT_FOUND", "WINDOW_NOT_FOUND"),
    ] {
        let error = server.windows("GetWindow", &request)["error"].clone();
        assert_eq!((&error["code"], &error["reason"]), (&json!(code), &json!(reason)), "{error:#}");
        assert_eq!(error["domain"], "deskhand");
    }
}

#[test]
fn a_token_keeps_others_out() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("token");
    std::fs::write(&file, "open-sesame\n").unwrap();
    let mut command = deskhand();
    command.args(["grpc", "--port", "0", "--platform", "sim", "--token-file"]).arg(&file);
    let server = Server::start(command);
    let list = ["deskhand.v1.Windows", "ListWindows", r#"{"parent": "applications/-"}"#];
    let refused = server.ask(&list);
    assert_eq!(refused["error"]["code"], "UNAUTHENTICATED", "{refused:#}");
    let listed = server.ask(&[&["--token", "open-sesame"], &list[..]].concat());
    assert!(!listed["windows"].as_array().unwrap().is_empty(), "{listed:#}");
}

#[test]
fn beyond_loopback_a_token_is_needed() {
    let run = |words: &[&str]| Said::of(deskhand().arg("grpc").args(words).output().unwrap());
    let error = run(&["--host", "0.0.0.0", "--port", "0"]).fails(2);
    assert!(error.contains("token"), "{error}");
    let document = run(&["--host", "::", "--port", "0", "--json"]).json(2);
    assert_eq!(document["error"]["code"], "invalid_argument");
}
