//! Files that are confined to a folder.

use std::fs;
use std::os::unix::fs::symlink;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use deskhand_agent::{FilesOptions, Options, Server};
use serde_json::json;

use crate::folder::{Folder, target};
use crate::support::Agent;

const SECRET: &str = "not for clients";

/// A folder with a root that an agent's files are confined to, and with a secret beside it.
struct Confined {
    folder: Folder,
    agent: Agent,
}

impl Confined {
    async fn new() -> Confined {
        let folder = Folder::new();
        fs::create_dir_all(folder.at("root/sub")).unwrap();
        fs::create_dir_all(folder.at("outside")).unwrap();
        fs::write(folder.at("outside/secret"), SECRET).unwrap();
        symlink("root", folder.at("named")).unwrap();
        let files = FilesOptions::Beneath(folder.at("named"));
        let agent = Agent::start(Options { files, ..Options::default() }).await;
        Confined { folder, agent }
    }

    fn link(&self, to: &str, name: &str) {
        symlink(to, self.folder.at("root").join(name)).unwrap();
    }
}

#[tokio::test]
async fn what_is_in_the_root_is_written_and_read() {
    let confined = Confined::new().await;
    let Confined { folder, agent } = &confined;
    let real = folder.at("root").canonicalize().unwrap();
    confined.link("sub", "link");
    confined.link(real.join("sub").to_str().unwrap(), "absolute-link");
    confined.link(real.join("sub/target").to_str().unwrap(), "link-to-file");
    for (path, file) in [
        ("plain".into(), "plain"),
        ("new/er/file".into(), "new/er/file"),
        ("sub/../dotted".into(), "dotted"),
        ("link/through".into(), "sub/through"),
        ("absolute-link/through-absolute".into(), "sub/through-absolute"),
        ("link-to-file".into(), "sub/target"),
        (real.join("absolute"), "absolute"),
        (folder.at("named/by-its-name"), "by-its-name"),
    ] {
        let content = format!("for {}", path.display());
        let uploaded = agent.post(&target("/upload", &path), content.clone()).await;
        assert_eq!(uploaded.status, 200, "{:?}", uploaded.body);
        assert_eq!(fs::read_to_string(real.join(file)).unwrap(), content);
        assert_eq!(agent.post(&target("/download", &path), "").await.body, content, "{}", path.display());
    }
}

#[tokio::test]
async fn nothing_leads_out_of_the_root() {
    let confined = Confined::new().await;
    let Confined { folder, agent } = &confined;
    let outside = folder.at("outside");
    let outside = outside.to_str().unwrap();
    let secret = format!("{outside}/secret");
    confined.link("../outside", "relative");
    confined.link(outside, "absolute");
    confined.link("..", "up");
    confined.link("../outside/secret", "relative-file");
    confined.link(&secret, "absolute-file");
    confined.link("relative-file", "link-to-link");
    confined.link("../outside/new", "dangling");
    confined.link(&format!("{outside}/new"), "absolute-dangling");
    confined.link("../../../../../../../../../../etc/passwd", "far");
    let before = folder.names();
    let root = folder.at("root");
    let root = root.to_str().unwrap();
    for path in [
        "../outside/secret",
        "../outside/new",
        "sub/../../outside/secret",
        "sub/../../outside/new/er/file",
        "..%2foutside%2fsecret",
        "%2e%2e/outside/secret",
        "%2E%2E%2Foutside%2Fnew",
        ".%2e/outside/secret",
        "./../outside/secret",
        "..//outside/secret",
        "relative/secret",
        "relative/new",
        "relative/new/file",
        "absolute/secret",
        "absolute/new",
        "absolute/new/file",
        "up/outside/secret",
        "sub/../up/outside/new",
        "relative-file",
        "absolute-file",
        "link-to-link",
        "dangling",
        "absolute-dangling",
        "far",
        "/etc/passwd",
        "/etc/../etc/passwd",
        "//etc/passwd",
        secret.as_str(),
        &format!("{root}/../outside/secret"),
        &format!("{root}/relative/new"),
        &format!("{root}-not/file"),
        "/proc/self/root/etc/passwd",
        "/proc/self/cwd/Cargo.toml",
    ] {
        for (endpoint, key) in [("/upload", "upload_failed"), ("/download", "download_failed")] {
            let reply = agent.post(&format!("{endpoint}?path={path}"), "broken in").await;
            assert_eq!(reply.refusal(), (403, key.to_owned()), "{endpoint} {path}: {:?}", reply.body);
        }
        let path = percent_encoding::percent_decode_str(path).decode_utf8().unwrap();
        let body = json!({"path": path, "content": "YnJva2VuIGlu"}).to_string();
        for endpoint in ["/upload", "/download"] {
            assert_eq!(agent.post(endpoint, body.clone()).await.status, 403, "{endpoint} {body}");
        }
    }
    assert_eq!(folder.names(), before);
    assert_eq!(fs::read_to_string(&secret).unwrap(), SECRET);
}

