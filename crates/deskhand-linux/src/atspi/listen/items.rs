//! Items of lists, tables and trees, where an application does not tell of them: they are counted instead.

use std::collections::HashMap;

use deskhand_model::{Role, Tree};

use crate::atspi::object::ObjectRef;

/// Of more elements with items, the others are not counted; each costs a call whenever somebody wants to be up to date.
const COUNTED: usize = 12;

/// Whether an element of this role can be an item. What one presses, switches or types into stands beside lists, or within
/// items at most.
pub(super) fn can_be_item(role: Role) -> bool {
    !matches!(
        role,
        Role::Button
            | Role::ToggleButton
            | Role::SplitButton
            | Role::Checkbox
            | Role::Switch
            | Role::Radio
            | Role::MenuItem
            | Role::MenuItemCheckbox
            | Role::MenuItemRadio
            | Role::Tab
            | Role::Textfield
            | Role::SpinButton
            | Role::Slider
            | Role::ComboBox
    )
}

/// How many items each element holds; `None` where readings differ, so that not everybody knows the same.
#[derive(Debug, Default)]
pub(super) struct Items(HashMap<ObjectRef, Option<usize>>);

impl Items {
    /// Notes which elements of the tree hold items, and how many.
    pub(super) fn note(&mut self, tree: &Tree) {
        let holds =
            |role| matches!(role, Role::List | Role::ListBox | Role::Table | Role::Tree | Role::TreeGrid);
        let holders = tree.ids().filter(|&id| holds(tree.node(id).role));
        let counted = holders.filter_map(|id| {
            let object = ObjectRef::from_handle(&tree.node(id).handle).ok()?;
            Some((object, tree.children(id).count()))
        });
        let counted: HashMap<ObjectRef, usize> = counted.take(COUNTED).collect();
        self.0.retain(|object, _| counted.contains_key(object));
        for (object, count) in counted {
            let known = self.0.entry(object).or_insert(Some(count));
            *known = known.filter(|&known| known == count);
        }
    }

    /// The elements that hold items.
    pub(super) fn holders(&self) -> Vec<ObjectRef> {
        self.0.keys().cloned().collect()
    }

    /// Notes how many items there are now; `None` when the element does not answer. Returns whether that is news.
    pub(super) fn is_new_count(&mut self, holder: &ObjectRef, now: Option<usize>) -> bool {
        let Some(known) = self.0.get_mut(holder) else { return false };
        match now {
            Some(now) => known.replace(now) != Some(now),
            None => self.0.remove(holder).is_some(),
        }
    }
}

#[cfg(test)]
mod tests {
    use deskhand_model::{Handle, NodeData, TreeBuilder};

    use super::*;

    /// A list with so many items.
    fn list(count: usize) -> Tree {
        let mut builder = TreeBuilder::new();
        let mut add = |path: String, role| {
            builder.add(NodeData::new(Handle::new(format!(":1.5{path}")), role, "".into()))
        };
        let root = add("/root".to_owned(), Role::Application);
        let list = add("/list".to_owned(), Role::List);
        let items: Vec<usize> = (0..count).map(|item| add(format!("/item{item}"), Role::ListItem)).collect();
        builder.link(root, list);
        for item in items {
            builder.link(list, item);
        }
        builder.build().unwrap()
    }

    #[test]
    fn what_is_pressed_is_no_item_and_what_is_unknown_may_be_one() {
        assert!(!can_be_item(Role::Button) && !can_be_item(Role::Textfield));
        assert!(can_be_item(Role::ListItem) && can_be_item(Role::Cell) && can_be_item(Role::Unknown));
    }

    #[test]
    fn another_count_is_news_once() {
        let mut items = Items::default();
        items.note(&list(3));
        let holder = items.holders().pop().unwrap();
        assert!(!items.is_new_count(&holder, Some(3)));
        assert!(items.is_new_count(&holder, Some(4)));
        assert!(!items.is_new_count(&holder, Some(4)));
    }

    #[test]
    fn where_readings_differ_any_count_is_news_once() {
        for now in [3, 4] {
            let mut items = Items::default();
            items.note(&list(3));
            items.note(&list(4));
            let holder = items.holders().pop().unwrap();
            assert!(items.is_new_count(&holder, Some(now)), "some know of 3 and some of 4");
            assert!(!items.is_new_count(&holder, Some(now)));
        }
    }

    #[test]
    fn a_list_that_does_not_answer_is_news_and_forgotten() {
        let mut items = Items::default();
        items.note(&list(3));
        let holder = items.holders().pop().unwrap();
        assert!(items.is_new_count(&holder, None));
        assert!(items.holders().is_empty());
    }
}
