//! Where the audit log is written: by a thread of its own, because a file or a pipe may keep a writer waiting, and then
//! only the log waits.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use deskhand_model::{Error, ErrorKind, Result};
use serde::Serialize;
use serde_json::json;
use tokio::sync::{mpsc, oneshot};

/// Lines that may wait to be written.
const WAITING: usize = 256;
/// How long the last lines are waited for.
const FAREWELL: Duration = Duration::from_secs(2);

/// Takes lines, and never keeps anybody waiting. Those that there is no room for are lost, and the log says how many.
pub(super) struct Ledger {
    entries: mpsc::Sender<Entry>,
    lost: Arc<AtomicU64>,
}

enum Entry {
    Line(Vec<u8>),
    /// Somebody wants to know when all that came before is written.
    Mark(oneshot::Sender<()>),
}

impl Ledger {
    /// Goes on with this file, which nobody else may read; `-` is standard error.
    pub(super) fn open(path: &Path) -> Result<Ledger> {
        let failed = |error: io::Error| {
            let message = format!("The audit log {} cannot be written: {error}", path.display());
            Error::new(ErrorKind::Io, message)
        };
        let file: Box<dyn Write + Send> = if path == Path::new("-") {
            Box::new(io::stderr())
        } else {
            let mut options = OpenOptions::new();
            options.append(true).create(true);
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            Box::new(options.open(path).map_err(failed)?)
        };
        Ledger::start(file, WAITING).map_err(failed)
    }

    fn start(file: Box<dyn Write + Send>, waiting: usize) -> io::Result<Ledger> {
        let (entries, coming) = mpsc::channel(waiting);
        let lost = Arc::new(AtomicU64::new(0));
        let writer = Writer { file, lost: lost.clone(), warned: false };
        std::thread::Builder::new().name("audit".to_owned()).spawn(move || writer.run(coming))?;
        Ok(Ledger { entries, lost })
    }

    /// Has a line written.
    pub(super) fn write(&self, line: &impl Serialize) {
        let Ok(text) = serde_json::to_vec(line) else { return };
        if self.entries.try_send(Entry::Line(text)).is_err() {
            self.lost.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Waits until what it was given is written, but not for ever.
    pub(super) async fn settle(&self) {
        let (mark, reached) = oneshot::channel();
        let settled = async {
            if self.entries.send(Entry::Mark(mark)).await.is_ok() {
                let _ = reached.await;
            }
        };
        if tokio::time::timeout(FAREWELL, settled).await.is_err() {
            tracing::warn!("the last lines of the audit log are not written: nobody takes them");
        }
    }
}

struct Writer {
    file: Box<dyn Write + Send>,
    lost: Arc<AtomicU64>,
    /// Whether it was said that nothing can be written.
    warned: bool,
}

impl Writer {
    fn run(mut self, mut coming: mpsc::Receiver<Entry>) {
        while let Some(entry) = coming.blocking_recv() {
            match entry {
                Entry::Line(text) => self.write(text),
                Entry::Mark(mark) => {
                    let _ = mark.send(());
                    continue;
                }
            }
            let lost = self.lost.swap(0, Ordering::Relaxed);
            if lost > 0 {
                let time = humantime::format_rfc3339_millis(SystemTime::now()).to_string();
                self.write(json!({ "time": time, "lost": lost }).to_string().into_bytes());
            }
        }
    }

    /// That a line cannot be written must not keep anybody from working, and is said once.
    fn write(&mut self, mut text: Vec<u8>) {
        text.push(b'\n');
        if let Err(error) = self.file.write_all(&text).and_then(|()| self.file.flush())
            && !std::mem::replace(&mut self.warned, true)
        {
            tracing::warn!(%error, "the audit log cannot be written");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::mpsc::{Receiver, Sender, channel};

    use serde_json::Value;

    use super::*;

    /// A file whose every write waits for leave, and tells that it does.
    struct Slow {
        leave: Receiver<()>,
        begins: Sender<()>,
        written: Arc<Mutex<Vec<u8>>>,
    }

    impl Write for Slow {
        fn write(&mut self, text: &[u8]) -> io::Result<usize> {
            let _ = self.begins.send(());
            let _ = self.leave.recv();
            self.written.lock().unwrap().extend_from_slice(text);
            Ok(text.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[tokio::test]
    async fn nobody_waits_for_a_slow_file_and_what_is_lost_is_counted() {
        let (go, leave) = channel();
        let (begins, begun) = channel();
        let written = Arc::new(Mutex::new(Vec::new()));
        let ledger = Ledger::start(Box::new(Slow { leave, begins, written: written.clone() }), 2).unwrap();
        ledger.write(&1);
        begun.recv_timeout(Duration::from_secs(20)).unwrap();
        for line in 2..=5 {
            ledger.write(&line);
        }
        drop(go);
        ledger.settle().await;
        let text = String::from_utf8(written.lock().unwrap().clone()).unwrap();
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!((&lines[0], &lines[1]["lost"]), (&json!(1), &json!(2)), "{text}");
        assert_eq!(lines[2..], [json!(2), json!(3)], "{text}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_file_that_takes_nothing_is_not_waited_for() {
        let (_go, leave) = channel();
        let (begins, _begun) = channel();
        let ledger = Ledger::start(Box::new(Slow { leave, begins, written: Arc::default() }), 2).unwrap();
        ledger.write(&1);
        ledger.settle().await;
    }
}
