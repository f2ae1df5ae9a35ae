//! A client that knows the element already, and does only what no truthful one can leave out: it asks whether the element is
//! still what it was, and presses it. Bytes that were put together before go through a blocking socket, so that what is
//! measured is the application's time, and the bus's.

use std::error::Error;
use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::time::Duration;

use deskhand::model::Handle;
use zbus::Message;
use zbus::address::Address;
use zbus::address::transport::{Transport, UnixSocket};

type Outcome<T> = Result<T, Box<dyn Error>>;

/// How long one answer may take.
const WITHIN: Duration = Duration::from_secs(10);

/// What comes before the fields of a message: among others the kind, the length of the body, that of the fields.
const HEAD: usize = 16;
const METHOD_RETURN: u8 = 2;
const ERROR: u8 = 3;

/// It, and what it sends.
pub(crate) struct Bare {
    stream: UnixStream,
    confirm: Vec<u8>,
    press: Vec<u8>,
}

impl Bare {
    /// For this element, whose first action is the press.
    pub(crate) async fn client(element: &Handle) -> Outcome<Bare> {
        let mut stream = log_in(&accessibility_address().await?)?;
        let bus = "org.freedesktop.DBus";
        let hello = call((bus, "/org/freedesktop/DBus"), bus, "Hello", &())?;
        stream.write_all(&hello)?;
        await_answers(&mut stream, 1)?;

        let text = element.as_str();
        let element = text.split_at(text.find('/').ok_or("the element has no path")?);
        let accessible = "org.a11y.atspi.Accessible";
        let name = call(element, "org.freedesktop.DBus.Properties", "Get", &(accessible, "Name"))?;
        let states = call(element, accessible, "GetState", &())?;
        let press = call(element, "org.a11y.atspi.Action", "DoAction", &0i32)?;
        Ok(Bare { stream, confirm: [name, states].concat(), press })
    }

    /// One round trip for the name and the states of the element, another one for the press.
    pub(crate) fn confirm_press(&mut self) -> Outcome<()> {
        self.stream.write_all(&self.confirm)?;
        await_answers(&mut self.stream, 2)?;
        self.stream.write_all(&self.press)?;
        await_answers(&mut self.stream, 1)
    }
}

/// A call as it travels.
fn call<B>(to: (&str, &str), interface: &str, method: &str, body: &B) -> zbus::Result<Vec<u8>>
where
    B: serde::Serialize + zbus::zvariant::DynamicType,
{
    let message = Message::method_call(to.1, method)?.destination(to.0)?.interface(interface)?.build(body)?;
    Ok(message.data().bytes().to_vec())
}

/// Reads until so many answers have come. Nothing else was asked, so they are those that are meant.
fn await_answers(stream: &mut UnixStream, count: usize) -> Outcome<()> {
    let mut missing = count;
    let mut rest = Vec::new();
    while missing > 0 {
        let mut head = [0; HEAD];
        stream.read_exact(&mut head)?;
        let number =
            |at: usize| u32::from_ne_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]) as usize;
        rest.resize(number(12).next_multiple_of(8) + number(4), 0);
        stream.read_exact(&mut rest)?;
        match head[1] {
            METHOD_RETURN => missing -= 1,
            ERROR => return Err(format!("refused: {}", String::from_utf8_lossy(&rest)).into()),
            _ => {}
        }
    }
    Ok(())
}

/// A connection of this user's to the bus, ready for messages.
fn log_in(address: &str) -> Outcome<UnixStream> {
    let address: Address = address.parse()?;
    let Transport::Unix(unix) = address.transport() else { return Err("the bus is not here".into()) };
    let UnixSocket::File(path) = unix.path() else { return Err("the bus has no socket file".into()) };
    let mut stream = UnixStream::connect(path)?;
    stream.set_read_timeout(Some(WITHIN))?;
    let user: String =
        rustix::process::getuid().as_raw().to_string().bytes().map(|byte| format!("{byte:02x}")).collect();
    stream.write_all(format!("\0AUTH EXTERNAL {user}\r\n").as_bytes())?;
    let mut line = Vec::new();
    while !line.ends_with(b"\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte)?;
        line.push(byte[0]);
    }
    if !line.starts_with(b"OK") {
        return Err(format!("the bus answers {}", String::from_utf8_lossy(&line)).into());
    }
    stream.write_all(b"BEGIN\r\n")?;
    Ok(stream)
}

async fn accessibility_address() -> Outcome<String> {
    let session = zbus::Connection::session().await?;
    let service = "org.a11y.Bus";
    let reply = session.call_method(Some(service), "/org/a11y/bus", Some(service), "GetAddress", &()).await?;
    Ok(reply.body().deserialize()?)
}
