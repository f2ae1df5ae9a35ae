//! A query, whatever its notation.

use std::sync::Arc;

use super::condition::{Condition, Relation, TextTest};
use super::css::SelectorList;
use super::description::Description;
use super::error::{Fault, QueryError};
use super::fields::FieldQuery;
use super::likeness::{self, Wanted};
use super::notation::{Notation, recognise};
use super::plain::Plain;
use super::property::Property;
use super::xpath::{Expression, Subject};
use crate::{Candidate, Fields, Handle, NodeId, Role, Tree};

/// Longest query that is read, in bytes.
const LONGEST: usize = 10_000;

/// What to look for: read once, asked of any number of trees.
///
/// ```
/// use deskhand_model::{Notation, Query};
///
/// let query = Query::parse("role:button title:Save")?;
/// assert_eq!(query.notation(), Notation::Fields);
/// assert!(Query::parse("//buton").is_err());
/// # Ok::<(), deskhand_model::QueryError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Query {
    source: String,
    form: Form,
    /// Top-level elements that matches have to be in; anywhere when not given.
    inside: Option<Arc<[Handle]>>,
}

#[derive(Clone, Debug)]
enum Form {
    Plain(Plain),
    Fields(FieldQuery),
    Css(SelectorList),
    XPath(Expression),
    Described(Description),
}

impl Query {
    /// Reads a query; the notation is recognised by its form. A text that is in no other notation is plain text; put
    /// it in quotes, or `plain=` before it, to have it taken as plain text in any case.
    pub fn parse(text: &str) -> Result<Query, QueryError> {
        check_length(text)?;
        let (notation, skipped) = recognise(text);
        Query::read(notation, text, skipped)
    }

    /// Reads a query in this notation.
    pub fn parse_as(notation: Notation, text: &str) -> Result<Query, QueryError> {
        check_length(text)?;
        Query::read(notation, text, 0)
    }

    fn read(notation: Notation, text: &str, skipped: usize) -> Result<Query, QueryError> {
        let body = &text[skipped..];
        let form = match notation {
            Notation::Plain => Plain::parse(body).map(Form::Plain),
            Notation::Fields => FieldQuery::parse(body).map(Form::Fields),
            Notation::Css => SelectorList::parse(body).map(Form::Css),
            Notation::XPath => Expression::parse(body).map(Form::XPath),
        };
        match form {
            Ok(form) => Ok(Query { source: text.to_owned(), form, inside: None }),
            Err(fault) => Err(fault.in_query(text, skipped)),
        }
    }

    /// A query for an element that another contract describes. Its source is the nearest that our notations have.
    pub fn describing(description: Description) -> Query {
        Query { source: description.source(), form: Form::Described(description), inside: None }
    }

    /// The same, but only elements that are in one of these windows match: the top-level elements of the tree with
    /// these references.
    #[must_use]
    pub fn inside(self, windows: impl IntoIterator<Item = Handle>) -> Query {
        Query { inside: Some(windows.into_iter().collect()), ..self }
    }

    /// The description that it was made of; nothing for a query that was written.
    pub fn description(&self) -> Option<&Description> {
        match &self.form {
            Form::Described(description) => Some(description),
            _ => None,
        }
    }

    /// The windows that matches have to be in, by their references; nothing when they can be anywhere.
    pub fn windows(&self) -> Option<&[Handle]> {
        self.inside.as_deref()
    }

    /// As it was written.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The notation that it is written in.
    pub fn notation(&self) -> Notation {
        match &self.form {
            Form::Plain(_) => Notation::Plain,
            Form::Fields(_) | Form::Described(_) => Notation::Fields,
            Form::Css(_) => Notation::Css,
            Form::XPath(_) => Notation::XPath,
        }
    }

    /// The fields that matching looks at. A tree that is read for this query has to hold these of every node, and
    /// may leave out the others.
    pub fn needs(&self) -> Fields {
        match &self.form {
            Form::Plain(_) => Fields::ROLE | Fields::NAME,
            Form::Fields(query) => query.needs(),
            Form::Css(selectors) => selectors.needs(),
            Form::XPath(expression) => expression.needs(),
            Form::Described(description) => description.needs(),
        }
    }

