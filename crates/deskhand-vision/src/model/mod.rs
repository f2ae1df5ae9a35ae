//! Asking a vision model where an element is.

mod answer;
mod asking;
mod endpoint;
mod key;
mod ollama;
mod openai;
mod options;
mod question;
mod tls;
mod transport;
mod view;

pub use self::answer::Answer;
pub(crate) use self::asking::Asking;
pub use self::key::Key;
pub use self::options::{ModelKind, ModelOptions};
pub use self::question::{Model, Question};
