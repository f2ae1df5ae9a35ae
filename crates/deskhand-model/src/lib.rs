//! What a desktop is: roles, trees of elements, queries over them, windows, geometry and error kinds.
//!
//! Plain data and pure functions. No input or output, no async, no operating system, no wire format.

mod action;
mod app;
mod candidate;
mod diagnosis;
mod error;
mod fields;
mod geometry;
mod name_match;
mod nearest;
mod node;
mod query;
mod role;
mod state;
mod style;
mod tree;
mod window;

pub use action::{Action, ActionSet};
pub use app::{App, AppId, AppSelector, Health, Toolkit};
pub use candidate::Candidate;
pub use diagnosis::{AppDiagnosis, Diagnosis, ElementDiagnosis, Fact};
pub use error::{Error, ErrorKind, Result};
pub use fields::Fields;
pub use geometry::{Insets, Point, Rect, Size};
pub use name_match::NameMatch;
pub use nearest::{did_you_mean, nearest_names};
pub use node::{Handle, NodeData, NodeId, Value};
pub use query::{Counting, Description, Notation, Query, QueryError};
pub use role::{Role, UnknownRole};
pub use state::{State, StateSet};
pub use style::{Color, FontWeight, TextStyle};
pub use tree::{Branch, Gaps, Tree, TreeBuilder};
pub use window::{Abilities, InvalidWindowId, Window, WindowId, WindowKind, Workspace};
