//! Clients that are slow, silent, many, gone, or not of this user: the application does not suffer from them.

use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::asker::{IDLE, PATIENCE};
use crate::subject::Subject;

#[test]
fn nonsense_is_refused_with_a_reason() {
    let subject = Subject::installed();
    let refusal = |line: &[u8]| {
        let answer = subject.asker().send(line).answer();
        assert!(answer.starts_with(r#"{"deskhand_idle":1,"error":""#), "{answer}");
        answer
    };
    assert!(refusal(b"hello\n").contains("not a line of this protocol"));
    assert!(refusal(b"\xff\xfe\n").contains("not a line of this protocol"));
    assert!(refusal(b"{\"deskhand_idle\":1,\"wait_ms\":\"long\"}\n").contains("not a line"));
    assert!(refusal(b"{\"deskhand_idle\":2}\n").contains("version 2"));
    assert_eq!(subject.answer(PATIENCE), IDLE);
}

#[test]
fn the_longest_wait_is_still_a_wait() {
    let subject = Subject::installed();
    let question = format!("{{\"deskhand_idle\":1,\"wait_ms\":{}}}\n", u64::MAX);
    assert_eq!(subject.asker().send(question.as_bytes()).answer(), IDLE);
}

#[test]
fn a_question_may_come_in_pieces() {
    let subject = Subject::installed();
    let asker = subject.asker().send(b"{\"deskhand_idle\":1,").send(b"\"wait_ms\":0}").send(b"\n");
    assert_eq!(asker.answer(), IDLE);
}

#[test]
fn an_endless_question_is_cut_off() {
    let subject = Subject::installed();
    subject.asker().send(&[b'x'; 100_000]).expect_no_answer();
    assert_eq!(subject.answer(PATIENCE), IDLE);
}

#[test]
fn a_silent_client_is_dropped() {
    let subject = Subject::installed();
    subject.asker().expect_no_answer();
    subject.asker().send(b"{\"deskhand_idle\":1").expect_no_answer();
}

#[test]
fn only_so_many_may_ask_at_once_and_those_who_leave_make_room() {
    let mut subject = Subject::installed();
    subject.tell("begin save");
    let mut waiting: Vec<_> = (0..32).map(|_| subject.asker().ask(PATIENCE)).collect();
    let refused = subject.answer(PATIENCE);
    assert!(refused.contains("32 others are asking already"), "{refused}");

    waiting.truncate(8);
    let deadline = Instant::now() + PATIENCE;
    while subject.answer(Duration::ZERO).contains("error") {
        assert!(Instant::now() < deadline, "those who left still count");
    }
    subject.tell("end save");
    for asker in waiting {
        assert_eq!(asker.answer(), IDLE);
    }
}

#[test]
fn another_user_is_not_answered() {
    if !rustix::process::geteuid().is_root() {
        return; // Only root can act as somebody else.
    }
    let subject = Subject::installed();
    // Opens every door that keeps others from the socket; the last one is the application itself.
    let mut path = subject.socket();
    while path.starts_with(subject.folder.path()) {
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o777)).unwrap();
        path.pop();
    }
    let script = "import socket, sys
client = socket.socket(socket.AF_UNIX)
client.settimeout(30)
client.connect(sys.argv[1])
try:
    client.sendall(b'{\"deskhand_idle\":1,\"wait_ms\":0}\\n')
    print(client.recv(100))
except (BrokenPipeError, ConnectionResetError):
    print(b'')";
    let python = "/usr/bin/python3";
    let output =
        Command::new(python).args(["-c", script]).arg(subject.socket()).uid(65534).gid(65534).output();
    let output = output.unwrap_or_else(|error| panic!("{python}: {error}; `make setup` installs it"));
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "b''", "{output:?}");
    assert_eq!(subject.answer(PATIENCE), IDLE);
}
