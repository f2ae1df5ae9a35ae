//! Beginning and ending to serve.

use crate::asker::{IDLE, PATIENCE};
use crate::subject::Subject;

#[test]
fn installing_twice_is_installing_once() {
    let mut subject = Subject::start();
    let first = subject.tell("install");
    assert_eq!(first, subject.socket().display().to_string());
    assert_eq!(subject.tell("install"), first);
    assert_eq!(subject.answer(PATIENCE), IDLE);
}

#[test]
fn what_is_under_way_before_the_installation_counts() {
    let mut subject = Subject::start();
    subject.tell("begin start-up");
    subject.tell("install");
    let waiting = subject.asker().ask(PATIENCE);
    subject.tell("end start-up");
    assert_eq!(waiting.answer(), IDLE);
}

#[test]
fn an_application_that_stops_serving_can_begin_again() {
    let mut subject = Subject::installed();
    subject.tell("begin save");
    let waiting = subject.asker().ask(PATIENCE);
    subject.tell("uninstall");
    waiting.expect_no_answer();
    assert!(!subject.socket().exists());
    subject.tell("uninstall");
    subject.tell("install");
    let waiting = subject.asker().ask(PATIENCE);
    subject.tell("end save");
    assert_eq!(waiting.answer(), IDLE);
}

#[test]
fn without_a_place_for_the_socket_everything_else_still_works() {
    let mut subject = Subject::start();
    // A link where the folder should be is refused, and so is one in the user's own place, which is not this test's
    // to spoil: only the first is looked at here.
    let elsewhere = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(elsewhere.path(), subject.folder.path().join("deskhand")).unwrap();
    let served = subject.tell("install");
    assert!(!served.starts_with(&subject.folder.path().display().to_string()), "{served}");
    assert_eq!(std::fs::read_dir(elsewhere.path()).unwrap().count(), 0, "nothing went through the link");
    subject.tell("begin save");
    subject.tell("end save");
    subject.tell("uninstall");
}

#[test]
fn a_killed_application_leaves_only_a_file() {
    let subject = Subject::installed();
    let socket = subject.socket();
    let folder = subject.kill();
    assert!(folder.path().exists() && socket.exists());
    assert!(std::os::unix::net::UnixStream::connect(&socket).is_err(), "nobody is behind it");
}
