//! Files that are unfinished, broken, hostile or something else.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use deskhand_engine::{Act, Engine};
use deskhand_model::{ErrorKind, Result};
use deskhand_schema::{Document, Trace};
use deskhand_sim::{Scenario, Sim, VirtualClock};
use deskhand_trace::{TraceFile, TraceOptions, Traced};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::support::{Place, TIME, locator, options, recorded};

/// Records so many steps.
fn record(file: &Path, steps: usize) {
    recorded(file, TraceOptions::default(), async |session| {
        for _ in 0..steps {
            session.apps(TIME).await.unwrap();
        }
    });
}

fn begin(file: &Path) -> Result<Traced> {
    let sim = Sim::new(&Scenario::demo(0), Arc::new(VirtualClock::new()));
    Traced::record(Arc::new(Engine::new(sim.ports())), file)
}

fn numbers(trace: &TraceFile) -> Vec<u32> {
    trace.steps.iter().map(|one| one.step.number).collect()
}

/// An archive with these entries.
fn archive(file: &Path, entries: &[(&str, &[u8])]) {
    let mut zip = ZipWriter::new(File::create(file).unwrap());
    for (name, bytes) in entries {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap();
}

fn header() -> Vec<u8> {
    let trace = Trace {
        tool: "test".to_owned(),
        version: "1".to_owned(),
        platform: "sim".to_owned(),
        started: "2026-01-01T00:00:00Z".to_owned(),
    };
    serde_json::to_vec(&Document::new(trace)).unwrap()
}

#[test]
fn a_file_cut_off_anywhere_is_read_as_far_as_it_goes() {
    let place = Place::new();
    record(&place.file(), 3);
    let whole = fs::read(place.file()).unwrap();
    let mut seen = std::collections::BTreeSet::new();
    for length in (0..whole.len()).rev().step_by(97) {
        fs::write(place.file(), &whole[..length]).unwrap();
        match TraceFile::open(&place.file()) {
            Ok(trace) => {
                let numbers = numbers(&trace);
                assert!(
                    numbers.iter().copied().eq(1..=numbers.len() as u32),
                    "{numbers:?} of {length} bytes"
                );
                assert!(trace.notes[0].contains("not finished"), "{:?}", trace.notes);
                seen.insert(numbers.len());
            }
            Err(error) => assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{error}"),
        }
    }
    assert!(seen.contains(&3) && seen.contains(&1), "{seen:?}");
}

#[test]
fn an_unfinished_trace_is_put_in_order_and_goes_on() {
    let place = Place::new();
    record(&place.file(), 2);
    let whole = fs::read(place.file()).unwrap();
    fs::write(place.file(), &whole[..whole.len() - 40]).unwrap();
    record(&place.file(), 1);
    let trace = place.read();
    assert_eq!((numbers(&trace), trace.notes.len()), (vec![1, 2, 3], 0));
}

#[test]
fn putting_in_order_touches_no_entry_that_is_whole() {
    let place = Place::new();
    recorded(&place.file(), TraceOptions::default(), async |session| {
        session.act(&locator("editor", "Save"), &Act::Press, &options()).await.unwrap();
    });
    let whole = fs::read(place.file()).unwrap();
    let entries = zip::ZipArchive::new(File::open(place.file()).unwrap()).unwrap().central_directory_start();
    fs::write(place.file(), &whole[..whole.len() - 1]).unwrap();
    drop(begin(&place.file()).unwrap());
    let ordered = fs::read(place.file()).unwrap();
    assert!(ordered.starts_with(&whole[..entries as usize]), "the bytes of all entries stay where they are");
    let trace = place.read();
    assert_eq!((numbers(&trace), trace.notes.len()), (vec![1], 0));
    assert!(trace.steps[0].before.is_some() && trace.steps[0].after.is_some());
}

#[test]
fn what_is_no_trace_is_refused_and_left_alone() {
    let place = Place::new();
    for bytes in [&b"a letter to grandmother"[..], b"PK\x03\x04 and then nothing", &[0; 4096]] {
        fs::write(place.file(), bytes).unwrap();
        for error in [begin(&place.file()).err().unwrap(), TraceFile::open(&place.file()).unwrap_err()] {
            assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{error}");
            assert!(error.message().contains("is not a trace"), "{error}");
        }
        assert_eq!(fs::read(place.file()).unwrap(), bytes);
    }
    archive(&place.file(), &[("readme.txt", b"hello")]);
    assert!(begin(&place.file()).err().unwrap().message().contains("without trace.json"));
}

#[test]
fn a_place_where_no_file_can_be_is_an_error_at_once() {
    let place = Place::new();
    fs::create_dir(place.file()).unwrap();
    assert!(begin(&place.file()).err().unwrap().message().contains("folder"));
    assert_eq!(begin(&place.file().join("missing/run.zip")).err().unwrap().kind(), ErrorKind::Io);
    assert_eq!(TraceFile::open(Path::new("/nowhere/run.zip")).unwrap_err().kind(), ErrorKind::Io);
}

#[test]
fn broken_steps_are_told_and_the_others_read() {
    let place = Place::new();
    record(&place.file(), 1);
    let good = {
        let mut zip = zip::ZipArchive::new(File::open(place.file()).unwrap()).unwrap();
        let mut text = String::new();
        std::io::Read::read_to_string(&mut zip.by_name("steps/0001.json").unwrap(), &mut text).unwrap();
        text
    };
    let newer = good.replace("\"schema_version\": 1", "\"schema_version\": 99");
    archive(
        &place.file(),
        &[
            ("trace.json", &header()),
            ("steps/0001.json", good.as_bytes()),
            ("steps/0001-after.png", b"no picture"),
            ("steps/0002.json", b"{"),
            ("steps/0003.json", newer.as_bytes()),
            ("steps/0004.json", &header()),
            ("steps/0005-after.png", b"without its step"),
            ("../../etc/passwd", b"a path that leads elsewhere"),
            ("steps/../0006.json", good.as_bytes()),
        ],
    );
    let trace = place.read();
    assert_eq!(numbers(&trace), [1]);
    assert!(trace.steps[0].after.is_none());
    let notes = trace.notes.join("\n");
    for told in [
        "steps/0001-after.png is not a picture",
        "step 2 cannot be read",
        "step 3 cannot be read: it is of version 99",
        "step 4 cannot be read: it is of kind `trace`",
    ] {
        assert!(notes.contains(told), "{told}: {notes}");
    }
}

#[test]
fn an_entry_that_unpacks_to_far_too_much_is_refused() {
    let place = Place::new();
    let bomb = vec![0; 65 << 20];
    archive(&place.file(), &[("trace.json", &header()), ("steps/0001.json", &bomb)]);
    assert!(fs::metadata(place.file()).unwrap().len() < 1 << 20, "it is small on disk");
    let error = TraceFile::open(&place.file()).unwrap_err();
    assert!(error.message().contains("more than"), "{error}");
}

#[test]
fn a_changed_byte_is_noticed() {
    let place = Place::new();
    record(&place.file(), 1);
    let mut bytes = fs::read(place.file()).unwrap();
    let at = bytes.windows(15).position(|name| name == b"steps/0001.json").unwrap() + 60;
    bytes[at] ^= 0xff;
    fs::write(place.file(), bytes).unwrap();
    let trace = place.read();
    assert!(trace.steps.is_empty() && trace.notes[0].contains("steps/0001.json"), "{:?}", trace.notes);
}

#[test]
fn a_trace_that_is_damaged_in_its_middle_is_not_written_over() {
    let place = Place::new();
    record(&place.file(), 3);
    let mut bytes = fs::read(place.file()).unwrap();
    let at = bytes.windows(15).position(|name| name == b"steps/0001.json").unwrap() + 60;
    bytes[at] ^= 0xff;
    // Its list of entries is damaged as well, so that nothing says where the later steps are.
    bytes.truncate(bytes.len() - 40);
    fs::write(place.file(), &bytes).unwrap();
    let error = begin(&place.file()).err().unwrap();
    assert!(error.message().contains("damaged"), "{error}");
    assert_eq!(fs::read(place.file()).unwrap(), bytes, "it is left as it is");
}

#[test]
fn a_pipe_is_no_trace_and_is_not_waited_for() {
    let place = Place::new();
    assert!(std::process::Command::new("mkfifo").arg(place.file()).status().unwrap().success());
    assert!(TraceFile::open(&place.file()).unwrap_err().message().contains("ordinary file"));
}

#[test]
fn a_trace_is_private() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    record(&place.file(), 1);
    assert_eq!(fs::metadata(place.file()).unwrap().permissions().mode() & 0o777, 0o600);
}

#[test]
fn a_step_that_was_only_begun_costs_none_of_those_before_it() {
    let place = Place::new();
    record(&place.file(), 2);
    let directory =
        zip::ZipArchive::new(File::open(place.file()).unwrap()).unwrap().central_directory_start();
    // The next step is written over the list of entries, whose end stays where it was.
    let mut bytes = fs::read(place.file()).unwrap();
    let begun = b"PK\x03\x04\x14\x00\x00\x00\x08\x00 half of a header";
    bytes[directory as usize..][..begun.len()].copy_from_slice(begun);
    fs::write(place.file(), bytes).unwrap();
    assert_eq!(numbers(&place.read()), [1, 2]);
    record(&place.file(), 1);
    let trace = place.read();
    assert_eq!((numbers(&trace), trace.notes.len()), (vec![1, 2, 3], 0));
}
