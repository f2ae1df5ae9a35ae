//! What the owner of a desktop and its supervisor say to each other. Compiled into both: it knows nothing but `std`.
//!
//! A frame is its length (four bytes, little endian) and a body; the first byte of a body says which message it is.

use std::fmt;
use std::io::{self, Read, Write};

/// Longest body that is accepted: far above any command line the kernel takes.
const LONGEST: usize = 16 << 20;

/// What a process is to the desktop; decides the order in which things end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// The X server: ends last.
    Display,
    /// The session bus: ends last.
    Bus,
    /// Anything else that makes up the desktop.
    Service,
    /// A program that somebody runs on it.
    Program,
}

/// Where the output of a process goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Sink {
    /// Input, output and errors are those of the owner.
    Owner,
    /// Output and errors are appended to this file; there is no input.
    File(Vec<u8>),
}

/// A process to start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spawn {
    /// Number that the answer carries.
    pub request: u32,
    /// What it is to the desktop.
    pub part: Part,
    /// Program and arguments. [`ANNOUNCE`] in an argument becomes the number of the descriptor to announce on.
    pub command: Vec<Vec<u8>>,
    /// Changes to the supervisor's environment; without a value a variable is removed.
    pub variables: Vec<(Vec<u8>, Option<Vec<u8>>)>,
    /// Folder to start in; the supervisor's own when not given.
    pub folder: Option<Vec<u8>>,
    /// Where its output goes.
    pub sink: Sink,
}

/// Stands, in an argument, for the descriptor on which the process writes one line when it is ready.
pub(crate) const ANNOUNCE: &str = "{announce}";

/// From the owner to the supervisor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// Start a process.
    Spawn(Spawn),
    /// Send a signal to a process that was started by an order and has not ended.
    Signal {
        /// The process.
        pid: u32,
        /// The signal's number.
        signal: i32,
    },
}

/// From the supervisor to the owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Report {
    /// The desktop's folder is there; orders are welcome.
    Open {
        /// The number that its display shall have.
        display: u32,
    },
    /// The desktop's folder could not be made, or no display number be found.
    Closed(String),
    /// The process runs.
    Spawned {
        /// Number of the order.
        request: u32,
        /// The process.
        pid: u32,
    },
    /// The process could not be started.
    Refused {
        /// Number of the order.
        request: u32,
        /// The system's error number, or 0.
        errno: i32,
        /// The same in words.
        reason: String,
    },
    /// The process wrote a line on the announcing descriptor.
    Announced {
        /// The process.
        pid: u32,
    },
    /// The process ended.
    Exited {
        /// The process.
        pid: u32,
        /// Exit code, when it ended by itself.
        code: Option<i32>,
        /// Signal, when that ended it.
        signal: Option<i32>,
    },
}

/// A body that is no message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Malformed;

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("malformed frame")
    }
}

/// Something that travels in a frame.
pub(crate) trait Message: Sized {
    /// Its body.
    fn encode(&self) -> Vec<u8>;
    /// The message with this body.
    fn decode(body: &[u8]) -> Result<Self, Malformed>;
}

/// Writes one frame.
pub(crate) fn send<M: Message>(stream: &mut impl Write, message: &M) -> io::Result<()> {
    let body = message.encode();
    let length = u32::try_from(body.len()).ok().filter(|length| *length as usize <= LONGEST);
    let length = length.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "message too long"))?;
    let mut frame = Vec::with_capacity(body.len() + 4);
    frame.extend_from_slice(&length.to_le_bytes());
    frame.extend_from_slice(&body);
    stream.write_all(&frame)
}

/// Reads one frame; `None` when the other side has closed between two frames.
pub(crate) fn receive<M: Message>(stream: &mut impl Read) -> io::Result<Option<M>> {
    let mut length = [0; 4];
    let first = loop {
        match stream.read(&mut length) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => break result?,
        }
    };
    if first == 0 {
        return Ok(None);
    }
    stream.read_exact(&mut length[first..])?;
    let length = u32::from_le_bytes(length) as usize;
    if length > LONGEST {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "frame too long"));
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body)?;
    M::decode(&body).map(Some).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error.to_string()))
}

impl Message for Order {
    fn encode(&self) -> Vec<u8> {
        let mut body = Body::default();
        match self {
            Order::Spawn(spawn) => {
                body.byte(1);
                body.number(spawn.request);
                body.byte(match spawn.part {
                    Part::Display => 0,
                    Part::Bus => 1,
                    Part::Service => 2,
                    Part::Program => 3,
                });
                body.number(spawn.command.len() as u32);
                spawn.command.iter().for_each(|argument| body.bytes(argument));
                body.number(spawn.variables.len() as u32);
                for (name, value) in &spawn.variables {
                    body.bytes(name);
                    body.option(value.as_deref());
                }
                body.option(spawn.folder.as_deref());
                body.option(match &spawn.sink {
                    Sink::Owner => None,
                    Sink::File(path) => Some(path),
                });
            }
            Order::Signal { pid, signal } => {
                body.byte(2);
                body.number(*pid);
                body.number(signal.cast_unsigned());
            }
        }
        body.0
    }

