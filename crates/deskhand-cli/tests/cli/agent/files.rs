//! Files in both forms, through plain curl.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::symlink;
use std::path::Path;

use base64::Engine as _;
use serde_json::json;

use super::Agent;
use crate::desktop::eventually;

/// Size of the large file in MiB: `make soak` takes 2048.
fn large() -> u64 {
    std::env::var("DESKHAND_TRANSFER_MIB").ok().map_or(160, |text| text.parse().unwrap())
}

/// What the agent may need more while a large file passes through it.
const GROWTH: u64 = 64 << 10;

/// Largest amount of memory that the process has had, in KiB.
fn peak(agent: &Agent) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", agent.pid().as_raw_nonzero())).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_file_travels_as_json_and_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let agent = Agent::simulated(&[]);
    let path = folder.path().join("new/folder/ä file");
    let shown = path.display().to_string();
    let bytes: Vec<u8> = (0..=255).cycle().take(100_000).collect();
    let content = base64::engine::general_purpose::STANDARD.encode(&bytes);

    let answer = agent.ok("/upload", &json!({ "path": shown, "content": content }));
    assert_eq!(answer["success"], true, "{answer}");
    assert_eq!(fs::read(&path).unwrap(), bytes);
    let back = agent.ok("/download", &json!({ "path": shown }));
    assert_eq!(back, json!({ "content": content }));

    let encoded = shown.replace('ä', "%C3%A4").replace(' ', "%20");
    let raw = agent.curl(&format!("/download?path={encoded}")).arg("--request").arg("POST").send();
    assert!(raw.headers.to_lowercase().contains("content-type: application/octet-stream"), "{}", raw.headers);
    assert_eq!((raw.status, raw.body.len()), (200, bytes.len()));
    assert!(raw.body == bytes);

    let smaller = folder.path().join("smaller");
    fs::write(&smaller, b"other").unwrap();
    let from = format!("@{}", smaller.display());
    for transfer in ["Content-Length: 5", "Transfer-Encoding: chunked"] {
        let up = agent
            .curl(&format!("/upload?path={encoded}"))
            .header("Content-Type: application/octet-stream")
            .header(transfer)
            .arg("--data-binary")
            .arg(&from)
            .send()
            .json(200);
        assert_eq!(up["success"], true, "{up}");
        assert_eq!(fs::read(&path).unwrap(), b"other");
    }
    assert_eq!(names(path.parent().unwrap()), ["ä file"], "nothing is left beside it");
}

#[test]
fn a_large_file_passes_through_without_being_held() {
    let folder = tempfile::tempdir().unwrap();
    let agent = Agent::simulated(&[]);
    let (from, to, back) = (folder.path().join("from"), folder.path().join("to"), folder.path().join("back"));
    let block: Vec<u8> =
        (0..1 << 20).map(|number: u32| number.wrapping_mul(2_654_435_761).to_le_bytes()[3]).collect();
    let mut file = fs::File::create(&from).unwrap();
    for number in 0..large() {
        file.write_all(&number.to_le_bytes()).unwrap();
        file.write_all(&block[8..]).unwrap();
    }
    drop(file);

    agent.get("/health");
    let before = peak(&agent);
    let up = agent
        .curl(&format!("/upload?path={}", to.display()))
        .arg("--max-time")
        .arg("1200")
        .header("Expect:")
        .arg("--request")
        .arg("POST")
        .arg("--upload-file")
        .arg(from.to_str().unwrap())
        .send();
    up.json(200);
    let after_upload = peak(&agent);
    let down = agent
        .curl(&format!("/download?path={}", to.display()))
        .arg("--max-time")
        .arg("1200")
        .arg("--request")
        .arg("POST")
        .arg("--output")
        .arg(back.to_str().unwrap())
        .send();
    assert_eq!(down.status, 200, "{}", down.headers);
    let after_download = peak(&agent);
    let equal = std::process::Command::new("cmp").args([&from, &back]).status().unwrap();
    assert!(equal.success());
    for (what, after) in [("upload", after_upload), ("download", after_download)] {
        assert!(after - before < GROWTH, "the {what} of {} MiB took {} KiB", large(), after - before);
    }
    println!(
        "{} MiB: upload {} KiB, download {} KiB more memory",
        large(),
        after_upload - before,
        after_download - before
    );
}

/// A connection on which an upload of so many bytes has begun, with as many as there are in `sent`.
fn begin(agent: &Agent, path: &Path, length: usize, sent: &[u8]) -> TcpStream {
    let mut stream = TcpStream::connect(&agent.address).unwrap();
    let head = format!(
        "POST /upload?path={} HTTP/1.1\r\nHost: {}\r\nContent-Length: {length}\r\n\r\n",
        path.display(),
        agent.address
    );
    stream.write_all(head.as_bytes()).unwrap();
    stream.write_all(sent).unwrap();
    stream
}

