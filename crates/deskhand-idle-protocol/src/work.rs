//! Work that is under way.

use serde::{Deserialize, Serialize};

use crate::NAME_LIMIT;

/// What kind of work it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WorkKind {
    /// Something that the application gave a name, or only counts.
    Task,
    /// A timer that has not fired yet.
    Timer,
    /// A request that has not been answered yet.
    Network,
    /// The main loop has something to do before it would wait.
    MainLoop,
}

/// Equal pieces of work that are under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Work {
    /// What kind.
    pub kind: WorkKind,
    /// What the application calls it; can be empty.
    #[serde(default)]
    pub name: String,
    /// How many of them.
    pub count: u32,
    /// How long the oldest of them has been under way, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since_ms: Option<u64>,
}

impl Work {
    /// A name as it goes on the wire: at most [`NAME_LIMIT`] bytes, cut between characters.
    pub fn cut_name(name: &str) -> &str {
        let end = name.char_indices().map(|(start, char)| start + char.len_utf8());
        &name[..end.take_while(|&end| end <= NAME_LIMIT).last().unwrap_or(0)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_is_cut_between_characters() {
        assert_eq!(Work::cut_name("save"), "save");
        assert_eq!(Work::cut_name(&"x".repeat(1000)).len(), NAME_LIMIT);
        let cut = "a".to_owned() + &"ä".repeat(1000);
        assert_eq!(Work::cut_name(&cut).len(), NAME_LIMIT - 1);
    }
}
