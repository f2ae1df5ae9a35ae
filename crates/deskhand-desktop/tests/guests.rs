//! Programs on a desktop that is there anyway, and programs whose output their owner reads.
#![cfg(target_os = "linux")]
#![expect(clippy::expect_used, reason = "what fails here fails a test")]

mod support;

use std::collections::BTreeMap;

use deskhand_desktop::{Guests, ProgramOutput};
use deskhand_engine::ports::{Exit, Launch};
use deskhand_model::ErrorKind;
use support::{host, processes_with, shell, start, wait_until};
use tokio::io::AsyncReadExt;

async fn guests() -> Guests {
    host().guests(BTreeMap::from([("DISPLAY".to_owned(), None)])).await.expect("a supervisor")
}

async fn everything(mut output: ProgramOutput) -> String {
    let mut text = String::new();
    output.read_to_string(&mut text).await.expect("its output");
    text
}

#[tokio::test]
async fn what_a_program_writes_is_read_until_it_ends() {
    let script = "echo one; echo two >&2; printf three";
    let desktop = start().await;
    let (pid, output) = desktop.launch_piped(&shell(script)).await.expect("a shell");
    assert_eq!(everything(output).await, "one\ntwo\nthree");
    assert_eq!(desktop.wait(pid).await.expect("its end"), Exit::Code(0));
    assert_eq!(desktop.ended(pid), Some(Exit::Code(0)));
    assert_eq!(desktop.log(pid).expect_err("no log").kind(), ErrorKind::InvalidArgument);
}

#[tokio::test]
async fn guests_have_the_variables_that_they_are_given() {
    let guests = guests().await;
    let launch = Launch {
        variables: BTreeMap::from([("DESKHAND_TEST_GUEST".to_owned(), "yes".to_owned())]),
        ..shell("echo ${DISPLAY-none} $DESKHAND_TEST_GUEST")
    };
    let (pid, output) = guests.launch_piped(&launch).await.expect("a shell");
    assert_eq!(everything(output).await, "none yes\n");
    assert_eq!(guests.wait(pid).await.expect("its end"), Exit::Code(0));
}

#[tokio::test]
async fn guests_that_have_left_their_parents_are_ended_too() {
    let guests = guests().await;
    let mark = format!("guest-{}", std::process::id());
    let launch = Launch {
        variables: BTreeMap::from([("DESKHAND_TEST_GUEST".to_owned(), mark.clone())]),
        ..shell("setsid sh -c 'trap \"\" TERM; sleep 600 & wait' & sleep 600")
    };
    let (pid, _output) = guests.launch_piped(&launch).await.expect("a shell");
    let left = || processes_with(&format!("DESKHAND_TEST_GUEST={mark}"));
    wait_until("all of them run", || left().len() >= 4);
    support::signal(pid, rustix::process::Signal::KILL);
    assert_eq!(guests.wait(pid).await.expect("its end"), Exit::Signal(9));
    assert!(!left().is_empty(), "its children live on");

    guests.end().await.expect("an end");

    assert!(left().is_empty());
}

#[tokio::test]
async fn a_program_that_cannot_be_started_says_why() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("text");
    std::fs::write(&file, "text").expect("a file");
    let guests = guests().await;
    for (program, kind) in [
        ("/nowhere/at/all", ErrorKind::MissingProgram),
        (file.to_str().expect("text"), ErrorKind::PermissionDenied),
    ] {
        let launch = Launch { command: vec![program.to_owned()], ..Launch::default() };
        assert_eq!(guests.launch_piped(&launch).await.expect_err(program).kind(), kind);
    }
}
