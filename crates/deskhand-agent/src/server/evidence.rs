//! What is known about a failure, as one text for a person.

use deskhand_model::{Candidate, Error, ErrorKind};

/// Candidates that are listed.
const LISTED: usize = 10;
/// Bytes of a text.
const LONGEST: usize = 8 << 10;
/// Characters of a line about one candidate.
const LINE: usize = 400;

/// The failure: its sentence, what came nearest or what all matches, what was tried, what to do.
pub(super) fn told(error: &Error) -> String {
    let mut text = error.message().to_owned();
    let nearest = error.nearest();
    for (index, candidate) in nearest.iter().take(LISTED).enumerate() {
        let candidate = shortened(&line(candidate), LINE);
        text.push_str(&match error.kind() {
            // That many match, in this order: the number is the index to ask for.
            ErrorKind::Ambiguous => format!("\n  {index}: {candidate}"),
            _ => format!("\n  near: {candidate}"),
        });
    }
    if nearest.len() > LISTED {
        text.push_str(&format!("\n  … and {} more", nearest.len() - LISTED));
    }
    for step in error.steps() {
        text.push_str(&format!("\nTried: {step}"));
    }
    if let Some(advice) = error.advice() {
        text.push_str(&format!("\n{advice}"));
    }
    within(text)
}

fn line(candidate: &Candidate) -> String {
    let mut line = candidate.role.to_string();
    if !candidate.name.is_empty() {
        line.push_str(&format!(" \"{}\"", candidate.name));
    }
    if !candidate.id.is_empty() {
        line.push_str(&format!(" id {}", candidate.id));
    }
    if !candidate.path.is_empty() {
        line.push_str(&format!(" in {}", candidate.path));
    }
    if !candidate.differences.is_empty() {
        line.push_str(&format!(" ({})", candidate.differences.join(", ")));
    }
    line
}

fn shortened(text: &str, characters: usize) -> String {
    match text.char_indices().nth(characters) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn within(mut text: String) -> String {
    if text.len() > LONGEST {
        let mut end = LONGEST - '…'.len_utf8();
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        text.truncate(end);
        text.push('…');
    }
    text
}

#[cfg(test)]
mod tests {
    use deskhand_model::Role;

    use super::*;

    fn candidate(name: &str) -> Candidate {
        Candidate {
            role: Role::Button,
            name: name.to_owned(),
            id: String::new(),
            path: "window \"Demo\" > button \"Save\"".to_owned(),
            bounds: None,
            score: 1.0,
            differences: vec!["not enabled".to_owned()],
        }
    }

    #[test]
    fn everything_that_helps_is_told_in_order() {
        let error = Error::new(ErrorKind::Ambiguous, "2 elements match")
            .candidates([candidate("Save"), candidate("")])
            .tried("the tree")
            .hint("Give an index.");
        let expected = "2 elements match\n  \
            0: button \"Save\" in window \"Demo\" > button \"Save\" (not enabled)\n  \
            1: button in window \"Demo\" > button \"Save\" (not enabled)\n\
            Tried: the tree\nGive an index.";
        assert_eq!(told(&error), expected);
    }

    #[test]
    fn what_only_comes_near_has_no_index() {
        let error = Error::new(ErrorKind::NotFound, "Nothing matches").candidates([candidate("Save")]);
        assert!(told(&error).starts_with("Nothing matches\n  near: button \"Save\" in "));
    }

    #[test]
    fn it_stays_short() {
        let many = (0..25).map(|_| candidate(&"ä".repeat(10_000)));
        let error = Error::new(ErrorKind::Ambiguous, "x").candidates(many);
        let text = told(&error);
        assert!(
            text.contains("\n  9: ") && !text.contains("\n  10: ") && text.contains("and 15 more"),
            "{text}"
        );
        let long = Error::new(ErrorKind::Internal, "ä".repeat(10_000));
        assert!(told(&long).len() <= LONGEST);
    }
}
