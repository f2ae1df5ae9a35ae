//! Programs that somebody has started, whatever desktop they are on.

use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use deskhand_engine::ports::Launch;
use deskhand_model::{Error, ErrorKind, Result};
use rustix::fs::{CWD, FileType, Mode, mknodat};
use tokio::net::unix::pipe;
use tokio::time::Instant;

use crate::desktop::{path_bytes, to_bytes};
use crate::environment::Variables;
use crate::frames::{Part, Sink, Spawn};
use crate::link::{Link, Refusal};

/// How long the system may take to start a program.
const LAUNCH_WITHIN: Duration = Duration::from_secs(15);

/// What a program and everything that it starts write. It ends when the last of them has closed its output.
pub type ProgramOutput = pipe::Receiver;

/// The program that is to be started.
pub(crate) fn program_of(launch: &Launch) -> Result<&str> {
    launch.command.first().map(String::as_str).filter(|program| !program.is_empty()).ok_or_else(|| {
        Error::new(ErrorKind::InvalidArgument, "there is no program to run: the command is empty")
    })
}

/// Starts a program with these variables and returns its process number.
pub(crate) async fn start(link: &Link, mut variables: Variables, launch: &Launch, sink: Sink) -> Result<u32> {
    let program = program_of(launch)?;
    variables.extend(launch.variables.iter().map(|(name, value)| (name.clone(), Some(value.clone()))));
    let spawn = Spawn {
        request: 0,
        part: Part::Program,
        command: launch.command.iter().map(|word| word.clone().into_bytes()).collect(),
        variables: to_bytes(variables),
        folder: launch.folder.as_deref().map(path_bytes),
        sink,
    };
    let started = link.spawn(spawn, Instant::now() + LAUNCH_WITHIN).await?;
    started.map_err(|refusal| refused(launch, program, &refusal))
}

/// Starts a program that writes into a pipe, which has this name for as long as the start takes.
pub(crate) async fn start_piped(
    link: &Link,
    variables: Variables,
    launch: &Launch,
    path: &Path,
) -> Result<(u32, ProgramOutput)> {
    let output = open_pipe(path)
        .map_err(|error| Error::new(ErrorKind::Io, format!("{} cannot be made: {error}", path.display())))?;
    let started = start(link, variables, launch, Sink::File(path_bytes(path))).await;
    let _ = fs::remove_file(path);
    Ok((started?, output))
}

/// A pipe with a name, by which the supervisor finds it.
fn open_pipe(path: &Path) -> io::Result<ProgramOutput> {
    mknodat(CWD, path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0)?;
    pipe::OpenOptions::new().open_receiver(path)
}

fn refused(launch: &Launch, program: &str, refusal: &Refusal) -> Error {
    if let Some(folder) = launch.folder.as_deref().filter(|folder| !folder.is_dir()) {
        let message = format!("{program} cannot start in {}: there is no such folder", folder.display());
        return Error::new(ErrorKind::InvalidArgument, message);
    }
    match io::Error::from_raw_os_error(refusal.errno).kind() {
        io::ErrorKind::NotFound => Error::new(ErrorKind::MissingProgram, format!("{program} was not found"))
            .hint("check the spelling, or give its full path"),
        io::ErrorKind::PermissionDenied => {
            Error::new(ErrorKind::PermissionDenied, format!("{program} is not executable"))
                .hint(format!("look at it with: ls -l {program}"))
        }
        _ => {
            let message = format!("{program} could not be started: {}", refusal.reason);
            Error::new(ErrorKind::DesktopFailed, message)
        }
    }
}
