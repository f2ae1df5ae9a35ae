//! What moves the bytes of a connection: all that was said goes out at once, and what comes gets to where it belongs.

use std::convert::Infallible;
use std::io::{self, Write};
use std::os::unix::net::UnixStream as StdStream;
use std::sync::Arc;

use rustix::buffer::spare_capacity;
use rustix::io::Errno;
use tokio::io::Interest;
use tokio::io::unix::AsyncFd;
use tokio::net::UnixStream;

use super::connection::{Shared, gone};
use super::error::Error;
use super::message::{Message, length};

/// How much is read at once. Most of what comes is shorter than a hundred bytes.
const CHUNK: usize = 1 << 16;

/// More room is given back when it is empty.
const ROOMY: usize = 1 << 20;

/// Whatever ends the task ends the connection for everybody.
struct Ending(Arc<Shared>);

impl Drop for Ending {
    fn drop(&mut self) {
        self.0.end(gone());
    }
}

/// Reads and writes until the connection breaks or nobody needs it any more.
pub(super) async fn drive(stream: UnixStream, shared: Arc<Shared>) {
    let ending = Ending(shared);
    let Err(error) = carry(stream, &ending.0).await;
    tracing::debug!(%error, "a connection of the accessibility layer has ended");
    ending.0.end(error);
}

async fn carry(stream: UnixStream, shared: &Shared) -> Result<Infallible, Error> {
    // A stream of tokio's is also told whenever the other side has read: a wake-up for nothing after every message.
    let stream = registered(stream.into_std()?, Interest::READABLE)?;
    let mut incoming = Vec::with_capacity(CHUNK);
    let mut unsent = Vec::new();
    loop {
        // All that was said since is sent at once.
        unsent.append(&mut shared.state().outgoing);
        send(stream.get_ref(), &mut unsent)?;
        shared.state().unsent = unsent.len();
        // Who talks faster than it can be listened to must not keep everybody else from their turn.
        tokio::task::coop::consume_budget().await;
        tokio::select! {
            biased;
            ready = stream.readable() => {
                let mut ready = ready?;
                incoming.reserve(CHUNK / 2);
                let room = incoming.capacity() - incoming.len();
                match rustix::io::read(stream.get_ref(), spare_capacity(&mut incoming)) {
                    Ok(0) => return Err(gone()),
                    Ok(read) => {
                        if read < room {
                            // There is no more; what comes from now on is told anew.
                            ready.clear_ready();
                        }
                        take_in(shared, &mut incoming)?;
                    }
                    Err(Errno::AGAIN) => ready.clear_ready(),
                    Err(Errno::INTR) => {}
                    Err(error) => return Err(io::Error::from(error).into()),
                }
            }
            () = shared.stirred.notified() => {}
            ready = writable(stream.get_ref()), if !unsent.is_empty() => ready?,
        }
    }
}

#[expect(unsafe_code, reason = "the only way to be told of nothing but what there is to read")]
fn registered(stream: StdStream, interest: Interest) -> io::Result<AsyncFd<StdStream>> {
    // SAFETY: the stream owns its descriptor, and nobody takes it away as long as it is registered.
    unsafe { AsyncFd::register_with_interest(stream, interest) }.map_err(io::Error::from)
}

/// Returns when more can be sent.
async fn writable(stream: &StdStream) -> io::Result<()> {
    let stream = registered(stream.try_clone()?, Interest::WRITABLE)?;
    stream.writable().await.map(|_| ())
}

/// Sends as much as can be sent now.
fn send(mut stream: &StdStream, unsent: &mut Vec<u8>) -> Result<(), Error> {
    let mut sent = 0;
    while sent < unsent.len() {
        match stream.write(&unsent[sent..]) {
            Ok(bytes) => sent += bytes,
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            // What it has said before it hung up can still be read, up to the end.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => sent = unsent.len(),
            Err(error) => return Err(error.into()),
        }
    }
    unsent.drain(..sent);
    Ok(())
}

/// Takes all whole messages out of what has come.
fn take_in(shared: &Shared, incoming: &mut Vec<u8>) -> Result<(), Error> {
    let mut taken = 0;
    while let Some(length) = length(&incoming[taken..])? {
        let Some(bytes) = incoming.get(taken..taken + length) else {
            incoming.reserve(taken + length - incoming.len());
            break;
        };
        shared.take(Message::read(bytes)?);
        taken += length;
    }
    incoming.drain(..taken);
    if incoming.is_empty() && incoming.capacity() > ROOMY {
        incoming.shrink_to(CHUNK);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_said_before_hanging_up_can_still_be_read() {
        let (ours, theirs) = StdStream::pair().unwrap();
        (&theirs).write_all(b"said").unwrap();
        drop(theirs);
        let mut unsent = b"question".to_vec();
        send(&ours, &mut unsent).unwrap();
        assert!(unsent.is_empty());
        assert_eq!(std::io::read_to_string(&ours).unwrap(), "said");
    }
}
