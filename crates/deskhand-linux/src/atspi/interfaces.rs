//! The set of AT-SPI interfaces that an object implements.

/// One interface that matters to us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Interface {
    Action,
    Collection,
    Component,
    EditableText,
    Selection,
    Text,
    Value,
}

const ALL: &[Interface] = &[
    Interface::Action,
    Interface::Collection,
    Interface::Component,
    Interface::EditableText,
    Interface::Selection,
    Interface::Text,
    Interface::Value,
];

impl Interface {
    /// Its name on the bus.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Interface::Action => "org.a11y.atspi.Action",
            Interface::Collection => "org.a11y.atspi.Collection",
            Interface::Component => "org.a11y.atspi.Component",
            Interface::EditableText => "org.a11y.atspi.EditableText",
            Interface::Selection => "org.a11y.atspi.Selection",
            Interface::Text => "org.a11y.atspi.Text",
            Interface::Value => "org.a11y.atspi.Value",
        }
    }
}

/// A set of interfaces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Interfaces(u8);

impl Interfaces {
    /// The set that these names make; names that do not matter to us are left out.
    pub(super) fn from_names<'a>(names: impl IntoIterator<Item = &'a str>) -> Interfaces {
        let mut set = 0;
        for name in names {
            if let Some(known) = ALL.iter().find(|interface| interface.name() == name) {
                set |= 1 << *known as u8;
            }
        }
        Interfaces(set)
    }

    /// Whether `interface` is in the set.
    pub(super) const fn has(self, interface: Interface) -> bool {
        self.0 & (1 << interface as u8) != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_names_are_kept_and_others_left_out() {
        let set = Interfaces::from_names(["org.a11y.atspi.Accessible", "org.a11y.atspi.Value"]);
        assert!(set.has(Interface::Value) && !set.has(Interface::Action));
    }
}
