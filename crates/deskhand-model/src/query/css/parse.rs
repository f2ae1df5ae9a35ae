//! Reading selectors, with the place of every fault.

use cssparser::{ParseError, ParseErrorKind, Parser, Token, parse_nth};

use super::selector::{Among, Combinator, Complex, Compound, Nth, Part, SelectorList};
use crate::Role;
use crate::nearest::{did_you_mean, nearest_names};
use crate::query::condition::{Condition, Relation, StateTest, TextTest};
use crate::query::error::Fault;
use crate::query::nesting::{self, Escape};
use crate::query::property::Property;

/// Pseudo-classes that are no state.
const STRUCTURAL: &[&str] = &[
    "root",
    "scope",
    "empty",
    "first-child",
    "last-child",
    "only-child",
    "first-of-type",
    "last-of-type",
    "only-of-type",
];

/// Pseudo-classes with arguments.
const FUNCTIONAL: &[&str] =
    &["not", "is", "where", "has", "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type"];

/// Whether a pseudo-class, with or without arguments, goes by this name.
pub(in crate::query) fn is_pseudo_class(name: &str) -> bool {
    StateTest::parse(name).is_some()
        || STRUCTURAL.iter().chain(FUNCTIONAL).any(|known| known.eq_ignore_ascii_case(name))
}

impl SelectorList {
    pub(in crate::query) fn parse(text: &str) -> Result<SelectorList, Fault> {
        nesting::check(text, Escape::Backslash)?;
        let mut input = Parser::new(text);
        Reader { text, inside_has: false }.list(&mut input, false)
    }
}

/// What the reading functions share.
#[derive(Clone, Copy)]
struct Reader<'t> {
    text: &'t str,
    /// `:has()` does not nest.
    inside_has: bool,
}

impl<'t> Reader<'t> {
    /// Reads up to the end of the input, or of the bracket that it stands in. `relative` selectors may start with a
    /// combinator.
    fn list(self, input: &mut Parser<'t>, relative: bool) -> Result<SelectorList, Fault> {
        let mut selectors = Vec::new();
        loop {
            let (selector, goes_on) = self.complex(input, relative)?;
            selectors.push(selector);
            if !goes_on {
                return Ok(SelectorList { selectors });
            }
        }
    }

    /// Reads one selector, and tells whether a comma came after it.
    fn complex(self, input: &mut Parser<'t>, relative: bool) -> Result<(Complex, bool), Fault> {
        let mut steps: Vec<(Combinator, Compound)> = Vec::new();
        let mut compound = Compound::default();
        let mut universal = false;
        let mut combinator: Option<(usize, Combinator)> = None;
        loop {
            let (at, token) = next(input);
            let joins = match token {
                Some(Token::Delim('>')) => Some(Combinator::Child),
                Some(Token::Delim('+')) => Some(Combinator::NextSibling),
                Some(Token::Delim('~')) => Some(Combinator::LaterSibling),
                _ => None,
            };
            let ends = matches!(token, None | Some(Token::Comma));
            if (joins.is_some() || ends || matches!(token, Some(Token::WhiteSpace(_))))
                && (universal || !compound.is_empty())
            {
                let joined_by = combinator.take().map_or(Combinator::Descendant, |(_, written)| written);
                steps.push((joined_by, std::mem::take(&mut compound)));
                universal = false;
            }
            match token {
                Some(Token::WhiteSpace(_)) => {}
                None | Some(Token::Comma) => {
                    if let Some((at, _)) = combinator {
                        return Err(Fault::new(at, "nothing follows this combinator"));
                    }
                    if steps.is_empty() {
                        return Err(Fault::new(at, "a selector is missing here"));
                    }
                    return Ok((Complex { steps }, ends && token.is_some()));
                }
                Some(_) if joins.is_some() => {
                    if combinator.is_some() {
                        return Err(Fault::new(at, "two combinators in a row"));
                    }
                    if steps.is_empty() && !relative {
                        return Err(Fault::new(at, "nothing precedes this combinator"));
                    }
                    combinator = joins.map(|joins| (at, joins));
                }
                Some(Token::Delim('*')) if compound.is_empty() && !universal => universal = true,
                Some(Token::Ident(name)) if compound.is_empty() && !universal => {
                    compound.role = Some(role(&name, at)?);
                }
                Some(Token::Ident(_) | Token::Delim('*')) => {
                    return Err(Fault::new(at, "a role must come first, before `#`, `.`, `[` and `:`"));
                }
                Some(token) => compound.parts.push(self.part(input, at, token)?),
            }
        }
    }