    fn decode(body: &[u8]) -> Result<Order, Malformed> {
        let mut rest = Rest(body);
        let order = match rest.byte()? {
            1 => Order::Spawn(Spawn {
                request: rest.number()?,
                part: match rest.byte()? {
                    0 => Part::Display,
                    1 => Part::Bus,
                    2 => Part::Service,
                    3 => Part::Program,
                    _ => return Err(Malformed),
                },
                command: rest.list(Rest::bytes)?,
                variables: rest.list(|rest| Ok((rest.bytes()?, rest.option()?)))?,
                folder: rest.option()?,
                sink: rest.option()?.map_or(Sink::Owner, Sink::File),
            }),
            2 => Order::Signal { pid: rest.number()?, signal: rest.number()?.cast_signed() },
            _ => return Err(Malformed),
        };
        rest.end().map(|()| order)
    }
}

impl Message for Report {
    fn encode(&self) -> Vec<u8> {
        let mut body = Body::default();
        match self {
            Report::Open { display } => {
                body.byte(1);
                body.number(*display);
            }
            Report::Closed(reason) => {
                body.byte(2);
                body.bytes(reason.as_bytes());
            }
            Report::Spawned { request, pid } => {
                body.byte(3);
                body.number(*request);
                body.number(*pid);
            }
            Report::Refused { request, errno, reason } => {
                body.byte(4);
                body.number(*request);
                body.number(errno.cast_unsigned());
                body.bytes(reason.as_bytes());
            }
            Report::Announced { pid } => {
                body.byte(5);
                body.number(*pid);
            }
            Report::Exited { pid, code, signal } => {
                body.byte(6);
                body.number(*pid);
                body.option(code.map(i32::to_le_bytes).as_ref().map(|code| &code[..]));
                body.option(signal.map(i32::to_le_bytes).as_ref().map(|signal| &signal[..]));
            }
        }
        body.0
    }

    fn decode(body: &[u8]) -> Result<Report, Malformed> {
        let mut rest = Rest(body);
        let report = match rest.byte()? {
            1 => Report::Open { display: rest.number()? },
            2 => Report::Closed(rest.text()?),
            3 => Report::Spawned { request: rest.number()?, pid: rest.number()? },
            4 => Report::Refused {
                request: rest.number()?,
                errno: rest.number()?.cast_signed(),
                reason: rest.text()?,
            },
            5 => Report::Announced { pid: rest.number()? },
            6 => Report::Exited {
                pid: rest.number()?,
                code: rest.optional_integer()?,
                signal: rest.optional_integer()?,
            },
            _ => return Err(Malformed),
        };
        rest.end().map(|()| report)
    }
}

/// A body that is being written.
#[derive(Default)]
struct Body(Vec<u8>);

impl Body {
    fn byte(&mut self, value: u8) {
        self.0.push(value);
    }

    fn number(&mut self, value: u32) {
        self.0.extend_from_slice(&value.to_le_bytes());
    }

    fn bytes(&mut self, value: &[u8]) {
        self.number(value.len() as u32);
        self.0.extend_from_slice(value);
    }

    fn option(&mut self, value: Option<&[u8]>) {
        self.byte(u8::from(value.is_some()));
        if let Some(value) = value {
            self.bytes(value);
        }
    }
}

/// What is left of a body that is being read.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], Malformed> {
        let (taken, left) = self.0.split_at_checked(count).ok_or(Malformed)?;
        self.0 = left;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8, Malformed> {
        self.take(1).map(|bytes| bytes[0])
    }

    fn number(&mut self) -> Result<u32, Malformed> {
        self.take(4)?.try_into().map(u32::from_le_bytes).map_err(|_| Malformed)
    }

    fn bytes(&mut self) -> Result<Vec<u8>, Malformed> {
        let count = self.number()? as usize;
        self.take(count).map(<[u8]>::to_vec)
    }

    fn text(&mut self) -> Result<String, Malformed> {
        self.bytes().map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
    }

    fn option(&mut self) -> Result<Option<Vec<u8>>, Malformed> {
        match self.byte()? {
            0 => Ok(None),
            1 => self.bytes().map(Some),
            _ => Err(Malformed),
        }
    }

    fn optional_integer(&mut self) -> Result<Option<i32>, Malformed> {
        let Some(bytes) = self.option()? else { return Ok(None) };
        bytes.try_into().map(|bytes| Some(i32::from_le_bytes(bytes))).map_err(|_| Malformed)
    }

    /// A list grows item by item, so a wrong count cannot make it reserve memory for items that are not there.
    fn list<T>(&mut self, item: impl Fn(&mut Self) -> Result<T, Malformed>) -> Result<Vec<T>, Malformed> {
        (0..self.number()?).map(|_| item(self)).collect()
    }

    fn end(self) -> Result<(), Malformed> {
        self.0.is_empty().then_some(()).ok_or(Malformed)
    }
}

#[cfg(test)]
#[path = "frames/tests.rs"]
mod tests;
