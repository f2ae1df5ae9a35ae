//! Roles that one element can have before and after a change.

use deskhand_model::Role;

/// Roles that change into each other when a toolkit, a theme or a developer changes its mind.
const FAMILIES: &[&[Role]] = &[
    &[
        Role::Button,
        Role::ToggleButton,
        Role::SplitButton,
        Role::DisclosureTriangle,
        Role::Link,
        Role::MenuItem,
        Role::ComboBox,
    ],
    &[
        Role::Checkbox,
        Role::Switch,
        Role::ToggleButton,
        Role::Radio,
        Role::MenuItemCheckbox,
        Role::MenuItemRadio,
    ],
    &[
        Role::Textfield,
        Role::EditableText,
        Role::SearchInput,
        Role::SpinButton,
        Role::ComboBox,
        Role::DatePicker,
        Role::InputTime,
    ],
    &[
        Role::ListItem,
        Role::ListBoxOption,
        Role::MenuListOption,
        Role::TreeItem,
        Role::Row,
        Role::Cell,
        Role::GridCell,
        Role::MenuItem,
        Role::Tab,
    ],
    &[
        Role::Text,
        Role::LabelText,
        Role::Heading,
        Role::Paragraph,
        Role::Caption,
        Role::Legend,
        Role::TextRun,
        Role::InlineTextBox,
        Role::Status,
    ],
    &[
        Role::Group,
        Role::Generic,
        Role::Section,
        Role::Region,
        Role::Form,
        Role::Main,
        Role::ScrollArea,
        Role::TabPanel,
        Role::Toolbar,
        Role::RadioGroup,
    ],
    &[Role::List, Role::ListBox, Role::ListGrid, Role::Table, Role::Grid, Role::Tree, Role::TreeGrid],
    &[Role::Slider, Role::ScrollBar, Role::SpinButton],
    &[Role::ProgressIndicator, Role::Meter],
    &[Role::Image, Role::Img, Role::Figure, Role::Canvas, Role::GraphicsObject, Role::GraphicsSymbol],
    &[Role::Window, Role::Dialog, Role::AlertDialog],
    &[Role::Menu, Role::MenuListPopup, Role::Popover],
];

/// Whether an element of the one role can have become one of the other.
pub(super) fn related(a: Role, b: Role) -> bool {
    a == b || FAMILIES.iter().any(|family| family.contains(&a) && family.contains(&b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_button_can_become_a_link_but_not_a_field() {
        assert!(related(Role::Button, Role::Link));
        assert!(related(Role::Timer, Role::Timer));
        assert!(!related(Role::Button, Role::Textfield));
        assert!(!related(Role::Button, Role::Text));
    }
}
