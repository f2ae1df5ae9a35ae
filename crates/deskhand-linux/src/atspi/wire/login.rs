//! Coming in: from the address of a socket to a connection that carries messages.

use std::ffi::OsString;
use std::io;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixStream;

use super::error::Error;

/// Longest line of the conversation before messages.
const LONGEST: usize = 1 << 14;

/// How soon a socket is tried again that has no room for another connection.
const AGAIN: Duration = Duration::from_millis(5);

/// A stream that carries messages, from one of these addresses, which stand in a row as D-Bus has them.
pub(super) async fn log_in(addresses: &str) -> Result<UnixStream, Error> {
    let mut last = Error::Invalid(format!("`{addresses}` is no address"));
    for address in addresses.split(';').filter(|address| !address.is_empty()) {
        match enter(address).await {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}

async fn enter(address: &str) -> Result<UnixStream, Error> {
    let mut stream = connected(&socket(address)?).await?;
    let user = rustix::process::getuid().as_raw().to_string();
    let user: String = user.bytes().map(|byte| format!("{byte:02x}")).collect();
    stream.write_all(format!("\0AUTH EXTERNAL {user}\r\n").as_bytes()).await?;
    let answer = line(&mut stream).await?;
    if !answer.starts_with("OK") {
        return Err(Error::Refused("not let in".to_owned(), answer));
    }
    stream.write_all(b"BEGIN\r\n").await?;
    Ok(stream)
}

/// Connects to a socket. One whose queue is full, as that of a bus can be when many programs start at once, is tried again
/// for as long as somebody waits.
async fn connected(socket: &Path) -> io::Result<UnixStream> {
    loop {
        match UnixStream::connect(socket).await {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => tokio::time::sleep(AGAIN).await,
            connected => return connected,
        }
    }
}

/// The path of the socket. One without a file has a zero in front.
fn socket(address: &str) -> Result<PathBuf, Error> {
    let invalid = |why: &str| Error::Invalid(format!("`{address}` {why}"));
    let settings = address.strip_prefix("unix:").ok_or_else(|| invalid("is no socket of this machine"))?;
    for setting in settings.split(',') {
        let (key, value) = setting.split_once('=').ok_or_else(|| invalid("is no address"))?;
        let front: &[u8] = match key {
            "path" => b"",
            "abstract" => b"\0",
            _ => continue,
        };
        let name = unescaped(value).ok_or_else(|| invalid("is no address"))?;
        return Ok(OsString::from_vec([front, &name].concat()).into());
    }
    Err(invalid("names no socket"))
}

/// A value of an address, in which any byte can stand as a per cent sign and two digits.
fn unescaped(value: &str) -> Option<Vec<u8>> {
    let mut pieces = value.split('%');
    let mut bytes = pieces.next()?.as_bytes().to_vec();
    for piece in pieces {
        let digits = piece.get(..2).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        bytes.extend_from_slice(&piece.as_bytes()[2..]);
    }
    Some(bytes)
}

/// One line. Nothing comes behind it before it is answered.
async fn line(stream: &mut UnixStream) -> Result<String, Error> {
    let mut bytes = Vec::new();
    while !bytes.ends_with(b"\r\n") {
        if bytes.len() > LONGEST || stream.read_buf(&mut bytes).await? == 0 {
            return Err(Error::Broken("the connection was closed before it began".to_owned()));
        }
    }
    Ok(String::from_utf8_lossy(bytes.trim_ascii_end()).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sockets_are_found_by_their_addresses() {
        assert_eq!(socket("unix:path=/run/a%20b%c3%a4,guid=0").unwrap(), PathBuf::from("/run/a bä"));
        assert_eq!(socket("unix:guid=0,abstract=x").unwrap(), PathBuf::from("\0x"));
        for address in [
            "unix:tmpdir=/tmp",
            "tcp:host=localhost,port=1",
            "nonsense",
            "unix:path",
            "unix:path=%2",
            "unix:path=%+1",
            "",
        ] {
            assert!(matches!(socket(address), Err(Error::Invalid(_))), "{address}");
        }
    }

    #[tokio::test]
    async fn the_next_address_is_tried_when_one_leads_nowhere() {
        let error = log_in("unix:path=/nonexistent/a;unix:path=/nonexistent/b").await.unwrap_err();
        assert!(matches!(error, Error::Broken(_)), "{error:?}");
        assert!(matches!(log_in("").await, Err(Error::Invalid(_))));
        let path = tempfile::tempdir().unwrap().keep().join("bus");
        let listener = tokio::net::UnixListener::bind(&path).unwrap();
        let address = format!("unix:path=/nonexistent/a;unix:path={}", path.display());
        let entering = tokio::spawn(async move { log_in(&address).await.map(|_| ()) });
        let (mut stream, _) = listener.accept().await.unwrap();
        assert!(line(&mut stream).await.unwrap().starts_with("\0AUTH EXTERNAL "));
        stream.write_all(b"OK 1234deadbeef\r\n").await.unwrap();
        assert_eq!(line(&mut stream).await.unwrap(), "BEGIN");
        entering.await.unwrap().unwrap();
    }

    #[tokio::test]
    async fn who_is_not_let_in_is_told_so() {
        let path = tempfile::tempdir().unwrap().keep().join("bus");
        let listener = tokio::net::UnixListener::bind(&path).unwrap();
        let address = format!("unix:path={}", path.display());
        let entering = tokio::spawn(async move { log_in(&address).await.map(|_| ()) });
        let (mut stream, _) = listener.accept().await.unwrap();
        line(&mut stream).await.unwrap();
        stream.write_all(b"REJECTED EXTERNAL\r\n").await.unwrap();
        let error = entering.await.unwrap().unwrap_err();
        assert!(error.to_string().contains("REJECTED"), "{error}");
    }
}
