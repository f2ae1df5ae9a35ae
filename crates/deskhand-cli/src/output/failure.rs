//! Failures, for people.

use deskhand_model::ErrorKind;

use super::{Palette, escape_lines, one_line};
use crate::failure::Failure;

/// Candidates that are listed; the JSON has them all.
const LISTED: usize = 10;

/// The sentence, where a query is wrong, the candidates, what was tried, the hint. Nothing when there is nothing to
/// tell.
pub(crate) fn failure(failure: &Failure, palette: Palette) -> String {
    let Some(detail) = failure.detail() else { return String::new() };
    let mut lines = vec![format!("{} {}", palette.bad("error:"), escape_lines(&detail.message))];
    if let Failure::Query { error, .. } = failure {
        lines.extend(error.pointer().lines().map(|line| format!("  {line}")));
    }
    if !detail.candidates.is_empty() {
        let ambiguous = detail.code == ErrorKind::Ambiguous.code();
        let title = if ambiguous { "these match, pick one with --nth:" } else { "nearest:" };
        lines.push(format!("  {}", palette.aside(title)));
        for (number, candidate) in detail.candidates.iter().take(LISTED).enumerate() {
            // Of several matches the number is what --nth takes.
            let mark = if ambiguous { format!("{number}:") } else { "-".to_owned() };
            lines.push(format!("    {mark} {}", palette.name(one_line(&candidate.path, 160))));
        }
        if let Some(more) = detail.candidates.len().checked_sub(LISTED).filter(|more| *more > 0) {
            lines.push(format!("    … and {more} more"));
        }
    }
    if !detail.tried.is_empty() {
        lines.push(format!("  {}", palette.aside("tried:")));
        lines.extend(detail.tried.iter().map(|step| format!("    {}", one_line(step, 200))));
    }
    if let Some(hint) = &detail.hint {
        lines.push(format!("  {} {}", palette.good("hint:"), escape_lines(hint)));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use deskhand_model::{Candidate, Error, ErrorKind, NodeId, Query};

    use super::*;
    use crate::fake;

    fn shown(failure: &Failure) -> String {
        super::failure(failure, Palette::new(false))
    }

    #[test]
    fn an_error_lists_candidates_steps_and_the_hint() {
        let tree = fake::snapshot().tree;
        let error = Error::new(ErrorKind::NotFound, "no element matches `Svae`")
            .tried("read the tree 3 times in 5 s")
            .candidates([Candidate::describe(&tree, NodeId(3), 0.9)])
            .hint("Look at `deskhand tree editor`.");
        assert_eq!(
            shown(&error.into()),
            "\
error: no element matches `Svae`
  nearest:
    - window \"Untitled\" > button \"Save\"
  tried:
    read the tree 3 times in 5 s
  hint: Look at `deskhand tree editor`."
        );
    }

    #[test]
    fn a_malformed_query_is_shown_with_a_caret() {
        let text = "role:buton";
        let error = Query::parse(text).unwrap_err();
        let shown = shown(&Failure::Query { text: text.to_owned(), error });
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(lines[1], "  role:buton");
        assert_eq!(lines[2].trim_start(), "^");
    }

    #[test]
    fn a_closed_pipe_is_not_worth_a_word() {
        assert_eq!(shown(&Failure::BrokenPipe), "");
    }
}
