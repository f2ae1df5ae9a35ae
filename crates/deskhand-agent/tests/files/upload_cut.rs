//! Uploads that do not come to their end, and uploads that meet.

use std::fs;
use std::time::{Duration, Instant};

use deskhand_agent::{Limits, Options};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::task::JoinSet;

use crate::folder::{Folder, bytes, target};
use crate::support::{Agent, SOON, until};

fn has_part(folder: &Folder) -> bool {
    folder.names().iter().any(|name| name.ends_with(".part"))
}

#[tokio::test]
async fn an_upload_that_is_cut_leaves_nothing() {
    let folder = Folder::new();
    let agent = Agent::start(Options::default()).await;
    for sent in [0, 1, 1_500_000] {
        let path = folder.at("new/er/file");
        let stream = agent.begin(&target("/upload", &path), 2_000_000, &bytes(sent)).await;
        until("the upload has begun", || has_part(&folder)).await;
        drop(stream);
        until("nothing is left", || folder.names().is_empty()).await;
    }
}

#[tokio::test]
async fn a_file_is_the_old_one_until_the_new_one_is_complete() {
    let folder = Folder::new();
    let path = folder.at("file");
    fs::write(&path, "old").unwrap();
    let agent = Agent::start(Options::default()).await;
    let stream = agent.begin(&target("/upload", &path), 2_000_000, &bytes(1_999_999)).await;
    until("the upload has begun", || has_part(&folder)).await;
    assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    drop(stream);
    until("only the old one is left", || folder.names() == ["file"]).await;
    assert_eq!(fs::read_to_string(&path).unwrap(), "old");
}

#[tokio::test]
async fn a_folder_that_others_use_by_now_stays_when_an_upload_is_cut() {
    let folder = Folder::new();
    let agent = Agent::start(Options::default()).await;
    let stream = agent.begin(&target("/upload", &folder.at("new/cut")), 10, b"12345").await;
    until("the upload has begun", || has_part(&folder)).await;
    let whole = agent.post(&target("/upload", &folder.at("new/whole")), "whole").await;
    assert_eq!(whole.status, 200);
    drop(stream);
    until("only the other file is left", || folder.names() == ["new/", "new/whole"]).await;
}

#[tokio::test]
async fn a_client_that_stalls_is_told_and_leaves_nothing() {
    let folder = Folder::new();
    let limits = Limits { stall_time: Duration::from_millis(200), ..Limits::default() };
    let agent = Agent::start(Options { limits, ..Options::default() }).await;
    let mut stream = agent.begin(&target("/upload", &folder.at("new/file")), 10, b"12345").await;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
    assert!(answer.contains(r#"{"error":"timeout","#), "{answer}");
    assert_eq!(folder.names(), [""; 0]);
}

#[tokio::test]
async fn a_body_whose_chunks_are_broken_leaves_nothing() {
    let folder = Folder::new();
    let agent = Agent::start(Options::default()).await;
    let mut stream = agent.connect().await;
    let target = target("/upload", &folder.at("new/file"));
    let request = format!(
        "POST {target} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nnonsense\r\n"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(!answer.starts_with("HTTP/1.1 200"), "{answer}");
    until("nothing is left", || folder.names().is_empty()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn uploads_to_one_path_at_once_do_not_mix() {
    const LENGTH: usize = 3_000_000;
    let folder = Folder::new();
    let path = folder.at("new/file");
    let agent = Agent::start(Options::default()).await;
    let mut uploads = JoinSet::new();
    for letter in b'a'..=b'h' {
        let target = target("/upload", &path);
        uploads.spawn(async move { agent.post(&target, vec![letter; LENGTH]).await.status });
    }
    while let Some(status) = uploads.join_next().await {
        assert_eq!(status.unwrap(), 200);
        // Whichever it is by now, it is whole and of one piece.
        let content = fs::read(&path).unwrap();
        assert_eq!(content, vec![content[0]; LENGTH]);
    }
    assert_eq!(folder.names(), ["new/", "new/file"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_upload_survives_that_another_removes_the_folder_it_had_made() {
    let folder = Folder::new();
    let agent = Agent::start(Options::default()).await;
    for round in 0..50 {
        let path = folder.at(&format!("{round}/file"));
        let broken = format!(r#"{{"path": "{}", "content": "?"}}"#, path.display());
        let target = target("/upload", &path);
        let (broken, whole) = tokio::join!(agent.post("/upload", broken), agent.post(&target, "whole"));
        assert_eq!((broken.status, whole.status), (400, 200));
        assert_eq!(fs::read_to_string(&path).unwrap(), "whole");
    }
}

/// A file in JSON that says nothing of where it is to go, and needs more room than other bodies.
fn large_and_wrong() -> String {
    format!("{{\"content\": \"{}\"}}", "A".repeat(2 << 20))
}

#[tokio::test]
async fn few_large_files_in_json_come_at_once() {
    let folder = Folder::new();
    let agent = Agent::start(Options::default()).await;
    let mut coming = Vec::new();
    for _ in 0..4 {
        coming.push(agent.begin("/upload", 2 << 20, b"{").await);
    }
    let start = Instant::now();
    let mut answer = agent.post("/upload", large_and_wrong()).await;
    while answer.status == 400 && start.elapsed() < SOON {
        answer = agent.post("/upload", large_and_wrong()).await;
    }
    assert_eq!(answer.refusal(), (503, "busy".to_owned()));
    assert_eq!(answer.headers["retry-after"], "1");
    let small = json!({"path": folder.at("small"), "content": "AAAA"}).to_string();
    assert_eq!(agent.post("/upload", small).await.status, 200, "it needs no room of its own");
    assert_eq!(agent.post(&target("/upload", &folder.at("raw")), bytes(2 << 20)).await.status, 200);
    coming.pop();
    while answer.status == 503 && start.elapsed() < SOON {
        answer = agent.post("/upload", large_and_wrong()).await;
    }
    assert_eq!(answer.refusal(), (400, "invalid_json".to_owned()));
}

#[tokio::test]
async fn a_file_in_json_that_comes_drop_by_drop_is_not_waited_for() {
    let limits = Limits { file_time: Duration::from_millis(300), ..Limits::default() };
    let agent = Agent::start(Options { limits, ..Options::default() }).await;
    let (mut answer, mut rest) = agent.begin("/upload", 2 << 20, b"{").await.into_split();
    let dripping = tokio::spawn(async move {
        while rest.write_all(b" ").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    });
    let mut status = [0; 12];
    tokio::time::timeout(SOON, answer.read_exact(&mut status)).await.unwrap().unwrap();
    assert_eq!(&status, b"HTTP/1.1 408");
    dripping.abort();
}
