//! Owns one private desktop: starts its processes, reaps them, and ends all of them when its owner lets go of it or is
//! gone. Built by the crate's build script with `std` only and carried inside the library; started as
//! `supervisor CONTROL-DESCRIPTOR OWNER-PID BASE-FOLDER ID`.

mod children;
mod descendants;
mod display;
mod folder;
#[cfg(not(test))]
#[path = "../src/frames.rs"]
mod frames;
mod sys;
mod teardown;

#[cfg(test)]
use crate::frames;

use std::collections::BTreeMap;
use std::ffi::{OsString, c_int};
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::{ExitStatusExt, parent_id};
use std::path::Path;
use std::process::{ExitCode, ExitStatus};

use children::{Announcement, Inheritance};
use display::Display;
use folder::Folder;
use frames::{Order, Part, Report};

/// Meant for whoever is at the terminal, not for a supervisor.
const IGNORED: [c_int; 6] =
    [sys::SIGINT, sys::SIGHUP, sys::SIGQUIT, sys::SIGTSTP, sys::SIGTTIN, sys::SIGTTOU];

/// One desktop and everything that runs on it.
struct Supervisor {
    control: UnixStream,
    /// Readable when the owner has ended. Catches what the end of the control stream does not: an owner that was
    /// killed while a forked child of it still holds the stream.
    owner: Option<OwnedFd>,
    signals: File,
    heritage: Inheritance,
    folder: Folder,
    /// Processes that the owner has asked for and that have not ended.
    running: BTreeMap<u32, Part>,
    announcements: Vec<Announcement>,
    display: Display,
}

fn main() -> ExitCode {
    match Supervisor::set_up(std::env::args_os().skip(1).collect()) {
        Ok(mut supervisor) => {
            supervisor.serve();
            supervisor.tear_down();
            ExitCode::SUCCESS
        }
        Err(_) => ExitCode::FAILURE,
    }
}

/// Makes what a desktop has of its own before anything runs: a folder and a display number.
fn open(base: &Path, id: &str) -> io::Result<(Folder, Display)> {
    let folder = Folder::create(base, id)?;
    match Display::claim(folder.path()) {
        Ok(display) => Ok((folder, display)),
        Err(error) => {
            folder.remove();
            Err(error)
        }
    }
}

impl Supervisor {
    fn set_up(arguments: Vec<OsString>) -> io::Result<Supervisor> {
        let usage = || io::Error::from(io::ErrorKind::InvalidInput);
        let [control, owner, base, id] = <[OsString; 4]>::try_from(arguments).map_err(|_| usage())?;
        let number = |text: &OsString| text.to_str().and_then(|text| text.parse::<u32>().ok());
        let descriptor = number(&control).and_then(|fd| c_int::try_from(fd).ok()).filter(|fd| *fd > 2);
        let mut control = UnixStream::from(sys::adopt(descriptor.ok_or_else(usage)?)?);
        let owner_pid = number(&owner).ok_or_else(usage)?;

        sys::name_process(c"deskhand-superv");
        sys::become_subreaper()?;
        let (set, mask) = sys::block(&[sys::SIGCHLD, sys::SIGTERM])?;
        let signals = sys::signal_file(&set)?;
        let ignored = IGNORED.into_iter().filter(|signal| !sys::ignore(*signal)).collect();
        let heritage = Inheritance { group: sys::own_group(), ignored, mask };
        // Out of the owner's group, so that a signal to the whole group, such as a test runner's SIGKILL, leaves
        // somebody to clean up. Still in its session, so that programs can join the group.
        sys::join_group(0)?;

        let owner = sys::watch_process(owner_pid);
        if parent_id() != owner_pid {
            return Err(io::Error::from(io::ErrorKind::NotFound));
        }
        let opened = open(Path::new(&base), id.to_str().ok_or_else(usage)?);
        let answer = match &opened {
            Ok((_, display)) => Report::Open { display: display.number },
            Err(error) => Report::Closed(error.to_string()),
        };
        let _ = frames::send(&mut control, &answer);
        let (folder, display) = opened?;
        Ok(Supervisor {
            control,
            owner,
            signals,
            heritage,
            folder,
            running: BTreeMap::new(),
            announcements: Vec::new(),
            display,
        })
    }

    /// Follows orders until the owner is gone or a SIGTERM asks to end.
    fn serve(&mut self) {
        loop {
            let mut list = vec![sys::Poll::readable(&self.control), sys::Poll::readable(&self.signals)];
            list.extend(self.announcements.iter().map(sys::Poll::readable));
            list.extend(self.owner.iter().map(sys::Poll::readable));
            sys::poll(&mut list, None);

            let lines = self.announcements.len();
            let is_ready = |index: usize| list.get(index).is_some_and(sys::Poll::is_ready);
            if is_ready(2 + lines) {
                return;
            }
            for index in (0..lines).rev().filter(|index| is_ready(2 + index)) {
                self.hear(index);
            }
            if is_ready(1) && self.signalled() {
                return;
            }
            if is_ready(0) && !self.obey() {
                return;
            }
        }
    }

    /// Takes one order; false when there will be no more.
    fn obey(&mut self) -> bool {
        match frames::receive(&mut self.control) {
            Ok(Some(Order::Spawn(spawn))) => {
                let (request, part) = (spawn.request, spawn.part);
                let report = match children::start(spawn, &self.heritage) {
                    Ok((pid, announcement)) => {
                        self.running.insert(pid, part);
                        self.announcements.extend(announcement);
                        Report::Spawned { request, pid }
                    }
                    Err(error) => {
                        let errno = error.raw_os_error().unwrap_or(0);
                        Report::Refused { request, errno, reason: error.to_string() }
                    }
                };
                self.tell(&report);
                true
            }
            Ok(Some(Order::Signal { pid, signal })) => {
                // Only processes that have not been reaped: their numbers cannot belong to anyone else.
                if self.running.contains_key(&pid) {
                    sys::kill(pid, signal);
                }
                true
            }
            Ok(None) | Err(_) => false,
        }
    }

    /// Reads from the announcement at this place and passes on that it is complete.
    fn hear(&mut self, index: usize) {
        use children::Heard;
        match self.announcements[index].read() {
            Heard::Part => {}
            Heard::Line => {
                let pid = self.announcements.swap_remove(index).pid;
                self.tell(&Report::Announced { pid });
            }
            Heard::Nothing => drop(self.announcements.swap_remove(index)),
        }
    }

    /// Takes pending signals, reaps children that have ended; whether a signal asks to end.
    fn signalled(&mut self) -> bool {
        let (mut record, mut asked) = ([0; 128], false);
        while self.signals.read(&mut record).is_ok_and(|count| count == record.len()) {
            let number = u32::from_ne_bytes([record[0], record[1], record[2], record[3]]);
            asked |= number == sys::SIGTERM.cast_unsigned();
        }
        self.reap();
        asked
    }

    /// Reaps children that have ended and reports those that the owner knows; false when there are no children.
    fn reap(&mut self) -> bool {
        loop {
            match sys::reap() {
                sys::Reaped::Child(pid, status) => {
                    if self.running.remove(&pid).is_some() {
                        let status = ExitStatus::from_raw(status);
                        self.tell(&Report::Exited { pid, code: status.code(), signal: status.signal() });
                    }
                }
                sys::Reaped::NoneYet => return true,
                sys::Reaped::NoChildren => return false,
            }
        }
    }

    /// An owner that is gone is noticed where orders are read.
    fn tell(&mut self, report: &Report) {
        let _ = frames::send(&mut self.control, report);
    }
}
