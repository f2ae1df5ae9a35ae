//! Files that arrive.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::Path;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use bytes::Bytes;
use deskhand_agent::{FilesOptions, Limits, Options};
use futures_util::stream;
use http_body::Frame;
use http_body_util::StreamBody;
use rustix::fs::{CWD, FileType, Mode, mknodat};
use serde_json::json;

use crate::folder::{Folder, bytes, target};
use crate::support::{Agent, Reply};

async fn agent() -> Agent {
    Agent::start(Options::default()).await
}

async fn upload(path: &Path, content: impl Into<Bytes>) -> Reply {
    agent().await.post(&target("/upload", path), content).await
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o7777
}

#[tokio::test]
async fn a_body_becomes_a_file_in_folders_that_were_missing() {
    let folder = Folder::new();
    for (name, content) in
        [("a.bin", bytes(3 << 20)), ("new/er/ä b+c%20.txt", b"text".to_vec()), ("empty", vec![])]
    {
        let path = folder.at(name);
        let reply = upload(&path, content.clone()).await;
        assert_eq!(reply.status, 200, "{:?}", reply.body);
        let message = format!("{} bytes were written to {}.", content.len(), path.display());
        assert_eq!(reply.json(), json!({"success": true, "message": message}));
        assert_eq!(fs::read(&path).unwrap(), content, "{name}");
    }
    assert_eq!(folder.names(), ["a.bin", "empty", "new/", "new/er/", "new/er/ä b+c%20.txt"]);
}

#[tokio::test]
async fn a_body_may_come_in_chunks_of_unknown_number() {
    let folder = Folder::new();
    let frames = (0..100).map(|_| Ok::<_, std::io::Error>(Frame::data(Bytes::from(vec![7; 20_000]))));
    let body = StreamBody::new(stream::iter(frames));
    let response = agent().await.send(&target("/upload", &folder.at("file")), body).await;
    assert_eq!(response.status(), 200);
    assert_eq!(fs::read(folder.at("file")).unwrap(), vec![7; 2_000_000]);
}

#[tokio::test]
async fn a_file_may_come_in_json() {
    let folder = Folder::new();
    let (agent, path) = (agent().await, folder.at("new/file"));
    let content = bytes(1_000_000);
    let encoded = BASE64_STANDARD.encode(&content);
    // Some encoders escape slashes, some break lines, some leave the padding out.
    let body = json!({"path": path, "content": encoded, "unknown": 1}).to_string();
    for body in [body.clone(), body.replace('/', "\\/"), body.replace("=\"", "\\n\"")] {
        let reply = agent.post("/upload", body).await;
        assert_eq!((reply.status, &reply.json()["success"]), (200, &json!(true)));
        assert_eq!(fs::read(&path).unwrap(), content);
        fs::remove_file(&path).unwrap();
    }
}

#[tokio::test]
async fn json_that_makes_no_sense_is_refused_and_leaves_nothing() {
    let folder = Folder::new();
    let path = folder.at("new/file");
    let limits = Limits { file: 1000, ..Limits::default() };
    let agent = Agent::start(Options { limits, ..Options::default() }).await;
    let content = |count| json!({"path": path, "content": BASE64_STANDARD.encode(bytes(count))}).to_string();
    for (body, status, key) in [
        (json!({"path": path, "content": "no base64!"}).to_string(), 400, "upload_failed"),
        (json!({"path": path, "content": "aGVsbG8=aGVsbG8="}).to_string(), 400, "upload_failed"),
        (json!({"path": "", "content": ""}).to_string(), 400, "upload_failed"),
        (json!({"path": "a\0b", "content": ""}).to_string(), 400, "upload_failed"),
        (json!({"path": path}).to_string(), 400, "invalid_json"),
        (json!({"path": path, "content": 5}).to_string(), 400, "invalid_json"),
        (json!([path, "aGVsbG8="]).to_string(), 400, "invalid_json"),
        ("{".to_owned(), 400, "invalid_json"),
        (String::new(), 400, "invalid_json"),
        (content(1001), 413, "upload_failed"),
        (content(200_000), 413, "upload_failed"),
    ] {
        assert_eq!(agent.post("/upload", body.clone()).await.refusal(), (status, key.to_owned()), "{body}");
    }
    assert_eq!(folder.names(), [""; 0]);
    assert_eq!(agent.post("/upload", content(1000)).await.status, 200);
}

