//! Scripts of the client, which run among the page's own globals.

mod arguments;
mod execute;

pub(crate) use execute::{execute_async_script, execute_script};
