//! The file as its users know it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use deskhand_engine::ports::{Fingerprints, Image};
use deskhand_engine::{Clue, Fingerprint, Heal, LocatorKey, Neighbour, Other, Step, Strategy};
use deskhand_model::{Candidate, ErrorKind, Rect, Role, Size};
use deskhand_schema::Document;

use crate::{FingerprintFile, HealReport};

fn folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("deskhand.fingerprints.json");
    (folder, file)
}

fn locator(query: &str) -> LocatorKey {
    LocatorKey { app: "editor".to_owned(), query: query.to_owned(), nth: None }
}

fn fingerprint(name: &str) -> Fingerprint {
    Fingerprint {
        role: Role::Button,
        name: name.to_owned(),
        description: String::new(),
        test_id: String::new(),
        id: name.to_lowercase(),
        window: "Untitled".to_owned(),
        path: vec![Step { role: Role::Button, name: name.to_owned(), id: String::new(), nth: 0, of: 1 }],
        before: vec![Neighbour { name: "Open".to_owned(), id: String::new() }],
        after: Vec::new(),
        others: vec![Other {
            role: Role::Button,
            name: "Cancel".to_owned(),
            description: String::new(),
            id: String::new(),
            test_id: String::new(),
            before: None,
            after: None,
            bounds: None,
        }],
        bounds: Some(Rect::new(1, 2, 30, 40)),
        window_size: Some(Size { width: 640, height: 480 }),
        thumbnail: Some(Arc::new(Image { width: 2, height: 1, rgb: vec![1, 2, 3, 4, 5, 6] })),
    }
}

fn heal(query: &str, suggested: &str) -> Arc<Heal> {
    let target = Candidate {
        role: Role::Button,
        name: suggested.to_owned(),
        id: String::new(),
        path: "window button".to_owned(),
        bounds: None,
        score: 0.97,
        differences: Vec::new(),
    };
    let clue = Clue { kind: "path".to_owned(), agreement: 1.0, told: "the same".to_owned() };
    Arc::new(Heal {
        locator: locator(query),
        suggested: suggested.to_owned(),
        strategy: Strategy::Title,
        confidence: 0.97,
        target,
        clues: vec![clue],
        rival: None,
        took: Duration::from_millis(3),
        used: true,
        cached: false,
    })
}

fn record(file: &Path, query: &str, name: &str) {
    let prints = FingerprintFile::open(file).unwrap();
    prints.record(&locator(query), Arc::new(fingerprint(name)));
    prints.flush().unwrap();
}

fn recall(file: &Path, query: &str) -> Option<Arc<Fingerprint>> {
    FingerprintFile::open(file).unwrap().recall(&locator(query))
}

#[test]
fn a_fingerprint_is_there_in_the_next_run_with_its_picture() {
    let (_folder, file) = folder();
    record(&file, "Save", "Save");
    assert_eq!(*recall(&file, "Save").unwrap(), fingerprint("Save"));
    assert_eq!(recall(&file, "Open"), None);
}

#[test]
fn what_is_not_flushed_is_written_at_the_end() {
    let (_folder, file) = folder();
    let prints = FingerprintFile::open(&file).unwrap();
    prints.record(&locator("Save"), Arc::new(fingerprint("Save")));
    prints.healed(&heal("Save", "Store"));
    drop(prints);
    assert!(recall(&file, "Save").is_some());
    assert_eq!(HealReport::read(file.with_file_name("deskhand.heals.json")).unwrap().heals.len(), 1);
}

#[test]
fn the_file_is_sorted_and_has_a_key_per_line() {
    let (_folder, file) = folder();
    let prints = FingerprintFile::open(&file).unwrap();
    for (app, query, nth) in [("b", "a", None), ("a", "b", Some(1)), ("a", "b", None), ("a", "a", None)] {
        let locator = LocatorKey { app: app.to_owned(), query: query.to_owned(), nth };
        prints.record(&locator, Arc::new(fingerprint("Save")));
    }
    prints.flush().unwrap();
    let text = fs::read_to_string(&file).unwrap();
    let mut keys = Vec::new();
    for line in text.lines().map(str::trim) {
        assert!(line.matches("\": ").count() <= 1, "{line}");
        if line.starts_with("\"app\"") || line.starts_with("\"query\"") {
            keys.push(line.trim_end_matches(','));
        }
    }
    let app = |name| format!("\"app\": \"{name}\"");
    let query = |name| format!("\"query\": \"{name}\"");
    assert_eq!(
        keys,
        [app("a"), query("a"), app("a"), query("b"), app("a"), query("b"), app("b"), query("a")]
    );
    assert!(
        text.starts_with("{\n  \"schema_version\": 1,\n  \"kind\": \"fingerprints\",\n  \"locators\": [\n")
    );
    assert!(text.ends_with("]\n}\n"));
    let read: Document<deskhand_schema::Fingerprints> = serde_json::from_str(&text).unwrap();
    assert_eq!(read.body.locators.len(), 4);
}

