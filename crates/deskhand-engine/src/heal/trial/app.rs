//! Made-up applications: forms, lists, toolbars and dialogs with the labels that such things have.

use deskhand_model::{Fields, Handle, NodeData, Rect, Role, Tree, TreeBuilder};

use super::chance::Chance;

/// One widget. Its key is the truth that healing does not see: it stays with the widget through all changes.
#[derive(Clone, Debug)]
pub(super) struct Widget {
    pub(super) key: u32,
    pub(super) role: Role,
    pub(super) name: String,
    pub(super) description: String,
    pub(super) id: String,
    pub(super) test_id: String,
    pub(super) children: Vec<Widget>,
}

const TOOLS: &[&str] = &[
    "New",
    "Open",
    "Save",
    "Save As…",
    "Print",
    "Undo",
    "Redo",
    "Cut",
    "Copy",
    "Paste",
    "Find",
    "Replace",
    "Zoom In",
    "Zoom Out",
    "Refresh",
    "Back",
    "Forward",
    "Share",
    "Export",
    "Import",
    "Settings",
    "Help",
    "Sort",
    "Filter",
];
const FIELDS: &[&str] = &[
    "First name",
    "Last name",
    "Email",
    "Phone",
    "Street",
    "City",
    "Postal code",
    "Country",
    "Company",
    "Password",
    "User name",
    "Title",
    "Subject",
    "Message",
    "Quantity",
    "Price",
    "Start date",
    "End date",
    "Comment",
    "Search",
];
const CHOICES: &[&str] = &[
    "Remember me",
    "Send newsletter",
    "Enable sound",
    "Show grid",
    "Show ruler",
    "Dark mode",
    "Auto save",
    "Check spelling",
    "Use proxy",
    "Start at login",
    "Show hidden files",
    "Word wrap",
    "Keep on top",
];
const ENDS: &[&str] =
    &["OK", "Cancel", "Apply", "Close", "Reset", "Submit", "Next", "Previous", "Finish", "Delete"];
const GROUPS: &[&str] =
    &["Account", "Address", "General", "Appearance", "Network", "Privacy", "Order", "Details", "Advanced"];
const ITEMS: &[&str] = &[
    "Report.pdf",
    "Invoice 17",
    "Holiday.jpg",
    "Budget 2024",
    "Budget 2025",
    "Notes",
    "Draft",
    "Minutes",
    "Contract",
    "Backup",
    "Archive",
    "Summary",
];

/// Makes an application with 30 to 90 widgets.
pub(super) struct Maker<'c> {
    pub(super) chance: &'c mut Chance,
    next_key: u32,
    /// How many of a hundred widgets have an id, and a test id.
    ids: usize,
    test_ids: usize,
    descriptions: usize,
}

