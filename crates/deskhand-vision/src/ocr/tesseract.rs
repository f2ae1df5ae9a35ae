//! The program tesseract.

use std::env;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use deskhand_model::{Error, ErrorKind, Result};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, Command};
use tokio::time::timeout;

/// Most bytes that are taken of what it writes.
const LARGEST: u64 = 4 << 20;

/// Where it is installed.
pub(super) fn installed() -> Result<PathBuf> {
    let folders = env::var_os("PATH").unwrap_or_default();
    let found =
        env::split_paths(&folders).map(|folder| folder.join("tesseract")).find(|program| program.is_file());
    found.ok_or_else(|| {
        Error::new(ErrorKind::MissingProgram, "tesseract is not installed")
            .hint("Install it to find elements by their text, on Debian with `apt install tesseract-ocr`.")
    })
}

/// Reads the text in a picture file and returns its table of words. The program is killed and cleared away when its time is
/// over, and when nobody waits for it any more.
pub(super) async fn read(
    program: &Path,
    languages: Option<&str>,
    picture: Vec<u8>,
    within: Duration,
) -> Result<String> {
    let child =
        command(program, languages).spawn().map_err(|error| failed(program, "cannot be started", &error))?;
    match timeout(within, converse(child, picture)).await {
        Ok(table) => table.map_err(|error| failed(program, "failed", &error)),
        Err(_) => {
            let message = format!("the text could not be read within {within:?}");
            Err(Error::new(ErrorKind::Timeout, message))
        }
    }
}

fn command(program: &Path, languages: Option<&str>) -> Command {
    let mut command = Command::new(program);
    command.args(["-", "-"]);
    if let Some(languages) = languages {
        command.args(["-l", languages]);
    }
    // Text in windows stands here and there, not in columns.
    command.args(["--psm", "11", "tsv"]);
    // On pictures of this size, its threads cost more than they bring.
    command.env("OMP_THREAD_LIMIT", "1");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    command
}

/// Hands over the picture and takes the table.
async fn converse(mut child: Child, picture: Vec<u8>) -> io::Result<String> {
    let (Some(mut stdin), Some(stdout), Some(stderr)) =
        (child.stdin.take(), child.stdout.take(), child.stderr.take())
    else {
        return Err(io::Error::other("it has no pipes"));
    };
    let write = async move {
        // A program that ends without reading says why elsewhere.
        let _ = stdin.write_all(&picture).await;
        drop(stdin);
        Ok(())
    };
    let (mut table, mut complaint) = (Vec::new(), Vec::new());
    let (mut stdout, mut stderr) = (stdout.take(LARGEST), stderr.take(LARGEST));
    let ((), _, _, status) = tokio::try_join!(
        write,
        stdout.read_to_end(&mut table),
        stderr.read_to_end(&mut complaint),
        child.wait()
    )?;
    if !status.success() {
        let complaint = String::from_utf8_lossy(&complaint);
        let last = complaint.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("it says nothing");
        return Err(io::Error::other(format!("{status}; {}", last.trim())));
    }
    Ok(String::from_utf8_lossy(&table).into_owned())
}

fn failed(program: &Path, what: &str, error: &io::Error) -> Error {
    let kind = match error.kind() {
        io::ErrorKind::NotFound => ErrorKind::MissingProgram,
        _ => ErrorKind::ActionFailed,
    };
    Error::new(kind, format!("{} {what}: {error}", program.display()))
}
