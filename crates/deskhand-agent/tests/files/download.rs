//! Files that are fetched.

use std::fs::{self, File};
use std::path::Path;
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use deskhand_agent::{Limits, Options};
use http_body_util::{BodyExt, Empty};
use rustix::fs::{CWD, FileType, Mode, mknodat};
use serde_json::json;

use crate::folder::{Folder, bytes, target};
use crate::support::{Agent, Reply};

async fn agent() -> Agent {
    Agent::start(Options::default()).await
}

async fn download(agent: Agent, path: &Path) -> Reply {
    agent.post(&target("/download", path), "").await
}

async fn download_json(agent: Agent, path: &Path) -> Reply {
    agent.post("/download", json!({ "path": path }).to_string()).await
}

#[tokio::test]
async fn a_file_comes_as_it_is_in_both_forms() {
    let folder = Folder::new();
    let (agent, path) = (agent().await, folder.at("ä file"));
    for length in [0, 1, 2, 3, 4096, 196_607, 196_608, 196_609, 393_216, 5_000_000] {
        let content = bytes(length);
        fs::write(&path, &content).unwrap();
        let raw = download(agent, &path).await;
        assert_eq!(
            (raw.status, &raw.headers["content-type"]),
            (200, &"application/octet-stream".parse().unwrap())
        );
        assert_eq!(raw.headers["content-length"], length.to_string());
        assert!(raw.body == content, "{length}");
        let in_json = download_json(agent, &path).await;
        assert_eq!(in_json.status, 200);
        assert!(in_json.json() == json!({"content": BASE64_STANDARD.encode(&content)}), "{length}");
        assert_eq!(in_json.headers["content-length"], in_json.body.len().to_string());
    }
}

#[tokio::test]
async fn a_relative_path_starts_where_the_agent_runs() {
    let reply = download(agent().await, Path::new("Cargo.toml")).await;
    assert_eq!(reply.body, fs::read("Cargo.toml").unwrap());
}

#[tokio::test]
async fn files_that_do_not_tell_their_size_come_whole() {
    let agent = agent().await;
    let path = Path::new("/proc/version");
    let content = fs::read(path).unwrap();
    assert!(!content.is_empty());
    assert_eq!(download(agent, path).await.body, content);
    assert_eq!(download_json(agent, path).await.json(), json!({"content": BASE64_STANDARD.encode(&content)}));
}

#[tokio::test]
async fn what_is_no_file_to_read_is_refused() {
    let folder = Folder::new();
    fs::create_dir(folder.at("folder")).unwrap();
    fs::write(folder.at("file"), "").unwrap();
    mknodat(CWD, folder.at("fifo"), FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
    let agent = agent().await;
    for (name, status) in [
        ("missing", 404),
        ("missing/file", 404),
        ("file/below", 404),
        ("folder", 400),
        ("", 400),
        ("fifo", 400),
        ("/dev/zero", 400),
    ] {
        for reply in [download(agent, &folder.at(name)).await, download_json(agent, &folder.at(name)).await] {
            assert_eq!(reply.refusal(), (status, "download_failed".to_owned()), "{name}");
        }
    }
    for (body, key) in
        [(r#"{"path": ""}"#, "download_failed"), ("{}", "invalid_json"), ("[\"x\"]", "invalid_json")]
    {
        assert_eq!(agent.post("/download", body).await.refusal(), (400, key.to_owned()), "{body}");
    }
}

#[tokio::test]
async fn a_file_that_is_too_large_for_json_is_refused_with_the_other_way() {
    let folder = Folder::new();
    let limits = Limits { file: 1000, ..Limits::default() };
    let agent = Agent::start(Options { limits, ..Options::default() }).await;
    fs::write(folder.at("fits"), bytes(1000)).unwrap();
    fs::write(folder.at("large"), bytes(1001)).unwrap();
    fs::write(folder.at("larger"), bytes(1_000_000)).unwrap();
    assert_eq!(download_json(agent, &folder.at("fits")).await.status, 200);
    for path in [folder.at("large"), folder.at("larger"), "/proc/self/smaps".into()] {
        let reply = download_json(agent, &path).await;
        assert_eq!(reply.refusal(), (413, "download_failed".to_owned()));
        assert!(reply.json()["details"].as_str().unwrap().contains("/download?path="));
    }
    assert_eq!(download(agent, &folder.at("larger")).await.body.len(), 1_000_000);
}

#[tokio::test]
async fn a_file_that_shrinks_on_its_way_breaks_the_connection() {
    const LENGTH: u64 = 256 << 20;
    let folder = Folder::new();
    let file = File::create(folder.at("file")).unwrap();
    file.set_len(LENGTH).unwrap();
    let response = agent().await.send(&target("/download", &folder.at("file")), Empty::new()).await;
    assert_eq!(response.headers()["content-length"], LENGTH.to_string());
    let mut body = response.into_body();
    assert!(body.frame().await.unwrap().is_ok());
    file.set_len(1000).unwrap();
    let rest = tokio::time::timeout(Duration::from_secs(20), body.collect()).await.unwrap();
    assert!(rest.is_err(), "it must not look complete");
}

#[tokio::test]
async fn a_file_that_grows_on_its_way_comes_as_it_was() {
    const LENGTH: u64 = 64 << 20;
    let folder = Folder::new();
    let file = File::create(folder.at("file")).unwrap();
    file.set_len(LENGTH).unwrap();
    let response = agent().await.send(&target("/download", &folder.at("file")), Empty::new()).await;
    let mut body = response.into_body();
    let first = body.frame().await.unwrap().unwrap().into_data().unwrap().len() as u64;
    file.set_len(LENGTH + 5).unwrap();
    assert_eq!(first + body.collect().await.unwrap().to_bytes().len() as u64, LENGTH);
}
