//! How well a name fits what somebody wrote.

/// A way for a name to fit. Of several ways the first that anything fits by counts, so that somebody who writes a whole
/// name means no other that contains it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameMatch {
    /// It is the same.
    Exact,
    /// It differs at most in upper and lower case.
    AnyCase,
    /// It contains what was written, in upper or lower case.
    Part,
}

impl NameMatch {
    /// Every way, the best first.
    pub const ALL: [NameMatch; 3] = [NameMatch::Exact, NameMatch::AnyCase, NameMatch::Part];

    /// Whether `name` fits `written` in this way. Nothing fits what is empty.
    pub fn fits(self, written: &str, name: &str) -> bool {
        !written.is_empty()
            && match self {
                NameMatch::Exact => name == written,
                NameMatch::AnyCase => name.to_lowercase() == written.to_lowercase(),
                NameMatch::Part => name.to_lowercase().contains(&written.to_lowercase()),
            }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_way_takes_what_the_better_ones_take() {
        for (written, name, fits) in [
            ("Text", "Text", [true, true, true]),
            ("Text", "tEXT", [false, true, true]),
            ("Text", "My texts", [false, false, true]),
            ("Text", "Tex", [false, false, false]),
            ("ÄRGER", "ärger", [false, true, true]),
            ("", "", [false, false, false]),
            ("", "Text", [false, false, false]),
        ] {
            assert_eq!(NameMatch::ALL.map(|way| way.fits(written, name)), fits, "`{written}` and `{name}`");
        }
    }
}
