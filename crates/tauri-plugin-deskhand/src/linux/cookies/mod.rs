//! The cookie store itself, with the cookies that scripts cannot see.

mod address;
mod store;

pub(crate) use store::{cookies, delete_cookies, set_cookie};
