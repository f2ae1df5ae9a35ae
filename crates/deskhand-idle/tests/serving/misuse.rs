//! What an application does wrong does not harm it.

use std::time::Duration;

use crate::asker::{IDLE, PATIENCE};
use crate::subject::Subject;

#[test]
fn ends_without_a_beginning_are_ignored() {
    let mut subject = Subject::installed();
    for order in ["idle", "fired blink", "answered mail", "never-asked"] {
        subject.tell(order);
    }
    assert_eq!(subject.answer(PATIENCE), IDLE);
    subject.tell("busy");
    assert_ne!(subject.answer(Duration::ZERO), IDLE, "they are not kept for the next beginning");
}

#[test]
fn huge_names_and_endless_beginnings_are_told_in_one_line() {
    let mut subject = Subject::installed();
    subject.tell(&format!("timer {}", "ä".repeat(100_000)));
    for number in 0..5_000 {
        subject.tell(&format!("request {number}"));
    }
    let answer = subject.answer(Duration::ZERO);
    assert!(answer.len() < 64 * 1024, "{} bytes", answer.len());
    assert!(answer.contains("\"ää"), "{answer}");
}

#[test]
fn threads_do_not_lose_count() {
    let mut subject = Subject::installed();
    let waiting = subject.asker();
    subject.tell("begin save");
    let waiting = waiting.ask(PATIENCE);
    subject.tell("crowd");
    assert!(subject.answer(Duration::ZERO).contains(r#""work":[{"kind":"task","name":"save","count":1,"#));
    subject.tell("end save");
    assert_eq!(waiting.answer(), IDLE);
}

#[test]
fn a_forked_child_starts_afresh() {
    let mut subject = Subject::installed();
    assert_eq!(subject.tell("fork"), "fine");
    assert_eq!(subject.answer(PATIENCE), IDLE);
}
