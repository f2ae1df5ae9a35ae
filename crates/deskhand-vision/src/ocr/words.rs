//! What tesseract read, word by word.

use deskhand_model::Rect;

/// A word in the picture.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Word {
    pub(super) text: String,
    pub(super) place: Rect,
    /// How sure the reader is, 0 to 1.
    pub(super) sure: f64,
}

/// Words next to each other on one line, from left to right.
pub(super) type Line = Vec<Word>;

/// The lines of tesseract's table: tab-separated columns, one row for each page, block, paragraph, line and word. What is
/// not a row of that table is left out.
pub(super) fn lines(table: &str) -> Vec<Line> {
    let mut lines: Vec<(Vec<&str>, Line)> = Vec::new();
    for row in table.lines() {
        let Some((line, word)) = word(row) else { continue };
        match lines.last_mut() {
            Some((last, words)) if *last == line => words.push(word),
            _ => lines.push((line, vec![word])),
        }
    }
    lines.into_iter().map(|(_, words)| words).collect()
}

/// The word in a row, and the numbers of page, block, paragraph and line that it belongs to.
fn word(row: &str) -> Option<(Vec<&str>, Word)> {
    let columns: Vec<&str> = row.splitn(12, '\t').collect();
    let [level, page, block, paragraph, line, _, left, top, width, height, sure, text] = columns[..] else {
        return None;
    };
    let text = text.trim();
    if level != "5" || text.is_empty() {
        return None;
    }
    let place = Rect::new(left.parse().ok()?, top.parse().ok()?, width.parse().ok()?, height.parse().ok()?);
    let sure = sure.parse::<f64>().ok().filter(|sure| sure.is_finite())?;
    let word = Word { text: text.to_owned(), place, sure: (sure / 100.0).clamp(0.0, 1.0) };
    Some((vec![page, block, paragraph, line], word))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "\
level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext
1\t1\t0\t0\t0\t0\t0\t0\t400\t150\t-1\t
4\t1\t1\t1\t1\t0\t10\t10\t90\t12\t-1\t
5\t1\t1\t1\t1\t1\t10\t10\t40\t12\t96.5\tSave
5\t1\t1\t1\t1\t2\t55\t10\t20\t12\t91\tas
5\t1\t2\t1\t1\t1\t10\t40\t50\t12\t-1\tCancel
5\t1\t2\t1\t1\t1\tx\t40\t50\t12\t90\tbroken
5\t1\t2\t1";

    #[test]
    fn words_stand_on_their_lines() {
        let lines = lines(TABLE);
        let texts: Vec<Vec<&str>> =
            lines.iter().map(|line| line.iter().map(|word| word.text.as_str()).collect()).collect();
        assert_eq!(texts, [vec!["Save", "as"], vec!["Cancel"]]);
        assert_eq!(lines[0][1].place, Rect::new(55, 10, 20, 12));
        assert!((lines[0][0].sure - 0.965).abs() < 1e-9);
        assert!(lines[1][0].sure.abs() < 1e-9);
    }
}