#[test]
fn a_file_that_would_stay_the_same_is_not_written() {
    let (_folder, file) = folder();
    record(&file, "Save", "Save");
    // Another form of the same content shows whether it was written.
    let text = fs::read_to_string(&file).unwrap().replace("  ", " ");
    fs::write(&file, &text).unwrap();
    record(&file, "Save", "Save");
    let prints = FingerprintFile::open(&file).unwrap();
    let blind = Fingerprint { thumbnail: None, ..fingerprint("Save") };
    prints.record(&locator("Save"), Arc::new(blind));
    prints.flush().unwrap();
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
    record(&file, "Save", "Store");
    assert_eq!(recall(&file, "Save").unwrap().name, "Store");
}

#[test]
fn processes_at_the_same_time_do_not_lose_each_others_entries() {
    let (_folder, file) = folder();
    thread::scope(|scope| {
        for process in 0..6 {
            let file = &file;
            scope.spawn(move || {
                // Opened before anybody has written: each knows nothing of the others.
                let prints = FingerprintFile::open(file).unwrap();
                for number in 0..10 {
                    let query = format!("{process}-{number}");
                    prints.record(&locator(&query), Arc::new(fingerprint(&query)));
                    prints.healed(&heal("Save", &query));
                    prints.flush().unwrap();
                }
            });
        }
    });
    let prints = FingerprintFile::open(&file).unwrap();
    for process in 0..6 {
        for number in 0..10 {
            let query = format!("{process}-{number}");
            assert_eq!(prints.recall(&locator(&query)).unwrap().name, query);
        }
    }
    let report = HealReport::read(&prints.place().report).unwrap();
    assert_eq!(report.heals.iter().map(|entry| entry.times).collect::<Vec<_>>(), [60]);
}

#[test]
fn what_others_have_written_is_known_after_a_flush() {
    let (_folder, file) = folder();
    let prints = FingerprintFile::open(&file).unwrap();
    record(&file, "Open", "Open");
    assert!(prints.recall(&locator("Open")).is_none());
    prints.record(&locator("Save"), Arc::new(fingerprint("Save")));
    prints.flush().unwrap();
    assert_eq!(prints.recall(&locator("Open")).unwrap().name, "Open");
}

#[test]
fn a_corrupt_file_is_told_with_its_line_and_never_overwritten() {
    let (_folder, file) = folder();
    for (text, told) in [
        ("{\n  \"kind\": fingerprints\n}", "line 2"),
        ("[]", "kind `fingerprints`"),
        ("{\"kind\": \"receipt\", \"schema_version\": 1}", "kind `fingerprints`"),
        ("{\"kind\": \"fingerprints\"}", "schema_version"),
        ("{\"kind\": \"fingerprints\", \"schema_version\": 2, \"locators\": []}", "schema_version 2"),
        ("{\"kind\": \"fingerprints\", \"schema_version\": 1}", "no list"),
    ] {
        fs::write(&file, text).unwrap();
        let error = FingerprintFile::open(&file).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{text}");
        assert!(error.message().contains(told), "{error}");
        assert!(error.advice().is_some(), "{error}");
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }
    fs::write(&file, "<<<<<<< ours\n{}\n=======\n{}\n>>>>>>> theirs\n").unwrap();
    assert!(FingerprintFile::open(&file).unwrap_err().advice().unwrap().contains("merge"));
    fs::write(&file, [0xff, 0xfe]).unwrap();
    assert_eq!(FingerprintFile::open(&file).unwrap_err().kind(), ErrorKind::InvalidArgument);
}

