//! The list of entries that an archive ends with.
//!
//! We write it ourselves: so a step is added without reading the list of those before it, and an archive that lacks its
//! list gets one without a change to anything that it holds. Fields and their places are those of the ZIP file format
//! specification (APPNOTE 6.3, sections 4.3.7, 4.3.12 and 4.3.16), all numbers with their lowest byte first.

use std::io::{self, BufReader, Read, Seek, SeekFrom};

use zip::ZipArchive;

use super::names::{HEADER, Part, parse};

/// How the header of an entry begins, and its length before the name.
const LOCAL: (&[u8], usize) = (b"PK\x03\x04", 30);

/// The same of a record in the list.
const RECORD: (&[u8], usize) = (b"PK\x01\x02", 46);

/// How the end of the archive begins.
const END: &[u8] = b"PK\x05\x06";

/// Where a record says at which byte its entry begins.
const OFFSET: usize = 42;

/// The list of entries, and where it begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Directory {
    /// Where the entries end and the list begins.
    start: u64,
    count: usize,
    records: Vec<u8>,
    /// The highest number of a step.
    last_step: u32,
}

impl Directory {
    /// The list as it stands at the end of a finished archive.
    pub(super) fn read<F: Read + Seek>(mut file: F) -> io::Result<Directory> {
        let archive = ZipArchive::new(BufReader::new(&mut file)).map_err(io::Error::other)?;
        if archive.offset() != 0 {
            return Err(io::Error::other("something stands before the archive"));
        }
        let (start, count) = (archive.central_directory_start(), archive.len());
        drop(archive);
        file.seek(SeekFrom::Start(start))?;
        let mut rest = Vec::new();
        file.read_to_end(&mut rest)?;
        let (mut length, mut last_step) = (0, 0);
        for _ in 0..count {
            let record = rest.get(length..).filter(|rest| rest.starts_with(RECORD.0));
            let (name, size) = record.and_then(record_size).ok_or_else(|| cut("the list of entries"))?;
            last_step = last_step.max(step_of(name));
            length += size;
        }
        rest.truncate(length);
        Ok(Directory { start, count, records: rest, last_step })
    }

    /// The list of the first `whole` entries by their own headers, without parts of a step that was not written to its
    /// end.
    pub(super) fn of_entries<F: Read + Seek>(mut file: F, whole: usize) -> io::Result<Directory> {
        file.rewind()?;
        let mut file = BufReader::new(file);
        let (mut seen, mut kept) = (Directory::default(), Directory::default());
        for _ in 0..whole {
            let mut header = [0; LOCAL.1];
            file.read_exact(&mut header)?;
            if !header.starts_with(LOCAL.0) {
                return Err(cut("an entry"));
            }
            let mut name = vec![0; short(&header, 26)];
            file.read_exact(&mut name)?;
            let behind = short(&header, 28) as u64 + u64::from(long(&header, 18));
            file.seek_relative(i64::try_from(behind).map_err(io::Error::other)?)?;
            seen.push(&header, &name)?;
            seen.start += (LOCAL.1 + name.len()) as u64 + behind;
            if completes(&name) {
                kept.clone_from(&seen);
            }
        }
        Ok(kept)
    }

    /// Adds the record of the entry that begins where the list does now.
    fn push(&mut self, header: &[u8; LOCAL.1], name: &[u8]) -> io::Result<()> {
        let offset = narrow(self.start)?;
        let records = &mut self.records;
        records.extend_from_slice(RECORD.0);
        // Written by the version that is needed to read it; from there to the length of the name both are alike.
        records.extend_from_slice(&header[4..6]);
        records.extend_from_slice(&header[4..28]);
        // No further fields, no comment, the first and only disk, no attributes.
        records.extend_from_slice(&[0; 12]);
        records.extend_from_slice(&offset.to_le_bytes());
        records.extend_from_slice(name);
        self.count += 1;
        self.last_step = self.last_step.max(step_of(name));
        Ok(())
    }

    /// The list once the entries of another archive stand behind these.
    pub(super) fn followed_by(mut self, other: &Directory) -> io::Result<Directory> {
        let mut rest = other.records.as_slice();
        while let Some((_, size)) = record_size(rest) {
            let (record, behind) = rest.split_at(size);
            let offset = narrow(u64::from(long(record, OFFSET)) + self.start)?;
            self.records.extend_from_slice(&record[..OFFSET]);
            self.records.extend_from_slice(&offset.to_le_bytes());
            self.records.extend_from_slice(&record[OFFSET + 4..]);
            rest = behind;
        }
        self.start += other.start;
        self.count += other.count;
        self.last_step = self.last_step.max(other.last_step);
        Ok(self)
    }

    /// The list itself.
    pub(super) fn records(&self) -> &[u8] {
        &self.records
    }

