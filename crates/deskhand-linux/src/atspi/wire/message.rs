//! Messages that have come.

use std::ops::Range;
use std::sync::Arc;

use serde::Deserialize;
use zvariant::serialized::{Context, Data};
use zvariant::{BE, Endian, LE, Signature, Type, Value};

use super::error::Error;

/// How long the part of a message is that has the same layout in all: kind, lengths, serial number.
pub(super) const FIXED: usize = 16;

/// Longest message.
pub(super) const LONGEST: usize = 1 << 27;

pub(super) const METHOD_CALL: u8 = 1;
const METHOD_RETURN: u8 = 2;
pub(super) const ERROR: u8 = 3;
const SIGNAL: u8 = 4;

/// That the sender wants no answer.
const NO_REPLY: u8 = 1;

/// The numbers of fields.
pub(super) mod code {
    pub(in super::super) const PATH: u8 = 1;
    pub(in super::super) const INTERFACE: u8 = 2;
    pub(in super::super) const MEMBER: u8 = 3;
    pub(in super::super) const ERROR_NAME: u8 = 4;
    pub(in super::super) const REPLY_SERIAL: u8 = 5;
    pub(in super::super) const DESTINATION: u8 = 6;
    pub(in super::super) const SENDER: u8 = 7;
    pub(in super::super) const SIGNATURE: u8 = 8;
}

/// What a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A call; whether somebody waits for the answer.
    Call {
        wants_reply: bool,
    },
    /// The answer to the call of this number.
    Return(u32),
    /// The refusal of the call of this number.
    Error(u32),
    Signal,
    /// Something of a later protocol, to be ignored.
    Other,
}

/// A message that has come.
#[derive(Clone, Debug)]
pub(in crate::atspi) struct Message {
    bytes: Arc<[u8]>,
    endian: Endian,
    kind: Kind,
    serial: u32,
    /// Where the body begins.
    body: usize,
    path: Option<Range<usize>>,
    interface: Option<Range<usize>>,
    member: Option<Range<usize>>,
    sender: Option<Range<usize>>,
    error: Option<Range<usize>>,
    signature: Option<Range<usize>>,
}

/// How long the message is that begins with these bytes; `None` when they are too few to tell.
pub(super) fn length(bytes: &[u8]) -> Result<Option<usize>, Error> {
    let Some(fixed) = bytes.first_chunk::<FIXED>() else { return Ok(None) };
    let endian = endian(fixed[0])?;
    let number =
        |at: usize| number(endian, [fixed[at], fixed[at + 1], fixed[at + 2], fixed[at + 3]]) as usize;
    let (body, fields) = (number(4), number(12));
    if body > LONGEST || fields > LONGEST {
        return Err(garbled("a message that is longer than any may be"));
    }
    Ok(Some((FIXED + fields).next_multiple_of(8) + body))
}

fn endian(mark: u8) -> Result<Endian, Error> {
    match mark {
        b'l' => Ok(LE),
        b'B' => Ok(BE),
        _ => Err(garbled("a message of no known byte order")),
    }
}

fn number(endian: Endian, bytes: [u8; 4]) -> u32 {
    match endian {
        Endian::Little => u32::from_le_bytes(bytes),
        Endian::Big => u32::from_be_bytes(bytes),
    }
}

fn garbled(what: &str) -> Error {
    Error::Garbled(what.to_owned())
}

impl Message {
    /// Reads one whole message.
    pub(super) fn read(bytes: &[u8]) -> Result<Message, Error> {
        let whole = length(bytes)?.filter(|length| *length == bytes.len());
        let Some(_) = whole else { return Err(garbled("a message that is not whole")) };
        let endian = endian(bytes[0])?;
        let mut fields = Fields { bytes, endian, at: 12 };
        let (serial, end) = (fields.number_at(8)?, FIXED + fields.number()? as usize);
        let mut message = Message {
            bytes: bytes.into(),
            endian,
            kind: Kind::Other,
            serial,
            body: end.next_multiple_of(8),
            path: None,
            interface: None,
            member: None,
            sender: None,
            error: None,
            signature: None,
        };
        let mut reply_to = None;
        while fields.at < end {
            fields.align(8);
            let (code, value) = fields.field()?;
            match (code, value) {
                (code::PATH, Field::Text(text)) => message.path = Some(text),
                (code::INTERFACE, Field::Text(text)) => message.interface = Some(text),
                (code::MEMBER, Field::Text(text)) => message.member = Some(text),
                (code::ERROR_NAME, Field::Text(text)) => message.error = Some(text),
                (code::SENDER, Field::Text(text)) => message.sender = Some(text),
                (code::SIGNATURE, Field::Text(text)) => message.signature = Some(text),
                (code::REPLY_SERIAL, Field::Number(number)) => reply_to = Some(number),
                _ => {}
            }
        }
        message.kind = match (bytes[1], reply_to) {
            (METHOD_CALL, _) => Kind::Call { wants_reply: bytes[2] & NO_REPLY == 0 },
            (METHOD_RETURN, Some(serial)) => Kind::Return(serial),
            (ERROR, Some(serial)) => Kind::Error(serial),
            (METHOD_RETURN | ERROR, None) => return Err(garbled("an answer to nothing")),
            (SIGNAL, _) => Kind::Signal,
            _ => Kind::Other,
        };
        Ok(message)
    }

