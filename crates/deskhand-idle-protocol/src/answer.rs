//! The line that answers.

use serde::{Deserialize, Serialize};

use crate::{Malformed, VERSION, WORK_LIMIT, Work, version};

/// What an application says when it is idle, or when the time is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Nothing is under way.
    Idle,
    /// This still is; never empty.
    Busy(Vec<Work>),
    /// It cannot say, and why.
    Refused(String),
}

#[derive(Serialize, Deserialize)]
struct Line {
    deskhand_idle: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    idle: Option<bool>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    work: Vec<Work>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl Answer {
    /// The line, with its end. Of a long list only the first [`WORK_LIMIT`] entries are told.
    pub fn encode(&self) -> String {
        let mut line = Line { deskhand_idle: VERSION, idle: None, work: Vec::new(), error: None };
        match self {
            Answer::Idle => line.idle = Some(true),
            Answer::Busy(work) => {
                line.idle = Some(false);
                line.work = work.iter().take(WORK_LIMIT).map(cut).collect();
            }
            Answer::Refused(reason) => line.error = Some(Work::cut_name(reason).to_owned()),
        }
        version::line(&line)
    }

    /// Reads a line. Members that this version does not know are ignored, contradictions are not.
    pub fn decode(line: &[u8]) -> Result<Answer, Malformed> {
        version::check(line)?;
        let line: Line = serde_json::from_slice(line).map_err(|error| Malformed::Shape(error.to_string()))?;
        match (line.idle, line.error) {
            (None, Some(reason)) => Ok(Answer::Refused(reason)),
            (None, None) => Err(Malformed::Contradiction("neither an answer nor an error")),
            (Some(_), Some(_)) => Err(Malformed::Contradiction("an answer and an error")),
            (Some(true), None) if line.work.is_empty() => Ok(Answer::Idle),
            (Some(true), None) => Err(Malformed::Contradiction("idle, with work under way")),
            (Some(false), None) if line.work.is_empty() => {
                Err(Malformed::Contradiction("not idle, with no work under way"))
            }
            (Some(false), None) if line.work.iter().any(|work| work.count == 0) => {
                Err(Malformed::Contradiction("work under way, but none of it"))
            }
            (Some(false), None) => Ok(Answer::Busy(line.work)),
        }
    }
}

fn cut(work: &Work) -> Work {
    Work { name: Work::cut_name(&work.name).to_owned(), ..work.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LINE_LIMIT, WorkKind};

    fn work(name: &str) -> Work {
        Work { kind: WorkKind::MainLoop, name: name.to_owned(), count: u32::MAX, since_ms: Some(u64::MAX) }
    }

    #[test]
    fn an_answer_survives_the_wire() {
        let without_age = Work { since_ms: None, ..work("save") };
        for answer in [
            Answer::Idle,
            Answer::Busy(vec![work(""), without_age]),
            Answer::Refused("too many ask".to_owned()),
        ] {
            assert_eq!(Answer::decode(answer.encode().as_bytes()), Ok(answer));
        }
    }

    #[test]
    fn the_longest_answer_fits_into_a_line() {
        let worst = Answer::Busy(vec![work(&"\u{1}".repeat(10_000)); 10_000]);
        let line = worst.encode();
        assert!(line.len() <= LINE_LIMIT, "{} bytes", line.len());
        assert!(
            matches!(Answer::decode(line.as_bytes()), Ok(Answer::Busy(told)) if told.len() == WORK_LIMIT)
        );
    }

    #[test]
    fn kinds_have_the_names_of_the_engine() {
        let line = Answer::Busy(vec![work("x")]).encode();
        assert!(line.contains(r#""kind":"main-loop""#), "{line}");
    }

    #[test]
    fn contradictions_are_refused() {
        for line in [
            r#"{"deskhand_idle":1}"#,
            r#"{"deskhand_idle":1,"idle":true,"error":"x"}"#,
            r#"{"deskhand_idle":1,"idle":true,"work":[{"kind":"task","count":1}]}"#,
            r#"{"deskhand_idle":1,"idle":false}"#,
            r#"{"deskhand_idle":1,"idle":false,"work":[{"kind":"task","count":0}]}"#,
        ] {
            let read = Answer::decode(line.as_bytes());
            assert!(matches!(read, Err(Malformed::Contradiction(_))), "{line}: {read:?}");
        }
    }

    #[test]
    fn nonsense_is_told_from_another_version() {
        for line in ["\u{0}\u{0}", "true", r#"{"idle":true}"#, r#"{"deskhand_idle":1,"idle":"yes"}"#] {
            assert!(matches!(Answer::decode(line.as_bytes()), Err(Malformed::Shape(_))), "{line}");
        }
        assert_eq!(Answer::decode(br#"{"deskhand_idle":2,"calm":1}"#), Err(Malformed::Version(2)));
    }
}
