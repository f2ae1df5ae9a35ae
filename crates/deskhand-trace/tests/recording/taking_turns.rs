//! Several sessions that record into one file.

use std::collections::BTreeSet;
use std::fs::File;

use deskhand_trace::TraceOptions;

use crate::support::{Place, TIME, recorded};

#[test]
fn one_after_the_other_adds_its_steps_to_the_same_trace() {
    let place = Place::new();
    for tool in ["first", "second"] {
        let options = TraceOptions { tool: tool.to_owned(), ..TraceOptions::default() };
        recorded(&place.file(), options, async |session| {
            session.apps(TIME).await.unwrap();
        });
    }
    let trace = place.read();
    assert_eq!((trace.trace.tool.as_str(), trace.steps.len()), ("first", 2));
    let [one, two] = [0, 1].map(|index: usize| trace.steps[index].step.timing.started_ms);
    assert!(one <= two, "{one} {two}");
}

#[test]
fn several_at_once_take_turns_and_lose_nothing() {
    let place = Place::new();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                recorded(&place.file(), TraceOptions::default(), async |session| {
                    for _ in 0..5 {
                        session.apps(TIME).await.unwrap();
                    }
                });
            });
        }
    });
    let trace = place.read();
    let numbers: BTreeSet<u32> = trace.steps.iter().map(|one| one.step.number).collect();
    assert!(numbers.into_iter().eq(1..=20));
    assert!(trace.notes.is_empty(), "{:?}", trace.notes);
}

#[test]
fn nobody_waits_for_a_file_that_another_process_keeps_and_no_step_is_lost() {
    let place = Place::new();
    recorded(&place.file(), TraceOptions::default(), async |session| {
        let held = File::open(place.file()).unwrap();
        held.lock().unwrap();
        // More than wait with all that they have: those who record would wait for room, and room for the other.
        for _ in 0..40 {
            session.apps(TIME).await.unwrap();
        }
        drop(held);
    });
    assert_eq!(place.read().steps.len(), 40);
}

#[test]
fn steps_of_two_sessions_alternate_in_one_file() {
    let place = Place::new();
    for _ in 0..2 {
        recorded(&place.file(), TraceOptions::default(), async |session| {
            session.apps(TIME).await.unwrap();
            // Another one adds a step while this one remembers how the file ended.
            recorded_beside(&place);
            session.apps(TIME).await.unwrap();
        });
    }
    let trace = place.read();
    assert_eq!((trace.steps.len(), trace.notes.len()), (6, 0), "{:?}", trace.notes);
}

/// Records one step from another thread, and waits for it.
fn recorded_beside(place: &Place) {
    std::thread::scope(|scope| {
        scope.spawn(|| {
            recorded(&place.file(), TraceOptions::default(), async |session| {
                session.apps(TIME).await.unwrap();
            });
        });
    });
}
