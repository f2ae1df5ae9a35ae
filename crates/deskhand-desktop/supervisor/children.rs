//! Starting processes, each with what its part in the desktop needs.

use std::ffi::{OsString, c_int};
use std::fs::OpenOptions;
use std::io::{self, PipeReader, PipeWriter, Read};
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use super::frames::{ANNOUNCE, Part, Sink, Spawn};
use super::sys;

/// What a child gets back that the supervisor has changed for itself.
pub(crate) struct Inheritance {
    /// The owner's process group, which holds the terminal when the owner does.
    pub(crate) group: c_int,
    /// Signals that the supervisor ignores and the owner does not.
    pub(crate) ignored: Vec<c_int>,
    /// The owner's mask of blocked signals.
    pub(crate) mask: sys::SignalSet,
}

/// A line that a child will write when it is ready.
pub(crate) struct Announcement {
    pub(crate) pid: u32,
    pipe: PipeReader,
}

/// What came of an announcement.
pub(crate) enum Heard {
    /// The line is complete.
    Line,
    /// There will be more.
    Part,
    /// The child closed the descriptor without a line.
    Nothing,
}

impl Announcement {
    /// Reads what is there.
    pub(crate) fn read(&mut self) -> Heard {
        let mut chunk = [0; 256];
        match self.pipe.read(&mut chunk) {
            Ok(0) | Err(_) => Heard::Nothing,
            Ok(count) if chunk[..count].contains(&b'\n') => Heard::Line,
            Ok(_) => Heard::Part,
        }
    }
}

impl AsRawFd for Announcement {
    fn as_raw_fd(&self) -> c_int {
        self.pipe.as_raw_fd()
    }
}

/// Starts the process; returns its number, and its announcement when it was asked for one.
pub(crate) fn start(spawn: Spawn, heritage: &Inheritance) -> io::Result<(u32, Option<Announcement>)> {
    let Spawn { part, command, variables, folder, sink, .. } = spawn;
    let wants_announcement = command.iter().any(|argument| contains(argument, ANNOUNCE.as_bytes()));
    let pipe = if wants_announcement { Some(io::pipe()?) } else { None };
    let descriptor = pipe.as_ref().map(|(_, writer)| writer.as_raw_fd());

    let mut words = command.into_iter().map(|word| OsString::from_vec(with_descriptor(word, descriptor)));
    let program = words.next().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "empty command"))?;
    let mut command = Command::new(program);
    command.args(words);
    for (name, value) in variables {
        let name = OsString::from_vec(name);
        match value {
            Some(value) => command.env(name, OsString::from_vec(value)),
            None => command.env_remove(name),
        };
    }
    if let Some(folder) = folder {
        command.current_dir(PathBuf::from(OsString::from_vec(folder)));
    }
    let attached = sink == Sink::Owner;
    if let Sink::File(path) = sink {
        let path = PathBuf::from(OsString::from_vec(path));
        // Readable too: a pipe that is opened for writing alone waits for its reader, who may have been killed.
        let file = OpenOptions::new().create(true).read(true).append(true).open(path)?;
        command.stdin(Stdio::null()).stdout(file.try_clone()?).stderr(file);
    }
    prepare(&mut command, part, attached, descriptor, heritage);

    let pid = command.spawn()?.id();
    let announcement = pipe.map(|(reader, writer): (PipeReader, PipeWriter)| {
        drop(writer);
        Announcement { pid, pipe: reader }
    });
    Ok((pid, announcement))
}

/// What the child does between fork and exec.
#[expect(unsafe_code, reason = "runs code between fork and exec")]
fn prepare(command: &mut Command, part: Part, attached: bool, descriptor: Option<c_int>, from: &Inheritance) {
    let Inheritance { group, ignored, mask } = from;
    // What the owner ignores for its terminal's sake, as every background job of a script does with Ctrl-C, means
    // nothing to a program without that terminal.
    let ignored = if attached { ignored.clone() } else { super::IGNORED.to_vec() };
    let (group, mask) = (*group, *mask);
    let supervisor = std::process::id();
    // Should the supervisor itself be killed: the parts of the desktop remove their sockets on SIGTERM, programs may
    // ignore it.
    let last_signal = if part == Part::Program { sys::SIGKILL } else { sys::SIGTERM };
    let before_exec = move || {
        sys::end_with_parent(last_signal)?;
        if std::os::unix::process::parent_id() != supervisor {
            return Err(io::Error::from(io::ErrorKind::BrokenPipe));
        }
        if attached {
            // In the owner's group it shares the terminal: it may read, and Ctrl-C reaches it. The group can only be
            // gone when the owner is.
            sys::join_group(group).or_else(|_| sys::join_group(0))?;
        } else {
            sys::leave_session()?;
            sys::close_inherited_on_exec();
        }
        if let Some(descriptor) = descriptor {
            sys::keep_on_exec(descriptor, true)?;
        }
        ignored.iter().for_each(|number| sys::restore(*number));
        sys::set_mask(&mask)
    };
    // SAFETY: the closure makes plain system calls only; its one vector was allocated before the fork, and errors are
    // made from numbers, without allocating.
    unsafe { command.pre_exec(before_exec) };
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|window| window == part)
}

/// The argument with [`ANNOUNCE`] replaced by the descriptor's number.
fn with_descriptor(argument: Vec<u8>, descriptor: Option<c_int>) -> Vec<u8> {
    match (descriptor, String::from_utf8(argument)) {
        (Some(descriptor), Ok(text)) => text.replace(ANNOUNCE, &descriptor.to_string()).into_bytes(),
        (None, Ok(text)) => text.into_bytes(),
        (_, Err(error)) => error.into_bytes(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_descriptor_replaces_its_mark_and_nothing_else() {
        assert_eq!(with_descriptor(b"--print-address={announce}".to_vec(), Some(7)), b"--print-address=7");
        assert_eq!(with_descriptor(b"\xff{".to_vec(), Some(7)), b"\xff{");
    }
}
