//! Selectors as data, and what can be told from them without a tree.

use crate::query::condition::Condition;
use crate::{Fields, Role};

/// Selectors of which one must match.
#[derive(Clone, Debug)]
pub(in crate::query) struct SelectorList {
    pub(super) selectors: Vec<Complex>,
}

/// Compounds joined by combinators, from left to right.
///
/// The first combinator joins the first compound to the element that a `:has()` is asked of; elsewhere it has no
/// meaning.
#[derive(Clone, Debug)]
pub(super) struct Complex {
    pub(super) steps: Vec<(Combinator, Compound)>,
}

/// How an element lies to the one that the compound before it describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Combinator {
    /// Anywhere below.
    Descendant,
    /// Directly below.
    Child,
    /// The next among its siblings.
    NextSibling,
    /// Any later among its siblings.
    LaterSibling,
}

/// What must be true of one element.
#[derive(Clone, Debug, Default)]
pub(super) struct Compound {
    pub(super) role: Option<Role>,
    pub(super) parts: Vec<Part>,
}

/// One part of a compound.
#[derive(Clone, Debug)]
pub(super) enum Part {
    /// Looks at the element only.
    Own(Condition),
    /// `:is()` and `:where()`, or `:not()` when not wanted.
    In {
        list: SelectorList,
        wanted: bool,
    },
    /// `:has()`.
    Has(SelectorList),
    /// `:nth-child()` and its relatives.
    Nth(Nth),
    /// `:only-child`, `:only-of-type`.
    Only {
        among: Among,
    },
    Root,
    Empty,
}

/// `:nth-child(2n+1)`: every element whose place is `step` times something plus `offset`.
#[derive(Clone, Debug)]
pub(super) struct Nth {
    pub(super) step: i32,
    pub(super) offset: i32,
    pub(super) from_end: bool,
    pub(super) among: Among,
}

/// Which siblings are counted.
#[derive(Clone, Debug)]
pub(super) enum Among {
    All,
    /// Those of the same role.
    SameRole,
    /// Those that match.
    Matching(SelectorList),
}

impl SelectorList {
    pub(in crate::query) fn needs(&self) -> Fields {
        self.selectors
            .iter()
            .flat_map(|selector| &selector.steps)
            .flat_map(|(_, compound)| &compound.parts)
            .fold(Fields::ROLE, |fields, part| fields | part.needs())
    }

    /// The roles of all elements that can match, when nothing but the element itself is looked at.
    pub(in crate::query) fn only_roles(&self) -> Option<Vec<Role>> {
        let mut roles = Vec::new();
        for selector in &self.selectors {
            let compound = selector.lone_compound().filter(|compound| compound.looks_at_itself_only())?;
            roles.push(compound.role?);
        }
        roles.sort_unstable();
        roles.dedup();
        Some(roles)
    }

    /// The role and the conditions that the first selector puts on the elements that it is about.
    pub(in crate::query) fn subject(&self) -> Option<(Option<Role>, Vec<&Condition>)> {
        let (_, compound) = self.selectors.first()?.steps.last()?;
        let conditions = compound.parts.iter().filter_map(|part| match part {
            Part::Own(condition) => Some(condition),
            _ => None,
        });
        Some((compound.role, conditions.collect()))
    }

    /// The conditions on the element, when there is one selector and it looks at nothing else.
    pub(in crate::query) fn only_subject(&self) -> Option<Vec<&Condition>> {
        match self.selectors.as_slice() {
            [only] => {
                only.lone_compound().filter(|compound| compound.looks_at_itself_only())?;
                self.subject().map(|(_, conditions)| conditions)
            }
            _ => None,
        }
    }

    fn looks_at_itself_only(&self) -> bool {
        self.selectors
            .iter()
            .all(|selector| selector.lone_compound().is_some_and(Compound::looks_at_itself_only))
    }
}

impl Complex {
    fn lone_compound(&self) -> Option<&Compound> {
        match self.steps.as_slice() {
            [(_, only)] => Some(only),
            _ => None,
        }
    }
}

impl Compound {
    pub(super) fn is_empty(&self) -> bool {
        self.role.is_none() && self.parts.is_empty()
    }

    fn looks_at_itself_only(&self) -> bool {
        self.parts.iter().all(|part| match part {
            Part::Own(_) => true,
            Part::In { list, .. } => list.looks_at_itself_only(),
            Part::Has(_) | Part::Nth(_) | Part::Only { .. } | Part::Root | Part::Empty => false,
        })
    }
}

impl Part {
    fn needs(&self) -> Fields {
        match self {
            Part::Own(condition) => condition.fields(),
            Part::In { list, .. } | Part::Has(list) => list.needs(),
            Part::Nth(Nth { among: Among::Matching(list), .. }) => list.needs(),
            Part::Nth(_) | Part::Only { .. } | Part::Root | Part::Empty => Fields::ROLE,
        }
    }
}
