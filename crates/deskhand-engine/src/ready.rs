//! Whether an element can be acted on now. Pure.

use deskhand_model::{Fields, NodeData, NodeId, Role, State, Tree};

/// What an action asks of its element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Need {
    pub(crate) enabled: bool,
    pub(crate) visible: bool,
}

/// Why an element is not ready.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unready {
    /// Greyed out.
    Disabled,
    /// Not shown.
    Hidden,
    /// On a page of a tabbed container that is not the chosen one.
    OtherPage,
    /// Dropped by the application.
    Gone,
}

/// Pages of tabbed containers that a node is on, nearest first.
pub(crate) fn pages(tree: &Tree, id: NodeId) -> Vec<NodeId> {
    tree.ancestors(id).filter(|&above| matches!(tree.node(above).role, Role::Tab | Role::TabPanel)).collect()
}

/// Whether `node` meets `need`; `pages` are the tab pages that it is on.
///
/// Toolkits disagree about the states: GTK 4.8 buttons lack `showing`, Chromium drops it for minimised windows, GTK
/// keeps `visible` on tab pages that are not chosen. So one missing state proves nothing: an element is hidden when it
/// has neither of the two, or when it is not showing and its page is not the chosen one. Items are an exception: those
/// of a closed menu are never shown (Qt and Chromium say so, GTK does not), Qt takes both states from list items that
/// are scrolled away, and all of them can be chosen all the same.
pub(crate) fn unready(node: &NodeData, pages: &[NodeData], need: Need) -> Option<Unready> {
    if !node.known.contains(Fields::STATES) || node.states.iter().next().is_none() {
        // Nothing was told about it, so nothing speaks against it.
        return None;
    }
    let has = |state| node.states.contains(state);
    if has(State::Defunct) {
        return Some(Unready::Gone);
    }
    if need.visible && !has(State::Showing) {
        if !has(State::Visible) && !is_item(node.role) {
            return Some(Unready::Hidden);
        }
        if pages.iter().any(is_other_page) {
            return Some(Unready::OtherPage);
        }
    }
    (need.enabled && !has(State::Enabled)).then_some(Unready::Disabled)
}

/// Whether elements of this role can be chosen while they are out of sight: in a closed menu, or scrolled away.
fn is_item(role: Role) -> bool {
    matches!(
        role,
        Role::MenuItem
            | Role::MenuItemCheckbox
            | Role::MenuItemRadio
            | Role::ListItem
            | Role::ListBoxOption
            | Role::TreeItem
            | Role::Row
            | Role::Cell
            | Role::GridCell
    )
}

/// Whether a tab page is one that is not chosen. GTK3 and Qt put the content below the tab itself, which tells by
/// `selected`; elsewhere the content is in a panel that is simply not shown.
fn is_other_page(page: &NodeData) -> bool {
    if !page.known.contains(Fields::STATES) {
        return false;
    }
    let has = |state| page.states.contains(state);
    match page.role {
        Role::Tab => has(State::Selectable) && !has(State::Selected),
        _ => page.states.iter().next().is_some() && !has(State::Showing) && !has(State::Visible),
    }
}

#[cfg(test)]
mod tests {
    use deskhand_model::Handle;

    use super::*;

    const OPERATE: Need = Need { enabled: true, visible: true };

    fn node(role: Role, states: &[State]) -> NodeData {
        let mut node = NodeData::new(Handle::new("n"), role, "".into());
        node.states = states.iter().copied().collect();
        node.known |= Fields::STATES;
        node
    }

    fn check(states: &[State], expected: Option<Unready>) {
        assert_eq!(unready(&node(Role::Button, states), &[], OPERATE), expected, "{states:?}");
    }

    #[test]
    fn one_missing_state_does_not_hide_an_element() {
        use State::{Defunct, Enabled, Focusable, Showing, Visible};
        check(&[Enabled, Visible, Showing], None);
        check(&[Enabled, Visible], None);
        check(&[Enabled, Showing], None);
        check(&[Enabled, Focusable], Some(Unready::Hidden));
        check(&[Visible, Showing], Some(Unready::Disabled));
        check(&[Enabled, Visible, Showing, Defunct], Some(Unready::Gone));
    }

    #[test]
    fn an_item_that_is_scrolled_out_of_sight_is_not_hidden() {
        let row = node(Role::ListItem, &[State::Enabled, State::Selectable]);
        assert_eq!(unready(&row, &[], OPERATE), None);
    }

    #[test]
    fn an_element_without_any_state_is_taken_as_it_is() {
        check(&[], None);
        assert_eq!(
            unready(&NodeData::new(Handle::new("n"), Role::Button, "".into()), &[], OPERATE),
            None,
            "states were not read"
        );
    }

    #[test]
    fn an_item_of_a_closed_menu_can_be_chosen() {
        let enabled = node(Role::MenuItem, &[State::Enabled]);
        assert_eq!(unready(&enabled, &[], OPERATE), None);
        let grey = node(Role::MenuItem, &[State::Focusable]);
        assert_eq!(unready(&grey, &[], OPERATE), Some(Unready::Disabled));
    }

    #[test]
    fn content_of_a_tab_that_is_not_chosen_is_hidden() {
        use State::{Enabled, Selectable, Selected, Showing, Visible};
        let button = node(Role::Button, &[Enabled, Visible]);
        let other = node(Role::Tab, &[Enabled, Visible, Showing, Selectable]);
        let chosen = node(Role::Tab, &[Enabled, Visible, Showing, Selectable, Selected]);
        let unseen = node(Role::TabPanel, &[Enabled]);
        assert_eq!(unready(&button, std::slice::from_ref(&other), OPERATE), Some(Unready::OtherPage));
        assert_eq!(unready(&button, &[unseen], OPERATE), Some(Unready::OtherPage));
        assert_eq!(unready(&button, &[chosen], OPERATE), None);

        let close = node(Role::Button, &[Enabled, Visible, Showing]);
        assert_eq!(
            unready(&close, &[other], OPERATE),
            None,
            "the close button of a tab in the back is in sight"
        );
    }

    #[test]
    fn what_is_not_needed_is_not_asked_for() {
        let grey = node(Role::Button, &[State::Focusable]);
        assert_eq!(unready(&grey, &[], Need { enabled: false, visible: false }), None);
    }
}
