//! Whether a file can be started at all, told before the attempt: a program for another machine would be taken for a
//! script by the C library, and its complaint would be about syntax.

use std::fs::File;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use deskhand_model::{Error, ErrorKind, Result};

/// The beginning of a program says what it is for.
const HEADER: usize = 20;

/// An error unless the file with this path is there and may be a program for this machine.
pub fn check(path: &Path) -> Result<()> {
    let shown = path.display();
    let not_found = || {
        Error::new(ErrorKind::MissingProgram, format!("{shown} was not found"))
            .hint("build the application first, and give the path of its binary")
    };
    let found = std::fs::metadata(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::PermissionDenied => {
            Error::new(ErrorKind::PermissionDenied, format!("{shown} cannot be looked at: {error}"))
        }
        _ => not_found(),
    })?;
    if !found.is_file() {
        return Err(Error::new(ErrorKind::InvalidArgument, format!("{shown} is not a file"))
            .hint("give the path of the binary inside of it"));
    }
    if found.permissions().mode() & 0o111 == 0 {
        return Err(Error::new(ErrorKind::PermissionDenied, format!("{shown} is not executable"))
            .hint(format!("chmod +x {shown}")));
    }
    // One that may be executed but not read is for the system to judge.
    let mut header = Vec::with_capacity(HEADER);
    let read = File::open(path).and_then(|file| file.take(HEADER as u64).read_to_end(&mut header));
    match read.ok().and_then(|_| foreign(&header, std::env::consts::ARCH)) {
        Some(what) => Err(Error::new(
            ErrorKind::InvalidArgument,
            format!("{shown} is a program for {what}; this machine is {}", std::env::consts::ARCH),
        )
        .hint("build the application for this machine")),
        None => Ok(()),
    }
}

/// What a program with this beginning is for, when that is not this machine. `None` too for what is not known.
fn foreign(header: &[u8], machine: &str) -> Option<&'static str> {
    match header {
        [b'M', b'Z', ..] => Some("Windows"),
        [0xcf, 0xfa, 0xed, 0xfe, ..] | [0xca, 0xfe, 0xba, 0xbe, ..] => Some("macOS"),
        [0x7f, b'E', b'L', b'F', ..] => elf_machine(header).filter(|named| *named != machine),
        _ => None,
    }
}

/// The machine that an ELF file is for, called as Rust calls it.
fn elf_machine(header: &[u8]) -> Option<&'static str> {
    let bytes: [u8; 2] = header.get(18..20)?.try_into().ok()?;
    let big_endian = header.get(5) == Some(&2);
    match if big_endian { u16::from_be_bytes(bytes) } else { u16::from_le_bytes(bytes) } {
        3 => Some("x86"),
        40 => Some("arm"),
        62 => Some("x86_64"),
        183 => Some("aarch64"),
        243 => Some("riscv64"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn elf(machine: u16) -> Vec<u8> {
        let mut header = b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0".to_vec();
        header.extend(machine.to_le_bytes());
        header
    }

    #[test]
    fn a_program_for_another_machine_is_recognised() {
        for (header, machine, expected) in [
            (elf(62), "x86_64", None),
            (elf(183), "aarch64", None),
            (elf(183), "x86_64", Some("aarch64")),
            (elf(4711), "x86_64", None),
            (b"MZ\x90\0".to_vec(), "x86_64", Some("Windows")),
            (b"\xcf\xfa\xed\xfe".to_vec(), "x86_64", Some("macOS")),
            (b"#!/bin/sh\n".to_vec(), "x86_64", None),
            (b"\x7fELF".to_vec(), "x86_64", None),
            (Vec::new(), "x86_64", None),
        ] {
            assert_eq!(foreign(&header, machine), expected, "{header:?} on {machine}");
        }
    }

    #[test]
    fn this_very_program_can_be_started() {
        check(&std::env::current_exe().unwrap()).unwrap();
    }

    #[test]
    fn what_cannot_be_started_says_why() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        for (path, kind) in [
            ("nowhere", ErrorKind::MissingProgram),
            ("Cargo.toml/app", ErrorKind::MissingProgram),
            ("src", ErrorKind::InvalidArgument),
            ("Cargo.toml", ErrorKind::PermissionDenied),
        ] {
            assert_eq!(check(&folder.join(path)).unwrap_err().kind(), kind, "{path}");
        }
    }
}