    /// What stands behind it: how many entries there are and where their list is.
    pub(super) fn end(&self) -> io::Result<Vec<u8>> {
        let count = u16::try_from(self.count).map_err(|_| io::Error::other("it has too many entries"))?;
        let mut end = END.to_vec();
        end.extend_from_slice(&[0; 4]);
        end.extend_from_slice(&count.to_le_bytes());
        end.extend_from_slice(&count.to_le_bytes());
        end.extend_from_slice(&narrow(self.records.len() as u64)?.to_le_bytes());
        end.extend_from_slice(&narrow(self.start)?.to_le_bytes());
        end.extend_from_slice(&[0; 2]);
        Ok(end)
    }

    /// Where the list begins.
    pub(super) fn start(&self) -> u64 {
        self.start
    }

    /// The number of the next step.
    pub(super) fn next_step(&self) -> u32 {
        self.last_step.saturating_add(1)
    }
}

/// The name in the record that `bytes` begin with, and the record's length.
fn record_size(bytes: &[u8]) -> Option<(&[u8], usize)> {
    let fixed = bytes.get(..RECORD.1)?;
    let name = short(fixed, 28);
    let size = RECORD.1 + name + short(fixed, 30) + short(fixed, 32);
    bytes.get(..size).map(|record| (&record[RECORD.1..][..name], size))
}

/// The step that an entry belongs to, 0 for none.
fn step_of(name: &[u8]) -> u32 {
    std::str::from_utf8(name).ok().and_then(parse).map_or(0, |(number, _)| number)
}

/// Whether this entry is the last of a step, or the one that the trace begins with.
fn completes(name: &[u8]) -> bool {
    let name = std::str::from_utf8(name).unwrap_or_default();
    name == HEADER || parse(name).is_some_and(|(_, part)| part == Part::Step)
}

fn short(bytes: &[u8], at: usize) -> usize {
    usize::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]))
}

fn long(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

fn narrow(number: u64) -> io::Result<u32> {
    u32::try_from(number)
        .map_err(|_| io::Error::other("it has 4 GiB, the most that it may; begin another trace"))
}

fn cut(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("{what} is broken"))
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write};

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    fn archive(names: &[&str]) -> Vec<u8> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for name in names {
            zip.start_file(*name, SimpleFileOptions::default()).unwrap();
            zip.write_all(name.repeat(9).as_bytes()).unwrap();
        }
        zip.finish().unwrap().into_inner()
    }

    fn names(bytes: &[u8]) -> Vec<String> {
        let mut zip = ZipArchive::new(Cursor::new(bytes)).unwrap();
        let mut names = Vec::new();
        for index in 0..zip.len() {
            let mut entry = zip.by_index(index).unwrap();
            let mut text = String::new();
            entry.read_to_string(&mut text).unwrap();
            let name = entry.name().unwrap().into_owned();
            assert_eq!(text, name.repeat(9));
            names.push(name);
        }
        names
    }

    /// The archive with our list instead of its own.
    fn relisted(bytes: &[u8], list: &Directory) -> Vec<u8> {
        [&bytes[..list.start() as usize], list.records(), &list.end().unwrap()].concat()
    }

    #[test]
    fn a_list_reads_back_as_it_was_written() {
        let bytes = archive(&["trace.json", "steps/0001.json", "steps/0002.json"]);
        let list = Directory::read(Cursor::new(&bytes)).unwrap();
        assert_eq!((list.count, list.next_step()), (3, 3));
        assert_eq!(relisted(&bytes, &list), bytes);
    }

    #[test]
    fn a_list_is_made_from_the_entries_alone() {
        let bytes = archive(&["trace.json", "steps/0001-after.png", "steps/0001.json"]);
        let list = Directory::of_entries(Cursor::new(&bytes), 3).unwrap();
        let again = relisted(&bytes, &list);
        assert_eq!(names(&again), ["trace.json", "steps/0001-after.png", "steps/0001.json"]);
        assert_eq!(Directory::read(Cursor::new(&again)).unwrap(), list);
    }

    #[test]
    fn parts_without_their_step_are_not_listed() {
        let bytes = archive(&["trace.json", "steps/0001.json", "steps/0002-after.png"]);
        let list = Directory::of_entries(Cursor::new(&bytes), 3).unwrap();
        assert_eq!((names(&relisted(&bytes, &list)).len(), list.next_step()), (2, 2));
    }

    #[test]
    fn one_archive_may_follow_another() {
        let (one, two) = (archive(&["trace.json"]), archive(&["steps/0001-after.png", "steps/0001.json"]));
        let [first, second] = [&one, &two].map(|bytes| Directory::read(Cursor::new(bytes)).unwrap());
        let entries = [&one[..first.start() as usize], &two[..second.start() as usize]].concat();
        let both = first.followed_by(&second).unwrap();
        assert_eq!(
            names(&relisted(&entries, &both)),
            ["trace.json", "steps/0001-after.png", "steps/0001.json"]
        );
        assert_eq!(both.next_step(), 2);
    }

    #[test]
    fn broken_entries_are_an_error_and_no_panic() {
        let bytes = archive(&["trace.json"]);
        assert!(Directory::of_entries(Cursor::new(&bytes), 2).is_err());
        assert!(Directory::of_entries(Cursor::new(&bytes[..20]), 1).is_err());
        assert!(Directory::read(Cursor::new(&bytes[..bytes.len() - 5])).is_err());
    }
}