#[tokio::test]
async fn what_is_encoded_twice_is_a_strange_name_and_nothing_more() {
    let Confined { folder, agent } = Confined::new().await;
    let reply = agent.post("/upload?path=%252e%252e%252fnew", "harmless").await;
    assert_eq!(reply.status, 200);
    assert_eq!(fs::read_to_string(folder.at("root/%2e%2e%2fnew")).unwrap(), "harmless");
}

#[tokio::test]
async fn other_failures_are_told_as_without_a_root() {
    let Confined { folder: _folder, agent } = Confined::new().await;
    for (target, status) in [
        ("/upload?path=sub", 400),
        ("/download?path=sub", 400),
        ("/download?path=missing", 404),
        ("/upload?path=.", 400),
    ] {
        assert_eq!(agent.post(target, "").await.status, status, "{target}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_that_is_put_in_the_way_at_the_last_moment_does_not_lead_out() {
    let Confined { folder, agent } = Confined::new().await;
    let way = folder.at("root/way");
    let over = Arc::new(AtomicBool::new(false));
    let exchanging = {
        let (over, way, aside) = (over.clone(), way.clone(), folder.at("root/aside"));
        fs::create_dir(&way).unwrap();
        symlink("../outside", &aside).unwrap();
        let exchange = move || {
            while !over.load(Ordering::Relaxed) {
                rustix::fs::renameat_with(
                    rustix::fs::CWD,
                    &way,
                    rustix::fs::CWD,
                    &aside,
                    rustix::fs::RenameFlags::EXCHANGE,
                )
                .unwrap();
            }
        };
        tokio::task::spawn_blocking(exchange)
    };
    let mut done = 0;
    let mut refused = 0;
    for _ in 0..300 {
        let reply = agent.post("/upload?path=way/secret", "broken in").await;
        match reply.status {
            200 => done += 1,
            _ => refused += 1,
        }
        let read = agent.post("/download?path=way/secret", "").await;
        assert_ne!(read.body, SECRET);
    }
    over.store(true, Ordering::Relaxed);
    exchanging.await.unwrap();
    assert_eq!(fs::read_to_string(folder.at("outside/secret")).unwrap(), SECRET);
    assert!(!folder.names().iter().any(|name| name.starts_with("outside/.")), "{:?}", folder.names());
    assert!(done > 0 && refused > 0, "{done} done, {refused} refused: nothing was put to the test");
}

#[tokio::test]
async fn a_root_must_be_a_folder_that_is_there() {
    let folder = Folder::new();
    fs::write(folder.at("file"), "").unwrap();
    for name in ["missing", "file"] {
        let files = FilesOptions::Beneath(folder.at(name));
        let options = Options { address: ([127, 0, 0, 1], 0).into(), files, ..Options::default() };
        let error = Server::bind(Arc::new(deskhand::simulate(1)), options).await.unwrap_err();
        assert!(error.message().contains(name), "{}", error.message());
    }
}
