//! CSS selectors over the tree: `window[name="Settings"] > button:enabled`.
//!
//! The application is the root element. Type selectors are roles, `#id` is the developer-set id, `.class` a word of
//! the toolkit's `class` attribute, attributes are properties, states and toolkit attributes, and every state is a
//! pseudo-class. The structural pseudo-classes, `:not()`, `:is()`, `:where()` and `:has()` are CSS's own.
//!
//! A selector is answered for the whole tree at once: each compound becomes the set of nodes that it describes, and
//! each combinator one pass over the tree. The time is the number of nodes times the length of the selector,
//! whatever the tree looks like, and nothing recurses over the tree.

mod evaluate;
mod parse;
mod selector;

pub(super) use parse::is_pseudo_class;
pub(super) use selector::SelectorList;
