//! `deskhand detached`, which the agent starts commands through that are to outlive it.

use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::process::Command;

use clap::Args;
use deskhand_model::{Error, ErrorKind};

use crate::failure::Result;

/// Becomes another program, in a session of its own.
#[derive(Debug, Args)]
pub(crate) struct Detached {
    /// Program and arguments
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

/// The words that a program is started detached with, when its own follow.
pub(super) fn through() -> Result<Vec<OsString>> {
    let program = std::env::current_exe().map_err(|error| {
        Error::new(ErrorKind::Internal, format!("the program that is running cannot be found: {error}"))
    })?;
    Ok(vec![program.into(), "detached".into(), "--".into()])
}

impl Detached {
    /// Returns only when it fails.
    pub(crate) fn run(self) -> Result<()> {
        // It can only fail for a process that leads a session already, and that is what is wanted.
        let _ = rustix::process::setsid();
        let Some((program, arguments)) = self.command.split_first() else { return Ok(()) };
        let error = Command::new(program).args(arguments).exec();
        let message = format!("{} cannot be started: {error}", program.display());
        Err(Error::new(ErrorKind::MissingProgram, message).into())
    }
}
