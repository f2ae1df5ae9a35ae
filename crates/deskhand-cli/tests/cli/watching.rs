//! windows --watch, window show, and what a refused change tells.

use std::io::{BufRead as _, BufReader, Lines};
use std::process::{Child, ChildStdout, Stdio};

use serde_json::Value;

use crate::desktop::{Desktop, deskhand, eventually};

/// A watch that is going on, and its documents.
struct Watch {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Watch {
    fn on(desktop: &Desktop, words: &[&str]) -> Watch {
        let words = [&["--desktop", &desktop.name, "windows", "--watch", "--json"], words].concat();
        let mut child = deskhand().args(words).stdout(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Watch { child, lines }
    }

    fn next(&mut self) -> Value {
        serde_json::from_str(&self.lines.next().unwrap().unwrap()).unwrap()
    }

    /// The exit code; only for a watch that ends by itself.
    fn end(mut self) -> i32 {
        let code = eventually("the end of the watch", || self.child.try_wait().unwrap()).code().unwrap();
        assert!(self.lines.next().is_none(), "it has told everything");
        code
    }
}

#[test]
fn a_watch_tells_each_change_once_with_numbers_without_a_hole() {
    let desktop = Desktop::start();
    let fixture = desktop.fixture("Watched");
    let mut watch = Watch::on(&desktop, &["--app", &fixture.app]);
    let first = watch.next();
    assert_eq!((&first["kind"], &first["as_of"]), (&"window-snapshot".into(), &0.into()));
    assert_eq!(first["windows"][0]["title"], "Watched");

    desktop.run(&["window", "move", "Watched", "70", "80"]).ok();
    desktop.run(&["window", "minimize", "Watched"]).ok();
    desktop.run(&["window", "close", "Watched"]).ok();
    for (number, event) in ["moved", "minimized", "destroyed"].into_iter().enumerate() {
        let told = watch.next();
        assert_eq!((&told["kind"], &told["event"]), (&"window-event".into(), &event.into()), "{told}");
        assert_eq!(told["sequence"], number + 1);
    }
    assert_eq!(watch.end(), 0, "its application has ended");
}

#[test]
fn a_watch_ends_when_it_has_told_enough_or_nobody_reads() {
    let desktop = Desktop::start();
    let _fixture = desktop.fixture("Watched");
    let mut watch = Watch::on(&desktop, &["--count", "1"]);
    watch.next();
    desktop.run(&["window", "move", "Watched", "70", "80"]).ok();
    assert_eq!(watch.next()["event"], "moved");
    assert_eq!(watch.end(), 0);

    // Nothing happens any more that it could fail to tell.
    let Watch { mut child, mut lines } = Watch::on(&desktop, &[]);
    lines.next().unwrap().unwrap();
    drop(lines);
    let code = eventually("the end of the watch", || child.try_wait().unwrap()).code();
    assert_eq!(code, Some(0));
}

#[test]
fn a_window_that_does_not_become_what_it_is_told_to_is_told_as_it_is() {
    let desktop = Desktop::start();
    let _fixture = desktop.fixture("Stubborn");
    let error = &desktop.json(&["window", "resize", "Stubborn", "10x10"], 1)["error"];
    assert_eq!(error["code"], "action_failed");
    assert_eq!(error["window"]["content"], desktop.window("Stubborn")["content"], "{error}");
}

#[test]
fn a_window_is_shown_with_the_evidence_for_its_element_or_the_reason_for_none() {
    let desktop = Desktop::start();
    let fixture = desktop.fixture("Shown");
    let joined = &desktop.json(&["window", "show", "Shown"], 0)["joined"];
    assert_eq!(
        (&joined["certainty"], &joined["evidence"]["title"]),
        (&"sure".into(), &true.into()),
        "{joined}"
    );

    fixture.signal("STOP");
    let alone = desktop.json(&["window", "show", "Shown"], 0);
    assert!(alone["joined"].is_null(), "{alone}");
    assert!(alone["no_element"].as_str().unwrap().contains("stopped"), "{alone}");
    fixture.signal("CONT");
}
