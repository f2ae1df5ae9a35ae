//! Plain text: the element with this name.
//!
//! Names are compared in four ways, and the first that has any match decides: exactly; ignoring case; ignoring
//! case and what does not belong to the name (surrounding white space, a mnemonic's `_` or `&`, a closing `…` or
//! `:`); as a part of the name, ignoring case.
//!
//! Toolkits often give a widget and its parts the same name: a GTK button and the label in it. When one match lies
//! below another of the same name, it is taken as a part of that one and left out, unless it is something that
//! people operate and the outer one is not (a button `Print` in a dialog `Print`).

use std::collections::HashMap;

use super::error::Fault;
use super::quote;
use crate::{NodeId, Tree};

/// A query for a name.
#[derive(Clone, Debug)]
pub(super) struct Plain {
    pub(super) text: String,
}

impl Plain {
    /// Takes `text` as it is, or without its quotes when all of it is in quotes.
    pub(super) fn parse(text: &str) -> Result<Plain, Fault> {
        let text = match quote::whole(text) {
            Some(inner) => inner,
            None => text.trim().to_owned(),
        };
        if text.is_empty() {
            return Err(
                Fault::new(0, "the query is empty").hint("write the name of an element, such as `Save`")
            );
        }
        Ok(Plain { text })
    }

    pub(super) fn matches(&self, tree: &Tree) -> Vec<NodeId> {
        whole_widgets(tree, self.with_name(tree))
    }

    fn with_name(&self, tree: &Tree) -> Vec<NodeId> {
        let exact = tree.with_name(&self.text);
        if !exact.is_empty() {
            return exact.to_vec();
        }
        let lower = self.text.to_lowercase();
        let bare = bare(&lower);
        let (mut same, mut alike, mut containing) = (Vec::new(), Vec::new(), Vec::new());
        for id in tree.ids() {
            let name = tree.node(id).name.to_lowercase();
            if name == lower {
                same.push(id);
            } else if !bare.is_empty() && self::bare(&name) == bare {
                alike.push(id);
            } else if name.contains(&lower) {
                containing.push(id);
            }
        }
        [same, alike, containing].into_iter().find(|found| !found.is_empty()).unwrap_or_default()
    }
}

/// A name without what toolkits and translators put around it.
fn bare(name: &str) -> String {
    let name = name.trim().trim_end_matches(['…', '.', ':']).trim_end();
    match name.find(['_', '&']) {
        Some(at) => [&name[..at], &name[at + 1..]].concat(),
        None => name.to_owned(),
    }
}

/// `found`, which is in tree order, without the matches that are part of another one.
pub(super) fn whole_widgets(tree: &Tree, mut found: Vec<NodeId>) -> Vec<NodeId> {
    // Of each name, the kept matches that the walk is inside of, outermost first.
    let mut outer: HashMap<&str, Vec<NodeId>> = HashMap::new();
    found.retain(|&id| {
        let node = tree.node(id);
        let around = outer.entry(&node.name).or_default();
        while around.pop_if(|above| !tree.is_below(id, *above)).is_some() {}
        let part_of_another = around
            .last()
            .is_some_and(|&above| !node.role.is_interactive() || tree.node(above).role.is_interactive());
        if !part_of_another {
            around.push(id);
        }
        !part_of_another
    });
    found
}

#[cfg(test)]
mod tests {
    use crate::Notation::Plain;
    use crate::query::sample::check;

    const TREE: &str = r#"
        application "demo"
          window "Demo"
            button "Save" #first
              text "Save"
            button "save" #second
            button "Save All" #all
            menu-item "_Open…" #open
            menu-item "Open Recent" #recent
            text "Größe:" #size
            textfield "größe" #field
          dialog "Print" #dialog
            button "Print" #print
              text "Print"
            text "Print"
    "#;

    #[test]
    fn an_exact_name_wins() {
        check(Plain, "Save", TREE, "first");
        check(Plain, "save", TREE, "second");
    }

    #[test]
    fn a_name_that_differs_in_case_comes_next() {
        check(Plain, "SAVE", TREE, "first second");
        check(Plain, "save all", TREE, "all");
    }

    #[test]
    fn mnemonics_and_closing_dots_do_not_belong_to_a_name() {
        check(Plain, "Open", TREE, "open");
        check(Plain, "GRÖSSE", TREE, "");
        check(Plain, "GRÖßE", TREE, "field");
        check(Plain, "größe:", TREE, "size");
    }

    #[test]
    fn a_part_of_a_name_is_the_last_resort() {
        check(Plain, "recent", TREE, "recent");
        check(Plain, "open rec", TREE, "recent");
        check(Plain, "nothing like it", TREE, "");
    }

    #[test]
    fn a_label_is_part_of_its_button_but_a_button_is_no_part_of_its_dialog() {
        check(Plain, "Print", TREE, "dialog print");
    }

    #[test]
    fn quotes_and_surrounding_spaces_do_not_count() {
        check(Plain, "  Save  ", TREE, "first");
        check(Plain, r#""Save""#, TREE, "first");
        check(Plain, "'Save'", TREE, "first");
    }
}
