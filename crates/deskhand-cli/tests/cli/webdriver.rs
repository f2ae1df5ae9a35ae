//! `deskhand webdriver` and `tauri-wd` as programs: what they listen on, how they end, and what they leave behind. What
//! they answer is the matter of `tests/webdriver.rs`.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, ExitStatus, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use crate::desktop::{Said, deskhand, eventually};
use crate::processes::{Mark, kill, wait_until};

/// A running server, ended at the end.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start() -> Server {
        let mut command = deskhand();
        command.args(["webdriver", "--port", "0"]);
        Server::of(command, "listening on ")
    }

    fn of(mut command: Command, prefix: &str) -> Server {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix(prefix).unwrap_or_else(|| panic!("{line:?}")).to_owned();
        Server { child, address }
    }

    /// curl, about to ask.
    fn curl(&self, method: &str, path: &str, body: &Value) -> Command {
        let mut command = Command::new("curl");
        command.args(["--silent", "--show-error", "--max-time", "120", "--request", method]);
        if !body.is_null() {
            command.args(["--data", &body.to_string()]);
        }
        command.arg(format!("http://{}{path}", self.address)).stdout(Stdio::piped());
        command
    }

    fn ask(&self, method: &str, path: &str, body: &Value) -> Value {
        let answer = Said::of(self.curl(method, path, body).output().unwrap()).ok();
        let answer: Value = serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{error}: {answer}"));
        answer["value"].clone()
    }

    /// A session with the fixture, by its path.
    fn session(&self, mark: &Mark) -> String {
        let value = self.ask("POST", "/session", &asked(mark));
        let id = value["sessionId"].as_str().unwrap_or_else(|| panic!("{value:#}"));
        format!("/session/{id}")
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_raw(self.child.id().cast_signed()).unwrap(), signal).unwrap();
    }

    fn ended(&mut self) -> ExitStatus {
        eventually("the end of the server", || self.child.try_wait().unwrap())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The application that these tests drive.
fn fixture() -> String {
    let built = std::path::Path::new(env!("CARGO_BIN_EXE_deskhand")).with_file_name("deskhand-fixture-tauri");
    assert!(built.exists(), "build it first: cargo build --package deskhand-fixture-tauri");
    built.to_str().unwrap().to_owned()
}

/// What is asked for a session with the fixture, all of whose processes carry the mark.
fn asked(mark: &Mark) -> Value {
    let (name, value) = mark.variable();
    let options = json!({ "binary": fixture(), "env": { name: value } });
    json!({ "capabilities": { "alwaysMatch": { "browserName": "tauri", "tauri:options": options } } })
}

#[test]
fn a_session_begins_works_and_ends() {
    let (server, mark) = (Server::start(), Mark::new());
    let session = server.session(&mark);
    let script = json!({ "script": "return document.readyState", "args": [] });
    assert_eq!(server.ask("POST", &format!("{session}/execute/sync"), &script), "complete");
    let desktop = mark.desktop();
    assert_eq!(server.ask("DELETE", &session, &Value::Null), Value::Null);
    assert!(mark.processes().is_empty() && desktop.processes().is_empty());
    assert_eq!(server.ask("GET", &format!("{session}/url"), &Value::Null)["error"], "invalid session id");
}

#[test]
fn signals_end_all_sessions_before_the_server() {
    for signal in [Signal::INT, Signal::TERM] {
        let (mut server, mark) = (Server::start(), Mark::new());
        server.session(&mark);
        server.session(&mark);
        server.signal(signal);
        assert_eq!(server.ended().code(), Some(0));
        assert!(mark.processes().is_empty(), "nothing is left when it has ended");
    }
}

#[test]
fn a_signal_ends_an_application_that_is_still_starting() {
    let (mut server, mark) = (Server::start(), Mark::new());
    let mut client = server.curl("POST", "/session", &asked(&mark)).spawn().unwrap();
    wait_until("the application is on its way", || !mark.processes().is_empty());
    server.signal(Signal::TERM);
    assert_eq!(server.ended().code(), Some(0));
    assert!(mark.processes().is_empty(), "nothing is left when it has ended");
    client.wait().unwrap();
}

#[test]
fn a_killed_server_leaves_nothing() {
    let (mut server, mark) = (Server::start(), Mark::new());
    server.session(&mark);
    let desktop = mark.desktop();
    server.signal(Signal::KILL);
    server.ended();
    wait_until("everything is gone", || mark.processes().is_empty() && desktop.processes().is_empty());
}

#[test]
fn a_client_that_does_not_wait_for_its_session_leaves_nothing() {
    let (server, mark) = (Server::start(), Mark::new());
    let mut client = server.curl("POST", "/session", &asked(&mark)).spawn().unwrap();
    wait_until("the application is on its way", || !mark.processes().is_empty());
    client.kill().unwrap();
    client.wait().unwrap();
    wait_until("everything is gone", || mark.processes().is_empty());
    assert_eq!(server.ask("GET", "/status", &Value::Null)["ready"], true);
}

#[test]
fn a_killed_application_is_an_error_and_other_sessions_go_on() {
    let (server, dead, alive) = (Server::start(), Mark::new(), Mark::new());
    let (first, second) = (server.session(&dead), server.session(&alive));
    // The first of its processes is the application itself.
    kill(*dead.processes().first().unwrap());
    let url = |session: &str| server.ask("GET", &format!("{session}/url"), &Value::Null);
    let told = eventually("an error", || url(&first)["error"].as_str().map(str::to_owned));
    assert!(["unknown error", "invalid session id"].contains(&told.as_str()), "{told}");
    assert_eq!(
        eventually("its end", || url(&first)["error"]
            .as_str()
            .map(str::to_owned)
            .filter(|error| error != "unknown error")),
        "invalid session id"
    );
    assert!(url(&second).is_string(), "{}", url(&second));
    wait_until("what was left of it is gone", || dead.processes().is_empty());
}

#[test]
fn applications_that_cannot_be_driven_are_told() {
    let server = Server::start();
    for (binary, expected) in
        [("/nowhere/at/all", "was not found"), ("/bin/false", "has ended with exit code 1")]
    {
        let options = json!({ "binary": binary });
        let body = json!({ "capabilities": { "alwaysMatch": { "tauri:options": options } } });
        let value = server.ask("POST", "/session", &body);
        assert_eq!(value["error"], "session not created", "{value:#}");
        assert!(value["message"].as_str().unwrap().contains(expected), "{value:#}");
    }
}

#[test]
fn nobody_beyond_this_machine_is_let_in_unless_that_is_said() {
    let error =
        Said::of(deskhand().args(["webdriver", "--host", "0.0.0.0", "--port", "0"]).output().unwrap())
            .fails(2);
    assert!(error.contains("--insecure-no-auth"), "{error}");
    let mut command = deskhand();
    command
        .args(["webdriver", "--host", "0.0.0.0", "--port", "0", "--insecure-no-auth"])
        .stderr(Stdio::null());
    let server = Server::of(command, "listening on ");
    assert!(server.address.starts_with("0.0.0.0:"), "{}", server.address);
}

#[test]
fn a_port_that_is_taken_is_told() {
    let server = Server::start();
    let (_, port) = server.address.rsplit_once(':').unwrap();
    let error = Said::of(deskhand().args(["webdriver", "--port", port]).output().unwrap()).fails(1);
    assert!(error.contains("Cannot listen on"), "{error}");
}

#[test]
fn the_configuration_of_a_grid_node_is_printed() {
    let said =
        Said::of(deskhand().args(["webdriver", "--grid-config", "--port", "4711"]).output().unwrap()).ok();
    let config: toml::Table = said.parse().unwrap();
    assert_eq!(config["relay"]["url"].as_str(), Some("http://127.0.0.1:4711"));
}

fn tauri_wd() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tauri-wd"));
    command.stdin(Stdio::null()).stderr(Stdio::null());
    command
}

