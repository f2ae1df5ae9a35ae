//! Failures, for people.

use deskhand_model::ErrorKind;

use unicode_width::UnicodeWidthStr;

use super::{Palette, escape_lines, one_line};
use crate::failure::Failure;

/// Candidates that are listed; the JSON has them all.
const LISTED: usize = 10;

/// The sentence, where a query is wrong, the candidates, what was tried, the hint. Nothing when there is nothing to
/// tell.
pub(crate) fn failure(failure: &Failure, palette: Palette) -> String {
    let Some(detail) = failure.detail() else { return String::new() };
    let mut lines = vec![format!("{} {}", palette.bad("error:"), escape_lines(&shortened(&detail.message)))];
    if let Failure::Query { error, .. } = failure {
        lines.extend(pointer(&error.pointer()).lines().map(|line| format!("  {line}")));
    }
    if !detail.candidates.is_empty() {
        let ambiguous = detail.code == ErrorKind::Ambiguous.code();
        let title = match &*detail.code {
            _ if ambiguous => "these match, pick one with --nth:",
            code if is_about_one(code) => "it is:",
            _ => "nearest:",
        };
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

/// The sentence without the middle of what somebody made huge: a query, a name. The JSON has all of it.
fn shortened(message: &str) -> String {
    const EITHER_END: usize = 1_000;
    let count = message.chars().count();
    if count <= 2 * EITHER_END {
        return message.to_owned();
    }
    let beginning: String = message.chars().take(EITHER_END).collect();
    let end: String = message.chars().skip(count - EITHER_END).collect();
    format!("{beginning} … {end}")
}

/// Whether the error is about an element that was found, and not about one that was not.
fn is_about_one(code: &str) -> bool {
    [ErrorKind::ElementDisabled, ErrorKind::ElementHidden].iter().any(|kind| kind.code() == code)
}

/// The query and its caret, which counts characters, moved to where the terminal shows the character.
fn pointer(counted: &str) -> String {
    let Some((query, caret)) = counted.split_once('\n') else { return counted.to_owned() };
    let ahead: String = query.chars().take(caret.chars().count().saturating_sub(1)).collect();
    // Behind the end of the query the caret stands alone.
    let beyond = caret.chars().count().saturating_sub(1 + ahead.chars().count());
    format!("{query}\n{}^", " ".repeat(ahead.width() + beyond))
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
    fn the_caret_stands_under_the_fault_also_behind_wide_characters() {
        let text = "title:日本 As";
        let error = Query::parse(text).unwrap_err();
        let shown = shown(&Failure::Query { text: text.to_owned(), error });
        assert_eq!(shown.lines().nth(2), Some("             ^"), "{shown}");
    }

    #[test]
    fn a_disabled_element_is_not_called_a_near_miss() {
        let tree = fake::snapshot().tree;
        let error = Error::new(ErrorKind::ElementDisabled, "still disabled");
        let shown = shown(&error.candidates([Candidate::describe(&tree, NodeId(3), 1.0)]).into());
        assert!(shown.contains("  it is:\n    - window"), "{shown}");
    }

    #[test]
    fn a_huge_name_does_not_flood_the_terminal() {
        let error = Error::new(ErrorKind::NotFound, format!("no `{}` here", "x".repeat(9_000)));
        let shown = shown(&error.into());
        assert!(shown.len() < 2_100 && shown.ends_with("x` here"), "{shown}");
    }

    #[test]
    fn a_closed_pipe_is_not_worth_a_word() {
        assert_eq!(shown(&Failure::BrokenPipe), "");
    }
}
