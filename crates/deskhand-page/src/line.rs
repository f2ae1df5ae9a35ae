//! How short questions travel over a socket of their own: each as one frame, and its answer as another.
//!
//! A frame is the number of its bytes, in four bytes of which the lowest comes first, and then these bytes. The first one
//! on a connection is the token. Every other one that is sent is the name of a command, a space, and the command as JSON; it
//! is answered with [`crate::Answer`] as JSON before the next one may be sent. Whoever does not want to wait any longer hangs
//! up, and what is under way is given up.

use std::error::Error;
use std::fmt;

/// The longest question that is asked in this way. What takes long to read is not read where the application draws.
pub const LONGEST_QUESTION: usize = 256 * 1024;

const HEAD: usize = size_of::<u32>();

/// One frame with these parts, one behind the other.
pub fn frame(parts: &[&[u8]]) -> Result<Vec<u8>, TooLong> {
    let length = parts.iter().map(|part| part.len()).sum();
    let head = u32::try_from(length).map_err(|_| TooLong { length, longest: u32::MAX as usize })?;
    let mut frame = Vec::with_capacity(HEAD + length);
    frame.extend_from_slice(&head.to_le_bytes());
    parts.iter().for_each(|part| frame.extend_from_slice(part));
    Ok(frame)
}

/// The name and the command in a frame that asks for something.
pub fn question(frame: &[u8]) -> Option<(&str, &[u8])> {
    let space = frame.iter().position(|byte| *byte == b' ')?;
    Some((std::str::from_utf8(&frame[..space]).ok()?, &frame[space + 1..]))
}

/// What has arrived of frames.
#[derive(Debug)]
pub struct Arriving {
    bytes: Vec<u8>,
    longest: usize,
}

impl Arriving {
    /// Nothing yet. Frames may be this long.
    pub fn new(longest: usize) -> Arriving {
        Arriving { bytes: Vec::new(), longest }
    }

    /// These bytes have come.
    pub fn add(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Whether nothing is here, not even the beginning of a frame.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The first frame, once it is there to its end. It is gone from here then.
    pub fn take(&mut self) -> Result<Option<Vec<u8>>, TooLong> {
        let Some((head, rest)) = self.bytes.split_first_chunk::<HEAD>() else { return Ok(None) };
        let length = u32::from_le_bytes(*head) as usize;
        if length > self.longest {
            return Err(TooLong { length, longest: self.longest });
        }
        if rest.len() < length {
            return Ok(None);
        }
        let frame = rest[..length].to_vec();
        self.bytes.drain(..HEAD + length);
        Ok(Some(frame))
    }
}

/// A frame would be longer than it may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong {
    length: usize,
    longest: usize,
}

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes in one piece, where {} is the most", self.length, self.longest)
    }
}

impl Error for TooLong {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_come_out_as_they_went_in_however_they_were_cut() {
        let sent =
            [frame(&[b"call", b" ", b"{}"]).unwrap(), frame(&[]).unwrap(), frame(&[b"x"]).unwrap()].concat();
        for size in 1..=sent.len() {
            let mut arriving = Arriving::new(100);
            let mut came = Vec::new();
            for part in sent.chunks(size) {
                arriving.add(part);
                while let Some(frame) = arriving.take().unwrap() {
                    came.push(frame);
                }
            }
            assert_eq!(came, [b"call {}".as_slice(), b"", b"x"], "in parts of {size}");
        }
    }

    #[test]
    fn what_is_announced_as_too_long_is_not_waited_for() {
        let mut arriving = Arriving::new(3);
        arriving.add(&frame(&[b"abc"]).unwrap());
        arriving.add(b"POST / HTTP/1.1");
        assert_eq!(arriving.take(), Ok(Some(b"abc".to_vec())));
        assert!(arriving.take().is_err());
    }

    #[test]
    fn a_question_is_a_name_and_the_rest() {
        assert_eq!(question(b"call {\"a\": 1}"), Some(("call", b"{\"a\": 1}".as_slice())));
        assert_eq!(question(b"call"), None);
        assert_eq!(question(b"\xff {}"), None);
    }
}
