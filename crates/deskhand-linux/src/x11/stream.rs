//! The socket to the X server, with a deadline on every wait.
//!
//! x11rb blocks until the server answers. Its [`Stream`] trait is the one place where it waits, so that is where
//! the deadline is: a server that hangs ends the call with an error instead of holding the thread.

use std::cell::Cell;
use std::io;
use std::net::{TcpStream, ToSocketAddrs};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::net::{AddressFamily, SocketAddrUnix, SocketFlags, SocketType, connect, socket_with};
use x11rb::reexports::x11rb_protocol::parse_display::ConnectAddress;
use x11rb::reexports::x11rb_protocol::xauth::Family;
use x11rb::rust_connection::{DefaultStream, PollMode, Stream};
use x11rb::utils::RawFdContainer;

/// Time between two attempts when the server's queue of connections is full.
const RETRY: Duration = Duration::from_millis(5);

/// The server's address as its cookie file has it.
pub(super) type Peer = (Family, Vec<u8>);

/// A connection to an X server whose waits end at a deadline.
#[derive(Debug)]
pub(super) struct TimedStream {
    inner: DefaultStream,
    deadline: Cell<Instant>,
}

impl TimedStream {
    /// Connects before `deadline`, which then applies until [`TimedStream::set_deadline`] is called.
    pub(super) fn connect(
        address: &ConnectAddress<'_>,
        deadline: Instant,
    ) -> io::Result<(TimedStream, Peer)> {
        let (inner, peer) = match address {
            ConnectAddress::Socket(path) => DefaultStream::from_unix_stream(connect_unix(path, deadline)?)?,
            ConnectAddress::Hostname(host, port) => {
                DefaultStream::from_tcp_stream(connect_tcp(host, *port, deadline)?)?
            }
            _ => return Err(io::ErrorKind::Unsupported.into()),
        };
        Ok((TimedStream { inner, deadline: Cell::new(deadline) }, peer))
    }

    /// When waits end from now on.
    pub(super) fn set_deadline(&self, deadline: Instant) {
        self.deadline.set(deadline);
    }

    /// When waits end.
    pub(super) fn deadline(&self) -> Instant {
        self.deadline.get()
    }

    /// Waits until there is something to read; `false` when `until` came first.
    pub(super) fn readable_before(&self, until: Instant) -> io::Result<bool> {
        wait(self.inner.as_fd(), PollFlags::IN, until)
    }
}

impl AsFd for TimedStream {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.inner.as_fd()
    }
}

impl Stream for TimedStream {
    fn poll(&self, mode: PollMode) -> io::Result<()> {
        let mut flags = PollFlags::empty();
        flags.set(PollFlags::IN, mode.readable());
        flags.set(PollFlags::OUT, mode.writable());
        if wait(self.inner.as_fd(), flags, self.deadline.get())? {
            Ok(())
        } else {
            Err(io::ErrorKind::TimedOut.into())
        }
    }

    fn read(&self, buf: &mut [u8], fds: &mut Vec<RawFdContainer>) -> io::Result<usize> {
        self.inner.read(buf, fds)
    }

    fn write(&self, buf: &[u8], fds: &mut Vec<RawFdContainer>) -> io::Result<usize> {
        self.inner.write(buf, fds)
    }

    fn write_vectored(&self, bufs: &[io::IoSlice<'_>], fds: &mut Vec<RawFdContainer>) -> io::Result<usize> {
        self.inner.write_vectored(bufs, fds)
    }
}

/// Waits for one of `flags`; `false` when `until` came first. What is ready already counts even when late.
fn wait(fd: BorrowedFd<'_>, flags: PollFlags, until: Instant) -> io::Result<bool> {
    loop {
        let left = timespec(until.saturating_duration_since(Instant::now()));
        match poll(&mut [PollFd::from_borrowed_fd(fd, flags)], Some(&left)) {
            Ok(ready) => return Ok(ready > 0),
            Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// `duration` as the kernel wants it.
pub(super) fn timespec(duration: Duration) -> Timespec {
    Timespec {
        tv_sec: duration.as_secs().try_into().unwrap_or(i64::MAX),
        tv_nsec: duration.subsec_nanos().into(),
    }
}

/// A connect that never blocks: with a full queue of connections, as a hung server has it, the blocking call
/// would wait without end.
fn connect_unix(path: &str, deadline: Instant) -> io::Result<UnixStream> {
    let address = SocketAddrUnix::new(path)?;
    loop {
        let flags = SocketFlags::CLOEXEC | SocketFlags::NONBLOCK;
        let socket = socket_with(AddressFamily::UNIX, SocketType::STREAM, flags, None)?;
        match connect(&socket, &address) {
            Ok(()) => return Ok(socket.into()),
            Err(Errno::AGAIN | Errno::INTR) if Instant::now() < deadline => std::thread::sleep(RETRY),
            Err(Errno::AGAIN) => return Err(io::ErrorKind::TimedOut.into()),
            Err(error) => return Err(error.into()),
        }
    }
}

fn connect_tcp(host: &str, port: u16, deadline: Instant) -> io::Result<TcpStream> {
    let mut outcome = Err(io::ErrorKind::AddrNotAvailable.into());
    for address in (host, port).to_socket_addrs()? {
        let left = deadline.saturating_duration_since(Instant::now()).max(Duration::from_millis(1));
        outcome = TcpStream::connect_timeout(&address, left);
        if outcome.is_ok() {
            break;
        }
    }
    outcome
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::net::UnixListener;

    fn soon() -> Instant {
        Instant::now() + Duration::from_millis(30)
    }

    #[test]
    fn a_server_that_never_answers_ends_the_wait_with_a_time_out() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("X1");
        let _silent = UnixListener::bind(&path).unwrap();
        let address = ConnectAddress::Socket(path.to_str().unwrap().to_owned());
        let (stream, (family, _)) = TimedStream::connect(&address, soon()).unwrap();
        assert_eq!(family, Family::LOCAL);
        assert_eq!(stream.poll(PollMode::Readable).unwrap_err().kind(), io::ErrorKind::TimedOut);
        assert!(!stream.readable_before(soon()).unwrap());
        stream.poll(PollMode::Writable).unwrap();
    }

    #[test]
    fn a_full_queue_of_connections_is_a_time_out() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("X1");
        let listener = UnixListener::bind(&path).unwrap();
        rustix::net::listen(&listener, 0).unwrap();
        let address = ConnectAddress::Socket(path.to_str().unwrap().to_owned());
        let mut held = Vec::new();
        let error = loop {
            match TimedStream::connect(&address, soon()) {
                Ok(stream) => held.push(stream),
                Err(error) => break error,
            }
            assert!(held.len() < 10, "the queue never fills up");
        };
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }

    #[test]
    fn a_socket_that_is_not_there_is_not_found() {
        let address = ConnectAddress::Socket("/nowhere/X1".to_owned());
        assert_eq!(TimedStream::connect(&address, soon()).unwrap_err().kind(), io::ErrorKind::NotFound);
    }
}
