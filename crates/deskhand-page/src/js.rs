//! The parts of scripts that are the same wherever a page is driven: how values come in and go out, as WebDriver says.
//!
//! Each is an expression of JavaScript without outside names, whose value is a function.

/// Makes a function that clones a value for its way out. It is given what turns nodes and windows into references
/// (`referToNode`, `referToWindow`) and what makes an error of the protocol (`fail`, of a kind and a message).
pub const CLONE: &str = include_str!("js/clone.js");
/// Makes a function that turns the references in a value into what they refer to. It is given the names that references
/// come under, and what finds a node, a frame and a view.
pub const REVIVE: &str = include_str!("js/revive.js");
/// Tells what was thrown: of that and of a function that clones it makes a fault of the protocol.
pub const THROWN: &str = include_str!("js/thrown.js");