    /// When only elements of certain roles can match, and nothing but the element itself is looked at: those roles.
    /// A tree that holds no others, in whatever shape, then gives the same matches.
    pub fn only_roles(&self) -> Option<Vec<Role>> {
        if self.inside.is_some() {
            return None;
        }
        match &self.form {
            Form::Plain(_) => None,
            Form::Fields(query) => query.only_roles(),
            Form::Css(selectors) => selectors.only_roles(),
            Form::XPath(expression) => expression.only_roles(),
            Form::Described(description) => description.role.map(|role| vec![role]),
        }
    }

    /// When [`only_roles`](Query::only_roles) tells roles and, of those elements, only ones with exactly one name can
    /// match: that name. Other elements' fields then need not be known.
    pub fn only_name(&self) -> Option<&str> {
        self.only_roles()?;
        let conditions: Vec<&Condition> = match &self.form {
            Form::Fields(query) => query.conditions.iter().collect(),
            Form::Css(selectors) => selectors.only_subject()?,
            Form::Plain(_) | Form::XPath(_) | Form::Described(_) => return None,
        };
        conditions.into_iter().find_map(Condition::exact_name)
    }

    /// Every node that matches, in tree order. Fails only for an XPath expression that would take too long.
    pub fn matches(&self, tree: &Tree) -> Result<Vec<NodeId>, QueryError> {
        let within = |id: &NodeId| self.is_inside(tree, *id);
        match &self.form {
            Form::Plain(query) => Ok(self.kept(tree, query.matches(tree))),
            Form::Fields(query) => Ok(self.kept(tree, query.matches(tree))),
            Form::Css(selectors) => Ok(self.kept(tree, selectors.matches(tree))),
            Form::XPath(expression) => {
                let found = expression.matches(tree).map_err(|fault| fault.in_query(&self.source, 0))?;
                Ok(self.kept(tree, found))
            }
            Form::Described(description) => Ok(description.matches(tree, &within)),
        }
    }

    fn kept(&self, tree: &Tree, mut found: Vec<NodeId>) -> Vec<NodeId> {
        found.retain(|&id| self.is_inside(tree, id));
        found
    }

    fn is_inside(&self, tree: &Tree, id: NodeId) -> bool {
        self.inside.as_ref().is_none_or(|windows| windows.contains(&tree.node(tree.window_of(id)).handle))
    }

    /// Up to `limit` nodes that do not match but come near, best first: for an error that says what was not found.
    pub fn nearest(&self, tree: &Tree, limit: usize) -> Vec<Candidate> {
        likeness::nearest(tree, &self.wanted(), limit)
    }

    fn wanted(&self) -> Wanted {
        match &self.form {
            Form::Plain(query) => {
                let test = TextTest::ignoring_case(Relation::Equals, &query.text);
                Wanted::new(None, vec![Condition::Text(Property::Name, test)])
            }
            Form::Fields(query) => Wanted::new(None, query.conditions.clone()),
            Form::Css(selectors) => {
                let (role, conditions) = selectors.subject().unwrap_or_default();
                Wanted::new(role, conditions.into_iter().cloned().collect())
            }
            Form::XPath(expression) => {
                let Subject { role, conditions } = expression.subject();
                Wanted::new(role, conditions)
            }
            Form::Described(description) => Wanted::new(None, description.conditions()),
        }
    }
}

fn check_length(text: &str) -> Result<(), QueryError> {
    if text.len() <= LONGEST {
        return Ok(());
    }
    let fault =
        Fault::new(LONGEST, format!("a query has at most {LONGEST} bytes, this one has {}", text.len()))
            .hint("search for a part of the name: `name~part` or `[name*=\"part\"]`");
    // Keeps no copy of a text that may be of any length.
    let end = (0..=LONGEST).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    Err(fault.in_query(&text[..end], 0))
}
