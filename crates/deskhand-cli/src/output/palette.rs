//! Colours by meaning.

use std::fmt::Display;

use anstyle::{AnsiColor, Style};

/// Colours, or none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Palette {
    on: bool,
}

impl Palette {
    /// With colours when `on`.
    pub(crate) const fn new(on: bool) -> Palette {
        Palette { on }
    }

    fn paint(self, style: Style, text: impl Display) -> String {
        if self.on { format!("{style}{text}{style:#}") } else { text.to_string() }
    }

    /// A role.
    pub(crate) fn role(self, text: impl Display) -> String {
        self.paint(AnsiColor::Cyan.on_default(), text)
    }

    /// A name, the thing that one looks for.
    pub(crate) fn name(self, text: impl Display) -> String {
        self.paint(Style::new().bold(), text)
    }

    /// A state or value.
    pub(crate) fn state(self, text: impl Display) -> String {
        self.paint(AnsiColor::Yellow.on_default(), text)
    }

    /// Guides and asides.
    pub(crate) fn aside(self, text: impl Display) -> String {
        self.paint(Style::new().dimmed(), text)
    }

    /// What is well.
    pub(crate) fn good(self, text: impl Display) -> String {
        self.paint(AnsiColor::Green.on_default(), text)
    }

    /// What is wrong.
    pub(crate) fn bad(self, text: impl Display) -> String {
        self.paint(AnsiColor::Red.on_default().bold(), text)
    }
}