#[test]
fn a_file_that_became_corrupt_meanwhile_is_not_overwritten_and_nothing_is_lost() {
    let (_folder, file) = folder();
    let prints = FingerprintFile::open(&file).unwrap();
    fs::write(&file, "half a fi").unwrap();
    prints.record(&locator("Save"), Arc::new(fingerprint("Save")));
    assert_eq!(prints.flush().unwrap_err().kind(), ErrorKind::InvalidArgument);
    assert_eq!(fs::read_to_string(&file).unwrap(), "half a fi");
    fs::remove_file(&file).unwrap();
    prints.flush().unwrap();
    assert!(recall(&file, "Save").is_some());
}

#[test]
fn one_bad_entry_is_told_and_does_not_lose_the_others() {
    let (_folder, file) = folder();
    record(&file, "Save", "Save");
    let text = fs::read_to_string(&file).unwrap();
    let bad = "\"locators\": [ {\"app\": \"editor\", \"query\": \"Bad\", \"element\": 5}, ";
    fs::write(&file, text.replace("\"locators\": [", bad)).unwrap();
    let prints = FingerprintFile::open(&file).unwrap();
    assert_eq!(prints.complaints().len(), 1);
    assert!(prints.complaints()[0].contains("`Bad`"), "{:?}", prints.complaints());
    assert!(prints.recall(&locator("Save")).is_some());
    prints.record(&locator("Open"), Arc::new(fingerprint("Open")));
    prints.flush().unwrap();
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("\"query\": \"Bad\"") && text.contains("\"element\": 5"), "{text}");
}

#[test]
fn an_entry_that_stands_twice_is_told() {
    let (_folder, file) = folder();
    record(&file, "Save", "Save");
    let text = fs::read_to_string(&file).unwrap();
    let (start, entry) = text.split_once("\"locators\": [").unwrap();
    let (entry, end) = entry.rsplit_once(']').unwrap();
    fs::write(&file, format!("{start}\"locators\": [{entry},{entry}]{end}")).unwrap();
    let prints = FingerprintFile::open(&file).unwrap();
    assert!(prints.complaints()[0].contains("twice"), "{:?}", prints.complaints());
}

#[test]
fn a_picture_that_is_missing_costs_only_the_picture() {
    let (_folder, file) = folder();
    record(&file, "Save", "Save");
    fs::remove_dir_all(file.with_extension("")).unwrap();
    let found = recall(&file, "Save").unwrap();
    assert_eq!((found.name.as_str(), &found.thumbnail), ("Save", &None));
}

#[test]
fn a_renamed_locator_takes_its_fingerprint_and_picture_along() {
    let (_folder, file) = folder();
    record(&file, "Save", "Save");
    let prints = FingerprintFile::open(&file).unwrap();
    let renamed = [(locator("Save"), locator("Store"))];
    assert_eq!(prints.rename(&renamed), 1);
    assert_eq!(prints.rename(&renamed), 0);
    prints.flush().unwrap();
    assert_eq!(recall(&file, "Save"), None);
    assert_eq!(*recall(&file, "Store").unwrap(), fingerprint("Save"));
    assert_eq!(fs::read_dir(file.with_extension("")).unwrap().count(), 1);
}

#[test]
fn a_locator_that_has_a_fingerprint_keeps_it_when_another_becomes_it() {
    let (_folder, file) = folder();
    record(&file, "Save", "Save");
    record(&file, "Store", "Store");
    let prints = FingerprintFile::open(&file).unwrap();
    assert_eq!(prints.rename(&[(locator("Save"), locator("Store"))]), 1);
    prints.flush().unwrap();
    assert_eq!(recall(&file, "Save"), None);
    assert_eq!(*recall(&file, "Store").unwrap(), fingerprint("Store"));
    assert_eq!(fs::read_dir(file.with_extension("")).unwrap().count(), 1);
}

#[test]
fn locators_that_change_places_change_their_fingerprints() {
    let (_folder, file) = folder();
    record(&file, "A", "First");
    record(&file, "B", "Second");
    let prints = FingerprintFile::open(&file).unwrap();
    prints.rename(&[(locator("A"), locator("B")), (locator("B"), locator("A"))]);
    prints.flush().unwrap();
    assert_eq!(*recall(&file, "A").unwrap(), fingerprint("Second"));
    assert_eq!(*recall(&file, "B").unwrap(), fingerprint("First"));
}