impl Maker<'_> {
    pub(super) fn new(chance: &mut Chance) -> Maker<'_> {
        let ids = *chance.pick(&[0, 30, 60, 100]);
        let test_ids = *chance.pick(&[0, 0, 20, 60]);
        let descriptions = *chance.pick(&[0, 20, 60]);
        Maker { chance, next_key: 1, ids, test_ids, descriptions }
    }

    pub(super) fn widget(&mut self, role: Role, name: &str) -> Widget {
        let key = self.next_key;
        self.next_key += 1;
        let slug = |name: &str| name.to_lowercase().replace([' ', '…', '.'], "-");
        let named = !name.is_empty() && role.is_interactive();
        let id = if named && self.chance.percent(self.ids) {
            format!("{}-{key}", slug(name))
        } else {
            String::new()
        };
        let test_id = if named && self.chance.percent(self.test_ids) {
            format!("t-{}-{key}", slug(name))
        } else {
            String::new()
        };
        let description = if named && self.chance.percent(self.descriptions) {
            format!(
                "{} {}",
                self.chance.pick(&["Press to", "Lets you", "Here you can", "Choose to"]),
                name.to_lowercase()
            )
        } else {
            String::new()
        };
        Widget { key, role, name: name.to_owned(), description, id, test_id, children: Vec::new() }
    }

    fn container(&mut self, role: Role, name: &str, children: Vec<Widget>) -> Widget {
        Widget { children, ..self.widget(role, name) }
    }

    fn some(&mut self, of: &[&'static str], least: usize, most: usize) -> Vec<&'static str> {
        let mut all = of.to_vec();
        self.chance.shuffle(&mut all);
        all.truncate(least + self.chance.below(most - least + 1));
        all
    }

    fn toolbar(&mut self) -> Widget {
        let names = self.some(TOOLS, 4, 9);
        let buttons = names.into_iter().map(|name| self.widget(Role::Button, name)).collect();
        self.container(Role::Toolbar, "", buttons)
    }

    fn form(&mut self) -> Widget {
        let mut rows = Vec::new();
        for name in self.some(FIELDS, 3, 7) {
            rows.push(self.widget(Role::Text, name));
            rows.push(self.widget(Role::Textfield, name));
        }
        for name in self.some(CHOICES, 0, 4) {
            rows.push(self.widget(Role::Checkbox, name));
        }
        let name = *self.chance.pick(GROUPS);
        self.container(Role::Group, name, rows)
    }

    /// Rows with the same buttons in each: they differ by what stands beside them.
    fn list(&mut self) -> Widget {
        let mut rows = Vec::new();
        for name in self.some(ITEMS, 3, 6) {
            let parts = vec![
                self.widget(Role::Text, name),
                self.widget(Role::Button, "Edit"),
                self.widget(Role::Button, "Delete"),
            ];
            rows.push(self.container(Role::ListItem, "", parts));
        }
        self.container(Role::List, "Files", rows)
    }

    fn ends(&mut self) -> Widget {
        let names = self.some(ENDS, 2, 5);
        let buttons = names.into_iter().map(|name| self.widget(Role::Button, name)).collect();
        self.container(Role::Group, "", buttons)
    }

    pub(super) fn application(&mut self) -> Widget {
        let mut parts = vec![self.toolbar()];
        for _ in 0..1 + self.chance.below(3) {
            parts.push(self.form());
        }
        if self.chance.percent(50) {
            parts.push(self.list());
        }
        parts.push(self.ends());
        let window = self.container(Role::Window, "Demo", parts);
        self.container(Role::Application, "demo", vec![window])
    }
}

impl Widget {
    /// The widget with this key, in this one.
    pub(super) fn find_mut(&mut self, key: u32) -> Option<&mut Widget> {
        if self.key == key {
            return Some(self);
        }
        self.children.iter_mut().find_map(|child| child.find_mut(key))
    }

    /// The widget that the one with this key is directly in, and its place there.
    pub(super) fn parent_mut(&mut self, key: u32) -> Option<(&mut Widget, usize)> {
        if let Some(place) = self.children.iter().position(|child| child.key == key) {
            return Some((self, place));
        }
        self.children.iter_mut().find_map(|child| child.parent_mut(key))
    }

    /// Does something to each widget below this one.
    pub(super) fn each_mut(&mut self, change: &mut dyn FnMut(&mut Widget)) {
        for child in &mut self.children {
            change(child);
            child.each_mut(change);
        }
    }

    pub(super) fn keys(&self, wanted: &dyn Fn(&Widget) -> bool) -> Vec<u32> {
        let own = wanted(self).then_some(self.key);
        own.into_iter().chain(self.children.iter().flat_map(|child| child.keys(wanted))).collect()
    }

    /// Lays it out and gives the tree that a reading of it would be. The handles are the keys.
    pub(super) fn tree(&self, margin: i32) -> Tree {
        let mut builder = TreeBuilder::new();
        self.lay(&mut builder, None, margin, margin);
        builder.build().unwrap()
    }

    /// Puts the widget at this place and returns its size: toolbars and button rows go across, all else goes down.
    fn lay(&self, builder: &mut TreeBuilder, parent: Option<usize>, x: i32, y: i32) -> (u32, u32) {
        let number = builder.add(NodeData::new(Handle::new(self.key.to_string()), self.role, "".into()));
        if let Some(parent) = parent {
            builder.link(parent, number);
        }
        let across = matches!(self.role, Role::Toolbar | Role::ListItem)
            || self.role == Role::Group && self.children.iter().all(|child| child.role == Role::Button);
        let (mut width, mut height) = match self.role {
            Role::Textfield => (220, 30),
            _ if self.children.is_empty() => (30 + 8 * self.name.chars().count() as u32, 30),
            _ => (0, 0),
        };
        for child in &self.children {
            let (wide, tall) = if across {
                child.lay(builder, Some(number), x + width as i32, y)
            } else {
                child.lay(builder, Some(number), x, y + height as i32)
            };
            (width, height) = if across {
                (width + wide + 6, height.max(tall))
            } else {
                (width.max(wide), height + tall + 6)
            };
        }
        let node = builder.node_mut(number);
        node.known = Fields::ALL;
        node.name = self.name.as_str().into();
        node.description = self.description.as_str().into();
        node.id = self.id.as_str().into();
        if !self.test_id.is_empty() {
            node.attributes.push(("data-testid".into(), self.test_id.as_str().into()));
        }
        let bounds = if self.role == Role::Window {
            Rect::new(0, 0, 800, 600)
        } else {
            Rect::new(x, y, width, height)
        };
        (node.bounds, node.window_bounds) = (Some(bounds), Some(bounds));
        (width, height)
    }
}
