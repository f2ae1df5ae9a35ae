//! Expressions as data.
//!
//! Chains of operators are lists, so that the depth of an expression is the depth of its brackets.

use std::sync::Arc;

use super::function::Function;
use crate::Role;

/// An expression.
#[derive(Clone, Debug)]
pub(in crate::query) enum Expression {
    Or(Vec<Expression>),
    And(Vec<Expression>),
    /// From left to right.
    Compare(Box<Expression>, Vec<(Comparison, Expression)>),
    /// From left to right.
    Calculate(Box<Expression>, Vec<(Operation, Expression)>),
    Negate(Box<Expression>),
    Union(Vec<Expression>),
    Path(Path),
    /// An expression in brackets or a call, filtered, and followed further.
    Filter {
        of: Box<Expression>,
        predicates: Vec<Expression>,
        steps: Vec<Step>,
    },
    Call(Function, Vec<Expression>),
    Literal(Arc<str>),
    Number(f64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::query) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::query) enum Operation {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

/// A location path.
#[derive(Clone, Debug)]
pub(in crate::query) struct Path {
    /// From the document rather than from the context.
    pub(super) absolute: bool,
    pub(super) steps: Vec<Step>,
}

/// One step of a path.
#[derive(Clone, Debug)]
pub(in crate::query) struct Step {
    pub(super) axis: Axis,
    pub(super) test: NodeTest,
    pub(super) predicates: Vec<Expression>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Axis {
    Ancestor,
    AncestorOrSelf,
    Attribute,
    Child,
    Descendant,
    DescendantOrSelf,
    Following,
    FollowingSibling,
    Parent,
    Preceding,
    PrecedingSibling,
    Itself,
}

/// What a step keeps of its axis.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum NodeTest {
    /// `node()`.
    Anything,
    /// `*`: every element, or on the attribute axis every attribute.
    Any,
    Role(Role),
    /// One of the properties that every element can have, by its number among the attributes.
    Property(u16),
    /// The toolkit's attribute of this name.
    Attribute(Arc<str>),
}

/// What an expression gives; known without evaluating it, as there are no variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Nodes,
    Text,
    Number,
    Truth,
}

impl Expression {
    pub(super) fn kind(&self) -> Kind {
        match self {
            Expression::Or(_) | Expression::And(_) | Expression::Compare(..) => Kind::Truth,
            Expression::Calculate(..) | Expression::Negate(_) | Expression::Number(_) => Kind::Number,
            Expression::Union(_) | Expression::Path(_) => Kind::Nodes,
            Expression::Filter { of, predicates, steps } if predicates.is_empty() && steps.is_empty() => {
                of.kind()
            }
            Expression::Filter { .. } => Kind::Nodes,
            Expression::Call(function, _) => function.kind(),
            Expression::Literal(_) => Kind::Text,
        }
    }

    /// Whether the nodes that it gives are attributes rather than elements.
    pub(super) fn gives_attributes(&self) -> bool {
        match self {
            Expression::Union(parts) => parts.iter().any(Expression::gives_attributes),
            Expression::Path(path) => path.steps.last().is_some_and(Step::gives_attributes),
            Expression::Filter { of, steps, .. } => {
                steps.last().map_or_else(|| of.gives_attributes(), Step::gives_attributes)
            }
            _ => false,
        }
    }

    /// Whether a predicate of this expression depends on the order of the nodes that it filters.
    pub(super) fn is_positional(&self) -> bool {
        self.kind() == Kind::Number || self.asks_for_position()
    }

    fn asks_for_position(&self) -> bool {
        match self {
            Expression::Or(parts) | Expression::And(parts) | Expression::Union(parts) => {
                parts.iter().any(Expression::asks_for_position)
            }
            Expression::Compare(first, rest) => {
                first.asks_for_position() || rest.iter().any(|(_, part)| part.asks_for_position())
            }
            Expression::Calculate(first, rest) => {
                first.asks_for_position() || rest.iter().any(|(_, part)| part.asks_for_position())
            }
            Expression::Negate(inner) => inner.asks_for_position(),
            // Predicates inside have positions of their own.
            Expression::Filter { of, .. } => of.asks_for_position(),
            Expression::Call(Function::Position | Function::Last, _) => true,
            Expression::Call(_, arguments) => arguments.iter().any(Expression::asks_for_position),
            Expression::Path(_) | Expression::Literal(_) | Expression::Number(_) => false,
        }
    }
}

impl Step {
    /// `node()` on this axis, as the abbreviations `.`, `..` and `//` mean it.
    pub(super) fn anything(axis: Axis) -> Step {
        Step { axis, test: NodeTest::Anything, predicates: Vec::new() }
    }

    pub(super) fn gives_attributes(&self) -> bool {
        self.axis == Axis::Attribute
    }

    /// Whether this is the step that `//` stands for.
    pub(super) fn is_any_depth(&self) -> bool {
        self.axis == Axis::DescendantOrSelf && self.test == NodeTest::Anything && self.predicates.is_empty()
    }
}

impl Axis {
    pub(super) fn named(name: &str) -> Option<Axis> {
        Some(match name {
            "ancestor" => Axis::Ancestor,
            "ancestor-or-self" => Axis::AncestorOrSelf,
            "attribute" => Axis::Attribute,
            "child" => Axis::Child,
            "descendant" => Axis::Descendant,
            "descendant-or-self" => Axis::DescendantOrSelf,
            "following" => Axis::Following,
            "following-sibling" => Axis::FollowingSibling,
            "parent" => Axis::Parent,
            "preceding" => Axis::Preceding,
            "preceding-sibling" => Axis::PrecedingSibling,
            "self" => Axis::Itself,
            _ => return None,
        })
    }
}
