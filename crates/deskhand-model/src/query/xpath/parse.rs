//! Reading expressions, with the place of every fault. Paths are read in [`path`](super::path).

use super::expression::{Axis, Comparison, Expression, Kind, NodeTest, Operation, Step};
use super::function::Function;
use super::lexer::{Token, tokens};
use super::place::number_of;
use crate::Role;
use crate::nearest::{did_you_mean, nearest_names};
use crate::query::error::Fault;
use crate::query::nesting::{self, Escape};
use crate::query::property::Property;

impl Expression {
    /// Reads an expression that selects elements.
    pub(in crate::query) fn parse(text: &str) -> Result<Expression, Fault> {
        nesting::check(text, Escape::None)?;
        let mut reader = Reader { tokens: tokens(text)?, next: 0, end: text.len() };
        let expression = reader.or()?;
        if reader.next < reader.tokens.len() {
            return Err(reader.unexpected("the end or an operator"));
        }
        let start = text.len() - text.trim_start().len();
        let wanted = "a query must select elements, such as `//button[@name='Save']`";
        match expression.kind() {
            Kind::Nodes if expression.gives_attributes() => {
                Err(Fault::new(start, "the expression selects attributes instead of elements").hint(wanted))
            }
            Kind::Nodes if matches!(&expression, Expression::Path(path) if path.absolute && path.steps.is_empty()) => {
                Err(Fault::new(start, "`/` alone selects no element").hint("the application itself is `/*`"))
            }
            Kind::Nodes => Ok(expression),
            Kind::Text => {
                Err(Fault::new(start, "the expression gives a text instead of elements").hint(wanted))
            }
            Kind::Number => {
                Err(Fault::new(start, "the expression gives a number instead of elements").hint(wanted))
            }
            Kind::Truth => {
                Err(Fault::new(start, "the expression gives true or false instead of elements").hint(wanted))
            }
        }
    }
}

pub(super) struct Reader<'t> {
    tokens: Vec<(usize, Token<'t>)>,
    pub(super) next: usize,
    /// Where the text ends.
    end: usize,
}

pub(super) type Reading<T> = Result<T, Fault>;

