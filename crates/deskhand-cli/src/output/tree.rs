//! A tree with guides.

use deskhand_engine::Snapshot;
use deskhand_model::{Fields, NodeId};
use deskhand_schema::Outline;

use super::element::{Also, element};
use super::{Palette, one_line};
use crate::values::show_duration;

/// The application on the first line, then every shown node under its parent.
pub(crate) fn tree(snapshot: &Snapshot, outline: &Outline<'_>, fields: Fields, palette: Palette) -> String {
    let also = Also {
        bounds: fields.contains(Fields::BOUNDS),
        style: fields.contains(Fields::STYLE),
        everything: fields.contains(Fields::ATTRIBUTES),
    };
    let mut lines = vec![heading(snapshot, outline, palette)];
    let tree = outline.tree();
    // For each level, whether more siblings follow; decides between a line and a gap further down.
    let mut follows: Vec<bool> = Vec::new();
    for id in outline.ids().filter(|&id| id != NodeId::ROOT) {
        let depth = tree.depth(id);
        let last = is_last(outline, id);
        follows.truncate(depth - 1);
        let mut guides: String = follows.iter().map(|&more| if more { "│  " } else { "   " }).collect();
        guides.push_str(if last { "└─ " } else { "├─ " });
        follows.push(!last);
        let cut = if outline.is_cut_at(id) { palette.aside(" …") } else { String::new() };
        lines.push(format!("{}{}{cut}", palette.aside(guides), element(tree.node(id), also, palette)));
    }
    lines.join("\n")
}

/// Whether no shown sibling comes after the node. The next sibling starts where the node's own subtree ends, so
/// only the siblings are looked at.
fn is_last(outline: &Outline<'_>, id: NodeId) -> bool {
    let tree = outline.tree();
    let Some(parent) = tree.parent(id) else { return true };
    let last_below = tree.descendants(id).next_back().unwrap_or(id);
    let mut next = NodeId(last_below.0 + 1);
    while tree.is_below(next, parent) {
        if outline.shows(next) {
            return false;
        }
        let end = tree.descendants(next).next_back().unwrap_or(next);
        next = NodeId(end.0 + 1);
    }
    true
}

fn heading(snapshot: &Snapshot, outline: &Outline<'_>, palette: Palette) -> String {
    let app = &snapshot.app;
    let mut facts = Vec::new();
    facts.extend(app.pid.map(|pid| format!("pid {pid}")));
    if !app.toolkit.name.is_empty() {
        facts.push(one_line(format!("{} {}", app.toolkit.name, app.toolkit.version).trim(), 40));
    }
    facts.push(match (outline.ids().count(), outline.tree().len()) {
        (1, 1) => "1 element".to_owned(),
        (shown, all) if shown == all => format!("{all} elements"),
        (shown, all) => format!("{shown} of {all} elements"),
    });
    facts.push(format!("read in {} by {}", show_duration(snapshot.took), snapshot.path.name()));
    let gaps = outline.tree().gaps();
    if outline.is_truncated() {
        facts.push("truncated".to_owned());
    }
    if gaps.unreadable > 0 {
        facts.push(format!("{} unreadable", gaps.unreadable));
    }
    format!("{} {}", palette.name(one_line(&app.name, 60)), palette.aside(format!("({})", facts.join(", "))))
}

#[cfg(test)]
mod tests {
    use deskhand_schema::OutlineOptions;

    use super::*;
    use crate::fake;

    fn shown(options: OutlineOptions) -> String {
        let snapshot = fake::snapshot();
        let tree = snapshot.tree.clone();
        super::tree(&snapshot, &Outline::new(&tree, &options), Fields::NAME, Palette::new(false))
    }

    #[test]
    fn every_node_hangs_under_its_parent() {
        assert_eq!(
            shown(OutlineOptions::default()),
            "\
editor (pid 4242, gtk 3.24, 8 elements, read in 1.5 ms by cache)
├─ window \"Untitled\" active
│  ├─ group
│  │  ├─ button \"Save\" disabled [press]
│  │  └─ button \"Open\" focused [press]
│  └─ textfield editable text \"hello\"
└─ dialog \"Preferences\"
   └─ slider \"Size\" value 12"
        );
    }

    #[test]
    fn what_is_left_out_leaves_no_loose_guides() {
        assert_eq!(
            shown(OutlineOptions { interactive: true, depth: Some(2) }),
            "\
editor (pid 4242, gtk 3.24, 6 of 8 elements, read in 1.5 ms by cache, truncated)
├─ window \"Untitled\" active
│  ├─ group …
│  └─ textfield editable text \"hello\"
└─ dialog \"Preferences\"
   └─ slider \"Size\" value 12"
        );
    }
}
