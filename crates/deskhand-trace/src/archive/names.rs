//! What the entries of the archive are called.

/// The entry that says where the trace comes from.
pub(crate) const HEADER: &str = "trace.json";

/// A part of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Part {
    /// What was asked and what came of it.
    Step,
    /// The picture before.
    Before,
    /// The picture after.
    After,
    /// The tree after.
    Tree,
}

impl Part {
    const ALL: [Part; 4] = [Part::Step, Part::Before, Part::After, Part::Tree];

    const fn ending(self) -> &'static str {
        match self {
            Part::Step => ".json",
            Part::Before => "-before.png",
            Part::After => "-after.png",
            Part::Tree => "-tree.json",
        }
    }
}

/// The name of a part of a step.
pub(crate) fn entry_name(number: u32, part: Part) -> String {
    format!("steps/{number:04}{}", part.ending())
}

/// The step and part that an entry of this name is; `None` for all other names, which are nobody's business.
pub(crate) fn parse(name: &str) -> Option<(u32, Part)> {
    let rest = name.strip_prefix("steps/")?;
    Part::ALL.into_iter().find_map(|part| {
        let digits = rest.strip_suffix(part.ending())?;
        let number = digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())??;
        // One spelling for each number, so that no step can be there twice.
        (entry_name(number, part) == name).then_some((number, part))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_reads_back_as_it_was_written() {
        for part in Part::ALL {
            for number in [1, 42, 9999, 12_345] {
                assert_eq!(parse(&entry_name(number, part)), Some((number, part)));
            }
        }
    }

    #[test]
    fn other_names_are_no_steps() {
        for name in [
            "",
            "trace.json",
            "steps/.json",
            "steps/1.json",
            "steps/00001.json",
            "steps/+001.json",
            "steps/../0001.json",
            "../steps/0001.json",
            "steps/0001.json/..",
            "/steps/0001.json",
            "steps/99999999999.json",
            "steps/0001-other.png",
        ] {
            assert_eq!(parse(name), None, "{name}");
        }
    }
}
