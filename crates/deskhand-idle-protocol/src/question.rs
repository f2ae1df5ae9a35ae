//! The line that asks.

use serde::{Deserialize, Serialize};

use crate::{Malformed, VERSION, version};

/// Asks an application to answer when it is idle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// How long to wait for that, in milliseconds; then the answer is what is still under way.
    pub wait_ms: u64,
}

#[derive(Serialize, Deserialize)]
struct Line {
    deskhand_idle: u32,
    wait_ms: u64,
}

impl Question {
    /// The line, with its end.
    pub fn encode(self) -> String {
        version::line(&Line { deskhand_idle: VERSION, wait_ms: self.wait_ms })
    }

    /// Reads a line. Members that this version does not know are ignored.
    pub fn decode(line: &[u8]) -> Result<Question, Malformed> {
        version::check(line)?;
        let line: Line = serde_json::from_slice(line).map_err(|error| Malformed::Shape(error.to_string()))?;
        Ok(Question { wait_ms: line.wait_ms })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_survives_the_wire() {
        for wait_ms in [0, 1, u64::MAX] {
            let question = Question { wait_ms };
            assert_eq!(Question::decode(question.encode().as_bytes()), Ok(question));
        }
    }

    #[test]
    fn nonsense_is_told_from_another_version() {
        let shape = |line: &str| matches!(Question::decode(line.as_bytes()), Err(Malformed::Shape(_)));
        for line in [
            "",
            "\n",
            "hello",
            "[]",
            "{}",
            "{\"deskhand_idle\":1}",
            "{\"deskhand_idle\":1,\"wait_ms\":-1}",
            "{\"deskhand_idle\":1,\"wait_ms\":1}{}",
        ] {
            assert!(shape(line), "{line}");
        }
        let later = br#"{"deskhand_idle":7,"until":"idle"}"#;
        assert_eq!(Question::decode(later), Err(Malformed::Version(7)));
    }

    #[test]
    fn unknown_members_are_ignored() {
        let line = br#"{"deskhand_idle":1,"wait_ms":5,"colour":"red"}"#;
        assert_eq!(Question::decode(line), Ok(Question { wait_ms: 5 }));
    }
}
