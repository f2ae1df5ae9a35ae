//! Children that stay when the command ends: the owner of a named desktop, the keeper of the clipboard.
//!
//! The child is this same program with a hidden command. It answers with one JSON document on its standard output:
//! its answer once it is ready, or its error. Then nobody listens to it any more.

use std::ffi::OsStr;
use std::process::Stdio;

use deskhand_model::{Error, ErrorKind};
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::Command;

use crate::failure::Result;

/// Starts the child and returns its answer.
pub(crate) async fn start(words: &[impl AsRef<OsStr>], input: &[u8]) -> Result<Value> {
    let failed = |what: &str, error: std::io::Error| {
        Error::new(ErrorKind::Internal, format!("the process that stays in the background {what}: {error}"))
    };
    let program = std::env::current_exe().map_err(|error| failed("cannot be found", error))?;
    let mut child = Command::new(program)
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        // Whoever reads our standard error must see it end when this command ends.
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| failed("cannot be started", error))?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(input).await.map_err(|error| failed("does not listen", error))?;
    }
    let mut line = String::new();
    if let Some(stdout) = child.stdout.take() {
        let mut reader = BufReader::new(stdout);
        reader.read_line(&mut line).await.map_err(|error| failed("does not answer", error))?;
    }
    answer(&line).map_err(Into::into)
}

/// Makes this process one that stays: in a session of its own, out of reach of the terminal.
pub(crate) fn stay() {
    // It can only fail for a process that leads a session already, and that is what is wanted.
    let _ = rustix::process::setsid();
    let _ = std::env::set_current_dir("/");
}

fn answer(line: &str) -> Result<Value, Error> {
    let document: Value = serde_json::from_str(line).map_err(|_| {
        Error::new(ErrorKind::Internal, "the process that stays in the background ended without an answer")
    })?;
    let Some(error) = document.get("error") else { return Ok(document) };
    let text = |key: &str| error.get(key).and_then(Value::as_str);
    let kind = ErrorKind::ALL.iter().copied().find(|kind| Some(kind.code()) == text("code"));
    let mut told = Error::new(kind.unwrap_or(ErrorKind::Internal), text("message").unwrap_or_default());
    for step in error.get("tried").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str) {
        told = told.tried(step);
    }
    Err(match text("hint") {
        Some(hint) => told.hint(hint),
        None => told,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_of_the_child_is_our_own() {
        let line = r#"{"kind":"error","error":{"code":"missing_program","message":"no Xvfb","tried":["a"],"hint":"install it"}}"#;
        let error = answer(line).unwrap_err();
        assert_eq!((error.kind(), error.message()), (ErrorKind::MissingProgram, "no Xvfb"));
        assert_eq!((error.advice(), error.steps()), (Some("install it"), ["a".to_owned()].as_slice()));
    }

    #[test]
    fn a_child_that_says_nothing_is_an_error() {
        assert_eq!(answer("").unwrap_err().kind(), ErrorKind::Internal);
        assert_eq!(answer(r#"{"kind":"text"}"#).unwrap()["kind"], "text");
    }
}
