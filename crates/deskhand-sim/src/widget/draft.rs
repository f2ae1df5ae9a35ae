//! Descriptions of what is inside of a window, for scenarios.

use deskhand_model::{Action, ActionSet, Role, State, StateSet, Value};

/// An element to be, with what is below it.
#[derive(Clone, Debug)]
pub struct Draft {
    pub(crate) role: Role,
    pub(crate) name: String,
    pub(crate) id: String,
    pub(crate) text: Option<String>,
    pub(crate) value: Option<Value>,
    pub(crate) states: StateSet,
    pub(crate) actions: ActionSet,
    pub(crate) does: Does,
    pub(crate) children: Vec<Draft>,
}

/// What pressing an element does, besides what its role alone means. Elements are named by their ids within the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Does {
    /// Nothing more.
    Nothing,
    /// The element with this id says something else.
    Say(&'static str, &'static str),
    /// The element with this id can be used from now on.
    Enable(&'static str),
    /// A key of a calculator.
    Calculate(char),
    /// Opens another window.
    Open(Opens),
    /// Another page is shown.
    Visit(&'static str),
    /// The text of the element with this id goes to the clipboard.
    Copy(&'static str),
    /// The clipboard goes to the end of the text of the element with this id.
    Paste(&'static str),
    /// The window closes.
    Close,
    /// The application ends.
    Quit,
}

/// Windows that applications open when asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opens {
    /// Another document.
    Document,
    /// The settings of the application.
    Preferences,
    /// What the application is.
    About,
}

impl Draft {
    /// An element of this role and name that can be used and only be looked at.
    pub fn new(role: Role, name: &str) -> Draft {
        Draft {
            role,
            name: name.to_owned(),
            id: String::new(),
            text: None,
            value: None,
            states: StateSet::EMPTY.with(State::Enabled),
            actions: ActionSet::EMPTY,
            does: Does::Nothing,
            children: Vec::new(),
        }
    }

    /// Text to read.
    pub fn label(name: &str) -> Draft {
        Draft::new(Role::Text, name)
    }

    /// A button.
    pub fn button(name: &str) -> Draft {
        Draft::new(Role::Button, name).offering(&[Action::Press]).being(&[State::Focusable])
    }

    /// A link.
    pub fn link(name: &str) -> Draft {
        Draft::new(Role::Link, name).offering(&[Action::Press]).being(&[State::Focusable])
    }

    /// A field for one line of text.
    pub fn field(name: &str) -> Draft {
        let mut field = Draft::new(Role::Textfield, name)
            .offering(&[Action::SetValue])
            .being(&[State::Focusable, State::Editable]);
        field.text = Some(String::new());
        field
    }

    /// A field for many lines of text.
    pub fn document(name: &str, text: &str) -> Draft {
        let mut field = Draft::field(name).being(&[State::MultiLine]);
        field.role = Role::EditableText;
        field.text = Some(text.to_owned());
        field
    }

    /// Something that is on or off.
    pub fn checkbox(name: &str, on: bool) -> Draft {
        let draft = Draft::new(Role::Checkbox, name)
            .offering(&[Action::Press, Action::Toggle])
            .being(&[State::Focusable, State::Checkable]);
        if on { draft.being(&[State::Checked]) } else { draft }
    }

    /// Something that can be chosen among its neighbours.
    pub fn option(role: Role, name: &str) -> Draft {
        Draft::new(role, name)
            .offering(&[Action::Press, Action::Select])
            .being(&[State::Focusable, State::Selectable])
    }

    /// A number that can be set, from 0 to `most`.
    pub fn slider(name: &str, current: f64, most: f64) -> Draft {
        let mut draft = Draft::new(Role::Slider, name)
            .offering(&[Action::SetValue, Action::Increment, Action::Decrement])
            .being(&[State::Focusable, State::Horizontal]);
        draft.value = Some(Value { current, minimum: Some(0.0), maximum: Some(most), step: Some(1.0) });
        draft
    }

    /// A menu with its items; closed at the start.
    pub fn menu(name: &str, items: Vec<Draft>) -> Draft {
        Draft::new(Role::Menu, name)
            .offering(&[Action::Press, Action::Expand, Action::Collapse])
            .being(&[State::Expandable, State::Collapsed, State::HasPopup])
            .containing(items)
    }

    /// An item of a menu.
    pub fn item(name: &str) -> Draft {
        Draft::new(Role::MenuItem, name).offering(&[Action::Press])
    }

    /// A branch of a tree view; closed at the start.
    pub fn branch(name: &str, below: Vec<Draft>) -> Draft {
        Draft::option(Role::TreeItem, name)
            .offering(&[Action::Expand, Action::Collapse])
            .being(&[State::Expandable, State::Collapsed])
            .containing(below)
    }

    /// The same with an id.
    #[must_use]
    pub fn id(mut self, id: &str) -> Draft {
        self.id = id.to_owned();
        self
    }

    /// The same with this text in it.
    #[must_use]
    pub fn text(mut self, text: &str) -> Draft {
        self.text = Some(text.to_owned());
        self
    }

    /// The same with these states too.
    #[must_use]
    pub fn being(mut self, states: &[State]) -> Draft {
        states.iter().for_each(|&state| self.states.insert(state));
        self
    }

    /// The same, greyed out.
    #[must_use]
    pub fn disabled(mut self) -> Draft {
        self.states.remove(State::Enabled);
        self
    }

    /// The same with these actions too.
    #[must_use]
    pub fn offering(mut self, actions: &[Action]) -> Draft {
        actions.iter().for_each(|&action| self.actions.insert(action));
        self
    }

    /// The same with this effect when it is pressed.
    #[must_use]
    pub fn does(self, does: Does) -> Draft {
        Draft { does, ..self }
    }

    /// The same with these below it.
    #[must_use]
    pub fn containing(mut self, children: Vec<Draft>) -> Draft {
        self.children.extend(children);
        self
    }
}