    /// Reads what starts with `token`: an id, a class, an attribute or a pseudo-class.
    fn part(self, input: &mut Parser<'t>, at: usize, token: Token<'t>) -> Result<Part, Fault> {
        match token {
            Token::IDHash(id) => {
                Ok(Part::Own(text_test(Property::Id, TextTest::exact(Relation::Equals, &id))))
            }
            Token::Hash(id) => Err(Fault::new(at, format!("`#{id}` cannot be written this way"))
                .hint(format!("an id that starts with a digit is written `[id=\"{id}\"]`"))),
            Token::Delim('.') => match next(input) {
                (_, Some(Token::Ident(class))) => Ok(Part::Own(text_test(
                    Property::Attribute("class".into()),
                    TextTest::exact(Relation::HasWord, &class),
                ))),
                _ => Err(Fault::new(at, "a class name must follow the `.`")),
            },
            Token::SquareBracketBlock => nested(input, |input| self.attribute(input).map(Part::Own)),
            Token::Colon => self.pseudo_class(input, at),
            _ => {
                let end = input.position().byte_index();
                Err(Fault::new(at, format!("`{}` is not expected here", &self.text[at..end.max(at)]))
                    .hint("put a name with unusual characters in quotes: `[name=\"…\"]`"))
            }
        }
    }

    /// Reads the inside of `[…]`.
    fn attribute(self, input: &mut Parser<'t>) -> Result<Condition, Fault> {
        let (at, token) = next_solid(input);
        let Some(Token::Ident(name)) = token else {
            return Err(Fault::new(at, "an attribute name is missing here, such as `name`"));
        };
        let property = Property::of_attribute(&name);
        let (at, token) = next_solid(input);
        let relation = match token {
            None => return Ok(text_test(property, TextTest::exact(Relation::Exists, ""))),
            Some(Token::Delim('=')) => Relation::Equals,
            Some(Token::IncludeMatch) => Relation::HasWord,
            Some(Token::DashMatch) => Relation::HasPrefixBeforeHyphen,
            Some(Token::PrefixMatch) => Relation::StartsWith,
            Some(Token::SuffixMatch) => Relation::EndsWith,
            Some(Token::SubstringMatch) => Relation::Contains,
            Some(_) => {
                return Err(Fault::new(
                    at,
                    "an operator is missing here: `=`, `*=`, `^=`, `$=`, `~=` or `|=`",
                ));
            }
        };
        let (value_at, token) = next_solid(input);
        let value = match token {
            Some(Token::Ident(value) | Token::QuotedString(value)) => value.to_string(),
            // CSS wants quotes here; a number is unmistakable without them.
            Some(Token::Number { .. }) => self.text[value_at..input.position().byte_index()].to_owned(),
            _ => {
                return Err(Fault::new(value_at, "a value is missing here")
                    .hint("put the value in quotes: `[name=\"…\"]`"));
            }
        };
        let ignore_case = match next_solid(input) {
            (_, None) => false,
            (_, Some(Token::Ident(flag))) if flag.eq_ignore_ascii_case("i") => true,
            (_, Some(Token::Ident(flag))) if flag.eq_ignore_ascii_case("s") => false,
            (at, Some(_)) => {
                return Err(Fault::new(at, "`]` is expected here, or `i` to ignore case")
                    .hint("put a value with spaces in quotes: `[name=\"…\"]`"));
            }
        };
        if let (at, Some(_)) = next_solid(input) {
            return Err(Fault::new(at, "`]` is expected here"));
        }
        if property == Property::Role && relation == Relation::Equals {
            return role(&value, value_at).map(Condition::Role);
        }
        let test = if ignore_case { TextTest::ignoring_case } else { TextTest::exact };
        Ok(text_test(property, test(relation, &value)))
    }