#[test]
fn a_file_of_somebody_else_that_is_called_a_picture_is_neither_read_nor_removed() {
    let (folder, file) = folder();
    record(&file, "Save", "Save");
    let victim = folder.path().join("victim.txt");
    fs::write(&victim, "precious").unwrap();
    let text = fs::read_to_string(&file).unwrap();
    let start = text.find("\"thumbnail\": \"").unwrap();
    let name = &text[start..start + text[start..].find('\n').unwrap()];
    for strange in [victim.to_str().unwrap(), "../victim.txt"] {
        fs::write(&file, text.replace(name, &format!("\"thumbnail\": \"{strange}\""))).unwrap();
        let prints = FingerprintFile::open(&file).unwrap();
        assert!(prints.complaints()[0].contains("victim.txt"), "{:?}", prints.complaints());
        assert_eq!(prints.recall(&locator("Save")).unwrap().thumbnail, None);
        prints.rename(&[(locator("Save"), locator("Store"))]);
        prints.flush().unwrap();
        assert_eq!(fs::read_to_string(&victim).unwrap(), "precious");
        assert_eq!(recall(&file, "Store").unwrap().name, "Save");
    }
}

#[cfg(unix)]
#[test]
fn nobody_waits_for_the_picture_of_somebody_else() {
    use std::io::Write;
    use std::process::Command;
    use std::sync::mpsc;

    const PATIENCE: Duration = Duration::from_secs(20);
    let (_folder, file) = folder();
    record(&file, "Save", "Save");
    let picture = fs::read_dir(file.with_extension("")).unwrap().next().unwrap().unwrap().path();
    let content = fs::read(&picture).unwrap();
    record(&file, "Open", "Open");
    // A picture on a slow disk: whoever reads it waits until somebody writes.
    fs::remove_file(&picture).unwrap();
    assert!(Command::new("mkfifo").arg(&picture).status().unwrap().success());
    let prints = Arc::new(FingerprintFile::open(&file).unwrap());
    let ask = |query: &'static str| {
        let (tell, told) = mpsc::channel();
        let prints = prints.clone();
        thread::spawn(move || tell.send(prints.recall(&locator(query))));
        told
    };
    let slow = ask("Save");
    let (tell, opened) = mpsc::channel();
    // Returns once somebody reads.
    thread::spawn(move || tell.send(fs::File::options().write(true).open(picture).unwrap()));
    let mut pipe = opened.recv_timeout(PATIENCE).unwrap();
    let quick = ask("Open").recv_timeout(PATIENCE);
    pipe.write_all(&content).unwrap();
    drop(pipe);
    assert_eq!(*quick.unwrap().unwrap(), fingerprint("Open"));
    assert_eq!(*slow.recv_timeout(PATIENCE).unwrap().unwrap(), fingerprint("Save"));
}

#[test]
fn a_file_is_known_by_what_is_in_it() {
    let (_folder, file) = folder();
    assert!(!FingerprintFile::is_at(&file));
    let prints = FingerprintFile::open(&file).unwrap();
    prints.record(&locator("Save"), Arc::new(fingerprint("Save")));
    prints.healed(&heal("Save", "Store"));
    prints.flush().unwrap();
    assert!(FingerprintFile::is_at(&file));
    assert!(!FingerprintFile::is_at(&prints.place().report));
}

#[test]
fn heals_stay_in_the_report_until_they_are_settled() {
    let (_folder, file) = folder();
    let prints = FingerprintFile::open(&file).unwrap();
    prints.healed(&heal("Save", "Store"));
    prints.healed(&heal("Save", "Keep"));
    prints.flush().unwrap();
    prints.healed(&heal("Save", "Keep"));
    prints.healed(&heal("Open", "Load"));
    prints.flush().unwrap();
    let report = HealReport::read(&prints.place().report).unwrap();
    let told = |report: &HealReport| -> Vec<(String, String, u64)> {
        let one = |entry: &deskhand_schema::HealEntry| {
            (entry.heal.query.clone(), entry.heal.suggested.clone(), entry.times)
        };
        report.heals.iter().map(one).collect()
    };
    let open = ("Open".to_owned(), "Load".to_owned(), 1);
    assert_eq!(told(&report), [open.clone(), ("Save".to_owned(), "Keep".to_owned(), 3)]);
    report.settle(&[locator("Save")]).unwrap();
    assert_eq!(told(&HealReport::read(&report.file).unwrap()), [open]);
    assert!(!file.exists(), "nothing was recorded");
}

#[test]
fn a_report_that_is_not_there_is_told() {
    let (folder, _) = folder();
    let error = HealReport::read(folder.path().join("none.json")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Io);
    assert!(error.advice().is_some());
}
