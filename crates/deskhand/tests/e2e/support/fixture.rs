//! A running fixture, and what it says of itself.

use std::cell::Cell;
use std::process::Command;

use deskhand::{Application, Exit, Target};

use super::{PATIENCE, Stage, Toolkit, eventually};

/// A fixture application on a stage.
pub(crate) struct Fixture<'a> {
    stage: &'a Stage,
    pub(crate) toolkit: Toolkit,
    pub(crate) title: String,
    pub(crate) pid: u32,
    /// Status lines that were expected, and came.
    seen: Cell<usize>,
}

impl<'a> Fixture<'a> {
    pub(crate) fn new(stage: &'a Stage, toolkit: Toolkit, title: &str, pid: u32) -> Fixture<'a> {
        Fixture { stage, toolkit, title: title.to_owned(), pid, seen: Cell::new(0) }
    }

    pub(crate) fn app(&self) -> Application {
        self.stage.desktop.app_of(self.pid).within(PATIENCE)
    }

    pub(crate) fn locate(&self, query: &str) -> Target {
        self.app().locate(query)
    }

    /// The button with this name.
    pub(crate) fn button(&self, name: &str) -> Target {
        self.locate(&format!("role:button name:\"{name}\""))
    }

    /// Everything that it has told on its standard output, in order: the ground truth of its effects.
    pub(crate) fn statuses(&self) -> Vec<String> {
        let log = self.stage.desktop.log(self.pid).expect("its output");
        log.lines().filter_map(status_in).map(str::to_owned).collect()
    }

    /// Returns when it has told this since the last expectation.
    pub(crate) async fn expect(&self, status: &str) {
        eventually(
            &format!("{:?} says `{status}`, having said {:?}", self.toolkit, self.statuses()),
            async || {
                let statuses = self.statuses();
                let from = self.seen.get().min(statuses.len());
                let at = statuses[from..].iter().position(|said| said == status)?;
                self.seen.set(from + at + 1);
                Some(())
            },
        )
        .await;
    }

    /// Whether it has ever told something that contains this.
    pub(crate) fn has_said(&self, part: &str) -> bool {
        self.statuses().iter().any(|status| status.contains(part))
    }

    /// Sends a signal by its name, `STOP` or `KILL`, to exactly this process.
    pub(crate) fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([format!("-{name}"), self.pid.to_string()]).status();
        assert!(sent.is_ok_and(|status| status.success()), "sending {name} to {}", self.pid);
    }

    /// Makes a fixture that mutates itself perform one step, and returns when it has: `count` mutations in all.
    pub(crate) async fn mutate(&self, count: usize) {
        match self.toolkit {
            // A page hears no signals.
            Toolkit::Chromium => {
                self.button("Mutate").press().await.expect("a press");
            }
            _ => self.signal("USR1"),
        }
        self.expect(&format!("mutated {count}")).await;
    }

    /// The last mutations that it has told of, for messages.
    pub(crate) fn last_mutations(&self, count: usize) -> Vec<String> {
        let log = self.stage.desktop.log(self.pid).expect("its output");
        let told = |line: &str| line.find("mutation ").map(|at| line[at..].to_owned());
        let mutations: Vec<String> = log.lines().filter_map(told).collect();
        mutations[mutations.len().saturating_sub(count)..].to_vec()
    }

    /// Returns when its process has ended.
    pub(crate) async fn end(&self) -> Exit {
        let end = tokio::time::timeout(PATIENCE, self.stage.desktop.wait(self.pid)).await;
        end.expect("its end in time").expect("how it ended")
    }
}

/// The effect that a line of output tells. Chromium wraps what a page logs: `[…CONSOLE…] "status: …", source: …`.
fn status_in(line: &str) -> Option<&str> {
    let (before, status) = line.split_once("status: ")?;
    if before.is_empty() { Some(status) } else { Some(status.split_once("\", source: ")?.0) }
}