#[tokio::test]
async fn an_existing_file_is_replaced_and_keeps_its_mode() {
    let folder = Folder::new();
    let path = folder.at("file");
    for kept in [0o600, 0o755, 0o666] {
        fs::write(&path, "old and longer").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(kept)).unwrap();
        assert_eq!(upload(&path, "new").await.status, 200);
        assert_eq!((fs::read_to_string(&path).unwrap().as_str(), mode(&path)), ("new", kept));
    }
    // One of another user stays theirs, as far as we may give files away.
    if rustix::process::geteuid().is_root() {
        std::os::unix::fs::chown(&path, Some(1234), Some(4321)).unwrap();
        assert_eq!(upload(&path, "newer").await.status, 200);
        let metadata = fs::metadata(&path).unwrap();
        assert_eq!((metadata.uid(), metadata.gid()), (1234, 4321));
    }
}

#[tokio::test]
async fn a_new_file_has_the_mode_that_any_program_would_give_it() {
    let folder = Folder::new();
    fs::write(folder.at("ours"), "").unwrap();
    assert_eq!(upload(&folder.at("theirs"), "").await.status, 200);
    assert_eq!(mode(&folder.at("theirs")), mode(&folder.at("ours")));
}

#[tokio::test]
async fn a_link_is_written_through() {
    let folder = Folder::new();
    fs::create_dir(folder.at("sub")).unwrap();
    fs::write(folder.at("sub/target"), "old").unwrap();
    symlink("sub/target", folder.at("relative")).unwrap();
    symlink(folder.at("relative"), folder.at("absolute")).unwrap();
    symlink("sub/none-yet", folder.at("dangling")).unwrap();
    for (link, target) in
        [("relative", "sub/target"), ("absolute", "sub/target"), ("dangling", "sub/none-yet")]
    {
        assert_eq!(upload(&folder.at(link), link).await.status, 200);
        assert!(folder.at(link).is_symlink());
        assert_eq!(fs::read_to_string(folder.at(target)).unwrap(), link);
    }
}

#[tokio::test]
async fn what_is_no_place_for_a_file_is_refused_and_stays_as_it_is() {
    let folder = Folder::new();
    fs::create_dir(folder.at("folder")).unwrap();
    fs::write(folder.at("file"), "kept").unwrap();
    symlink("circle", folder.at("circle")).unwrap();
    symlink("nowhere", folder.at("dangling")).unwrap();
    symlink("folder", folder.at("link-to-folder")).unwrap();
    mknodat(CWD, folder.at("fifo"), FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
    let _socket = UnixListener::bind(folder.at("socket")).unwrap();
    let before = folder.names();
    let agent = agent().await;
    let long = "x".repeat(256);
    for (name, status) in [
        ("folder", 400),
        ("folder/", 400),
        ("folder/.", 400),
        ("folder/..", 400),
        ("new/", 400),
        ("link-to-folder", 400),
        ("file/below", 400),
        ("file/far/below", 400),
        ("missing/../file", 400),
        ("dangling/file", 400),
        ("circle", 400),
        ("fifo", 400),
        ("socket", 400),
        (long.as_str(), 400),
        ("/proc/no-such-file", 403),
        ("/proc/no-such-folder/file", 403),
    ] {
        let reply = agent.post(&target("/upload", &folder.at(name)), "new").await;
        assert_eq!(reply.refusal(), (status, "upload_failed".to_owned()), "{name}: {:?}", reply.body);
    }
    for query in ["?path=", "?path", "?path=a&path=b", "?path=%FF", "?path=a%00"] {
        let reply = agent.post(&format!("/upload{query}"), "new").await;
        assert_eq!(reply.refusal(), (400, "upload_failed".to_owned()), "{query}");
    }
    assert_eq!(folder.names(), before);
    assert_eq!(fs::read_to_string(folder.at("file")).unwrap(), "kept");
}

#[tokio::test]
async fn the_longest_name_that_a_file_can_have_is_taken() {
    let folder = Folder::new();
    for name in ["x".repeat(255), "ü".repeat(127)] {
        assert_eq!(upload(&folder.at(&name), "").await.status, 200);
        assert!(folder.at(&name).is_file());
    }
}

#[tokio::test]
async fn nothing_is_written_or_read_when_files_are_switched_off() {
    let folder = Folder::new();
    fs::write(folder.at("file"), "kept").unwrap();
    let agent = Agent::start(Options { files: FilesOptions::Off, ..Options::default() }).await;
    let body = json!({"path": folder.at("file"), "content": ""}).to_string();
    for (target, body, key) in [
        (target("/upload", &folder.at("file")), "new", "upload_failed"),
        ("/upload".to_owned(), body.as_str(), "upload_failed"),
        (target("/download", &folder.at("file")), "", "download_failed"),
        ("/download".to_owned(), body.as_str(), "download_failed"),
    ] {
        assert_eq!(agent.post(&target, body.to_owned()).await.refusal(), (403, key.to_owned()), "{target}");
    }
    assert_eq!(fs::read_to_string(folder.at("file")).unwrap(), "kept");
}
