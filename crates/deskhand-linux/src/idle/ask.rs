//! One question and one answer.

use std::time::Duration;

use deskhand_idle_protocol::{Answer, LINE_LIMIT, Question};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixStream;
use tokio::time::Instant;

use super::door::Door;
use super::fault::Fault;

/// By how much an application's clock may run faster than ours.
const CLOCK_DRIFT: Duration = Duration::from_millis(50);

/// Asks, and waits for the answer. The caller has a deadline for it.
pub(super) async fn ask(Door(mut stream): Door, within: Duration) -> Result<Answer, Fault> {
    let asked = Instant::now();
    let question = Question { wait_ms: wait_ms(within) };
    // Whoever refuses may do so before it is asked, and closes the connection then: the answer tells, not this.
    let _ = stream.write_all(question.encode().as_bytes()).await;
    let line = line(&mut stream).await?;
    let answer = Answer::decode(&line).map_err(|error| Fault::Malformed { error, line: excerpt(&line) })?;
    if matches!(answer, Answer::Busy(_)) && asked.elapsed() + CLOCK_DRIFT < within {
        return Err(Fault::TooEarly { after: asked.elapsed() });
    }
    Ok(answer)
}

/// Whole milliseconds, none of them lost.
fn wait_ms(within: Duration) -> u64 {
    u64::try_from(within.as_nanos().div_ceil(1_000_000)).unwrap_or(u64::MAX)
}

/// Reads up to the end of the line. What comes after it is nobody's business.
async fn line(stream: &mut UnixStream) -> Result<Vec<u8>, Fault> {
    let mut line = Vec::new();
    loop {
        let mut part = [0; 4096];
        let read = stream.read(&mut part).await.map_err(|_| Fault::Closed)?;
        if read == 0 {
            return Err(Fault::Closed);
        }
        line.extend_from_slice(&part[..read]);
        if let Some(end) = line.iter().position(|&byte| byte == b'\n') {
            line.truncate(end);
            return Ok(line);
        }
        if line.len() >= LINE_LIMIT {
            return Err(Fault::Endless);
        }
    }
}

/// The beginning of a line, for a person to look at.
fn excerpt(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(&line[..line.len().min(240)]);
    let shown: String =
        text.chars().take(60).map(|char| if char.is_control() { '\u{fffd}' } else { char }).collect();
    if text.chars().count() > 60 { shown + "…" } else { shown }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_part_of_the_wait_is_lost() {
        assert_eq!(wait_ms(Duration::ZERO), 0);
        assert_eq!(wait_ms(Duration::from_micros(1)), 1);
        assert_eq!(wait_ms(Duration::from_millis(1500)), 1500);
        assert_eq!(wait_ms(Duration::MAX), u64::MAX);
    }

    #[test]
    fn an_excerpt_is_short_and_printable() {
        assert_eq!(excerpt(b"hello"), "hello");
        assert_eq!(excerpt(b"\x1b[2J\xff"), "\u{fffd}[2J\u{fffd}");
        assert_eq!(excerpt(&[b'x'; 100_000]).chars().count(), 61);
    }
}