    pub(super) fn kind(&self) -> Kind {
        self.kind
    }

    pub(super) fn serial(&self) -> u32 {
        self.serial
    }

    /// The object that it is about.
    pub(in crate::atspi) fn path(&self) -> Option<&str> {
        self.text(&self.path)
    }

    pub(in crate::atspi) fn interface(&self) -> Option<&str> {
        self.text(&self.interface)
    }

    pub(in crate::atspi) fn member(&self) -> Option<&str> {
        self.text(&self.member)
    }

    /// Who sent it.
    pub(super) fn sender(&self) -> Option<&str> {
        self.text(&self.sender)
    }

    /// The error that it is.
    pub(super) fn error(&self) -> Error {
        let name = self.text(&self.error).unwrap_or_default().to_owned();
        let words = self.body().deserialize_unchecked::<&str>().unwrap_or_default().to_owned();
        Error::Refused(name, words)
    }

    /// The types of what is in it.
    pub(in crate::atspi) fn signature(&self) -> &str {
        self.text(&self.signature).unwrap_or_default()
    }

    fn text(&self, range: &Option<Range<usize>>) -> Option<&str> {
        std::str::from_utf8(self.bytes.get(range.clone()?)?).ok()
    }

    /// What is in it.
    pub(in crate::atspi) fn body(&self) -> Body<'_> {
        let data = Data::new(&self.bytes[self.body..], Context::new_dbus(self.endian, 0));
        Body { data, signature: self.signature() }
    }
}

/// What is in a message.
pub(in crate::atspi) struct Body<'m> {
    data: Data<'m, 'static>,
    signature: &'m str,
}

impl Body<'_> {
    /// What is in it, when it is of this type.
    pub(in crate::atspi) fn deserialize<'d, T>(&'d self) -> Result<T, Error>
    where
        T: Deserialize<'d> + Type,
    {
        let wanted = T::SIGNATURE;
        // Several values in a row are what one structure of them is.
        let is_row =
            || matches!(wanted, Signature::Structure(_)) && wanted.to_string_no_parens() == self.signature;
        if *wanted != *self.signature && !is_row() {
            return Err(Error::Garbled(format!("`{}` instead of `{wanted}`", self.signature)));
        }
        Ok(self.data.deserialize::<T>()?.0)
    }

    /// The first of what is in it, when that is of this type.
    pub(in crate::atspi) fn deserialize_unchecked<'d, T>(&'d self) -> Result<T, Error>
    where
        T: Deserialize<'d> + Type,
    {
        Ok(self.data.deserialize::<T>()?.0)
    }
}

/// What is in a field.
enum Field {
    Text(Range<usize>),
    Number(u32),
    Other,
}

/// Reads the fields of a message.
struct Fields<'b> {
    bytes: &'b [u8],
    endian: Endian,
    at: usize,
}

