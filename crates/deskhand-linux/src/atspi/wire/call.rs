//! Messages that are sent.

use serde::Serialize;
use zvariant::serialized::Context;
use zvariant::{DynamicType, LE, ObjectPath, Signature, to_bytes};

use super::error::Error;
use super::message::{ERROR, FIXED, LONGEST, METHOD_CALL, code};

/// Nobody waits for an answer.
const NO_REPLY: u8 = 1;

/// Longest name of a connection.
const LONGEST_NAME: usize = 255;

/// A call of a method.
#[derive(Clone, Copy, Debug)]
pub(super) struct Call<'a> {
    /// Who is called; nobody in particular over a direct connection.
    pub(super) destination: Option<&'a str>,
    pub(super) path: &'a str,
    pub(super) interface: &'a str,
    pub(super) member: &'a str,
    pub(super) wants_reply: bool,
}

impl Call<'_> {
    /// The call as it travels. A bus hangs up on who sends what is no name or no path, so that is an error here.
    pub(super) fn written<B>(&self, serial: u32, body: &B) -> Result<Vec<u8>, Error>
    where
        B: Serialize + DynamicType,
    {
        if let Some(name) = self.destination.filter(|name| !can_be_a_name(name)) {
            return Err(Error::Invalid(format!("`{name}` is no name on a bus")));
        }
        if ObjectPath::try_from(self.path).is_err() {
            return Err(Error::Invalid(format!("`{}` is no path of an object", self.path)));
        }
        let flags = if self.wants_reply { 0 } else { NO_REPLY };
        let mut message = Message::begin(METHOD_CALL, flags, serial);
        message.text(code::PATH, b'o', self.path);
        message.text(code::INTERFACE, b's', self.interface);
        message.text(code::MEMBER, b's', self.member);
        if let Some(name) = self.destination {
            message.text(code::DESTINATION, b's', name);
        }
        message.end(body)
    }
}

/// The answer to a call that nobody takes here.
pub(super) fn refusal(serial: u32, reply_to: u32, to: Option<&str>) -> Result<Vec<u8>, Error> {
    let mut message = Message::begin(ERROR, NO_REPLY, serial);
    message.text(code::ERROR_NAME, b's', "org.freedesktop.DBus.Error.UnknownMethod");
    message.field(code::REPLY_SERIAL, b'u');
    message.number(reply_to);
    if let Some(name) = to {
        message.text(code::DESTINATION, b's', name);
    }
    message.end(&"nothing can be called here")
}

/// Whether a connection can have such a name.
fn can_be_a_name(name: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b':');
    let elements = name.strip_prefix(':').unwrap_or(name);
    !name.is_empty()
        && name.len() <= LONGEST_NAME
        && name.bytes().all(is_allowed)
        && elements.contains('.')
        && elements.split('.').all(|element| !element.is_empty() && !element.contains(':'))
}

/// A message that is being written, in the byte order of most machines.
struct Message(Vec<u8>);

impl Message {
    fn begin(kind: u8, flags: u8, serial: u32) -> Message {
        let mut bytes = Vec::with_capacity(256);
        bytes.extend_from_slice(&[b'l', kind, flags, 1, 0, 0, 0, 0]);
        bytes.extend_from_slice(&serial.to_le_bytes());
        // How long the fields are is known when they are there.
        bytes.extend_from_slice(&[0; 4]);
        Message(bytes)
    }

    fn align(&mut self, to: usize) {
        self.0.resize(self.0.len().next_multiple_of(to), 0);
    }

