//! The role vocabulary: 133 names that every platform's own roles map onto.

use std::fmt;
use std::str::FromStr;

use crate::nearest::nearest_names;

macro_rules! roles {
    ($($variant:ident => $name:literal,)*) => {
        /// What an element is, independent of platform and toolkit.
        ///
        /// The names are kebab-case ([`Role::name`]); an unknown platform role is [`Role::Unknown`] and the
        /// platform's own name stays in [`NodeData::platform_role`](crate::NodeData::platform_role).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        #[expect(missing_docs, reason = "the names are the documentation")]
        pub enum Role {
            $($variant,)*
        }

        impl Role {
            /// Every role, in vocabulary order.
            pub const ALL: &[Role] = &[$(Role::$variant,)*];

            /// The kebab-case name, as used in queries and on every wire.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Role::$variant => $name,)*
                }
            }
        }
    };
}

roles! {
    Button => "button",
    Checkbox => "checkbox",
    ColorWell => "color-well",
    ComboBox => "combo-box",
    DatePicker => "date-picker",
    DisclosureTriangle => "disclosure-triangle",
    EditableText => "editable-text",
    Grid => "grid",
    GridCell => "grid-cell",
    Group => "group",
    Image => "image",
    InlineTextBox => "inline-text-box",
    InputTime => "input-time",
    Link => "link",
    ListBox => "list-box",
    ListBoxOption => "list-box-option",
    ListGrid => "list-grid",
    ListMarker => "list-marker",
    Meter => "meter",
    ProgressIndicator => "progress-indicator",
    Radio => "radio",
    RadioGroup => "radio-group",
    ScrollBar => "scroll-bar",
    Search => "search",
    SearchInput => "search-input",
    Slider => "slider",
    SpinButton => "spin-button",
    Splitter => "splitter",
    Switch => "switch",
    Tab => "tab",
    TabList => "tab-list",
    TabPanel => "tab-panel",
    Textfield => "textfield",
    ToggleButton => "toggle-button",
    Tree => "tree",
    TreeItem => "tree-item",
    TreeGrid => "tree-grid",
    SplitButton => "split-button",
    Menu => "menu",
    MenuBar => "menu-bar",
    MenuItem => "menu-item",
    MenuItemCheckbox => "menu-item-checkbox",
    MenuItemRadio => "menu-item-radio",
    MenuListOption => "menu-list-option",
    MenuListPopup => "menu-list-popup",
    Alert => "alert",
    AlertDialog => "alert-dialog",
    Application => "application",
    Banner => "banner",
    Blockquote => "blockquote",
    Cell => "cell",
    Code => "code",
    Column => "column",
    ColumnHeader => "column-header",
    Complementary => "complementary",
    ContentDeletion => "content-deletion",
    ContentInsertion => "content-insertion",
    ContentInfo => "content-info",
    Definition => "definition",
    DescriptionList => "description-list",
    DescriptionListDetail => "description-list-detail",
    DescriptionListTerm => "description-list-term",
    Dialog => "dialog",
    Directory => "directory",
    Document => "document",
    Feed => "feed",
    Figure => "figure",
    Footer => "footer",
    FooterAsNonLandmark => "footer-as-non-landmark",
    Form => "form",
    Generic => "generic",
    HeaderAsNonLandmark => "header-as-non-landmark",
    Main => "main",
    Mark => "mark",
    Math => "math",
    MathExpression => "math-expression",
    Navigation => "navigation",
    None => "none",
    Note => "note",
    Paragraph => "paragraph",
    PluginObject => "plugin-object",
    Region => "region",
    Row => "row",
    RowGroup => "row-group",
    RowHeader => "row-header",
    Ruby => "ruby",
    RubyAnnotation => "ruby-annotation",
    ScrollArea => "scroll-area",
    Section => "section",
    Separator => "separator",
    Status => "status",
    Strong => "strong",
    Subscript => "subscript",
    Suggestion => "suggestion",
    Superscript => "superscript",
    Table => "table",
    Term => "term",
    Time => "time",
    Timer => "timer",
    Toolbar => "toolbar",
    Tooltip => "tooltip",
    Window => "window",
    Abbreviation => "abbreviation",
    Audio => "audio",
    Canvas => "canvas",
    Caption => "caption",
    Emphasis => "emphasis",
    GraphicsDocument => "graphics-document",
    GraphicsObject => "graphics-object",
    GraphicsSymbol => "graphics-symbol",
    Heading => "heading",
    Iframe => "iframe",
    IframePresentational => "iframe-presentational",
    Img => "img",
    LabelText => "label-text",
    Legend => "legend",
    LineBreak => "line-break",
    List => "list",
    ListItem => "list-item",
    Log => "log",
    Marquee => "marquee",
    PdfActionableHighlight => "pdf-actionable-highlight",
    PdfRoot => "pdf-root",
    Presentation => "presentation",
    Text => "text",
    TextRun => "text-run",
    Video => "video",
    WebArea => "web-area",
    WordBreak => "word-break",
    Popover => "popover",
    Notification => "notification",
    Toast => "toast",
    Unknown => "unknown",
}

