//! What is written down of calls that change something.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use deskhand_agent::{Options, Server, Token};
use deskhand_model::ErrorKind;
use rustix::fs::{CWD, FileType, Mode, mknodat};
use serde_json::{Value, json};

use crate::fake::{Calls, Fake, window};
use crate::setting::{Setting, anywhere, eventually, post, post_with, soon};

fn audited(file: &Path) -> Options {
    Options { audit: Some(file.to_owned()), ..anywhere() }
}

fn file() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("audit.log");
    (folder, file)
}

fn lines(file: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(file).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// All lines, once the server has ended.
async fn all_lines(mut setting: Setting, file: &Path) -> Vec<Value> {
    setting.stop.take().unwrap().send(()).unwrap();
    soon(setting.served).await.unwrap().unwrap();
    lines(file)
}

#[tokio::test]
async fn a_change_is_written_down_and_a_look_is_not() {
    let (_folder, file) = file();
    let setting = Setting::start_with(&Fake::with(vec![window("a")]), audited(&file)).await;
    setting.post("/windows", "{}").await;
    assert_eq!(setting.post("/window-minimize", "{\"window\": \"a\"}").await.status, 200);
    setting.post("/press", "{").await.refused(400, "invalid_json");
    let lines = all_lines(setting, &file).await;
    assert_eq!(lines.len(), 2, "{lines:?}");
    let [done, failed] = [&lines[0], &lines[1]];
    assert_eq!((&done["endpoint"], &done["status"]), (&json!("/window-minimize"), &json!(200)));
    assert_eq!((&done["target"], &done["error"]), (&json!({"window": "a"}), &Value::Null));
    assert!(done["time"].as_str().unwrap().ends_with('Z') && done["ms"].is_u64(), "{done}");
    assert!(done["peer"].as_str().unwrap().starts_with("127.0.0.1:"), "{done}");
    assert_eq!((&failed["status"], &failed["error"]), (&json!(400), &json!("invalid_json")));
}

#[tokio::test]
async fn secrets_are_not_written_down() {
    let (folder, file) = file();
    let token = Some(Token::new("t0ken").unwrap());
    let options = Options { token, ..audited(&file) };
    let setting = Setting::start_with(&Fake::with(vec![window("a")]), options).await;
    let upload = folder.path().join("uploaded");
    let bodies = [
        ("/set-value", json!({"label": "Password", "window": "a", "value": "hunter2"})),
        ("/exec", json!({"command": "true hunter2"})),
        ("/exec", json!({"command": "PASSWORD=hunter2 true"})),
        ("/upload", json!({"path": upload, "content": "aHVudGVyMg=="})),
        ("/deskhand/clipboard/set", json!({"text": "hunter2"})),
        (
            "/deskhand/act",
            json!({"locator": {"app": {"pid": 1}, "query": {"text": "x"}}, "act": {"action": "type", "text": "hunter2"}}),
        ),
    ];
    for (path, body) in &bodies {
        setting.ask(&post_with(path, "authorization: Bearer t0ken\r\n", &body.to_string())).await;
    }
    setting.ask(&post_with("/exec?token=t0ken", "authorization: Bearer t0ken2\r\n", "{}")).await;
    let lines = all_lines(setting, &file).await;
    let text = std::fs::read_to_string(&file).unwrap();
    for secret in ["hunter2", "aHVudGVyMg", "t0ken"] {
        assert!(!text.contains(secret), "{text}");
    }
    assert_eq!(lines.len(), bodies.len() + 1, "{text}");
    assert_eq!(lines[0]["target"], json!({"label": "Password", "window": "a"}));
    assert_eq!(lines[1]["target"], json!({"program": "true", "bytes": 12}));
    assert_eq!(lines[2]["target"], json!({"bytes": 21}));
    assert_eq!(lines[3]["target"]["path"].as_str(), upload.to_str());
    assert_eq!((&lines[6]["status"], &lines[6]["error"]), (&json!(401), &json!("unauthorized")));
}

#[tokio::test]
async fn what_nobody_waited_for_and_what_failed_is_written_down_too() {
    let (folder, file) = file();
    let session = Fake::with(vec![window("a")]);
    let setting = Setting::start_with(&session, audited(&file)).await;
    let mut client = setting.connect().await;
    let started = folder.path().join("started");
    let command = format!("touch {}; sleep 60", started.display());
    client.send(&post("/exec", &json!({ "command": command }).to_string())).await;
    eventually("the command runs", || started.exists()).await;
    drop(client);
    eventually("written down", || lines(&file).len() == 1).await;
    assert_eq!((&lines(&file)[0]["endpoint"], &lines(&file)[0]["status"]), (&json!("/exec"), &Value::Null));
    session.set(Calls::Panic);
    setting.post("/window-close", "{\"window\": \"a\"}").await.refused(500, "internal");
    assert_eq!(all_lines(setting, &file).await[1]["status"], json!(500));
}

#[tokio::test]
async fn a_log_that_cannot_be_written_stops_nobody() {
    let session = Fake::with(vec![window("a")]);
    let setting = Setting::start_with(&session, audited(Path::new("/dev/full"))).await;
    for _ in 0..2 {
        assert_eq!(setting.post("/window-minimize", "{\"window\": \"a\"}").await.status, 200);
    }
    let nowhere = audited(Path::new("/dev/null/audit.log"));
    let error = Server::bind(Arc::new(session), nowhere).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Io);
}

#[tokio::test]
async fn only_its_owner_reads_it_and_it_is_gone_on_with() {
    use std::os::unix::fs::PermissionsExt;
    let (_folder, file) = file();
    for count in 1..=2 {
        let setting = Setting::start_with(&Fake::with(vec![window("a")]), audited(&file)).await;
        setting.post("/window-minimize", "{\"window\": \"a\"}").await;
        assert_eq!(all_lines(setting, &file).await.len(), count);
    }
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
}

#[tokio::test]
async fn uploads_that_fail_are_told_with_their_path() {
    let (folder, file) = file();
    let setting = Setting::start_with(&Fake::default(), audited(&file)).await;
    let taken = folder.path().to_str().unwrap();
    let uploads = [
        ("/upload".to_owned(), json!({"path": taken, "content": "AAAA"}).to_string()),
        ("/upload".to_owned(), json!({"path": taken, "content": "?"}).to_string()),
        (format!("/upload?p%61th={taken}"), "file".to_owned()),
        (format!("/upload?path={taken}&path=other"), "file".to_owned()),
    ];
    for (uri, body) in &uploads {
        setting.post(uri, body).await.refused(400, "upload_failed");
    }
    let lines = all_lines(setting, &file).await;
    assert_eq!(lines.len(), uploads.len());
    for line in lines {
        assert_eq!(line["target"], json!({"path": taken}), "{line}");
    }
}

/// Four threads, so that one that waits for the log would not keep the test from failing.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_log_that_nobody_reads_stops_nobody() {
    let (_folder, file) = file();
    mknodat(CWD, &file, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
    // It is open, so that there can be writers, and never read.
    let _unread = std::fs::OpenOptions::new().read(true).write(true).open(&file).unwrap();
    let setting = Setting::start_with(&Fake::with(vec![window("a")]), audited(&file)).await;
    let long = json!({"window": "\u{1F600}".repeat(200)}).to_string();
    for _ in 0..200 {
        setting.post("/window-minimize", &long).await.refused(404, "window_not_found");
    }
}
