//! Server-sent events, as they come out of a stream of bytes.

/// Longest event that is taken in.
const LONGEST: usize = 16 << 20;

/// One event.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Sent {
    /// What it is called; empty when it has no name.
    pub(super) name: String,
    /// What it says, its lines joined.
    pub(super) data: String,
}

/// Puts events together from bytes that come in pieces of any size.
#[derive(Debug, Default)]
pub(super) struct Assembly {
    line: Vec<u8>,
    event: Sent,
    has_data: bool,
}

impl Assembly {
    /// The events that these bytes complete; `None` when one is too long to be taken in.
    pub(super) fn take(&mut self, bytes: &[u8]) -> Option<Vec<Sent>> {
        let mut events = Vec::new();
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.line.extend_from_slice(piece);
            if self.line.len() + self.event.data.len() > LONGEST {
                return None;
            }
            if self.line.pop_if(|last| *last == b'\n').is_some() {
                let line = std::mem::take(&mut self.line);
                events.extend(self.end_line(String::from_utf8_lossy(&line).trim_end_matches('\r')));
            }
        }
        Some(events)
    }

    fn end_line(&mut self, line: &str) -> Option<Sent> {
        if line.is_empty() {
            let event = std::mem::take(&mut self.event);
            return std::mem::take(&mut self.has_data).then_some(event);
        }
        // A line that begins with a colon is a comment: it has no field.
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "event" => value.clone_into(&mut self.event.name),
            "data" => {
                if std::mem::replace(&mut self.has_data, true) {
                    self.event.data.push('\n');
                }
                self.event.data.push_str(value);
            }
            _ => {}
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STREAM: &str = ": hello\n\nevent: moved\nid: 1\ndata: {\"a\":\ndata: 1}\n\n: still here\n\ndata:x\r\n\r\nevent: empty\n\ndata\n\n";

    fn events() -> Vec<Sent> {
        let sent = |name: &str, data: &str| Sent { name: name.to_owned(), data: data.to_owned() };
        vec![sent("moved", "{\"a\":\n1}"), sent("", "x"), sent("", "")]
    }

    #[test]
    fn events_are_the_same_however_the_bytes_are_cut() {
        for size in [1, 2, 3, 7, 1000] {
            let mut assembly = Assembly::default();
            let pieces = STREAM.as_bytes().chunks(size);
            let found: Vec<Sent> = pieces.flat_map(|piece| assembly.take(piece).unwrap()).collect();
            assert_eq!(found, events(), "pieces of {size}");
        }
    }

    #[test]
    fn an_event_that_does_not_end_is_given_up() {
        let mut assembly = Assembly::default();
        let piece = vec![b'x'; 1 << 20];
        let refused = (0..20).position(|_| assembly.take(&piece).is_none());
        assert_eq!(refused, Some(16));
    }
}
