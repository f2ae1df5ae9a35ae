//! An element as other people's contracts describe it: role, label and id.
//!
//! The role and the id are equal. The label is part of the name, whatever its case; but when exactly one widget has it
//! as its whole name, that one alone is meant (in this case of letters, or else in any; blanks around a name do not
//! count). A label in a widget of the same name is a part of that widget, and not one more. When several are left,
//! everything that fits is told, so that one can be picked by its number. The windows themselves are not among the
//! elements, unless their role is asked for.

use super::condition::{Condition, Relation, TextTest};
use super::plain::whole_widgets;
use super::property::Property;
use crate::{Fields, NodeId, Role, Tree};

/// What is asked for; everything that is given must be true.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Description {
    /// Its role.
    pub role: Option<Role>,
    /// Its name, or a part of it.
    pub label: Option<String>,
    /// Its identifier.
    pub id: Option<String>,
    /// What counts as one match.
    pub counting: Counting,
}

/// What counts as one match of a description.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Counting {
    /// A widget with what is in it, for somebody who means one.
    #[default]
    Widgets,
    /// Every element that fits, for somebody who picks one by its number; the only one with the label as its whole name
    /// still wins.
    Elements,
    /// Every element that fits, and no name wins.
    All,
}

impl Description {
    /// In the field notation, for people.
    pub(super) fn source(&self) -> String {
        let role = self.role.map(|role| format!("role:{role}"));
        let label = self.label.as_ref().map(|label| format!("label~{label:?}"));
        let id = self.id.as_ref().map(|id| format!("id:{id:?}"));
        let parts: Vec<String> = [role, label, id].into_iter().flatten().collect();
        if parts.is_empty() { "*".to_owned() } else { parts.join(" ") }
    }

    pub(super) fn needs(&self) -> Fields {
        let id = if self.id.is_some() { Fields::ID } else { Fields::NONE };
        Fields::ROLE | Fields::NAME | id
    }

    /// As conditions, for what comes near.
    pub(super) fn conditions(&self) -> Vec<Condition> {
        let text = |property, relation, text: &String| {
            Condition::Text(property, TextTest::ignoring_case(relation, text))
        };
        let role = self.role.map(Condition::Role);
        let label = self.label.as_ref().map(|label| text(Property::Name, Relation::Contains, label));
        let id = self.id.as_ref().map(|id| text(Property::Id, Relation::Equals, id));
        [role, label, id].into_iter().flatten().collect()
    }

    /// The matches among the elements that are `within` what is searched.
    pub(super) fn matches(&self, tree: &Tree, within: &dyn Fn(&NodeId) -> bool) -> Vec<NodeId> {
        let label = self.label.as_deref().filter(|label| !label.is_empty());
        let lower = label.map(str::to_lowercase);
        let candidates: Vec<NodeId> = match (self.role, self.id.as_deref()) {
            (_, Some(id)) => tree.with_id(id).to_vec(),
            (Some(role), None) => tree.with_role(role).to_vec(),
            // Only with the whole tree at hand, and then windows are where they belong.
            (None, None) => tree.ids().filter(|&id| tree.depth(id) > 1).collect(),
        };
        let fits = |id: &NodeId| {
            let node = tree.node(*id);
            self.role.is_none_or(|role| node.role == role)
                && lower.as_ref().is_none_or(|lower| node.name.to_lowercase().contains(lower))
        };
        let found: Vec<NodeId> = candidates.into_iter().filter(fits).filter(within).collect();
        if self.counting == Counting::All {
            return found;
        }
        let widgets = self.widgets(tree, &found);
        let only = self.only(&widgets, |id| &tree.node(*id).name).copied();
        only.map_or(found, |only| vec![only])
    }

    /// Of all that fits, what is not merely the label in a widget of the same name. When a role is asked for or elements
    /// are counted, all of it.
    pub fn widgets(&self, tree: &Tree, found: &[NodeId]) -> Vec<NodeId> {
        let found = found.to_vec();
        let folds = self.role.is_none() && self.counting == Counting::Widgets;
        if folds { whole_widgets(tree, found) } else { found }
    }

