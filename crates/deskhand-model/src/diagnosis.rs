//! What goes on below the accessibility layer, in the platform's own words: for people who look for the reason why
//! something is not found.

use crate::App;

/// The state of a desktop's accessibility. Names and values are the platform's own and may differ from one version to
/// the next.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Diagnosis {
    /// About the desktop as a whole.
    pub facts: Vec<Fact>,
    /// About each application.
    pub apps: Vec<AppDiagnosis>,
}

/// What the platform knows of one application.
#[derive(Clone, Debug, PartialEq)]
pub struct AppDiagnosis {
    /// The application.
    pub app: App,
    /// About it as a whole.
    pub facts: Vec<Fact>,
    /// Its elements in tree order, when they were asked for.
    pub elements: Vec<ElementDiagnosis>,
}

/// What the platform knows of one element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ElementDiagnosis {
    /// How many levels below the application it is.
    pub depth: usize,
    /// Its role in the platform's own words.
    pub platform_role: String,
    /// Its name.
    pub name: String,
    /// Everything else: the platform's names of its actions, its interfaces, its states.
    pub facts: Vec<Fact>,
}

/// One thing that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// What it is about.
    pub name: String,
    /// What is so.
    pub value: String,
}

impl Fact {
    /// A fact.
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Fact {
        Fact { name: name.into(), value: value.into() }
    }
}