/// Names that are not in the vocabulary but say unmistakably which role is meant: macOS names, AT-SPI names and
/// the short forms that people type.
const SYNONYMS: &[(&str, Role)] = &[
    ("push-button", Role::Button),
    ("check", Role::Checkbox),
    ("radio-button", Role::Radio),
    ("entry", Role::Textfield),
    ("input", Role::Textfield),
    ("text-area", Role::EditableText),
    ("label", Role::Text),
    ("static-text", Role::Text),
    ("static", Role::Text),
    ("pop-up-button", Role::ComboBox),
    ("frame", Role::Window),
    ("page-tab", Role::Tab),
    ("page-tab-list", Role::TabList),
    ("tab-group", Role::TabList),
    ("progress-bar", Role::ProgressIndicator),
    ("check-menu-item", Role::MenuItemCheckbox),
    ("radio-menu-item", Role::MenuItemRadio),
    ("outline", Role::Tree),
    ("outline-row", Role::TreeItem),
    ("scroll-pane", Role::ScrollArea),
    ("incrementor", Role::SpinButton),
    ("stepper", Role::SpinButton),
    ("value-indicator", Role::Slider),
    ("level-indicator", Role::Meter),
    ("table-cell", Role::Cell),
    ("hyperlink", Role::Link),
    ("panel", Role::Group),
    ("filler", Role::Group),
    ("sheet", Role::Dialog),
    ("split-group", Role::Group),
    ("busy-indicator", Role::ProgressIndicator),
    ("level-bar", Role::Meter),
    ("password-text", Role::Textfield),
    ("search-field", Role::SearchInput),
    ("terminal", Role::EditableText),
    ("status-bar", Role::Status),
    ("info-bar", Role::Notification),
    ("help-tag", Role::Tooltip),
    ("popup-menu", Role::Menu),
    ("menu-bar-item", Role::MenuItem),
    ("icon", Role::Image),
    ("drawing-area", Role::Canvas),
    ("calendar", Role::DatePicker),
    ("date-editor", Role::DatePicker),
    ("color-chooser", Role::ColorWell),
    ("file-chooser", Role::Dialog),
    ("document-web", Role::WebArea),
    ("document-frame", Role::Document),
    ("tree-table", Role::TreeGrid),
    ("table-row", Role::Row),
    ("table-column-header", Role::ColumnHeader),
    ("table-row-header", Role::RowHeader),
    ("viewport", Role::Group),
];

impl Role {
    /// Reads a role name: the vocabulary's own, a common synonym (`push button`), or a macOS name (`AXButton`).
    /// Case, spaces, `_` and `-` do not matter.
    pub fn parse(text: &str) -> Option<Role> {
        let wanted = squash(text.strip_prefix("AX").unwrap_or(text));
        if wanted.is_empty() {
            return None;
        }
        Role::ALL
            .iter()
            .copied()
            .find(|role| squash(role.name()) == wanted)
            .or_else(|| SYNONYMS.iter().find(|(name, _)| squash(name) == wanted).map(|&(_, role)| role))
    }

    /// Vocabulary names that look like `text`, best first; for "did you mean".
    pub fn nearest(text: &str) -> Vec<&'static str> {
        let text = text.strip_prefix("AX").unwrap_or(text);
        nearest_names(text, Role::ALL.iter().map(|role| role.name()), 3)
    }

    /// Whether elements of this role are the ones people operate, even when they offer no action.
    pub const fn is_interactive(self) -> bool {
        use Role::*;
        matches!(
            self,
            Button
                | Checkbox
                | Radio
                | Textfield
                | EditableText
                | Slider
                | ComboBox
                | Switch
                | Link
                | MenuItem
                | MenuItemCheckbox
                | MenuItemRadio
                | Tab
                | DisclosureTriangle
                | ColorWell
                | DatePicker
                | SpinButton
                | ToggleButton
                | SplitButton
                | SearchInput
                | ListBoxOption
                | TreeItem
        )
    }

    /// Whether elements of this role are top-level surfaces.
    pub const fn is_window(self) -> bool {
        matches!(self, Role::Window | Role::Dialog | Role::AlertDialog)
    }
}

/// Lower case without separators, so that `Push Button`, `push-button` and `PushButton` are one name.
fn squash(text: &str) -> String {
    text.chars().filter(|c| !matches!(c, '-' | '_' | ' ')).flat_map(char::to_lowercase).collect()
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text is no role name; carries the nearest ones.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown role `{text}`{}", crate::nearest::did_you_mean(.nearest))]
pub struct UnknownRole {
    /// What was written.
    pub text: String,
    /// Names that look like it, best first.
    pub nearest: Vec<&'static str>,
}

impl FromStr for Role {
    type Err = UnknownRole;

    fn from_str(text: &str) -> Result<Role, UnknownRole> {
        Role::parse(text).ok_or_else(|| UnknownRole { text: text.to_owned(), nearest: Role::nearest(text) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_133_distinct_names() {
        let mut names: Vec<_> = Role::ALL.iter().map(|role| role.name()).collect();
        assert_eq!(names.len(), 133);
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), 133);
    }

    #[test]
    fn every_name_reads_back() {
        for &role in Role::ALL {
            assert_eq!(Role::parse(role.name()), Some(role), "{role}");
        }
    }

    #[test]
    fn synonyms_never_shadow_the_vocabulary() {
        for (name, _) in SYNONYMS {
            assert!(
                Role::ALL.iter().all(|role| squash(role.name()) != squash(name)),
                "`{name}` is a vocabulary name already"
            );
        }
    }

    #[test]
    fn other_spellings_are_understood() {
        for (text, role) in [
            ("AXButton", Role::Button),
            ("AXTextField", Role::Textfield),
            ("push button", Role::Button),
            ("Menu_Item", Role::MenuItem),
            ("AXStaticText", Role::Text),
        ] {
            assert_eq!(Role::parse(text), Some(role), "{text}");
        }
        assert_eq!(Role::parse(""), None);
        assert_eq!(Role::parse("AX"), None);
    }

    #[test]
    fn a_typo_names_its_neighbour() {
        let error = "buton".parse::<Role>().unwrap_err();
        assert_eq!(error.nearest[0], "button");
        assert!(error.to_string().contains("did you mean `button`"), "{error}");
    }
}