impl Fields<'_> {
    fn align(&mut self, to: usize) {
        self.at = self.at.next_multiple_of(to);
    }

    fn byte(&mut self) -> Result<u8, Error> {
        let byte = self.bytes.get(self.at).copied().ok_or_else(|| garbled("fields that end too early"))?;
        self.at += 1;
        Ok(byte)
    }

    fn number(&mut self) -> Result<u32, Error> {
        self.align(4);
        let number = self.number_at(self.at)?;
        self.at += 4;
        Ok(number)
    }

    fn number_at(&self, at: usize) -> Result<u32, Error> {
        let bytes = self.bytes.get(at..).and_then(|rest| rest.first_chunk());
        bytes.map(|bytes| number(self.endian, *bytes)).ok_or_else(|| garbled("fields that end too early"))
    }

    /// A text of this length, with the zero at its end.
    fn text(&mut self, length: usize) -> Result<Range<usize>, Error> {
        let range = self.at..self.at.saturating_add(length);
        if self.bytes.get(range.end) != Some(&0) {
            return Err(garbled("a text that does not end where it says"));
        }
        self.at = range.end + 1;
        Ok(range)
    }

    /// The number of a field, and what is in it.
    fn field(&mut self) -> Result<(u8, Field), Error> {
        let (code, begins) = (self.byte()?, self.at);
        let length = self.byte()? as usize;
        let kind = self.text(length)?;
        let value = match &self.bytes[kind] {
            b"s" | b"o" => {
                let length = self.number()? as usize;
                Field::Text(self.text(length)?)
            }
            b"g" => {
                let length = self.byte()? as usize;
                Field::Text(self.text(length)?)
            }
            b"u" => Field::Number(self.number()?),
            // A field of a later protocol, to be ignored, whatever is in it.
            _ => {
                let rest = Data::new(&self.bytes[begins..], Context::new_dbus(self.endian, begins));
                self.at = begins + rest.deserialize::<Value<'_>>()?.1;
                Field::Other
            }
        };
        Ok((code, value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A signal as another implementation writes it.
    fn signal() -> Vec<u8> {
        let signal = zbus::Message::signal("/a/b", "org.a11y.atspi.Event.Object", "StateChanged").unwrap();
        let signal = signal.sender(":1.9").unwrap().build(&("focused", 1i32, 0i32)).unwrap();
        signal.data().bytes().to_vec()
    }

    #[test]
    fn what_others_write_is_read() {
        let message = Message::read(&signal()).unwrap();
        assert_eq!(message.kind(), Kind::Signal);
        assert_eq!(message.path(), Some("/a/b"));
        assert_eq!(message.interface(), Some("org.a11y.atspi.Event.Object"));
        assert_eq!((message.member(), message.sender()), (Some("StateChanged"), Some(":1.9")));
        assert_eq!(message.signature(), "sii");
        let body = message.body();
        assert_eq!(body.deserialize::<(&str, i32, i32)>().unwrap(), ("focused", 1, 0));
        assert_eq!(body.deserialize_unchecked::<(&str, i32)>().unwrap(), ("focused", 1));
        assert!(matches!(body.deserialize::<(&str, i32)>(), Err(Error::Garbled(_))), "there is more");
        assert!(matches!(body.deserialize::<u64>(), Err(Error::Garbled(_))));
    }

    #[test]
    fn answers_and_refusals_name_their_calls() {
        let call = zbus::Message::method_call("/", "Get").unwrap().build(&()).unwrap();
        let number = call.primary_header().serial_num().get();
        let answer = zbus::Message::method_return(&call.header()).unwrap().build(&true).unwrap();
        let read = |message: &zbus::Message| Message::read(message.data().bytes()).unwrap();
        assert_eq!(read(&answer).kind(), Kind::Return(number));
        assert!(read(&answer).body().deserialize::<bool>().unwrap());
        let refusal = zbus::Message::error(&call.header(), "a.b.No").unwrap().build(&"so it is").unwrap();
        assert_eq!(read(&refusal).kind(), Kind::Error(number));
        assert_eq!(read(&refusal).error(), Error::Refused("a.b.No".to_owned(), "so it is".to_owned()));
        assert_eq!(read(&call).kind(), Kind::Call { wants_reply: true });
    }

    /// A message of the other byte order, with one field more than anybody knows: an array.
    #[test]
    fn other_byte_orders_and_later_fields_are_read() {
        let mut bytes = vec![b'B', SIGNAL, 0, 1, 0, 0, 0, 4, 0, 0, 0, 1, 0, 0, 0, 0];
        bytes.extend_from_slice(&[99, 2, b'a', b'y', 0, 0, 0, 0, 0, 0, 0, 3, 1, 2, 3]);
        bytes.resize(bytes.len().next_multiple_of(8), 0);
        bytes.extend_from_slice(&[1, 1, b'o', 0, 0, 0, 0, 2, b'/', b'a', 0]);
        bytes.resize(bytes.len().next_multiple_of(8), 0);
        bytes.extend_from_slice(&[8, 1, b'g', 0, 1, b'u', 0]);
        let fields = (bytes.len() - FIXED) as u8;
        bytes[15] = fields;
        bytes.resize(bytes.len().next_multiple_of(8), 0);
        bytes.extend_from_slice(&[0, 0, 1, 0]);
        let message = Message::read(&bytes).unwrap();
        assert_eq!((message.path(), message.signature()), (Some("/a"), "u"));
        assert_eq!(message.body().deserialize::<u32>().unwrap(), 256);
    }

    #[test]
    fn what_is_no_message_is_an_error_wherever_it_breaks() {
        let whole = signal();
        for end in 0..whole.len() {
            assert!(Message::read(&whole[..end]).is_err(), "{end} bytes");
        }
        let mut endless = whole.clone();
        endless[4..8].copy_from_slice(&u32::MAX.to_le_bytes());
        assert!(length(&endless).is_err());
        assert!(length(b"x123456789abcdef").is_err());
        assert_eq!(length(&whole[..FIXED - 1]), Ok(None));
        assert_eq!(length(&whole), Ok(Some(whole.len())));
    }

    /// Whatever a sender writes, nothing breaks here.
    #[test]
    fn any_bytes_are_read_or_refused() {
        let whole = signal();
        for at in 0..whole.len() {
            for value in [0, 1, 0x7f, 0xff] {
                let mut bytes = whole.clone();
                bytes[at] = value;
                if let Ok(message) = Message::read(&bytes) {
                    let _ =
                        (message.path(), message.member(), message.body().deserialize::<(&str, i32, i32)>());
                }
            }
        }
    }
}