    fn number(&mut self, number: u32) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }

    /// Begins a field that holds a value of this type; such values are aligned to four bytes, as what comes before them is.
    fn field(&mut self, code: u8, kind: u8) {
        self.align(8);
        self.0.extend_from_slice(&[code, 1, kind, 0]);
    }

    fn text(&mut self, code: u8, kind: u8, text: &str) {
        self.field(code, kind);
        self.number(text.len() as u32);
        self.0.extend_from_slice(text.as_bytes());
        self.0.push(0);
    }

    fn end<B>(mut self, body: &B) -> Result<Vec<u8>, Error>
    where
        B: Serialize + DynamicType,
    {
        let signature = body.signature();
        let has_body = !matches!(signature, Signature::Unit);
        if has_body {
            let signature = signature.to_string_no_parens();
            let length = u8::try_from(signature.len())
                .map_err(|_| Error::Invalid("the arguments have too many types".to_owned()))?;
            self.field(code::SIGNATURE, b'g');
            self.0.push(length);
            self.0.extend_from_slice(signature.as_bytes());
            self.0.push(0);
        }
        let fields = (self.0.len() - FIXED) as u32;
        self.0[FIXED - 4..FIXED].copy_from_slice(&fields.to_le_bytes());
        self.align(8);
        if has_body {
            let body = to_bytes(Context::new_dbus(LE, 0), body)?;
            self.0[4..8].copy_from_slice(&(body.len() as u32).to_le_bytes());
            self.0.extend_from_slice(&body);
        }
        // A bus hangs up on who sends more.
        if self.0.len() > LONGEST {
            return Err(Error::Invalid(format!("{} bytes are too many for one message", self.0.len())));
        }
        Ok(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(path: &str) -> Call<'_> {
        Call {
            destination: Some(":1.7"),
            path,
            interface: "org.freedesktop.DBus.Properties",
            member: "Get",
            wants_reply: true,
        }
    }

    /// What another implementation reads in it.
    fn read_by_zbus(bytes: Vec<u8>) -> zbus::Message {
        let data = zvariant::serialized::Data::new(bytes, Context::new_dbus(LE, 0));
        #[expect(unsafe_code, reason = "the bytes are ours and carry no file descriptors")]
        // SAFETY: nothing in the bytes refers to a file descriptor.
        unsafe { zbus::Message::from_bytes(data) }.unwrap()
    }

    #[test]
    fn others_read_what_is_written() {
        let message =
            read_by_zbus(call("/org/a11y/atspi/accessible/12").written(7, &("Accessible", "Name")).unwrap());
        let header = message.header();
        assert_eq!(header.primary().serial_num().get(), 7);
        assert_eq!(header.message_type(), zbus::message::Type::MethodCall);
        assert_eq!(header.path().unwrap().as_str(), "/org/a11y/atspi/accessible/12");
        assert_eq!(header.interface().unwrap().as_str(), "org.freedesktop.DBus.Properties");
        assert_eq!(header.member().unwrap().as_str(), "Get");
        assert_eq!(header.destination().unwrap().as_str(), ":1.7");
        assert_eq!(message.body().deserialize::<(&str, &str)>().unwrap(), ("Accessible", "Name"));
    }

    #[test]
    fn arguments_of_all_kinds_arrive() {
        let sent = |bytes: Result<Vec<u8>, Error>| read_by_zbus(bytes.unwrap());
        assert!(sent(call("/").written(1, &())).body().is_empty());
        assert_eq!(sent(call("/").written(1, &-5i32)).body().deserialize::<i32>().unwrap(), -5);
        assert_eq!(sent(call("/").written(1, &"ä b")).body().deserialize::<&str>().unwrap(), "ä b");
        assert_eq!(
            sent(call("/").written(1, &(0.5f64, true))).body().deserialize::<(f64, bool)>().unwrap(),
            (0.5, true)
        );
    }

    #[test]
    fn what_is_too_long_is_not_sent() {
        let long = "a".repeat(LONGEST);
        assert!(matches!(call("/").written(1, &long.as_str()), Err(Error::Invalid(_))));
    }

    #[test]
    fn a_refusal_names_whom_it_answers() {
        let message = read_by_zbus(refusal(9, 4, Some(":1.2")).unwrap());
        let header = message.header();
        assert_eq!(header.message_type(), zbus::message::Type::Error);
        assert_eq!(header.reply_serial().unwrap().get(), 4);
        assert!(header.error_name().unwrap().as_str().ends_with("UnknownMethod"));
    }

    #[test]
    fn what_a_bus_hangs_up_on_is_not_sent() {
        for path in ["", "no/path", "/a//b", "/a/", "/a b"] {
            assert!(matches!(call(path).written(1, &()), Err(Error::Invalid(_))), "{path}");
        }
        for name in ["", "nodot", ":", ":1..2", "a b.c", "a.b\n", "a:b.c", &"a.".repeat(200)] {
            let call = Call { destination: Some(name), ..call("/") };
            assert!(matches!(call.written(1, &()), Err(Error::Invalid(_))), "{name}");
        }
        for name in [":1.7", "org.a11y.atspi.Registry", "org.a-b.c_d"] {
            assert!(Call { destination: Some(name), ..call("/") }.written(1, &()).is_ok(), "{name}");
        }
    }
}
