//! The shell that a command is given to.

use std::convert::Infallible;
use std::ffi::{OsStr, OsString};
use std::io;
use std::process::Stdio;
use std::time::Duration;

use http::StatusCode;
use rustix::process::{Pid, Signal, kill_process_group};
use tokio::io::AsyncRead;
use tokio::process::{Child, Command};
use tokio::sync::watch;

use super::capture::{Capture, Captured};
use super::ending::Ending;
use super::{ExecOptions, failed};
use crate::contract::ExecResponse;
use crate::server::Refusal;

const SHELL: &str = "/bin/bash";

/// The longest that a command's last words are waited for once its shell has ended: what it left running may never be
/// silent.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// Runs a command to its end. It is killed, with its process group, when it takes too long, when the agent stops, or when
/// the future is dropped.
pub(super) async fn run(
    options: &ExecOptions,
    command: &str,
    timeout: Duration,
    mut stopping: watch::Receiver<bool>,
) -> Result<ExecResponse, Refusal> {
    let mut shell = shell(options, &[], command)?;
    shell.process_group(0).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = start(shell)?;
    let group = Group::of(&child);
    let mut stdout = Capture::new(child.stdout.take());
    let mut stderr = Capture::new(child.stderr.take());

    let reading = async {
        tokio::join!(stdout.read_to_end(), stderr.read_to_end());
        // The shell may go on without its streams.
        std::future::pending::<Infallible>().await
    };
    // Reading comes last: of a command that never stops writing it would leave the others no turn.
    let ending = tokio::select! {
        biased;
        ended = child.wait() => Ending::Ended(ended.map_err(lost)?),
        () = tokio::time::sleep(timeout) => Ending::TooSlow(timeout),
        // It can only fail when the agent itself is gone.
        _ = stopping.wait_for(|stopping| *stopping) => Ending::Stopped,
        never = reading => match never {},
    };
    match ending {
        // What it left running in the background lives on.
        Ending::Ended(_) => group.spare(),
        Ending::TooSlow(_) | Ending::Stopped => {
            drop(group);
            child.wait().await.map_err(lost)?;
        }
    }

    let last_words = async { tokio::join!(stdout.read_until_silent(), stderr.read_until_silent()) };
    // Whatever came until then is kept.
    let _ = tokio::time::timeout(LAST_WORDS, last_words).await;
    Ok(ending.tell(finish(stdout), finish(stderr)))
}

/// Starts a command and leaves it to itself.
pub(super) fn detach(options: &ExecOptions, command: &str) -> Result<ExecResponse, Refusal> {
    let mut shell = shell(options, &options.detach_through, command)?;
    if options.detach_through.is_empty() {
        // The leader of a group could not open a session any more, so this is only for those that do without one.
        shell.process_group(0);
    }
    let mut child = start(shell)?;
    let pid = child.id().map_or_else(String::new, |pid| format!(" as process {pid}"));
    // A process whose end nobody takes notice of stays as a zombie.
    tokio::spawn(async move { child.wait().await });
    Ok(ExecResponse {
        success: true,
        message: Some(format!("The command runs{pid}, left to itself.")),
        stdout: String::new(),
        stderr: String::new(),
        exit_code: 0,
    })
}

/// The shell with a command, started through other programs, without input or output.
fn shell(options: &ExecOptions, through: &[OsString], command: &str) -> Result<Command, Refusal> {
    if command.contains('\0') {
        return Err(failed(StatusCode::BAD_REQUEST, "The command contains a NUL character"));
    }
    let words = through.iter().map(OsString::as_os_str).chain([SHELL, "-c", command].map(OsStr::new));
    let mut words = words.collect::<Vec<_>>().into_iter();
    let mut shell = Command::new(words.next().unwrap_or(OsStr::new(SHELL)));
    shell.args(words).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    for (name, value) in &options.environment {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    Ok(shell)
}

fn start(mut shell: Command) -> Result<Child, Refusal> {
    shell.spawn().map_err(|error| match error.raw_os_error() {
        Some(code) if code == rustix::io::Errno::TOOBIG.raw_os_error() => {
            failed(StatusCode::BAD_REQUEST, "The command is longer than this system takes")
        }
        _ => failed(StatusCode::INTERNAL_SERVER_ERROR, format!("The command could not be started: {error}")),
    })
}

fn lost(error: io::Error) -> Refusal {
    failed(StatusCode::INTERNAL_SERVER_ERROR, format!("The command cannot be waited for: {error}"))
}

/// What was written. A stream that something in the background still holds is emptied as long as it does: a program
/// that writes where nobody reads any more would be killed for it.
fn finish<R: AsyncRead + Unpin + Send + 'static>(capture: Capture<R>) -> Captured {
    let (captured, rest) = capture.finish();
    if let Some(mut rest) = rest {
        tokio::spawn(async move { tokio::io::copy(&mut rest, &mut tokio::io::sink()).await });
    }
    captured
}

/// The processes of a command, which are killed when this is dropped.
struct Group(Option<Pid>);

impl Group {
    /// The group that this process leads. Its number cannot come to mean others as long as the process has not been
    /// waited for.
    fn of(leader: &Child) -> Group {
        Group(leader.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw))
    }

    /// Lets what is left of it live.
    fn spare(mut self) {
        self.0 = None;
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if let Some(group) = self.0 {
            // It fails when all of them have ended.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}
