//! Writes on a thread of its own, so that whoever looks for elements does not wait for a disk.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::shared::Shared;

/// How long to gather news before writing them: a test often looks for many elements in a row.
const GATHER: Duration = Duration::from_millis(300);

/// The thread that writes what is new a moment after it came.
#[derive(Debug)]
pub(crate) struct Writer {
    /// Dropped first, which ends the thread.
    news: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    pub(crate) fn start(shared: Arc<Shared>) -> Writer {
        let (news, to_write) = mpsc::channel();
        let thread =
            thread::Builder::new().name("fingerprints".to_owned()).spawn(move || run(&shared, &to_write));
        if let Err(error) = &thread {
            tracing::warn!(%error, "fingerprints are written at the end only");
        }
        Writer { news: Some(news), thread: thread.ok() }
    }

    pub(crate) fn tell(&self) {
        // Nobody listens where no thread could be started; what is new is then written at the end.
        let _ = self.news.as_ref().map(|news| news.send(()));
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.news = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn run(shared: &Shared, news: &Receiver<()>) {
    while news.recv().is_ok() {
        let until = Instant::now() + GATHER;
        let ended = loop {
            match news.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(()) => {}
                Err(RecvTimeoutError::Timeout) => break false,
                Err(RecvTimeoutError::Disconnected) => break true,
            }
        };
        if ended {
            // Whoever ends it writes the rest, and gets to know how that went.
            return;
        }
        if let Err(error) = shared.write() {
            tracing::warn!(%error, "fingerprints could not be written; they are kept for the next time");
        }
    }
}
