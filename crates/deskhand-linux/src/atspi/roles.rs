//! Every AT-SPI role in our vocabulary.

use atspi_common::{Role as Native, State};
use deskhand_model::Role;

/// Our role for an AT-SPI role. The match is exhaustive: a role added to the protocol does not compile until it
/// has its place here.
pub(super) fn role(native: Native) -> Role {
    match native {
        Native::AcceleratorLabel | Native::Label | Native::Static => Role::Text,
        Native::Comment | Native::Footnote => Role::Note,
        Native::Alert => Role::Alert,
        Native::Animation | Native::Icon | Native::Image | Native::ImageMap => Role::Image,
        Native::Arrow => Role::Button,
        Native::Calendar | Native::DateEditor => Role::DatePicker,
        Native::Canvas | Native::DrawingArea => Role::Canvas,
        Native::CheckBox => Role::Checkbox,
        Native::CheckMenuItem => Role::MenuItemCheckbox,
        Native::ColorChooser => Role::ColorWell,
        Native::ColumnHeader | Native::TableColumnHeader => Role::ColumnHeader,
        Native::ComboBox | Native::Autocomplete => Role::ComboBox,
        Native::DesktopIcon => Role::Image,
        Native::DesktopFrame | Native::InternalFrame | Native::Frame | Native::Window => Role::Window,
        Native::Dial | Native::Slider | Native::Rating => Role::Slider,
        Native::Dialog | Native::FileChooser | Native::FontChooser | Native::OptionPane => Role::Dialog,
        Native::DirectoryPane => Role::Directory,
        Native::Filler
        | Native::FocusTraversable
        | Native::GlassPane
        | Native::LayeredPane
        | Native::Panel
        | Native::RootPane
        | Native::Viewport
        | Native::Grouping
        | Native::SplitPane
        | Native::HTMLContainer => Role::Group,
        Native::List => Role::List,
        Native::ListItem => Role::ListItem,
        Native::ListBox => Role::ListBox,
        Native::Menu | Native::PopupMenu => Role::Menu,
        Native::MenuBar => Role::MenuBar,
        Native::MenuItem | Native::TearoffMenuItem => Role::MenuItem,
        Native::PageTab => Role::Tab,
        Native::PageTabList => Role::TabList,
        Native::PasswordText | Native::Entry | Native::Text => Role::Textfield,
        Native::ProgressBar => Role::ProgressIndicator,
        Native::LevelBar => Role::Meter,
        Native::Button => Role::Button,
        Native::PushButtonMenu => Role::SplitButton,
        Native::RadioButton => Role::Radio,
        Native::RadioMenuItem => Role::MenuItemRadio,
        Native::RowHeader | Native::TableRowHeader => Role::RowHeader,
        Native::ScrollBar => Role::ScrollBar,
        Native::ScrollPane => Role::ScrollArea,
        Native::Separator => Role::Separator,
        Native::SpinButton => Role::SpinButton,
        Native::StatusBar => Role::Status,
        Native::Table | Native::DocumentSpreadsheet => Role::Table,
        Native::TableCell => Role::Cell,
        Native::TableRow => Role::Row,
        Native::Terminal => Role::EditableText,
        Native::ToggleButton => Role::ToggleButton,
        Native::ToolBar | Native::Editbar => Role::Toolbar,
        Native::ToolTip => Role::Tooltip,
        Native::Tree => Role::Tree,
        Native::TreeTable => Role::TreeGrid,
        Native::TreeItem => Role::TreeItem,
        Native::Header => Role::Banner,
        Native::Footer => Role::Footer,
        Native::Paragraph => Role::Paragraph,
        Native::Ruler => Role::Group,
        Native::Application => Role::Application,
        Native::Embedded => Role::PluginObject,
        Native::CHART => Role::Figure,
        Native::Caption => Role::Caption,
        Native::DocumentFrame
        | Native::DocumentPresentation
        | Native::DocumentText
        | Native::DocumentEmail => Role::Document,
        Native::DocumentWeb => Role::WebArea,
        Native::Heading => Role::Heading,
        Native::Page | Native::Section => Role::Section,
        Native::Article => Role::Section,
        Native::Form => Role::Form,
        Native::Link => Role::Link,
        Native::InputMethodWindow => Role::Popover,
        Native::Notification | Native::InfoBar => Role::Notification,
        Native::TitleBar => Role::HeaderAsNonLandmark,
        Native::BlockQuote => Role::Blockquote,
        Native::Audio => Role::Audio,
        Native::Video => Role::Video,
        Native::Definition => Role::Definition,
        Native::Landmark => Role::Region,
        Native::Log => Role::Log,
        Native::Marquee => Role::Marquee,
        Native::Math => Role::Math,
        Native::MathFraction | Native::MathRoot => Role::MathExpression,
        Native::Timer => Role::Timer,
        Native::Subscript => Role::Subscript,
        Native::Superscript => Role::Superscript,
        Native::DescriptionList => Role::DescriptionList,
        Native::DescriptionTerm => Role::DescriptionListTerm,
        Native::DescriptionValue => Role::DescriptionListDetail,
        Native::ContentDeletion => Role::ContentDeletion,
        Native::ContentInsertion => Role::ContentInsertion,
        Native::Mark => Role::Mark,
        Native::Suggestion => Role::Suggestion,
        Native::RedundantObject => Role::None,
        Native::Invalid | Native::Unknown | Native::Extended => Role::Unknown,
    }
}

