//! An application's tree as indented lines.

use std::collections::HashMap;
use std::fmt::{self, Write};

use deskhand_schema::{Element, Snapshot, TreeDiff};

use super::escape::Escaped;

/// Most lines of trees in a page; a browser with more of them is slow.
pub(super) const MOST_LINES: usize = 60_000;

/// Most lines of one tree.
const MOST_OF_ONE: usize = 2000;

/// Deepest indentation, so that a very deep tree does not become a very wide one.
const DEEPEST: usize = 40;

/// Longest text of an element that is told in full, in characters.
const LONGEST: usize = 80;

/// Writes the tree, of which at most `lines` lines, and takes them off.
pub(super) fn write(
    page: &mut String,
    tree: &Snapshot,
    diff: Option<&TreeDiff>,
    lines: &mut usize,
) -> fmt::Result {
    let marks = marks(diff);
    let shown = tree.nodes.len().min(MOST_OF_ONE).min(*lines);
    *lines -= shown;
    let mut depths: Vec<usize> = Vec::with_capacity(shown);
    page.push_str("<pre class=\"tree\">");
    for (place, node) in tree.nodes.iter().take(shown).enumerate() {
        let above = node.parent.and_then(|parent| depths.get(parent as usize).copied());
        let depth = above.map_or(0, |above| above + 1);
        depths.push(depth);
        let indent = "  ".repeat(depth.min(DEEPEST));
        let class = marks.get(&(place as u32)).copied().unwrap_or_default();
        match class {
            "" => write!(page, "{indent}")?,
            class => write!(page, "{indent}<mark class=\"{class}\">")?,
        }
        write_element(page, &node.element)?;
        page.push_str(if class.is_empty() { "\n" } else { "</mark>\n" });
    }
    page.push_str("</pre>\n");
    if shown < tree.nodes.len() {
        let more = tree.nodes.len() - shown;
        writeln!(page, "<p class=\"quiet\">and {more} more, which stand in the file</p>")?;
    }
    Ok(())
}

/// How the lines of elements that came or are different are marked.
fn marks(diff: Option<&TreeDiff>) -> HashMap<u32, &'static str> {
    let mut marks = HashMap::new();
    if let Some(diff) = diff {
        marks.extend(diff.changed.iter().map(|change| (change.node, "changed")));
        for part in &diff.added {
            let last =
                part.node.saturating_add(u32::try_from(part.inside.min(MOST_OF_ONE)).unwrap_or_default());
            marks.extend((part.node..=last).map(|node| (node, "new")));
        }
    }
    marks
}

fn write_element(page: &mut String, element: &Element) -> fmt::Result {
    write!(page, "<b>{}</b>", Escaped(&element.role))?;
    if !element.name.is_empty() {
        write!(page, " \"{}\"", Escaped(short(&element.name)))?;
    }
    if !element.id.is_empty() {
        write!(page, " <i>#{}</i>", Escaped(short(&element.id)))?;
    }
    if let Some(value) = element.value {
        write!(page, " = {}", value.current)?;
    }
    if let Some(text) = element.text.as_deref().filter(|text| !text.is_empty() && *text != element.name) {
        write!(page, " = \"{}\"", Escaped(short(text)))?;
    }
    if let Some(states) = element.states.as_ref().filter(|states| !states.is_empty()) {
        write!(page, " <i>{}</i>", Escaped(states.join(" ")))?;
    }
    Ok(())
}

/// At most [`LONGEST`] characters, on one line.
fn short(text: &str) -> String {
    let flat: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(LONGEST + 1).collect();
    if flat.chars().count() > LONGEST {
        flat.chars().take(LONGEST - 1).chain(['…']).collect()
    } else {
        flat
    }
}
