//! What an application writes: where its plugin listens, and what it said last.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use deskhand_page::PORT_LINE;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::sync::watch;

/// How many lines are kept for an error.
const KEPT: usize = 10;
/// Longest part of a line that is kept.
const LONGEST: usize = 4096;
/// How long the last words of an application that has ended may be on their way.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// The output of an application. It is read to its end, whatever becomes of this value, so that the application never
/// waits for somebody to read it; what it says goes to the log.
#[derive(Clone, Debug)]
pub struct AppOutput {
    heard: watch::Receiver<Heard>,
    lines: Arc<Mutex<VecDeque<String>>>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Heard {
    port: Option<u16>,
    ended: bool,
}

impl AppOutput {
    /// Reads the output of the application with this name. Needs to be called on a runtime.
    pub fn of(name: &str, output: impl AsyncRead + Send + Unpin + 'static) -> AppOutput {
        let (tell, heard) = watch::channel(Heard::default());
        let lines = Arc::new(Mutex::new(VecDeque::with_capacity(KEPT)));
        tokio::spawn(read(name.to_owned(), output, Arc::clone(&lines), tell));
        AppOutput { heard, lines }
    }

    /// Returns when the plugin has said where it listens; `None` when the output has ended without that.
    pub(crate) async fn port(&self) -> Option<u16> {
        let mut heard = self.heard.clone();
        let found = heard.wait_for(|heard| heard.port.is_some() || heard.ended).await;
        found.ok().and_then(|heard| heard.port)
    }

    /// The last lines of an application that has ended, as the end of a sentence; empty when it said nothing.
    pub async fn last_words(&self) -> String {
        let mut heard = self.heard.clone();
        // Another process may hold the output open, and then there is no end to wait for.
        let _ = tokio::time::timeout(LAST_WORDS, heard.wait_for(|heard| heard.ended)).await;
        self.last_lines()
    }

    /// The last lines so far, as the end of a sentence; empty when there are none.
    pub fn last_lines(&self) -> String {
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.is_empty() {
            return String::new();
        }
        lines.iter().fold("; its last lines:".to_owned(), |text, line| text + "\n  " + line)
    }
}

/// Reads to the end.
async fn read(
    name: String,
    mut output: impl AsyncRead + Send + Unpin,
    lines: Arc<Mutex<VecDeque<String>>>,
    tell: watch::Sender<Heard>,
) {
    let (mut cutter, mut chunk) = (Lines::default(), [0; 4096]);
    let take = |line: String| {
        tracing::debug!(target: "deskhand_web::app", "{name}: {line}");
        if let Some(port) = announced(&line) {
            // The first one counts: a second instance in the same output belongs to somebody else.
            tell.send_if_modified(|heard| heard.port.is_none() && heard.port.replace(port).is_none());
        }
        let mut lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() == KEPT {
            lines.pop_front();
        }
        lines.push_back(line);
    };
    while let Ok(count @ 1..) = output.read(&mut chunk).await {
        cutter.cut(&chunk[..count], &take);
    }
    cutter.end(&take);
    tell.send_modify(|heard| heard.ended = true);
}

/// The port that a line announces. Something that was written without a newline may stand before it.
fn announced(line: &str) -> Option<u16> {
    let (_, rest) = line.split_once(PORT_LINE)?;
    rest.trim().parse().ok()
}

/// Cuts a stream into lines; of endless ones only the beginning is kept.
#[derive(Default)]
struct Lines(Vec<u8>);

impl Lines {
    fn cut(&mut self, chunk: &[u8], take: &impl Fn(String)) {
        let mut parts = chunk.split(|byte| *byte == b'\n').peekable();
        while let Some(part) = parts.next() {
            let room = LONGEST.saturating_sub(self.0.len());
            self.0.extend_from_slice(&part[..part.len().min(room)]);
            if parts.peek().is_some() {
                self.end(take);
            }
        }
    }

    /// Hands over what is there. Lines without anything in them say nothing.
    fn end(&mut self, take: &impl Fn(String)) {
        let line = String::from_utf8_lossy(&self.0).trim_end().to_owned();
        self.0.clear();
        if !line.is_empty() {
            take(line);
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncWriteExt;

    use super::*;

    #[test]
    fn a_port_is_found_in_its_line_and_nowhere_else() {
        assert_eq!(announced("[webdriver] listening on port 15087"), Some(15087));
        assert_eq!(announced("Loading…[webdriver] listening on port 15087\r"), Some(15087));
        assert_eq!(announced("[webdriver] listening on port 70000"), None);
        assert_eq!(announced("listening on port 15087"), None);
    }

    #[tokio::test]
    async fn the_port_is_heard_while_the_application_goes_on() {
        let (mut app, ours) = tokio::io::duplex(16);
        let output = AppOutput::of("app", ours);
        app.write_all(b"hello\n[webdriver] listening on po").await.unwrap();
        app.write_all(b"rt 4711\nmore\n[webdriver] listening on port 4712\n").await.unwrap();
        assert_eq!(output.port().await, Some(4711));
        drop(app);
        let last = output.last_words().await;
        assert!(last.ends_with("\n  more\n  [webdriver] listening on port 4712"), "{last}");
        assert_eq!(output.port().await, Some(4711));
    }

    #[tokio::test]
    async fn an_output_that_ends_without_a_port_is_not_waited_for() {
        let output = AppOutput::of("app", &b"one\n\ntwo"[..]);
        assert_eq!(output.port().await, None);
        assert_eq!(output.last_words().await, "; its last lines:\n  one\n  two");
    }

    #[tokio::test]
    async fn an_endless_line_is_read_but_not_kept() {
        let (mut app, ours) = tokio::io::duplex(1024);
        let output = AppOutput::of("app", ours);
        for _ in 0..100 {
            app.write_all(&[b'x'; 1000]).await.unwrap();
        }
        app.write_all(b"\nlast\n").await.unwrap();
        drop(app);
        let last = output.last_words().await;
        assert!(last.ends_with("x\n  last") && last.len() < 2 * LONGEST, "{}", last.len());
    }

    #[tokio::test]
    async fn only_the_last_lines_are_kept() {
        let text: String = (0..100).map(|number| format!("line {number}\n")).collect();
        let (mut app, ours) = tokio::io::duplex(64);
        let output = AppOutput::of("app", ours);
        app.write_all(text.as_bytes()).await.unwrap();
        drop(app);
        let last = output.last_words().await;
        assert_eq!(last.lines().count(), KEPT + 1);
        assert!(last.ends_with("line 99"), "{last}");
    }
}
