//! Commands over HTTP.
#![expect(clippy::unwrap_used, reason = "a test ends where its expectation ends")]

#[path = "../files/support.rs"]
mod support;

use std::fs;

use deskhand_agent::Options;
use serde_json::{Value, json};

use support::{Agent, until};

async fn run(agent: Agent, command: &str) -> Value {
    agent.post("/exec", json!({ "command": command }).to_string()).await.json()
}

/// Descriptors that this process has open.
fn descriptors() -> usize {
    fs::read_dir("/proc/self/fd").unwrap().count()
}

/// Processes that have ended and that this process has not taken notice of.
fn zombies() -> usize {
    let own = std::process::id().to_string();
    let is_ours = |stat: &String| {
        // The name before it may contain anything.
        let mut fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
        fields.next() == Some("Z") && fields.next() == Some(&own)
    };
    let processes = fs::read_dir("/proc").unwrap().flatten();
    processes
        .filter_map(|process| fs::read_to_string(process.path().join("stat")).ok())
        .filter(is_ours)
        .count()
}

#[tokio::test]
async fn nothing_is_run_when_commands_are_switched_off() {
    let agent = Agent::start(Options { exec: None, ..Options::default() }).await;
    let reply = agent.post("/exec", json!({"command": "true"}).to_string()).await;
    assert_eq!(reply.refusal(), (403, "exec_failed".to_owned()));
}

/// The one test that runs any, because it counts what the whole process has.
#[tokio::test(flavor = "multi_thread")]
async fn commands_leave_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let agent = Agent::start(Options::default()).await;
    assert_eq!(
        run(agent, "echo hello; exit 3").await,
        json!({"success": false, "message": null, "stdout": "hello\n", "stderr": "", "exitCode": 3})
    );
    let before = descriptors();

    for number in 0..200 {
        let body = match number % 4 {
            0 => json!({"command": "echo out; echo err >&2"}),
            1 => json!({"command": "sleep 1000", "timeout": 0}),
            2 => json!({"command": "true", "detach": true}),
            // It holds the streams for a moment longer than its shell.
            _ => json!({"command": "sleep 0.2 &"}),
        };
        assert_eq!(agent.post("/exec", body.to_string()).await.status, 200);
    }
    let file = folder.path().join("pid");
    let body = json!({"command": format!("echo $$ >{}; sleep 1000", file.display())}).to_string();
    let stream = agent.begin("/exec", body.len(), body.as_bytes()).await;
    until("the command runs", || fs::read_to_string(&file).is_ok_and(|pid| pid.ends_with('\n'))).await;
    drop(stream);
    let process = format!("/proc/{}", fs::read_to_string(&file).unwrap().trim());
    until("the command of a client that has left is gone", || !fs::exists(&process).unwrap()).await;

    until("no process is left unnoticed", || zombies() == 0).await;
    until("all descriptors are closed", || descriptors() <= before).await;
}
