//! An element as other people's contracts describe it: role, label and id.
//!
//! The role and the id are equal. The label is part of the name, whatever its case; but when exactly one element has it
//! as its whole name, that one alone is meant (in this case of letters, or else in any). The windows themselves are not
//! among the elements, unless their role is asked for.

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
        let found = if self.role.is_none() { whole_widgets(tree, found) } else { found };
        let (Some(label), Some(lower)) = (label, lower) else { return found };
        let named = |same: &dyn Fn(&str) -> bool| {
            let mut same = found.iter().filter(|&&id| same(&tree.node(id).name));
            same.next().filter(|_| same.next().is_none()).copied()
        };
        let only = named(&|name| name == label).or_else(|| named(&|name| name.to_lowercase() == lower));
        only.map_or(found, |only| vec![only])
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
            textfield "Saved name" #field
          dialog "Save" #dialog
            button "Cancel" #cancel
    "#;

    #[track_caller]
    fn check(role: Option<Role>, label: Option<&str>, id: Option<&str>, expected: &str) {
        let description = Description { role, label: label.map(str::to_owned), id: id.map(str::to_owned) };
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
