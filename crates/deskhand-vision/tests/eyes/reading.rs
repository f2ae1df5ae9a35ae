//! Looking for names as text.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use deskhand_engine::ports::{Sight, Vision};
use deskhand_model::{ErrorKind, Rect};
use deskhand_vision::{Eyes, EyesOptions, OcrOptions};
use tempfile::TempDir;

use crate::{PATIENCE, dialog, reading, sight};

/// Reading with as much time as it may have.
fn patient() -> OcrOptions {
    OcrOptions { budget: PATIENCE, ..OcrOptions::default() }
}

/// Eyes that only read, and fail the test where they cannot.
fn reader() -> Eyes {
    let eyes = reading(patient());
    assert!(!eyes.extra_time().is_zero(), "tesseract is not installed; scripts/setup installs it");
    eyes
}

/// A program that is called instead of tesseract. It does what a shell script says.
fn instead(folder: &TempDir, script: &str) -> PathBuf {
    let program = folder.path().join("tesseract");
    fs::write(&program, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&program, Permissions::from_mode(0o755)).unwrap();
    program
}

fn with_program(program: &Path, budget: Duration) -> Eyes {
    reading(OcrOptions { program: Some(program.to_owned()), languages: None, budget })
}

#[tokio::test]
async fn a_button_is_found_by_its_text() {
    for (picture, name, place) in [
        ("moved", "Save changes", Rect::new(11, 11, 195, 24)),
        ("larger", "Cancel", Rect::new(212, 11, 196, 32)),
        ("dark", "Play a sound when finished", Rect::new(11, 330, 598, 22)),
    ] {
        let sight = Sight { name: name.to_owned(), ..sight(&dialog(picture)) };
        let spotted = reader().spot(&sight, PATIENCE).await.unwrap();
        assert!(!spotted.is_empty(), "{name} in {picture}");
        let best = &spotted[0];
        assert_eq!(best.by, "ocr");
        assert!(place.intersection(best.place) == Some(best.place), "{name} in {picture}: {spotted:?}");
        assert!(best.confidence > 0.8, "{name} in {picture}: {spotted:?}");
    }
}

#[tokio::test]
async fn what_is_still_near_to_its_former_place_is_read_there() {
    let former = Some(Rect::new(30, 20, 162, 24));
    let sight = Sight { name: "Save changes".to_owned(), former, ..sight(&dialog("moved")) };
    let spotted = reader().spot(&sight, PATIENCE).await.unwrap();
    assert!(Rect::new(11, 11, 195, 24).contains(spotted[0].place.center()), "{spotted:?}");
}

#[tokio::test]
async fn what_has_left_its_former_place_is_read_elsewhere() {
    let former = Some(Rect::new(11, 265, 162, 24));
    let sight = Sight { name: "Restore defaults".to_owned(), former, ..sight(&dialog("moved")) };
    let spotted = reader().spot(&sight, PATIENCE).await.unwrap();
    assert!(Rect::new(414, 11, 195, 24).contains(spotted[0].place.center()), "{spotted:?}");
}

#[tokio::test]
async fn a_text_that_is_not_there_is_not_found() {
    let sight = Sight { name: "Publish everything".to_owned(), ..sight(&dialog("moved")) };
    assert_eq!(reader().spot(&sight, PATIENCE).await.unwrap(), []);
}

#[tokio::test]
async fn without_a_name_nobody_can_read() {
    let error = reader().spot(&sight(&dialog("moved")), PATIENCE).await.unwrap_err();
    assert_eq!(error.steps(), ["ocr: the element had no name to look for"]);
}

#[tokio::test]
async fn a_program_that_fails_is_told_of_with_its_last_words() {
    let folder = TempDir::new().unwrap();
    let program = instead(&folder, "echo first >&2; echo 'no language data' >&2; exit 3");
    let sight = Sight { name: "Save".to_owned(), ..sight(&dialog("moved")) };
    let error = with_program(&program, PATIENCE).spot(&sight, PATIENCE).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ActionFailed);
    assert!(error.steps()[0].contains("exit status: 3; no language data"), "{error:?}");
}

#[tokio::test]
async fn a_program_that_writes_nonsense_finds_nothing() {
    let folder = TempDir::new().unwrap();
    let program = instead(&folder, "cat >/dev/null; head -c 100000 /dev/urandom");
    let sight = Sight { name: "Save".to_owned(), ..sight(&dialog("moved")) };
    assert_eq!(with_program(&program, PATIENCE).spot(&sight, PATIENCE).await.unwrap(), []);
}

#[tokio::test]
async fn a_program_that_takes_too_long_is_ended() {
    let folder = TempDir::new().unwrap();
    let pid_file = folder.path().join("pid");
    let program =
        instead(&folder, &format!("echo $$ >{0}.new; mv {0}.new {0}; exec sleep 1000", pid_file.display()));
    let sight = Sight { name: "Save".to_owned(), ..sight(&dialog("moved")) };
    let error = with_program(&program, Duration::from_secs(4)).spot(&sight, PATIENCE).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout, "{error:?}");
    let pid = fs::read_to_string(pid_file).expect("the program started in time");
    until(|| !is_process(pid.trim())).await;
}

#[tokio::test]
async fn a_program_that_nobody_waits_for_is_ended() {
    let folder = TempDir::new().unwrap();
    let pid_file = folder.path().join("pid");
    let program =
        instead(&folder, &format!("echo $$ >{0}.new; mv {0}.new {0}; exec sleep 1000", pid_file.display()));
    let sight = Sight { name: "Save".to_owned(), ..sight(&dialog("moved")) };
    let eyes = with_program(&program, PATIENCE);
    let looking = tokio::spawn(async move { eyes.spot(&sight, PATIENCE).await });
    until(|| pid_file.exists()).await;
    looking.abort();
    assert!(looking.await.unwrap_err().is_cancelled());
    let pid = fs::read_to_string(pid_file).unwrap();
    until(|| !is_process(pid.trim())).await;
}

#[test]
fn a_missing_program_is_an_error_only_when_it_was_named() {
    let nowhere = OcrOptions { program: Some("/nowhere/tesseract".into()), ..OcrOptions::default() };
    let error = Eyes::new(EyesOptions { ocr: Some(nowhere), ..EyesOptions::default() }).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert!(Eyes::new(EyesOptions::default()).is_ok());
}

fn is_process(pid: &str) -> bool {
    Path::new("/proc").join(pid).exists()
}

async fn until(condition: impl Fn() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !condition() {
        assert!(Instant::now() < deadline, "it did not come to pass within {PATIENCE:?}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}