    /// Reads what follows a `:`, which stands at `colon`.
    fn pseudo_class(self, input: &mut Parser<'t>, colon: usize) -> Result<Part, Fault> {
        let (at, token) = next(input);
        match token {
            Some(Token::Ident(name)) => simple_pseudo_class(&name, at),
            Some(Token::Function(name)) => {
                let name = name.to_ascii_lowercase();
                nested(input, |input| self.functional_pseudo_class(input, &name, at))
            }
            Some(Token::Colon) => Err(Fault::new(colon, "elements have no pseudo-elements")),
            _ => Err(Fault::new(at, "the name of a state or pseudo-class must follow the `:`")),
        }
    }

    /// Reads the inside of `:name(…)`.
    fn functional_pseudo_class(self, input: &mut Parser<'t>, name: &str, at: usize) -> Result<Part, Fault> {
        match name {
            "is" | "where" => Ok(Part::In { list: self.list(input, false)?, wanted: true }),
            "not" => Ok(Part::In { list: self.list(input, false)?, wanted: false }),
            "has" if self.inside_has => Err(Fault::new(at, "`:has()` cannot be nested in another `:has()`")),
            "has" => Ok(Part::Has(Reader { inside_has: true, ..self }.list(input, true)?)),
            "nth-child" => self.nth(input, false, false),
            "nth-last-child" => self.nth(input, true, false),
            "nth-of-type" => self.nth(input, false, true),
            "nth-last-of-type" => self.nth(input, true, true),
            _ => Err(unknown_pseudo_class(name, at)),
        }
    }

    /// Reads `2n+1`, `odd`, `3`, or for `:nth-child()` also `2 of button`.
    fn nth(self, input: &mut Parser<'t>, from_end: bool, of_type: bool) -> Result<Part, Fault> {
        input.skip_whitespace();
        let at = input.position().byte_index();
        let Ok((step, offset)) = parse_nth(input) else {
            return Err(Fault::new(
                at,
                "a number, `odd`, `even` or a formula such as `2n+1` is expected here",
            ));
        };
        let among = match next_solid(input) {
            (_, None) if of_type => Among::SameRole,
            (_, None) => Among::All,
            (_, Some(Token::Ident(of))) if !of_type && of.eq_ignore_ascii_case("of") => {
                Among::Matching(self.list(input, false)?)
            }
            (at, Some(_)) => return Err(Fault::new(at, "`)` is expected here")),
        };
        Ok(Part::Nth(Nth { step, offset, from_end, among }))
    }
}

fn text_test(property: Property, test: TextTest) -> Condition {
    Condition::Text(property, test)
}

fn role(name: &str, at: usize) -> Result<Role, Fault> {
    name.parse::<Role>().map_err(|error| {
        Fault::new(at, error.to_string()).hint("put the whole text in quotes to search for it as a name")
    })
}

fn simple_pseudo_class(name: &str, at: usize) -> Result<Part, Fault> {
    let nth = |from_end, among| Part::Nth(Nth { step: 0, offset: 1, from_end, among });
    Ok(match name.to_ascii_lowercase().as_str() {
        // A query has no other scope than the whole tree.
        "root" | "scope" => Part::Root,
        "empty" => Part::Empty,
        "first-child" => nth(false, Among::All),
        "last-child" => nth(true, Among::All),
        "only-child" => Part::Only { among: Among::All },
        "first-of-type" => nth(false, Among::SameRole),
        "last-of-type" => nth(true, Among::SameRole),
        "only-of-type" => Part::Only { among: Among::SameRole },
        lower => match StateTest::parse(lower) {
            Some(test) => Part::Own(Condition::State(test)),
            None if FUNCTIONAL.contains(&lower) => {
                return Err(Fault::new(at, format!("`:{lower}` needs something in brackets: `:{lower}(…)`")));
            }
            None => return Err(unknown_pseudo_class(name, at)),
        },
    })
}

fn unknown_pseudo_class(name: &str, at: usize) -> Fault {
    let known = StateTest::names().chain(STRUCTURAL.iter().copied()).chain(FUNCTIONAL.iter().copied());
    let nearest = nearest_names(name, known, 3);
    Fault::new(at, format!("unknown state or pseudo-class `:{name}`{}", did_you_mean(&nearest)))
}