#[test]
fn tauri_wd_has_the_options_that_its_users_know() {
    let help = Said::of(tauri_wd().arg("--help").output().unwrap()).ok();
    let options: Vec<_> = help.split_whitespace().filter(|word| word.starts_with("--")).collect();
    assert_eq!(options, ["--port", "--host", "--log-level", "--help", "--version"], "{help}");
    for default in ["[default: 4444]", "[default: 127.0.0.1]", "[default: info]"] {
        assert!(help.contains(default), "{help}");
    }
    assert!(Said::of(tauri_wd().arg("--version").output().unwrap()).ok().starts_with("tauri-wd "));
    assert_eq!(tauri_wd().args(["--log-level", "loud"]).status().unwrap().code(), Some(2));
}

#[test]
fn tauri_wd_serves_sessions_too() {
    let mut command = tauri_wd();
    command.args(["--port", "0", "--log-level", "debug"]);
    let (mut server, mark) = (Server::of(command, "tauri-wd listening on "), Mark::new());
    let session = server.session(&mark);
    assert!(server.ask("GET", &format!("{session}/title"), &Value::Null).is_string());
    server.signal(Signal::TERM);
    assert_eq!(server.ended().code(), Some(0));
    assert!(mark.processes().is_empty(), "nothing is left when it has ended");
}
