//! One who asks, without any code of the library.

use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Duration;

/// How long anything may take on a machine that is busy with other things.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// A connection to an application.
pub(crate) struct Asker(UnixStream);

impl Asker {
    pub(crate) fn connect(socket: &Path) -> Asker {
        let stream = UnixStream::connect(socket).expect("the application listens");
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        Asker(stream)
    }

    /// Sends bytes as they are.
    pub(crate) fn send(mut self, bytes: &[u8]) -> Asker {
        // The application may have closed the connection by now, which is for the answer to show.
        let _ = self.0.write_all(bytes);
        self
    }

    /// Asks.
    pub(crate) fn ask(self, wait: Duration) -> Asker {
        let question = format!("{{\"deskhand_idle\":1,\"wait_ms\":{}}}\n", wait.as_millis());
        self.send(question.as_bytes())
    }

    /// The answer, which must be one line and then the end.
    pub(crate) fn answer(self) -> String {
        let mut reader = BufReader::new(self.0);
        let mut line = String::new();
        reader.read_line(&mut line).expect("an answer in time");
        assert!(has_ended(reader.read(&mut [0])), "one line only");
        line.trim_end().to_owned()
    }

    /// Waits for the end of the connection, before which no answer may come.
    pub(crate) fn expect_no_answer(mut self) {
        assert!(has_ended(self.0.read(&mut [0])), "an answer came");
    }
}

/// Whether that was the end of the connection. It is a reset where the application has not read everything.
fn has_ended(read: std::io::Result<usize>) -> bool {
    match read {
        Ok(read) => read == 0,
        Err(error) => error.kind() == std::io::ErrorKind::ConnectionReset,
    }
}

pub(crate) const IDLE: &str = r#"{"deskhand_idle":1,"idle":true}"#;
