//! Who may come in, and how far.

use serde_json::json;

use super::Agent;
use crate::desktop::{Said, deskhand};

#[test]
fn a_web_page_cannot_reach_the_agent() {
    let agent = Agent::simulated(&["--allow-hosts", "vm.example,Other.example"]);
    let port = agent.address.rsplit(':').next().unwrap().to_owned();
    let named = |host: &str| agent.curl("/health").header(&format!("Host: {host}")).send();
    for host in ["evil.example", "127.0.0.1.evil.example", &format!("evil.example:{port}"), "a b", ""] {
        named(host).refused(403, "forbidden");
    }
    for host in ["127.0.0.1", "192.168.64.7:8648", "[::1]", "localhost", "VM.example", "other.example:80"] {
        named(host).json(200);
    }
    for origin in ["http://evil.example", "null", &format!("http://127.0.0.1:{port}")] {
        let with = |path: &str| agent.curl(path).header(&format!("Origin: {origin}"));
        with("/health").send().refused(403, "forbidden");
        with("/exec").body(json!({ "command": "true" }).to_string()).send().refused(403, "forbidden");
    }
}

#[test]
fn a_token_is_needed_for_everything_but_health() {
    let token = "a-token-that-nobody-guesses";
    let mut command = deskhand();
    command.args(["--platform", "sim", "agent", "--port", "0"]).env("DESKHAND_TOKEN", token);
    let agent = Agent::start(command);
    let with = |header: &str| agent.curl("/windows").header(header).body("{}".to_owned()).send();
    agent.get("/health").json(200);
    let missing = agent.post("/windows", &json!({}));
    assert!(missing.headers.to_lowercase().contains("www-authenticate: bearer"), "{}", missing.headers);
    missing.refused(401, "unauthorized");
    for wrong in
        ["", "x", "a-token-that-nobody-guesse", "a-token-that-nobody-guessess", "A-TOKEN-THAT-NOBODY-GUESSES"]
    {
        with(&format!("Authorization: Bearer {wrong}")).refused(401, "unauthorized");
    }
    with(&format!("Authorization: Basic {token}")).refused(401, "unauthorized");
    with(&format!("Authorization: Bearer {token}")).json(200);
    let say = agent
        .curl("/exec")
        .header(&format!("Authorization: Bearer {token}"))
        .body(json!({ "command": "env" }).to_string())
        .send()
        .json(200);
    assert!(!say.to_string().contains(token), "commands do not get to know the token");
}

#[test]
fn beyond_this_machine_it_needs_a_token_or_to_be_told_twice() {
    let told = |words: &[&str]| {
        let mut command = deskhand();
        command.args(["--platform", "sim", "agent", "--host", "0.0.0.0", "--port", "0"]).args(words);
        command
    };
    let refused = Said::of(told(&[]).output().unwrap()).fails(2);
    assert!(refused.contains("token") && refused.contains("--insecure-no-auth"), "{refused}");
    let both = Said::of(told(&["--insecure-no-auth", "--token", "x"]).output().unwrap()).fails(2);
    assert!(both.contains("--insecure-no-auth"), "{both}");
}

#[test]
fn without_a_token_it_says_what_it_opens() {
    let folder = tempfile::tempdir().unwrap();
    let said = |name: &str, words: &[&str]| {
        let file = folder.path().join(name);
        let mut command = deskhand();
        command
            .args(["--platform", "sim", "agent", "--port", "0", "--insecure-no-auth"])
            .args(words)
            // It asks for no token although one is there.
            .env("DESKHAND_TOKEN", "t0ken")
            .stderr(std::fs::File::create(&file).unwrap());
        let agent = Agent::start(command);
        agent.post("/windows", &json!({})).json(200);
        let warning = std::fs::read_to_string(file).unwrap();
        assert!(warning.contains(&agent.address) && warning.contains("control this desktop"), "{warning}");
        warning
    };
    let open = said("open", &[]);
    assert!(open.contains("command") && open.contains("files"), "{open}");
    let closed = said("closed", &["--no-exec", "--no-files"]);
    assert!(!closed.contains("command") && !closed.contains("files"), "{closed}");
}

#[test]
fn calls_that_change_something_are_audited_without_their_secrets() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("audit.log");
    let mut command = deskhand();
    command
        .args(["--platform", "sim", "agent", "--port", "0", "--audit", log.to_str().unwrap()])
        .env("DESKHAND_TOKEN", "t0ken");
    let agent = Agent::start(command);
    let post = |path: &str, body: serde_json::Value| {
        agent.curl(path).header("Authorization: Bearer t0ken").body(body.to_string()).send();
    };
    post("/windows", json!({}));
    post("/set-value", json!({ "label": "Password", "window": "Login", "value": "hunter2" }));
    post("/exec", json!({ "command": "mysql --password=hunter2" }));
    post("/exec", json!({ "command": "PASSWORD=hunter2 true" }));
    let file = folder.path().join("file");
    post("/upload", json!({ "path": file.display().to_string(), "content": "aHVudGVyMg==" }));
    post("/press", json!({ "label": "No such" }));
    agent.post("/window-close", &json!({ "window": "w" }));
    assert!(agent.terminate().success());

    let text = std::fs::read_to_string(&log).unwrap();
    for secret in ["hunter2", "t0ken", "aHVudGVyMg"] {
        assert!(!text.contains(secret), "{secret} in {text}");
    }
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let calls: Vec<(&str, u64)> = lines
        .iter()
        .map(|line| (line["endpoint"].as_str().unwrap(), line["status"].as_u64().unwrap()))
        .collect();
    assert_eq!(
        calls,
        [
            ("/set-value", 404),
            ("/exec", 200),
            ("/exec", 200),
            ("/upload", 200),
            ("/press", 404),
            ("/window-close", 401)
        ],
        "{text}"
    );
    assert!(lines[0].to_string().contains("Password") && lines[1].to_string().contains("mysql"), "{text}");
    assert!(lines[3].to_string().contains(file.to_str().unwrap()), "{text}");
    let mode = std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(&log).unwrap().permissions());
    assert_eq!(mode & 0o777, 0o600);
}
