//! The pages of an application, asked through the plugin inside it.
//!
//! [`AppOutput`] hears from a started application where its plugin listens, and [`connect`] makes a
//! [`Page`](deskhand_engine::ports::Page) of that, over the API of `tauri-plugin-deskhand` or, in an application
//! that is built with that instead, of `tauri-plugin-webdriver-automation`. Starting the application is the matter of
//! whoever has a desktop for it.

mod connect;
mod output;
mod plugin;
mod seed;
mod token;

pub use connect::connect;
pub use output::AppOutput;
pub use token::Token;
