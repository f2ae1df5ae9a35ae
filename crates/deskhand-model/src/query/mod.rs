//! Queries: which elements of a tree somebody means.
//!
//! One language in four notations:
//!
//! | notation | example | module |
//! |---|---|---|
//! | plain text | `Save` | [`plain`] |
//! | fields | `role:button title:Save` | [`fields`] |
//! | CSS | `window[name="Settings"] button:enabled` | [`css`] |
//! | XPath | `//button[@name='Save']` | [`xpath`] |
//!
//! All of them see the same [`Tree`](crate::Tree) with the same roles, states and properties. The notation is
//! recognised by its form ([`notation`] has the rules) or given explicitly.
//!
//! CSS and XPath are read and answered here rather than by the libraries that exist for them, because a query comes
//! from outside and so does the tree: a fault must be told with its place in the query, and no depth of either may
//! exhaust the stack. `selectors` 0.42 reports no positions and walks the tree recursively for `:has()`; `uppsala`
//! 0.12 reports none either, lacks `(…)[1]`, and wants a copy of the tree as a document. (The tests use it as a
//! second opinion.) CSS's lexical rules do come from `cssparser`.

mod ask;
mod condition;
mod css;
mod description;
mod error;
mod fields;
mod likeness;
mod nesting;
mod notation;
mod plain;
mod property;
mod quote;
#[cfg(test)]
mod sample;
#[cfg(test)]
mod tests;
mod xpath;

pub use ask::Query;
pub use description::{Counting, Description};
pub use error::QueryError;
pub use notation::Notation;
