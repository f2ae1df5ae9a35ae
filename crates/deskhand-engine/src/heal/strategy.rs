//! The seven ways to an element that has changed, from the most to the least reliable.

use std::fmt;
use std::str::FromStr;

use deskhand_model::{Error, ErrorKind, did_you_mean, nearest_names};

/// One way of finding an element again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Strategy {
    /// The id that the developer set for tests.
    DataTestid,
    /// The accessible label.
    AriaLabel,
    /// The platform's identifier.
    Identifier,
    /// A title that is nearly the same.
    Title,
    /// The way through the tree.
    Xpath,
    /// The place in the window.
    Position,
    /// How it looks.
    VisualVlm,
}

impl Strategy {
    /// All of them, in the order in which they are tried.
    pub const ALL: &[Strategy] = &[
        Strategy::DataTestid,
        Strategy::AriaLabel,
        Strategy::Identifier,
        Strategy::Title,
        Strategy::Xpath,
        Strategy::Position,
        Strategy::VisualVlm,
    ];

    /// The name in settings and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Strategy::DataTestid => "data_testid",
            Strategy::AriaLabel => "aria_label",
            Strategy::Identifier => "identifier",
            Strategy::Title => "title",
            Strategy::Xpath => "xpath",
            Strategy::Position => "position",
            Strategy::VisualVlm => "visual_vlm",
        }
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Strategy {
    type Err = Error;

    fn from_str(name: &str) -> Result<Strategy, Error> {
        let known = Strategy::ALL.iter().copied().find(|strategy| strategy.name() == name);
        known.ok_or_else(|| {
            let names: Vec<&str> = Strategy::ALL.iter().map(|strategy| strategy.name()).collect();
            let near = did_you_mean(&nearest_names(name, names.iter().copied(), 1));
            let message = format!("There is no healing strategy `{name}`{near}");
            Error::new(ErrorKind::InvalidArgument, message).hint(format!("there are {}", names.join(", ")))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for strategy in Strategy::ALL {
            assert_eq!(strategy.name().parse::<Strategy>().unwrap(), *strategy);
        }
        let error = "titel".parse::<Strategy>().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        assert!(error.message().contains("did you mean `title`"), "{error:?}");
    }
}
