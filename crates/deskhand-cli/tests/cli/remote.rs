//! `--remote`: the same commands through an agent say the same as they do without.

use std::io::{BufRead, BufReader, Lines};
use std::process::{Child, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use crate::agent::Agent;
use crate::desktop::{Desktop, Said, deskhand};

/// A command that goes on and prints lines, ended at the end.
struct Running {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Running {
    fn start(command: &mut Command) -> Running {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Running { child, lines }
    }

    fn json(&mut self) -> Value {
        serde_json::from_str(&self.lines.next().unwrap().unwrap()).unwrap()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The same command line, through the agent.
impl Agent {
    fn command(&self, words: &[&str]) -> Command {
        let mut command = deskhand();
        command.args(["--remote", &self.address]).args(words);
        command
    }

    fn run(&self, words: &[&str]) -> Said {
        Said::of(self.command(words).output().unwrap())
    }

    #[track_caller]
    fn json(&self, words: &[&str], code: i32) -> Value {
        self.run(&[words, &["--json"]].concat()).json(code)
    }
}

/// What a document says, apart from how long things took and how often one had to look. Of the way to an element only its end
/// counts: a command that looks once reads only what it needs, an agent knows the whole tree.
fn lasting(document: &Value) -> Value {
    match document {
        Value::Object(keys) => {
            let passing = |key: &str| {
                key.ends_with("_ms") || ["at", "tried", "readings", "calls", "rounds"].contains(&key)
            };
            let kept = keys.iter().filter(|(key, _)| !passing(key));
            let ending = |way: &str| Value::from(way.rsplit(" > ").next().unwrap_or(way));
            let told = |key: &str, value: &Value| match (key, value) {
                ("path", Value::String(way)) => ending(way),
                _ => lasting(value),
            };
            kept.map(|(key, value)| (key.clone(), told(key, value))).collect()
        }
        Value::Array(all) => all.iter().map(lasting).collect(),
        other => other.clone(),
    }
}

/// Runs a command with and without the agent, and expects the same answer and the same exit code.
#[track_caller]
fn same(desktop: &Desktop, agent: &Agent, words: &[&str], code: i32) -> Value {
    let (here, there) = (desktop.json(words, code), agent.json(words, code));
    assert_eq!(lasting(&there), lasting(&here), "{words:?}");
    there
}

#[test]
fn looking_through_an_agent_shows_the_same() {
    let desktop = Desktop::start();
    let fixture = desktop.fixture("Looked at");
    let agent = Agent::on(&desktop, &[]);
    let app = fixture.app.as_str();
    let apps = same(&desktop, &agent, &["apps"], 0);
    assert_eq!(apps["apps"].as_array().unwrap().len(), 1, "{apps:#}");
    for words in [
        &["tree", app][..],
        &["tree", app, "--all", "--depth", "4"],
        &["tree", app, "--interactive"],
        &["find", app, "role:button title:Save"],
        &["find", app, "role:button", "--all"],
        &["find", app, "window button[name=\"Save\"]"],
        &["find", app, "//slider"],
        &["find", app, "role:button", "--nth", "1"],
        &["get", app, "status: ready"],
        &["get", app, "role:slider title:Volume", "value"],
        &["get", app, "role:button title:Save", "bounds"],
        &["wait", app, "Save"],
        &["wait", app, "no such thing", "--gone"],
        &["windows"],
        &["windows", "--app", app],
        &["window", "show", "Looked at"],
        &["clipboard", "read"],
    ] {
        same(&desktop, &agent, words, 0);
    }
    let tree = agent.json(&["tree", app], 0);
    assert!(tree["nodes"].as_u64().unwrap() > 20, "{tree:#}");
}

#[test]
fn acting_through_an_agent_does_the_same() {
    let desktop = Desktop::start();
    let fixture = desktop.fixture("Acted on");
    let agent = Agent::on(&desktop, &[]);
    let app = fixture.app.as_str();
    let (save, name) = ("role:button title:Save", "role:textfield title:Name");

    let receipt = same(&desktop, &agent, &["click", app, save], 0);
    assert_eq!((&receipt["method"], &receipt["target"]["name"]), (&json!("accessibility"), &json!("Save")));
    fixture.has_said("status: pressed Save (2)");
    same(&desktop, &agent, &["set-value", app, "role:slider title:Volume", "40"], 0);
    fixture.has_said("status: Volume = 40");
    same(&desktop, &agent, &["set-value", app, name, "Ada"], 0);
    fixture.has_said("status: Name = Ada");
    agent.json(&["type", app, name, " Lovelace"], 0);
    fixture.has_said("status: Name = Ada Lovelace");
    same(&desktop, &agent, &["get", app, name], 0);
    agent.json(&["act", "toggle", app, "role:checkbox title:Agree"], 0);
    fixture.has_said("status: Agree on");
    agent.json(&["click", app, "Appear later", "--until", "role:button title:Latecomer"], 0);
    agent.json(&["key", app, "ctrl+k", "--mode", "focus"], 0);
    fixture.has_said("status: key ctrl+k (1)");

    same(&desktop, &agent, &["window", "move", "Acted on", "40,50"], 0);
    assert_eq!(desktop.window("Acted on")["outer"]["x"], 40);
    same(&desktop, &agent, &["window", "resize", "Acted on", "900x800"], 0);
    agent.json(&["window", "minimize", "Acted on"], 0);
    assert_eq!(desktop.window("Acted on")["minimized"], true);
    agent.json(&["window", "restore", "Acted on"], 0);
    assert_eq!(desktop.window("Acted on")["minimized"], false);
    agent.json(&["window", "close", "Acted on"], 0);
    assert!(desktop.window("Acted on").is_null());
}

#[test]
fn pictures_and_the_clipboard_come_through() {
    let desktop = Desktop::start();
    let fixture = desktop.fixture("Pictured");
    let agent = Agent::on(&desktop, &[]);
    let file = |name: &str| desktop.folder().join(name).display().to_string();
    let (here, there) = (file("here.png"), file("there.png"));
    for what in [&["--part", "0,0,50,40"][..], &["--app", &fixture.app, "--query", "role:button title:Save"]]
    {
        desktop.run(&[&["screenshot", "-o", &here], what].concat()).ok();
        agent.run(&[&["screenshot", "-o", &there], what].concat()).ok();
        assert!(std::fs::read(&here).unwrap() == std::fs::read(&there).unwrap(), "{what:?}");
    }
    agent.run(&["clipboard", "write", "över there"]).ok();
    assert_eq!(desktop.run(&["clipboard", "read"]).ok(), "över there");
    assert_eq!(agent.run(&["clipboard", "read"]).ok(), "över there");
}

#[test]
fn what_happens_to_windows_is_told_the_same() {
    let desktop = Desktop::start();
    let _fixture = desktop.fixture("Watched");
    let agent = Agent::on(&desktop, &[]);
    let words = ["windows", "--watch", "--json"];
    let mut here = Running::start(deskhand().args(["--desktop", &desktop.name]).args(words));
    let mut there = Running::start(&mut agent.command(&words));
    let start = here.json();
    assert_eq!(lasting(&there.json()), lasting(&start));
    assert_eq!(start["kind"], "window-snapshot");
    desktop.run(&["window", "move", "Watched", "33,44"]).ok();
    loop {
        let (event, told) = (here.json(), there.json());
        assert_eq!(lasting(&told), lasting(&event));
        if event["event"] == "moved" {
            break;
        }
    }
}

#[test]
fn failures_are_the_same_failures() {
    let desktop = Desktop::start();
    let fixture = desktop.fixture("Failing");
    let agent = Agent::on(&desktop, &[]);
    let app = fixture.app.as_str();
    for (words, exit, code) in [
        (&["find", app, "role:button title:Nope"][..], 3, "not_found"),
        (&["click", app, "role:button title:Twin"], 5, "ambiguous"),
        (&["find", "no-such-app", "Save"], 3, "app_not_found"),
        (&["find", app, "//buton"], 2, "invalid_query"),
        (&["click", app, "role:button title:Locked"], 5, "element_disabled"),
        (&["key", app, "ctrl+k"], 4, "focus_required"),
        (&["key", app, "ctrl+bogus", "--mode", "focus"], 2, "invalid_argument"),
        (&["wait", app, "Nope"], 7, "timeout"),
        (&["window", "move", "Nope", "1,1"], 3, "window_not_found"),
        (&["screenshot", "--window", "Nope", "-o", "unwritten.png"], 3, "window_not_found"),
    ] {
        let words = [words, &["--timeout", "400ms"]].concat();
        let (here, there) = (desktop.json(&words, exit), agent.json(&words, exit));
        assert_eq!(
            (&there["error"]["code"], &here["error"]["code"]),
            (&json!(code), &json!(code)),
            "{words:?}"
        );
        assert_eq!(there["error"]["candidates"], here["error"]["candidates"], "{words:?}");
        assert_eq!(there["error"]["hint"], here["error"]["hint"], "{words:?}");
    }
}

#[test]
fn a_token_is_taken_from_a_file_or_the_environment() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("token").display().to_string();
    std::fs::write(&file, "open-sesame\n").unwrap();
    let agent = Agent::simulated(&["--token-file", &file]);
    let refused = agent.json(&["apps"], 4);
    assert_eq!(refused["error"]["code"], "permission_denied");
    assert!(refused["error"]["hint"].as_str().unwrap().contains("--remote-token-file"), "{refused:#}");
    let listed = agent.json(&["apps", "--remote-token-file", &file], 0);
    assert!(!listed["apps"].as_array().unwrap().is_empty(), "{listed:#}");
    let by_environment = agent.command(&["apps", "--json"]).env("DESKHAND_TOKEN", "open-sesame").output();
    assert_eq!(Said::of(by_environment.unwrap()).json(0), listed);
    let wrong = agent.command(&["apps", "--json"]).env("DESKHAND_TOKEN", "close-sesame").output();
    Said::of(wrong.unwrap()).json(4);
}

#[test]
fn what_makes_no_sense_through_an_agent_is_a_mistake_of_usage() {
    for words in [
        &["run", "--", "true"][..],
        &["desktop", "list"],
        &["doctor"],
        &["agent", "--port", "0"],
        &["apps", "--desktop", "ci"],
        &["apps", "--platform", "sim"],
        &["apps", "--remote", "https://vm"],
        &["apps", "--remote", "vm:port"],
        &["apps", "--remote-token-file", "/nowhere/token"],
    ] {
        let command = deskhand().args(["--json"]).args(words).env("DESKHAND_REMOTE", "127.0.0.1:1").output();
        let error = Said::of(command.unwrap()).json(2);
        assert_eq!(error["error"]["code"], "invalid_argument", "{words:?}");
    }
    let nobody = Said::of(deskhand().args(["--remote", "127.0.0.1:1", "apps"]).output().unwrap()).fails(1);
    assert!(nobody.contains("127.0.0.1:1") && nobody.contains("deskhand agent"), "{nobody}");
}