impl<'t> Reader<'t> {
    pub(super) fn peek(&self) -> Option<&Token<'t>> {
        self.tokens.get(self.next).map(|(_, token)| token)
    }

    pub(super) fn is_ahead(&self, offset: usize, sign: &str) -> bool {
        matches!(self.tokens.get(self.next + offset), Some((_, Token::Sign(ahead))) if *ahead == sign)
    }

    /// Where the next token starts.
    pub(super) fn at(&self) -> usize {
        self.tokens.get(self.next).map_or(self.end, |(at, _)| *at)
    }

    /// Takes the next token if it is this sign.
    pub(super) fn take(&mut self, sign: &str) -> bool {
        let there = self.is_ahead(0, sign);
        self.next += usize::from(there);
        there
    }

    /// Takes the next token if it is one of these signs.
    fn take_one_of<T: Copy>(&mut self, signs: &[(&str, T)]) -> Option<T> {
        signs.iter().find(|(sign, _)| self.take(sign)).map(|(_, meaning)| *meaning)
    }

    pub(super) fn expect(&mut self, sign: &str) -> Reading<()> {
        if self.take(sign) { Ok(()) } else { Err(self.unexpected(&format!("`{sign}`"))) }
    }

    pub(super) fn unexpected(&self, expected: &str) -> Fault {
        let found = match self.peek() {
            Some(Token::Sign("×")) => "`*`".to_owned(),
            Some(Token::Sign(sign)) => format!("`{sign}`"),
            Some(Token::Name(name)) => format!("`{name}`"),
            Some(Token::Literal(_)) => "a quoted text".to_owned(),
            Some(Token::Number(number)) => format!("`{number}`"),
            None => "the end".to_owned(),
        };
        Fault::new(self.at(), format!("{expected} is expected here instead of {found}"))
    }

    pub(super) fn or(&mut self) -> Reading<Expression> {
        let mut parts = vec![self.and()?];
        while self.take("or") {
            parts.push(self.and()?);
        }
        Ok(only_or(parts, Expression::Or))
    }

    fn and(&mut self) -> Reading<Expression> {
        let mut parts = vec![self.equality()?];
        while self.take("and") {
            parts.push(self.equality()?);
        }
        Ok(only_or(parts, Expression::And))
    }

    fn equality(&mut self) -> Reading<Expression> {
        let signs = [("=", Comparison::Equal), ("!=", Comparison::NotEqual)];
        self.comparisons(&signs, Reader::relation)
    }

    fn relation(&mut self) -> Reading<Expression> {
        let signs = [
            ("<=", Comparison::LessOrEqual),
            ("<", Comparison::Less),
            (">=", Comparison::GreaterOrEqual),
            (">", Comparison::Greater),
        ];
        self.comparisons(&signs, Reader::sum)
    }

    fn comparisons(
        &mut self,
        signs: &[(&str, Comparison)],
        operand: fn(&mut Reader<'t>) -> Reading<Expression>,
    ) -> Reading<Expression> {
        let first = operand(self)?;
        let mut rest = Vec::new();
        while let Some(comparison) = self.take_one_of(signs) {
            let at = self.at();
            let mut right = operand(self)?;
            if let (Expression::Literal(text), true) = (&mut right, rest.is_empty() && asks_for_role(&first))
            {
                *text = role(text, at)?.name().into();
            }
            rest.push((comparison, right));
        }
        Ok(if rest.is_empty() { first } else { Expression::Compare(Box::new(first), rest) })
    }

    fn sum(&mut self) -> Reading<Expression> {
        self.calculation(&[("+", Operation::Add), ("-", Operation::Subtract)], Reader::product)
    }

    fn product(&mut self) -> Reading<Expression> {
        let signs = [("×", Operation::Multiply), ("div", Operation::Divide), ("mod", Operation::Remainder)];
        self.calculation(&signs, Reader::negation)
    }

    fn calculation(
        &mut self,
        signs: &[(&str, Operation)],
        operand: fn(&mut Reader<'t>) -> Reading<Expression>,
    ) -> Reading<Expression> {
        let first = operand(self)?;
        let mut rest = Vec::new();
        while let Some(operation) = self.take_one_of(signs) {
            rest.push((operation, operand(self)?));
        }
        Ok(if rest.is_empty() { first } else { Expression::Calculate(Box::new(first), rest) })
    }

    fn negation(&mut self) -> Reading<Expression> {
        let mut times = 0;
        while self.take("-") {
            times += 1;
        }
        let inner = self.union()?;
        // Two of them only turn the value into a number.
        Ok(match times {
            0 => inner,
            odd if odd % 2 == 1 => Expression::Negate(Box::new(inner)),
            _ => Expression::Negate(Box::new(Expression::Negate(Box::new(inner)))),
        })
    }

    fn union(&mut self) -> Reading<Expression> {
        let at = self.at();
        let mut parts = vec![self.path()?];
        while self.take("|") {
            parts.push(self.path()?);
        }
        if parts.len() > 1 && parts.iter().any(|part| part.kind() != Kind::Nodes) {
            return Err(Fault::new(at, "only paths can be joined by `|`"));
        }
        Ok(only_or(parts, Expression::Union))
    }

    /// A location path, or a primary expression with what follows it.
    fn path(&mut self) -> Reading<Expression> {
        let at = self.at();
        let Some(primary) = self.primary()? else {
            return self.location_path().map(Expression::Path);
        };
        let predicates = self.predicates()?;
        let mut steps = Vec::new();
        if self.is_ahead(0, "/") || self.is_ahead(0, "//") {
            self.slash(&mut steps);
            self.steps(&mut steps)?;
        }
        if predicates.is_empty() && steps.is_empty() {
            return Ok(primary);
        }
        if primary.kind() != Kind::Nodes {
            return Err(Fault::new(at, "only a set of elements can be filtered or followed by a path"));
        }
        Ok(Expression::Filter { of: Box::new(primary), predicates, steps })
    }

    /// A literal, a number, a call, or something in brackets; `None` when a location path starts here.
    fn primary(&mut self) -> Reading<Option<Expression>> {
        let at = self.at();
        match self.peek().cloned() {
            Some(Token::Literal(text)) => {
                self.next += 1;
                Ok(Some(Expression::Literal(text.into())))
            }
            Some(Token::Number(number)) => {
                self.next += 1;
                Ok(Some(Expression::Number(number)))
            }
            Some(Token::Sign("(")) => {
                self.next += 1;
                let inner = self.or()?;
                self.expect(")")?;
                // Keeps the brackets' meaning where a path alone would mean something else: `(//a)[1]`.
                Ok(Some(Expression::Filter {
                    of: Box::new(inner),
                    predicates: Vec::new(),
                    steps: Vec::new(),
                }))
            }
            Some(Token::Sign("$")) => Err(Fault::new(at, "a query has no variables")),
            Some(Token::Name(name)) if self.is_ahead(1, "(") && !is_node_type(name) => {
                self.next += 2;
                self.call(name, at).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// A call, after its opening bracket.
    fn call(&mut self, name: &str, at: usize) -> Reading<Expression> {
        let Some(function) = Function::named(name) else {
            let nearest = nearest_names(name, Function::ALL.iter().map(|function| function.name()), 3);
            return Err(Fault::new(at, format!("unknown function `{name}()`{}", did_you_mean(&nearest))));
        };
        let mut arguments = Vec::new();
        if !self.take(")") {
            loop {
                let argument_at = self.at();
                let argument = self.or()?;
                if function.takes_nodes() && argument.kind() != Kind::Nodes {
                    return Err(Fault::new(argument_at, format!("`{name}()` takes a path here")));
                }
                arguments.push(argument);
                if !self.take(",") {
                    break;
                }
            }
            self.expect(")")?;
        }
        let (least, most) = function.arguments();
        if arguments.len() < least || arguments.len() > most {
            let wanted = match (least, most) {
                (least, most) if least == most => least.to_string(),
                (least, usize::MAX) => format!("{least} or more"),
                (least, most) => format!("{least} to {most}"),
            };
            let message = format!("`{name}()` takes {wanted} arguments instead of {}", arguments.len());
            return Err(Fault::new(at, message));
        }
        Ok(Expression::Call(function, arguments))
    }
}

/// The only one of `parts`, or all of them joined.
fn only_or(mut parts: Vec<Expression>, join: fn(Vec<Expression>) -> Expression) -> Expression {
    match parts.pop() {
        Some(only) if parts.is_empty() => only,
        Some(last) => {
            parts.push(last);
            join(parts)
        }
        None => join(parts),
    }
}

fn is_node_type(name: &str) -> bool {
    matches!(name, "node" | "text" | "comment" | "processing-instruction")
}

/// Whether this is `@role`: what it is compared with is then a role and can be written in all its ways.
fn asks_for_role(expression: &Expression) -> bool {
    let Expression::Path(path) = expression else { return false };
    matches!(path.steps.as_slice(), [Step { axis: Axis::Attribute, test: NodeTest::Property(number), .. }]
        if number_of(&Property::Role) == Some(*number))
}

pub(super) fn role(name: &str, at: usize) -> Reading<Role> {
    name.parse::<Role>().map_err(|error| {
        Fault::new(at, error.to_string()).hint("put the whole text in quotes to search for it as a name")
    })
}

#[cfg(test)]
mod tests {
    use crate::Notation::XPath;
    use crate::query::sample::refused;

    #[test]
    fn a_fault_in_a_name_is_told_with_its_place_and_the_nearest_name() {
        refused(XPath, "//buton", "unknown role `buton`; did you mean `button`", 2);
        refused(XPath, "//window[buton]", "unknown role `buton`", 9);
        refused(XPath, "//*[@role='buton']", "unknown role `buton`", 10);
        refused(XPath, "//button[contain(@name, 'x')]", "did you mean `contains`", 9);
        refused(XPath, "//button/anchestor::window", "did you mean `ancestor`", 9);
        refused(XPath, "//ns:button", "no prefixes", 2);
        refused(XPath, "//button[$x]", "no variables", 9);
        refused(XPath, "//button[text()='Save']", "`@name`", 9);
        refused(XPath, "/home/me/notes.txt", "unknown role `home`", 1);
    }

    #[test]
    fn a_fault_in_the_structure_is_told_with_its_place() {
        refused(XPath, "//button[@name='Save'", "`[` is never closed", 8);
        refused(XPath, "//button[@name='Save]", "the quote ' is never closed", 15);
        refused(XPath, "//button]", "`]` closes nothing", 8);
        refused(XPath, "//", "a role or `*` is expected here instead of the end", 2);
        refused(XPath, "//button/", "expected here instead of the end", 9);
        refused(XPath, "//button[]", "a role or `*` is expected here instead of `]`", 9);
        refused(XPath, "//button[@]", "instead of `]`", 10);
        refused(XPath, "//button[@name=]", "instead of `]`", 15);
        refused(XPath, "//button link", "the end or an operator is expected here instead of `link`", 9);
        refused(XPath, "//button[1 2]", "`]` is expected here instead of `2`", 11);
        refused(XPath, "//button[#]", "`#` has no meaning", 9);
        refused(XPath, "", "a role or `*` is expected", 0);
    }

    #[test]
    fn an_expression_must_give_elements() {
        refused(XPath, "//button/@name", "selects attributes", 0);
        refused(XPath, "//button | //link/@name", "selects attributes", 0);
        refused(XPath, "count(//button)", "gives a number", 0);
        refused(XPath, "string(//button)", "gives a text", 0);
        refused(XPath, " //button = 'x'", "gives true or false", 1);
        refused(XPath, "/", "`/*`", 0);
    }

    #[test]
    fn arguments_and_operands_must_fit() {
        refused(XPath, "//button[count('x')]", "`count()` takes a path here", 15);
        refused(XPath, "//button[contains(@name)]", "takes 2 arguments instead of 1", 9);
        refused(XPath, "//button[concat('x')]", "takes 2 or more arguments", 9);
        refused(XPath, "//button['x'[1]]", "only a set of elements", 9);
        refused(XPath, "//button | 'x'", "only paths can be joined", 0);
    }
}
