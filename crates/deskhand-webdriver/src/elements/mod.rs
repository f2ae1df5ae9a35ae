//! Elements: finding them, and what can be asked about one.

mod accessible;
mod find;
mod read;
mod reference;
mod state;

pub(crate) use accessible::{computed_label, computed_role};
pub(crate) use find::{Root, find_element, find_elements};
pub(crate) use read::{active_element, attribute, css_value, property, rect, shadow_root, tag_name, text};
pub(crate) use reference::{element, shadow};
pub(crate) use state::{is_displayed, is_enabled, is_selected};
