//! What can be told from an expression without a tree.

use super::expression::{Axis, Comparison, Expression, Kind, NodeTest, Path, Step};
use super::function::Function;
use super::place::property_of;
use crate::query::condition::{Condition, Relation, TextTest};
use crate::query::property::Property;
use crate::{Fields, Role};

/// What an expression asks of the elements that it is about, as far as that can be told simply.
#[derive(Debug, Default)]
pub(in crate::query) struct Subject {
    pub(in crate::query) role: Option<Role>,
    pub(in crate::query) conditions: Vec<Condition>,
}

impl Expression {
    /// The fields that the evaluation looks at.
    pub(in crate::query) fn needs(&self) -> Fields {
        let mut fields = Fields::ROLE;
        self.visit(&mut |expression| fields |= expression.own_needs());
        self.visit_steps(&mut |step| fields |= step.needs());
        fields
    }

    /// What this expression itself looks at, without the expressions and steps that it is made of.
    fn own_needs(&self) -> Fields {
        match self {
            Expression::Compare(first, rest) => {
                names_in(std::iter::once(&**first).chain(rest.iter().map(|(_, part)| part)))
            }
            Expression::Calculate(first, rest) => {
                names_in(std::iter::once(&**first).chain(rest.iter().map(|(_, part)| part)))
            }
            Expression::Negate(inner) => names_in(std::iter::once(&**inner)),
            Expression::Call(function, arguments) => {
                let id = if *function == Function::Id { Fields::ID } else { Fields::NONE };
                match arguments.as_slice() {
                    _ if !function.reads_text() => id,
                    [] => id | Fields::NAME,
                    arguments => id | names_in(arguments),
                }
            }
            _ => Fields::NONE,
        }
    }

    /// The roles of all elements that can match, when nothing but the element itself is looked at.
    pub(in crate::query) fn only_roles(&self) -> Option<Vec<Role>> {
        match self {
            Expression::Path(Path { absolute: true, steps }) => match steps.as_slice() {
                [Step { axis: Axis::Descendant, test: NodeTest::Role(role), predicates }]
                    if predicates.iter().all(Expression::looks_at_itself_only) =>
                {
                    Some(vec![*role])
                }
                _ => None,
            },
            Expression::Union(parts) => {
                let mut roles = Vec::new();
                for part in parts {
                    roles.extend(part.only_roles()?);
                }
                roles.sort_unstable();
                roles.dedup();
                Some(roles)
            }
            _ => None,
        }
    }

    /// Whether it looks at nothing but the context node and its attributes.
    fn looks_at_itself_only(&self) -> bool {
        let mut only = !self.is_positional();
        self.visit(&mut |expression| match expression {
            Expression::Path(path) => only &= !path.absolute,
            Expression::Call(Function::Id | Function::Position | Function::Last, _) => only = false,
            _ => {}
        });
        self.visit_steps(&mut |step| only &= matches!(step.axis, Axis::Attribute | Axis::Itself));
        only
    }

    /// What the expression asks of the elements that it is about.
    pub(in crate::query) fn subject(&self) -> Subject {
        let step = match self {
            Expression::Path(path) => path.steps.last(),
            Expression::Filter { of, steps, .. } => match steps.last() {
                Some(step) => Some(step),
                None => return of.subject(),
            },
            Expression::Union(parts) => return parts.first().map(Expression::subject).unwrap_or_default(),
            _ => None,
        };
        let Some(step) = step else { return Subject::default() };
        let role = match step.test {
            NodeTest::Role(role) => Some(role),
            _ => None,
        };
        let mut conditions = Vec::new();
        step.predicates.iter().for_each(|predicate| predicate.collect_conditions(&mut conditions));
        Subject { role, conditions }
    }

