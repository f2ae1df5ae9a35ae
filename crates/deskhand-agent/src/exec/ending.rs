//! How a command came to its end, and how that is told.

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

use super::capture::{Captured, KEPT};
use crate::contract::ExecResponse;

/// The exit code of a command that was not left to its end.
const UNFINISHED: i32 = -1;

/// How a command came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// The shell ended.
    Ended(ExitStatus),
    /// It took longer than this, and was killed.
    TooSlow(Duration),
    /// The agent ends, and took it along.
    Stopped,
}

impl Ending {
    pub(super) fn tell(self, stdout: Captured, stderr: Captured) -> ExecResponse {
        let message = [self.message(), cut("output", stdout.cut), cut("error output", stderr.cut)];
        let message: Vec<String> = message.into_iter().flatten().collect();
        ExecResponse {
            success: self.exit_code() == 0,
            message: (!message.is_empty()).then(|| message.join(" ")),
            stdout: stdout.text,
            stderr: stderr.text,
            exit_code: self.exit_code(),
        }
    }

    fn exit_code(self) -> i32 {
        match self {
            Ending::Ended(status) => {
                // A shell tells of a signal in the same way.
                status.code().or_else(|| status.signal().map(|signal| 128 + signal)).unwrap_or(UNFINISHED)
            }
            Ending::TooSlow(_) | Ending::Stopped => UNFINISHED,
        }
    }

    fn message(self) -> Option<String> {
        match self {
            Ending::Ended(status) if status.code().is_some() => None,
            Ending::Ended(status) => Some(format!("The command was ended by {status}.")),
            Ending::TooSlow(timeout) => Some(format!(
                "The command was not done after {}, and was killed with its process group.",
                humantime::format_duration(timeout)
            )),
            Ending::Stopped => Some("The agent ends, and so the command was killed.".to_owned()),
        }
    }
}

fn cut(stream: &str, bytes: u64) -> Option<String> {
    let kept = KEPT >> 20;
    (bytes > 0).then(|| {
        format!("Only the first {kept} MiB of its {stream} are kept, {bytes} bytes more are left out.")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(ending: Ending, cut: u64) -> ExecResponse {
        let captured = |text: &str, cut| Captured { text: text.to_owned(), cut };
        ending.tell(captured("out", cut), captured("err", 0))
    }

    #[test]
    fn only_an_exit_code_of_zero_is_a_success() {
        for (raw, success, code, says) in [
            (0, true, 0, None),
            (7 << 8, false, 7, None),
            (9, false, 137, Some("The command was ended by signal: 9 (SIGKILL).")),
        ] {
            let told = told(Ending::Ended(ExitStatus::from_raw(raw)), 0);
            assert_eq!((told.success, told.exit_code, told.message.as_deref()), (success, code, says));
        }
    }

    #[test]
    fn a_command_that_took_too_long_says_how_long_and_keeps_its_output() {
        let told = told(Ending::TooSlow(Duration::from_millis(1500)), 0);
        assert_eq!((told.success, told.exit_code, told.stdout.as_str()), (false, -1, "out"));
        let expected = "The command was not done after 1s 500ms, and was killed with its process group.";
        assert_eq!(told.message.as_deref(), Some(expected));
    }

    #[test]
    fn what_was_cut_is_told() {
        let told = told(Ending::Ended(ExitStatus::default()), 3);
        assert!(told.success);
        assert_eq!(
            told.message.unwrap(),
            "Only the first 4 MiB of its output are kept, 3 bytes more are left out."
        );
    }
}
