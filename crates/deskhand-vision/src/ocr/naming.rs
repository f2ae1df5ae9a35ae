//! Where a name stands among words.

use deskhand_engine::ports::Spotted;
use deskhand_model::Rect;

use super::words::{Line, Word};

/// Words have to be so much like the name, 0 to 1.
const ALIKE: f64 = 0.75;

/// What a word counts that the reader was not sure of at all. Its text is right more often than it says.
const UNSURE: f64 = 0.6;

/// How many places are told.
const TOLD: usize = 8;

/// Every place where the name can be read, best first.
pub(super) fn places(lines: &[Line], name: &str) -> Vec<Spotted> {
    let name = plain(name);
    let count = name.split(' ').count();
    let mut found: Vec<Spotted> = lines.iter().filter_map(|line| best_on(line, &name, count)).collect();
    found.sort_by(|left, right| right.confidence.total_cmp(&left.confidence));
    found.truncate(TOLD);
    found
}

/// The words of a line that are most like the name. The reader joins and splits words, so one more or less may belong to it.
fn best_on(line: &Line, name: &str, count: usize) -> Option<Spotted> {
    let lengths = count.saturating_sub(1).max(1)..=count + 1;
    let runs = lengths.flat_map(|length| line.windows(length));
    runs.filter_map(|words| read(words, name))
        .max_by(|left, right| left.confidence.total_cmp(&right.confidence))
}

fn read(words: &[Word], name: &str) -> Option<Spotted> {
    let text = plain(&words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" "));
    let alike = strsim::normalized_levenshtein(&text, name);
    if alike < ALIKE {
        return None;
    }
    let sure = words.iter().map(|word| word.sure).sum::<f64>() / words.len() as f64;
    let place = words.iter().map(|word| word.place).reduce(around)?;
    Some(Spotted { place, confidence: alike * (UNSURE + (1.0 - UNSURE) * sure), by: "ocr" })
}

/// Text without what is drawn differently or not at all (case, space, mnemonic underscores, trailing dots and colons) and
/// without what frames are read as.
pub(super) fn plain(text: &str) -> String {
    let words: Vec<String> = text
        .to_lowercase()
        .replace(['_', '\u{2026}'], "")
        .replace(['|', '[', ']'], " ")
        .split_whitespace()
        .map(|word| word.trim_end_matches(['.', ':']).to_owned())
        .filter(|word| !word.is_empty())
        .collect();
    words.join(" ")
}

/// The rectangle around two.
fn around(one: Rect, other: Rect) -> Rect {
    let (x, y) = (one.x.min(other.x), one.y.min(other.y));
    let (right, bottom) = (one.right().max(other.right()), one.bottom().max(other.bottom()));
    Rect::new(x, y, right.abs_diff(x), bottom.abs_diff(y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::way::SURE;

    fn line(words: &[&str]) -> Line {
        let word = |(index, text): (usize, &&str)| Word {
            text: (*text).to_owned(),
            place: Rect::new(index as i32 * 50, 10, 40, 12),
            sure: 0.95,
        };
        words.iter().enumerate().map(word).collect()
    }

    #[test]
    fn a_name_of_two_words_covers_both() {
        let found = places(&[line(&["File", "Save", "As…", "Quit"])], "Save _As...");
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].place, Rect::new(50, 10, 90, 12));
        assert!(found[0].confidence > 0.9);
    }

    #[test]
    fn words_that_were_read_a_little_wrong_are_found_with_less_confidence() {
        let wrong = places(&[line(&["Preterenoes"])], "Preferences");
        let right = places(&[line(&["Preferences"])], "Preferences");
        assert!(wrong[0].confidence < SURE && right[0].confidence > SURE, "{wrong:?}, {right:?}");
    }

    #[test]
    fn the_frame_of_a_button_is_no_part_of_its_name() {
        assert!(places(&[line(&["[Cancel|"])], "Cancel")[0].confidence > 0.9);
    }

    #[test]
    fn a_joined_word_is_still_the_name() {
        assert_eq!(places(&[line(&["Openfile", "now"])], "Open file")[0].place, Rect::new(0, 10, 40, 12));
    }

    #[test]
    fn another_text_is_not_the_name() {
        for other in [&["Cancel"][..], &["Shape"], &[]] {
            assert!(places(&[line(other)], "Save").is_empty(), "{other:?}");
        }
    }

    #[test]
    fn the_same_name_on_two_lines_is_two_places() {
        assert_eq!(places(&[line(&["Delete"]), line(&["Edit", "Delete"])], "Delete").len(), 2);
    }
}
