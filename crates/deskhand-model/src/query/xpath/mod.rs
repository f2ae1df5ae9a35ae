//! XPath 1.0 over the tree: `//window[@name='Settings']//button[@enabled='true']`.
//!
//! The document is the application: `/application/window`. Element names are roles, attributes are properties,
//! states (`true` or `false`) and toolkit attributes; a property that is empty is not there. Elements hold no text
//! nodes; the string value of an element is its name, so `//button[.='Save']` works. Relative paths start at the
//! application. An expression must select elements.
//!
//! Beside the functions of XPath 1.0 (all but `lang()`) there are `ends-with()`, `lower-case()` and `upper-case()`
//! of XPath 2.0. Prefixes and variables do not exist.

mod axis;
mod call;
mod evaluate;
mod expression;
mod facts;
mod function;
mod lexer;
mod parse;
mod path;
mod place;
mod value;

pub(super) use expression::Expression;
pub(super) use facts::Subject;
pub(super) use lexer::is_axis;
