//! The pages of an application, asked through the plugin inside it.
//!
//! [`AppOutput`] hears from a started application where its plugin listens, and [`connect`] makes a
//! [`Page`](deskhand_engine::ports::Page) of that, over the API of `tauri-plugin-deskhand`. Starting the application is
//! the matter of whoever has a desktop for it.

mod connect;
mod output;
mod plugin;
mod program;
mod token;

pub use connect::connect;
pub use output::AppOutput;
pub use plugin::PluginPage;
pub use program::check as check_program;
pub use token::Token;
