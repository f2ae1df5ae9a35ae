//! The end of a desktop: nothing that ran on it stays.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use super::frames::Part;
use super::{Supervisor, descendants, sys};

/// How long a process may take to end by itself after SIGTERM.
const GRACE: Duration = Duration::from_millis(500);
/// How long the kernel may take to end what was killed. Only a process in an uninterruptible wait, or one that belongs
/// to another user, is still there afterwards; waiting longer would not help.
const PATIENCE: Duration = Duration::from_secs(3);

impl Supervisor {
    /// Ends every descendant, programs first, then removes the desktop's files.
    pub(super) fn tear_down(&mut self) {
        // Programs that lose their display complain into the terminal, so display and bus outlive them.
        let pillars: BTreeSet<u32> = (self.running.iter())
            .filter(|(_, part)| matches!(part, Part::Display | Part::Bus))
            .map(|(pid, _)| *pid)
            .collect();
        self.end_all_but(&pillars);
        self.end_all_but(&BTreeSet::new());
        self.display.release();
        self.folder.remove();
    }

    fn end_all_but(&mut self, spared: &BTreeSet<u32>) {
        for pid in self.left(spared) {
            sys::kill(pid, sys::SIGTERM);
            // A stopped process sees its SIGTERM only when it goes on.
            sys::kill(pid, sys::SIGCONT);
        }
        let grace = Instant::now() + GRACE;
        while Instant::now() < grace && !self.left(spared).is_empty() {
            self.pause();
        }
        // Again and again: a process may have started another one since the last look.
        let patience = Instant::now() + PATIENCE;
        while Instant::now() < patience {
            let left = self.left(spared);
            if left.is_empty() {
                break;
            }
            left.into_iter().for_each(|pid| sys::kill(pid, sys::SIGKILL));
            self.pause();
        }
    }

    /// Living descendants. Orphans have become children of this process, so none is missed.
    fn left(&mut self, spared: &BTreeSet<u32>) -> BTreeSet<u32> {
        if !self.reap() {
            return BTreeSet::new();
        }
        descendants::of(std::process::id()).difference(spared).copied().collect()
    }

    /// Until a child ends, or a moment: descendants that are not children end without a signal to us.
    fn pause(&mut self) {
        sys::poll(&mut [sys::Poll::readable(&self.signals)], Some(20));
        self.signalled();
    }
}
