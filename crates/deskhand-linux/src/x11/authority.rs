//! The file with the access cookies of X servers (`~/.Xauthority`).
//!
//! x11rb finds this file through the process's own environment. A process that drives several desktops has to
//! look into the file of the desktop that is meant, so it is read here.

use std::path::PathBuf;

use deskhand_engine::ports::DesktopEnv;
use x11rb::reexports::x11rb_protocol::xauth::Family;

/// The only access method that X servers use in practice.
const COOKIE: &[u8] = b"MIT-MAGIC-COOKIE-1";

/// What is sent to the server to be let in: the method's name and its data, both empty when there is none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Access {
    pub(super) method: Vec<u8>,
    pub(super) data: Vec<u8>,
}

#[derive(Debug, PartialEq, Eq)]
struct Entry<'a> {
    family: Family,
    address: &'a [u8],
    display: &'a [u8],
    method: &'a [u8],
    data: &'a [u8],
}

/// The file that belongs to this desktop.
pub(super) fn file_of(env: &DesktopEnv) -> Option<PathBuf> {
    env.xauthority.clone().or_else(|| env.home.as_ref().map(|home| home.join(".Xauthority")))
}

/// The access that `file` holds for a server with this address and display number.
pub(super) fn access_for(file: &[u8], family: Family, address: &[u8], display: u16) -> Access {
    let number = display.to_string();
    entries(file)
        .find(|entry| {
            let address_fits = entry.family == Family::WILD
                || family == Family::WILD
                || (entry.family == family && entry.address == address);
            let display_fits = entry.display.is_empty() || entry.display == number.as_bytes();
            address_fits && display_fits && entry.method == COOKIE
        })
        .map(|entry| Access { method: entry.method.to_vec(), data: entry.data.to_vec() })
        .unwrap_or_default()
}

/// The entries up to the end of the file or to where it is cut off.
fn entries(mut rest: &[u8]) -> impl Iterator<Item = Entry<'_>> {
    std::iter::from_fn(move || {
        let family = Family::from(number(&mut rest)?);
        let [address, display, method, data] = [(); 4].map(|()| field(&mut rest));
        Some(Entry { family, address: address?, display: display?, method: method?, data: data? })
    })
}

fn number(rest: &mut &[u8]) -> Option<u16> {
    let (bytes, after) = rest.split_first_chunk::<2>()?;
    *rest = after;
    Some(u16::from_be_bytes(*bytes))
}

fn field<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = number(rest)?.into();
    let (bytes, after) = rest.split_at_checked(length)?;
    *rest = after;
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(family: u16, address: &[u8], display: &[u8], method: &[u8], data: &[u8]) -> Vec<u8> {
        let mut bytes = family.to_be_bytes().to_vec();
        for field in [address, display, method, data] {
            bytes.extend((field.len() as u16).to_be_bytes());
            bytes.extend(field);
        }
        bytes
    }

    fn data_for(file: &[u8], display: u16) -> Vec<u8> {
        access_for(file, Family::LOCAL, b"host", display).data
    }

    #[test]
    fn the_entry_of_the_same_host_and_display_is_taken() {
        let file = [
            entry(256, b"other", b"1", COOKIE, b"a"),
            entry(256, b"host", b"2", COOKIE, b"b"),
            entry(256, b"host", b"1", COOKIE, b"c"),
        ]
        .concat();
        assert_eq!(data_for(&file, 1), b"c");
        assert_eq!(data_for(&file, 2), b"b");
        assert_eq!(data_for(&file, 3), b"");
    }

    #[test]
    fn wildcards_for_host_and_display_fit_everything() {
        assert_eq!(data_for(&entry(65535, b"x", b"", COOKIE, b"any"), 7), b"any");
        assert_eq!(data_for(&entry(256, b"host", b"", COOKIE, b"any"), 7), b"any");
    }

    #[test]
    fn an_unknown_method_is_skipped() {
        let file = [
            entry(256, b"host", b"1", b"XDM-AUTHORIZATION-1", b"no"),
            entry(256, b"host", b"1", COOKIE, b"yes"),
        ]
        .concat();
        assert_eq!(data_for(&file, 1), b"yes");
    }

    #[test]
    fn a_file_that_is_cut_off_gives_what_came_before() {
        let mut file = entry(256, b"host", b"1", COOKIE, b"whole");
        file.extend(&entry(256, b"host", b"2", COOKIE, b"half")[..9]);
        assert_eq!(data_for(&file, 1), b"whole");
        assert_eq!(data_for(&file, 2), b"");
        assert_eq!(data_for(b"\x01", 1), b"");
    }

    #[test]
    fn the_file_of_the_desktop_wins_over_the_one_at_home() {
        let mut env = DesktopEnv { home: Some("/home/me".into()), ..DesktopEnv::default() };
        assert_eq!(file_of(&env), Some("/home/me/.Xauthority".into()));
        env.xauthority = Some("/run/cookie".into());
        assert_eq!(file_of(&env), Some("/run/cookie".into()));
    }
}
