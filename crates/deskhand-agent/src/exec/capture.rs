//! What a command writes, kept up to a limit.

use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::time::timeout;

/// Bytes that are kept of each stream.
pub(super) const KEPT: usize = 4 << 20;

/// How long a stream has to be silent, once the shell has ended, to be taken for complete.
const SILENCE: Duration = Duration::from_millis(100);

/// What one stream of a command has brought so far.
#[derive(Debug)]
pub(super) struct Capture<R> {
    /// `None` once it has ended.
    stream: Option<R>,
    kept: Vec<u8>,
    /// Bytes thrown away because there were too many.
    cut: u64,
}

/// What is known of a stream in the end.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Captured {
    pub(super) text: String,
    /// Bytes thrown away because there were too many.
    pub(super) cut: u64,
}

impl<R: AsyncRead + Unpin> Capture<R> {
    pub(super) fn new(stream: Option<R>) -> Capture<R> {
        Capture { stream, kept: Vec::new(), cut: 0 }
    }

    /// Reads until the stream ends. Giving up in between loses nothing.
    pub(super) async fn read_to_end(&mut self) {
        while self.read_some().await {}
    }

    /// Reads what is still on its way: until the stream ends or is silent.
    pub(super) async fn read_until_silent(&mut self) {
        while matches!(timeout(SILENCE, self.read_some()).await, Ok(true)) {}
    }

    /// Reads once, also beyond the limit, so that the command is never held up. Whether there may be more.
    async fn read_some(&mut self) -> bool {
        let Some(stream) = &mut self.stream else { return false };
        let mut piece = [0; 16 << 10];
        match stream.read(&mut piece).await {
            Ok(count) if count > 0 => {
                self.keep(&piece[..count]);
                true
            }
            _ => {
                self.stream = None;
                false
            }
        }
    }

    fn keep(&mut self, piece: &[u8]) {
        let fits = piece.len().min(KEPT - self.kept.len());
        self.kept.extend_from_slice(&piece[..fits]);
        self.cut += (piece.len() - fits) as u64;
    }

    /// Takes out what was read, and leaves the stream to whoever still has to empty it.
    pub(super) fn finish(self) -> (Captured, Option<R>) {
        let Capture { stream, mut kept, cut } = self;
        if cut > 0 {
            kept.truncate(whole_characters(&kept));
        }
        let text = String::from_utf8(kept)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
        (Captured { text, cut }, stream)
    }
}

/// How many of these bytes there are without a character that was cut in two at the end.
fn whole_characters(bytes: &[u8]) -> usize {
    let tail = bytes.len().saturating_sub(3);
    (tail..bytes.len())
        .find(|&at| {
            let needed = match bytes[at] {
                0xC2..=0xDF => 2,
                0xE0..=0xEF => 3,
                0xF0..=0xF4 => 4,
                _ => 1,
            };
            at + needed > bytes.len()
        })
        .unwrap_or(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn captured(bytes: &[u8]) -> Captured {
        let mut capture = Capture::new(Some(bytes));
        capture.read_to_end().await;
        capture.finish().0
    }

    #[tokio::test]
    async fn text_is_kept_as_it_is() {
        assert_eq!(captured("grün\n".as_bytes()).await, Captured { text: "grün\n".to_owned(), cut: 0 });
    }

    #[tokio::test]
    async fn bytes_that_are_no_text_are_replaced() {
        assert_eq!(captured(b"a\xFFb\xC3").await.text, "a\u{FFFD}b\u{FFFD}");
    }

    #[tokio::test]
    async fn what_is_too_much_is_counted() {
        let captured = captured(&vec![b'x'; KEPT + 5]).await;
        assert_eq!((captured.text.len(), captured.cut), (KEPT, 5));
    }

    #[tokio::test]
    async fn the_cut_does_not_go_through_a_character() {
        let mut bytes = vec![b'x'; KEPT - 2];
        bytes.extend("€ and more".as_bytes());
        let captured = captured(&bytes).await;
        assert_eq!(captured.text.len(), KEPT - 2);
        assert!(captured.text.ends_with('x'));
    }

    #[test]
    fn a_character_is_whole_or_left_out() {
        for (text, whole) in
            [(&b""[..], 0), (b"abc", 3), (b"\xC3\xBC", 2), (b"a\xC3", 1), (b"a\xF0\x9F\x98", 1), (b"\xFF", 1)]
        {
            assert_eq!(whole_characters(text), whole, "{text:?}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_stream_that_somebody_holds_open_is_left_when_it_is_silent() {
        let (mut writer, reader) = tokio::io::duplex(64);
        tokio::io::AsyncWriteExt::write_all(&mut writer, b"last words").await.unwrap();
        let mut capture = Capture::new(Some(reader));
        capture.read_until_silent().await;
        let (captured, rest) = capture.finish();
        assert_eq!(captured.text, "last words");
        assert!(rest.is_some());
    }
}
