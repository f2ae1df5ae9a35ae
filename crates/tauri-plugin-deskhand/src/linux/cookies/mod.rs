//! The cookie store itself, with the cookies that scripts cannot see.

mod rules;
mod store;

pub(crate) use store::{cookies, delete_cookies, set_cookie};