    /// The one of these widgets that is meant: the only one with the label as its whole name, or the only one at all.
    pub fn only<'a, 'n, T>(&self, widgets: &'a [T], name: impl Fn(&T) -> &'n str) -> Option<&'a T> {
        let single = |fits: &dyn Fn(&str) -> bool| {
            let mut fitting = widgets.iter().filter(|widget| fits(name(widget).trim()));
            fitting.next().filter(|_| fitting.next().is_none())
        };
        let whole =
            self.label.as_deref().map(str::trim).filter(|label| !label.is_empty()).and_then(|label| {
                let lower = label.to_lowercase();
                single(&|name| name == label).or_else(|| single(&|name| name.to_lowercase() == lower))
            });
        whole.or_else(|| single(&|_| true))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::sample::{called, tree};

    const TREE: &str = r#"
        application "demo"
          window "Save as" #window
            button "Save" #first
              text "Save"
            button "Save All" #all
            button "OK" #ok1
            button "ok" #ok2
            button "Not ok" #not
            menu-item "New      " #new
            menu-item "New Window" #another
            group "Left" #left
              text "Left" #caption
            text "Left" #side
            textfield "Saved name" #field
          dialog "Save" #dialog
            button "Cancel" #cancel
    "#;

    #[track_caller]
    fn check(role: Option<Role>, label: Option<&str>, id: Option<&str>, expected: &str) {
        check_all(Counting::Widgets, role, label, id, expected);
    }

    #[track_caller]
    fn check_all(
        counting: Counting,
        role: Option<Role>,
        label: Option<&str>,
        id: Option<&str>,
        expected: &str,
    ) {
        let (label, id) = (label.map(str::to_owned), id.map(str::to_owned));
        let description = Description { role, label, id, counting };
        let tree = tree(TREE);
        let found: Vec<String> =
            description.matches(&tree, &|_| true).into_iter().map(|id| called(&tree, id)).collect();
        assert_eq!(found.join(" "), expected, "{description:?}");
    }

    #[test]
    fn a_label_is_a_part_of_the_name_in_any_case() {
        check(Some(Role::Button), Some("all"), None, "all");
        check(None, Some("NAME"), None, "field");
        check(None, Some("nothing"), None, "");
    }

    #[test]
    fn the_only_whole_name_wins_over_parts() {
        check(Some(Role::Button), Some("Save"), None, "first");
        check(None, Some("Save"), None, "first");
        check(None, Some("save"), None, "first");
        check(Some(Role::Button), Some("OK"), None, "ok1");
        check(Some(Role::Button), Some("Ok"), None, "ok1 ok2 not");
    }

    #[test]
    fn blanks_around_a_name_do_not_count() {
        check(None, Some("New"), None, "new");
        check(None, Some("new "), None, "new");
        check(None, Some("new w"), None, "another");
    }

    #[test]
    fn several_are_told_with_the_labels_in_them() {
        check(None, Some("Left"), None, "left caption side");
        check(Some(Role::Text), Some("Left"), None, "caption side");
        check(None, Some("left"), Some("caption"), "caption");
    }

    #[test]
    fn every_match_counts_by_itself_when_that_is_asked_for() {
        check_all(Counting::All, Some(Role::Button), Some("OK"), None, "ok1 ok2 not");
        check_all(Counting::All, None, Some("left"), None, "left caption side");
        check_all(Counting::All, None, Some("New"), None, "new another");
    }

    #[test]
    fn whoever_counts_elements_still_gets_the_only_whole_name() {
        check_all(Counting::Elements, Some(Role::Button), Some("OK"), None, "ok1");
        check_all(Counting::Elements, None, Some("New"), None, "new");
        check_all(Counting::Elements, None, Some("left"), None, "left caption side");
        check_all(Counting::Elements, Some(Role::Button), Some("Ok"), None, "ok1 ok2 not");
    }

    #[test]
    fn windows_are_only_meant_by_their_role() {
        check(None, Some("Save as"), None, "");
        check(Some(Role::Window), Some("Save"), None, "window");
        check(Some(Role::Dialog), None, None, "dialog");
    }

    #[test]
    fn everything_that_is_given_must_be_true() {
        check(Some(Role::Button), None, Some("ok1"), "ok1");
        check(Some(Role::Text), None, Some("ok1"), "");
        check(None, Some("cancel"), Some("cancel"), "cancel");
        check(Some(Role::Button), Some(""), None, "first all ok1 ok2 not cancel");
    }
}
