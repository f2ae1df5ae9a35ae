//! Queries: placeholder until the notations are in.

use crate::{Candidate, Fields, NodeId, Role, Tree};

/// The notation a query is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// Just a name.
    Plain,
    /// `role:button title:Save`.
    Fields,
    /// A CSS selector.
    Css,
    /// An XPath expression.
    XPath,
}

/// A malformed query.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct QueryError {
    /// What is wrong.
    pub message: String,
    /// Where: a character position in the query's text, counted from zero.
    pub position: usize,
}

/// What to look for.
#[derive(Clone, Debug)]
pub struct Query {
    source: String,
}

impl Query {
    /// Reads a query; the notation is recognised by its form.
    pub fn parse(text: &str) -> Result<Query, QueryError> {
        Ok(Query { source: text.to_owned() })
    }

    /// As it was written.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The fields that matching looks at.
    pub fn needs(&self) -> Fields {
        Fields::ROLE | Fields::NAME
    }

    /// When only elements of certain roles can match and nothing but the node itself is looked at: those roles.
    pub fn only_roles(&self) -> Option<Vec<Role>> {
        None
    }

    /// Every node that matches, in tree order.
    pub fn matches(&self, tree: &Tree) -> Result<Vec<NodeId>, QueryError> {
        Ok(tree.with_name(&self.source).to_vec())
    }

    /// Nodes that come near to matching, best first.
    pub fn nearest(&self, tree: &Tree, limit: usize) -> Vec<Candidate> {
        tree.ids().take(limit).map(|id| Candidate::describe(tree, id, 0.0)).collect()
    }
}
