//! What an application answers, and when.

use std::time::Duration;

use crate::asker::{IDLE, PATIENCE};
use crate::subject::Subject;

const NOW: Duration = Duration::ZERO;

#[test]
fn an_application_without_work_is_idle() {
    assert_eq!(Subject::installed().answer(PATIENCE), IDLE);
}

#[test]
fn the_answer_comes_when_the_last_work_has_ended() {
    let mut subject = Subject::installed();
    for order in ["begin save", "timer blink", "request mail", "busy"] {
        subject.tell(order);
    }
    let waiting = subject.asker().ask(PATIENCE);
    let endings = ["end save", "fired blink", "answered mail", "idle"];
    for ending in endings {
        assert_ne!(subject.answer(NOW), IDLE, "before: {ending}");
        subject.tell(ending);
    }
    assert_eq!(waiting.answer(), IDLE);
}

#[test]
fn what_is_under_way_is_told_when_the_time_is_over() {
    let mut subject = Subject::installed();
    for order in ["begin save", "request mail", "request mail", "timer blink"] {
        subject.tell(order);
    }
    let answer = subject.answer(NOW);
    assert!(
        answer.starts_with(
            r#"{"deskhand_idle":1,"idle":false,"work":[{"kind":"task","name":"save","count":1,"#
        )
    );
    assert!(answer.contains(r#"{"kind":"network","name":"mail","count":2,"since_ms":"#), "{answer}");
    assert!(answer.contains(r#"{"kind":"timer","name":"blink","count":1,"since_ms":"#), "{answer}");
}

#[test]
fn everybody_who_waits_is_answered() {
    let mut subject = Subject::installed();
    subject.tell("begin save");
    let waiting: Vec<_> = (0..20).map(|_| subject.asker().ask(PATIENCE)).collect();
    subject.tell("end save");
    for asker in waiting {
        assert_eq!(asker.answer(), IDLE);
    }
}

#[test]
fn with_a_probe_the_main_loop_must_have_run_dry() {
    let mut subject = Subject::installed();
    subject.tell("probe");
    let waiting = subject.asker().ask(PATIENCE);
    subject.tell("asked 1");
    assert!(subject.answer(NOW).contains(r#""work":[{"kind":"main-loop","name":"","count":1,"#));
    subject.tell("dry");
    assert_eq!(waiting.answer(), IDLE);
}

#[test]
fn work_that_begins_before_the_main_loop_is_dry_starts_over() {
    let mut subject = Subject::installed();
    subject.tell("probe");
    let waiting = subject.asker().ask(PATIENCE);
    subject.tell("asked 1");
    subject.tell("begin save");
    subject.tell("dry");
    assert!(subject.answer(NOW).contains(r#""name":"save""#));
    subject.tell("end save");
    subject.tell("asked 2");
    subject.tell("dry");
    assert_eq!(waiting.answer(), IDLE);
}

#[test]
fn a_main_loop_that_is_taken_out_keeps_nobody_waiting() {
    let mut subject = Subject::installed();
    subject.tell("probe");
    let waiting = subject.asker().ask(PATIENCE);
    subject.tell("asked 1");
    subject.tell("no-probe");
    assert_eq!(waiting.answer(), IDLE);
}

#[test]
fn another_probe_is_asked_in_place_of_the_first() {
    let mut subject = Subject::installed();
    subject.tell("bad-probe");
    let waiting = subject.asker().ask(PATIENCE);
    assert!(subject.answer(NOW).contains("main-loop"), "a hook that fails says nothing about the main loop");
    subject.tell("probe");
    subject.tell("asked 1");
    subject.tell("dry");
    assert_eq!(waiting.answer(), IDLE);
}