#[test]
fn an_upload_that_is_cut_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let agent = Agent::simulated(&[]);
    let kept = folder.path().join("kept");
    fs::write(&kept, b"as it was").unwrap();
    for path in [kept.clone(), folder.path().join("new"), folder.path().join("deep/er/new")] {
        let stream = begin(&agent, &path, 1 << 20, &[7; 1 << 19]);
        let beside = path.parent().unwrap().to_owned();
        eventually("the temporary file", || {
            beside
                .is_dir()
                .then(|| names(&beside).iter().any(|name| name.ends_with(".part")).then_some(()))?
        });
        drop(stream);
        eventually("no trace", || (names(folder.path()) == ["kept"]).then_some(()));
    }
    assert_eq!(fs::read(&kept).unwrap(), b"as it was");
}

#[test]
fn two_uploads_to_one_path_do_not_mix() {
    let folder = tempfile::tempdir().unwrap();
    let agent = Agent::simulated(&[]);
    let path = folder.path().join("contested");
    let (half, whole) = (1 << 18, 1 << 19);
    let mut first = begin(&agent, &path, whole, &vec![b'1'; half]);
    let mut second = begin(&agent, &path, whole, &vec![b'2'; half]);
    let end = |stream: &mut TcpStream, byte: u8| {
        stream.write_all(&vec![byte; half]).unwrap();
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).unwrap();
        assert_eq!(&answer, b"HTTP/1.1 200");
        fs::read(&path).unwrap()
    };
    assert!(end(&mut second, b'2') == vec![b'2'; whole]);
    assert!(end(&mut first, b'1') == vec![b'1'; whole]);
    assert_eq!(names(folder.path()), ["contested"]);
}

#[test]
fn nothing_leads_out_of_the_root() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("root");
    fs::create_dir_all(root.join("inner")).unwrap();
    fs::write(folder.path().join("secret"), b"s3cret").unwrap();
    fs::write(root.join("open"), b"open").unwrap();
    symlink("../secret", root.join("relative")).unwrap();
    symlink(folder.path().join("secret"), root.join("absolute")).unwrap();
    symlink("..", root.join("inner/up")).unwrap();
    symlink("../..", root.join("inner/out")).unwrap();
    symlink(folder.path().join("not yet"), root.join("dangling")).unwrap();
    let agent = Agent::simulated(&["--files", root.to_str().unwrap()]);
    let down = |path: &str| agent.curl(&format!("/download?path={path}")).arg("--request").arg("POST").send();
    let up = |path: &str| {
        agent
            .curl(&format!("/upload?path={path}"))
            .arg("--path-as-is")
            .arg("--data-binary")
            .arg("evil")
            .send()
    };
    let inside = root.display().to_string();
    for path in ["open", &format!("{inside}/open"), "inner/../open", "inner/up/open", "%6Fpen"] {
        let answer = down(path);
        assert_eq!((answer.status, answer.text().as_str()), (200, "open"), "{path}");
    }
    let outside = folder.path().display().to_string();
    for path in [
        "../secret",
        "%2e%2e/secret",
        "%2E%2E%2Fsecret",
        "inner/../../secret",
        "inner/out/secret",
        "relative",
        "absolute",
        "dangling",
        &format!("{outside}/secret"),
        &format!("{inside}/../secret"),
        "/etc/hostname",
        "/proc/self/environ",
    ] {
        down(path).refused(403, "download_failed");
        up(path).refused(403, "upload_failed");
        let json = json!({ "path": percent_decoded(path), "content": "ZXZpbA==" });
        agent.post("/upload", &json).refused(403, "upload_failed");
    }
    assert_eq!(fs::read(folder.path().join("secret")).unwrap(), b"s3cret");
    assert_eq!(names(folder.path()), ["root", "secret"]);
    // Encoded twice, it is a strange name and no way out.
    down("%252e%252e%252fsecret").refused(404, "download_failed");
}

fn percent_decoded(text: &str) -> String {
    text.replace("%2e", ".").replace("%2E", ".").replace("%2F", "/").replace("%6F", "o")
}

#[test]
fn what_is_no_file_is_neither_read_nor_written() {
    let folder = tempfile::tempdir().unwrap();
    let agent = Agent::simulated(&[]);
    let at = |name: &str| folder.path().join(name).display().to_string();
    fs::write(at("file"), b"x").unwrap();
    let fifo = std::process::Command::new("mkfifo").arg(at("fifo")).status().unwrap();
    assert!(fifo.success());
    let down = |path: &str| agent.post("/download", &json!({ "path": path }));
    let up = |path: &str| agent.post("/upload", &json!({ "path": path, "content": "" }));
    down(&at("missing")).refused(404, "download_failed");
    for no_file in [at("fifo"), at(""), "/dev/zero".to_owned(), at("file/below")] {
        let answer = down(&no_file);
        assert!([400, 404].contains(&answer.status), "{no_file}: {}", answer.text());
        assert_eq!(
            serde_json::from_slice::<serde_json::Value>(&answer.body).unwrap()["error"],
            "download_failed"
        );
    }
    for no_place in [at(""), at("file/below"), "/proc/nothing/here".to_owned()] {
        let answer = up(&no_place);
        assert!([400, 403, 404].contains(&answer.status), "{no_place}: {}", answer.text());
        assert_eq!(
            serde_json::from_slice::<serde_json::Value>(&answer.body).unwrap()["error"],
            "upload_failed"
        );
    }
    agent
        .post("/upload", &json!({ "path": at("new"), "content": "no base64!" }))
        .refused(400, "upload_failed");
    assert_eq!(names(folder.path()), ["fifo", "file"]);
}
