//! One connection to the socket of a plugin for short questions.

use std::io::{self, ErrorKind, Read as _, Write as _};
use std::os::unix::net::UnixStream;
use std::pin::Pin;
use std::time::Duration;

use bytes::Bytes;
use deskhand_page::line::{Arriving, frame};
use tokio::io::Interest;
use tokio::io::unix::AsyncFd;
use tokio::time::{Instant, Sleep, sleep};

/// How much is read at once.
const PART: usize = 16 * 1024;
/// Longer than anybody waits.
const FOR_EVER: Duration = Duration::from_secs(60 * 60 * 24 * 365);

/// A connection, which carries one question at a time.
pub(super) struct Line {
    talk: Talk,
    /// Rings when a question takes too long. It is put off for every question and not made anew, which the runtime's
    /// clock would have to be woken for.
    alarm: Pin<Box<Sleep>>,
}

struct Talk {
    /// What wakes us is that there is something to read. To a socket of this kind, that there is room to write is worth a
    /// wake-up after every question.
    stream: AsyncFd<UnixStream>,
    arriving: Arriving,
    part: Box<[u8]>,
}

/// What came of a question.
pub(super) enum Spoken {
    /// The answer.
    Answer(Bytes),
    /// The connection was closed before the question was sent: nobody has seen it.
    Unsent,
    /// The connection failed when the question was on its way.
    Lost(io::Error),
    /// Nothing came in time.
    Silence,
}

impl Line {
    pub(super) async fn open(name: &str, token: &[u8]) -> io::Result<Line> {
        // In this way an abstract name is written as a path.
        let stream = tokio::net::UnixStream::connect(format!("\0{name}")).await?.into_std()?;
        let mut talk = Talk {
            stream: registered(stream, Interest::READABLE)?,
            arriving: Arriving::new(usize::MAX),
            part: vec![0; PART].into_boxed_slice(),
        };
        talk.write(&frame(&[token]).map_err(io::Error::other)?).await?;
        Ok(Line { talk, alarm: Box::pin(sleep(FOR_EVER)) })
    }

    /// Asks and waits for the whole answer. A line whose question was given up in the middle must not be used again.
    pub(super) async fn ask(&mut self, question: &[u8], limit: Duration) -> Spoken {
        let Line { talk, alarm } = self;
        alarm.as_mut().reset(Instant::now() + limit.min(FOR_EVER));
        tokio::select! {
            biased;
            spoken = talk.speak(question) => spoken,
            () = alarm.as_mut() => Spoken::Silence,
        }
    }
}

impl Talk {
    async fn speak(&mut self, question: &[u8]) -> Spoken {
        if self.write(question).await.is_err() {
            return Spoken::Unsent;
        }
        match self.answer().await {
            Ok(answer) => Spoken::Answer(Bytes::from(answer)),
            Err(error) => Spoken::Lost(error),
        }
    }

    async fn write(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            match self.stream.get_ref().write(bytes) {
                Ok(count) => bytes = &bytes[count..],
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    let room = registered(self.stream.get_ref().try_clone()?, Interest::WRITABLE)?;
                    room.writable().await?.retain_ready();
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    async fn answer(&mut self) -> io::Result<Vec<u8>> {
        loop {
            if let Some(answer) = self.arriving.take().map_err(io::Error::other)? {
                return Ok(answer);
            }
            let mut ready = self.stream.readable().await?;
            let part = &mut self.part;
            match ready.try_io(|stream| stream.get_ref().read(part)) {
                Ok(Ok(0)) => return Err(ErrorKind::UnexpectedEof.into()),
                Ok(Ok(count)) => {
                    self.arriving.add(&self.part[..count]);
                    // All has been read. That is known without asking once more.
                    if count < self.part.len() {
                        ready.clear_ready();
                    }
                }
                Ok(Err(error)) if error.kind() == ErrorKind::Interrupted => {}
                Ok(Err(error)) => return Err(error),
                // There was nothing to read after all.
                Err(_) => {}
            }
        }
    }
}

/// A socket that the runtime watches for one thing only.
#[expect(unsafe_code)]
fn registered(stream: UnixStream, interest: Interest) -> io::Result<AsyncFd<UnixStream>> {
    // SAFETY: a stream of the standard library names the same descriptor for as long as it lives, and closes it only then.
    unsafe { AsyncFd::register_with_interest(stream, interest) }.map_err(io::Error::from)
}
