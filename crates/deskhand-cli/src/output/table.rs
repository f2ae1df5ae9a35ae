//! Tables with aligned columns.

use unicode_width::UnicodeWidthStr;

use super::{Palette, one_line};

/// Widest that a column gets.
const WIDEST: usize = 60;

/// Rows under headings. A cell is cut where it would make its column too wide.
#[derive(Debug)]
pub(crate) struct Table {
    headings: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// An empty table.
    pub(crate) fn new(headings: &[&'static str]) -> Table {
        Table { headings: headings.to_vec(), rows: Vec::new() }
    }

    /// Adds a row: a text per heading.
    pub(crate) fn row<const N: usize>(&mut self, cells: [String; N]) {
        self.rows.push(cells.iter().map(|cell| one_line(cell, WIDEST)).collect());
    }

    /// The table as text, or `empty` when it has no rows.
    pub(crate) fn show(&self, palette: Palette, empty: &str) -> String {
        if self.rows.is_empty() {
            return empty.to_owned();
        }
        let widths: Vec<usize> = (0..self.headings.len())
            .map(|column| {
                let cells = self.rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.width());
                cells.chain([self.headings[column].width()]).max().unwrap_or(0)
            })
            .collect();
        let headings: Vec<String> = self.headings.iter().map(ToString::to_string).collect();
        let mut lines = vec![palette.aside(line(&headings, &widths))];
        lines.extend(self.rows.iter().map(|row| line(row, &widths)));
        lines.join("\n")
    }
}

fn line(cells: &[String], widths: &[usize]) -> String {
    let mut line = String::new();
    for (cell, width) in cells.iter().zip(widths) {
        line.push_str(cell);
        line.push_str(&" ".repeat(width.saturating_sub(cell.width()) + 2));
    }
    line.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up_also_with_wide_characters() {
        let mut table = Table::new(&["NAME", "PID"]);
        table.row(["gedit".to_owned(), "1".to_owned()]);
        table.row(["日本語".to_owned(), "23".to_owned()]);
        assert_eq!(table.show(Palette::new(false), "none"), "NAME    PID\ngedit   1\n日本語  23");
    }

    #[test]
    fn an_empty_table_says_so() {
        assert_eq!(Table::new(&["NAME"]).show(Palette::new(false), "no applications"), "no applications");
    }
}