/// Our role for the number of an AT-SPI role, with the platform's own name for it.
pub(super) fn from_number(number: u32) -> (Role, &'static str) {
    match Native::try_from(number) {
        Ok(native) => (role(native), native.name()),
        Err(_) => (Role::Unknown, "unknown"),
    }
}

/// Whether the native role is that of a label.
pub(super) fn is_label(number: u32) -> bool {
    matches!(Native::try_from(number), Ok(Native::Label))
}

/// Whether what this native role means depends on the element's states ([`refined`]).
pub(super) fn depends_on_states(number: u32) -> bool {
    matches!(Native::try_from(number), Ok(Native::Text | Native::Entry))
}

/// The role once the states are known. AT-SPI has one role for text fields and text areas (GTK 3 and Qt call both
/// `text`); the state tells them apart.
pub(super) fn refined(role: Role, states: u64) -> Role {
    if role == Role::Textfield && states & State::MultiLine as u64 != 0 { Role::EditableText } else { role }
}

/// The numbers of all AT-SPI roles that can turn out to be one of `wanted`.
pub(super) fn numbers_for(wanted: &[Role]) -> Vec<u32> {
    (0..=HIGHEST)
        .filter(|&number| {
            let (role, _) = from_number(number);
            wanted.contains(&role) || (role == Role::Textfield && wanted.contains(&Role::EditableText))
        })
        .collect()
}

/// Number of the last role that the protocol knows.
const HIGHEST: u32 = Native::PushButtonMenu as u32;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_the_protocol_has_a_name_and_all_but_three_a_role() {
        let unknown: Vec<&str> = (0..=HIGHEST)
            .map(from_number)
            .filter(|(role, _)| *role == Role::Unknown)
            .map(|(_, name)| name)
            .collect();
        assert_eq!(unknown, ["invalid", "unknown", "extended"]);
    }

    #[test]
    fn a_number_beyond_the_protocol_is_unknown() {
        assert_eq!(from_number(HIGHEST + 1).0, Role::Unknown);
        assert_eq!(from_number(u32::MAX).0, Role::Unknown);
    }

    #[test]
    fn a_text_that_holds_several_lines_is_a_text_area() {
        assert_eq!(refined(Role::Textfield, State::MultiLine as u64), Role::EditableText);
        assert_eq!(refined(Role::Textfield, State::SingleLine as u64), Role::Textfield);
        assert_eq!(refined(Role::Button, State::MultiLine as u64), Role::Button);
    }

    #[test]
    fn a_search_for_text_areas_includes_every_kind_of_text() {
        let numbers = numbers_for(&[Role::EditableText]);
        assert!(numbers.contains(&(Native::Text as u32)) && numbers.contains(&(Native::Terminal as u32)));
        assert_eq!(numbers_for(&[Role::Button]), [Native::Arrow as u32, Native::Button as u32]);
    }
}