/// The next token, white space included, and where it starts; no token at the end of the bracket or the input.
fn next<'t>(input: &mut Parser<'t>) -> (usize, Option<Token<'t>>) {
    let at = input.position().byte_index();
    (at, input.next_including_whitespace().ok().cloned())
}

/// The next token that is not white space.
fn next_solid<'t>(input: &mut Parser<'t>) -> (usize, Option<Token<'t>>) {
    input.skip_whitespace();
    next(input)
}

/// Reads the inside of the bracket that was just opened.
fn nested<'t, T>(
    input: &mut Parser<'t>,
    read: impl FnOnce(&mut Parser<'t>) -> Result<T, Fault>,
) -> Result<T, Fault> {
    let at = input.position().byte_index();
    input
        .parse_nested_block(|input| {
            read(input).map_err(|fault| ParseError { kind: ParseErrorKind::Custom(fault) })
        })
        .map_err(|error: ParseError<Fault>| match error.kind {
            ParseErrorKind::Custom(fault) => fault,
            ParseErrorKind::Basic(kind) => Fault::new(at, format!("this bracket cannot be read: {kind}")),
        })
}

#[cfg(test)]
mod tests {
    use crate::Notation::Css;
    use crate::query::sample::refused;

    #[test]
    fn a_fault_in_a_name_is_told_with_its_place_and_the_nearest_name() {
        refused(Css, "buton[name=x]", "unknown role `buton`; did you mean `button`", 0);
        refused(Css, "window > buton", "unknown role `buton`", 9);
        refused(Css, "window:has(> buton)", "unknown role `buton`", 13);
        refused(Css, "button:enabld", "`:enabld`; did you mean `enabled`", 7);
        refused(Css, "button:not(:chekd)", "did you mean `checked`", 12);
        refused(Css, "button:nht-child(2)", "did you mean `nth-child`", 7);
        refused(Css, "[role=buton]", "unknown role `buton`", 6);
    }

    #[test]
    fn a_fault_in_the_structure_is_told_with_its_place() {
        refused(Css, "button[name=\"Save\"", "`[` is never closed", 6);
        refused(Css, "button[name=\"Save]", "the quote \" is never closed", 12);
        refused(Css, "button >", "nothing follows this combinator", 7);
        refused(Css, "button > > link", "two combinators in a row", 9);
        refused(Css, "> button", "nothing precedes this combinator", 0);
        refused(Css, "button,", "a selector is missing", 7);
        refused(Css, "button, , link", "a selector is missing", 8);
        refused(Css, "", "a selector is missing", 0);
        refused(Css, "button:not()", "a selector is missing", 11);
        refused(Css, "button:has(:has(link))", "cannot be nested", 12);
        refused(Css, "button::before", "no pseudo-elements", 6);
        refused(Css, "button:", "must follow the `:`", 7);
        refused(Css, "button:not", "`:not(…)`", 7);
        refused(Css, "button.", "a class name must follow", 6);
        refused(Css, "#1st", "[id=\"1st\"]", 0);
        refused(Css, "[name]button", "a role must come first", 6);
        refused(Css, "button ! link", "`!` is not expected", 7);
        refused(Css, "button(x)", "`button(` is not expected", 0);
    }

    #[test]
    fn a_fault_in_an_attribute_is_told_with_its_place() {
        refused(Css, "[]", "an attribute name is missing", 1);
        refused(Css, "[name Save]", "an operator is missing", 6);
        refused(Css, "[name=]", "a value is missing", 6);
        refused(Css, "[name=Save As]", "`]` is expected here", 11);
        refused(Css, "[name=\"Save\" i i]", "`]` is expected here", 15);
    }

    #[test]
    fn a_fault_in_a_formula_is_told_with_its_place() {
        refused(Css, "button:nth-child(x)", "`2n+1` is expected here", 17);
        refused(Css, "button:nth-child(2 x)", "`)` is expected here", 19);
        refused(Css, "button:nth-of-type(2 of link)", "`)` is expected here", 21);
    }
}