    /// Finds `@name='x'`, `contains(@name, 'x')` and the like, also behind `and`.
    fn collect_conditions(&self, conditions: &mut Vec<Condition>) {
        match self {
            Expression::And(parts) => parts.iter().for_each(|part| part.collect_conditions(conditions)),
            Expression::Compare(left, rest) => {
                if let [(Comparison::Equal, right)] = rest.as_slice() {
                    conditions.extend(text_condition(left, Relation::Equals, right));
                    conditions.extend(text_condition(right, Relation::Equals, left));
                }
            }
            Expression::Call(function, arguments) => {
                let relation = match function {
                    Function::Contains => Relation::Contains,
                    Function::StartsWith => Relation::StartsWith,
                    Function::EndsWith => Relation::EndsWith,
                    _ => return,
                };
                if let [left, right] = arguments.as_slice() {
                    conditions.extend(text_condition(left, relation, right));
                }
            }
            _ => {}
        }
    }

    /// The property of the context node that this is: `@name`, or `.` for the name.
    fn property(&self) -> Option<Property> {
        let Expression::Path(Path { absolute: false, steps }) = self else { return None };
        match steps.as_slice() {
            [Step { axis: Axis::Itself, .. }] => Some(Property::Name),
            [Step { axis: Axis::Attribute, test: NodeTest::Property(number), .. }] => {
                property_of(*number).cloned()
            }
            [Step { axis: Axis::Attribute, test: NodeTest::Attribute(key), .. }] => {
                Some(Property::Attribute(key.clone()))
            }
            _ => None,
        }
    }

    /// Calls `each` for this expression and everything that it is made of.
    fn visit(&self, each: &mut dyn FnMut(&Expression)) {
        each(self);
        match self {
            Expression::Or(parts) | Expression::And(parts) | Expression::Union(parts) => {
                parts.iter().for_each(|part| part.visit(each));
            }
            Expression::Call(_, parts) => parts.iter().for_each(|part| part.visit(each)),
            Expression::Compare(first, rest) => {
                first.visit(each);
                rest.iter().for_each(|(_, part)| part.visit(each));
            }
            Expression::Calculate(first, rest) => {
                first.visit(each);
                rest.iter().for_each(|(_, part)| part.visit(each));
            }
            Expression::Negate(inner) => inner.visit(each),
            Expression::Path(path) => {
                path.steps.iter().flat_map(|step| &step.predicates).for_each(|part| part.visit(each));
            }
            Expression::Filter { of, predicates, steps } => {
                of.visit(each);
                predicates
                    .iter()
                    .chain(steps.iter().flat_map(|step| &step.predicates))
                    .for_each(|part| part.visit(each));
            }
            Expression::Literal(_) | Expression::Number(_) => {}
        }
    }

    /// Calls `each` for every step of every path in it.
    fn visit_steps(&self, each: &mut dyn FnMut(&Step)) {
        self.visit(&mut |expression| match expression {
            Expression::Path(path) => path.steps.iter().for_each(&mut *each),
            Expression::Filter { steps, .. } => steps.iter().for_each(&mut *each),
            _ => {}
        });
    }
}

/// All fields that properties are made of; no query looks at styles.
const ASKABLE: Fields = Fields::ALL.without(Fields::STYLE);

impl Step {
    fn needs(&self) -> Fields {
        match (&self.test, self.axis) {
            (NodeTest::Property(number), _) => property_of(*number).map_or(ASKABLE, Property::fields),
            (NodeTest::Attribute(_), _) => Fields::ATTRIBUTES,
            (_, Axis::Attribute) => ASKABLE,
            _ => Fields::NONE,
        }
    }
}

/// Names are looked at when the text of elements is asked for.
fn names_in<'e>(parts: impl IntoIterator<Item = &'e Expression>) -> Fields {
    let of_elements = |part: &Expression| part.kind() == Kind::Nodes && !part.gives_attributes();
    if parts.into_iter().any(of_elements) { Fields::NAME } else { Fields::NONE }
}

fn text_condition(left: &Expression, relation: Relation, right: &Expression) -> Option<Condition> {
    match (left.property()?, right) {
        (property, Expression::Literal(wanted)) => {
            Some(Condition::Text(property, TextTest::exact(relation, wanted)))
        }
        _ => None,
    }
}
