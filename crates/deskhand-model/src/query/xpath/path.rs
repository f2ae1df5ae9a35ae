//! Reading location paths.

use super::expression::{Axis, Expression, NodeTest, Path, Step};
use super::lexer::{Token, axes};
use super::parse::{Reader, Reading, role};
use super::place::number_of;
use crate::nearest::{did_you_mean, nearest_names};
use crate::query::error::Fault;
use crate::query::property::Property;

impl Reader<'_> {
    pub(super) fn location_path(&mut self) -> Reading<Path> {
        let mut steps = Vec::new();
        let absolute = self.is_ahead(0, "/") || self.is_ahead(0, "//");
        let lone_slash = self.is_ahead(0, "/");
        if absolute {
            self.slash(&mut steps);
        }
        if !lone_slash || self.starts_step() {
            self.steps(&mut steps)?;
        }
        Ok(Path { absolute, steps })
    }

    /// Takes a `/`, or a `//` with the step that it stands for.
    pub(super) fn slash(&mut self, steps: &mut Vec<Step>) {
        if self.take("//") {
            steps.push(Step::anything(Axis::DescendantOrSelf));
        } else {
            self.take("/");
        }
    }

    fn starts_step(&self) -> bool {
        matches!(self.peek(), Some(Token::Name(_) | Token::Sign("." | ".." | "@" | "*")))
    }

    pub(super) fn steps(&mut self, steps: &mut Vec<Step>) -> Reading<()> {
        loop {
            let step = self.step()?;
            // `//button` looks at every node for its children; one look at all descendants gives the same, unless
            // a predicate counts the children of each.
            let merges = step.axis == Axis::Child
                && steps.last().is_some_and(Step::is_any_depth)
                && !step.predicates.iter().any(Expression::is_positional);
            if merges {
                steps.pop();
                steps.push(Step { axis: Axis::Descendant, ..step });
            } else {
                steps.push(step);
            }
            if !(self.is_ahead(0, "/") || self.is_ahead(0, "//")) {
                return Ok(());
            }
            self.slash(steps);
        }
    }

    fn step(&mut self) -> Reading<Step> {
        if self.take(".") {
            return Ok(Step::anything(Axis::Itself));
        }
        if self.take("..") {
            return Ok(Step::anything(Axis::Parent));
        }
        let axis = if self.take("@") { Axis::Attribute } else { self.axis()? };
        let test = self.node_test(axis)?;
        Ok(Step { axis, test, predicates: self.predicates()? })
    }

    fn axis(&mut self) -> Reading<Axis> {
        let at = self.at();
        let Some(Token::Name(name)) = self.peek().cloned() else { return Ok(Axis::Child) };
        if !self.is_ahead(1, "::") {
            return Ok(Axis::Child);
        }
        self.next += 2;
        Axis::named(name).ok_or_else(|| {
            let nearest = nearest_names(name, axes(), 3);
            Fault::new(at, format!("unknown axis `{name}::`{}", did_you_mean(&nearest)))
        })
    }

    fn node_test(&mut self, axis: Axis) -> Reading<NodeTest> {
        let at = self.at();
        let name = match self.peek() {
            Some(Token::Sign("*")) => {
                self.next += 1;
                return Ok(NodeTest::Any);
            }
            Some(Token::Name(name)) => *name,
            _ => return Err(self.unexpected("a role or `*`")),
        };
        self.next += 1;
        if self.take("(") {
            if name != "node" {
                return Err(Fault::new(at, format!("elements hold no `{name}()` nodes"))
                    .hint("the name of an element is `@name`, its text content is `@text`"));
            }
            self.expect(")")?;
            return Ok(NodeTest::Anything);
        }
        if self.is_ahead(0, ":") {
            return Err(Fault::new(at, "names have no prefixes in a query"));
        }
        if axis != Axis::Attribute {
            return role(name, at).map(NodeTest::Role);
        }
        Ok(match Property::of_attribute(name) {
            Property::Attribute(key) => NodeTest::Attribute(key),
            property => number_of(&property).map_or(NodeTest::Any, NodeTest::Property),
        })
    }

    pub(super) fn predicates(&mut self) -> Reading<Vec<Expression>> {
        let mut predicates = Vec::new();
        while self.take("[") {
            predicates.push(self.or()?);
            self.expect("]")?;
        }
        Ok(predicates)
    }
}
