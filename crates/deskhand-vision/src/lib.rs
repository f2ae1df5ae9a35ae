//! Finds elements in pictures of windows: by likeness, by text and by asking a vision model.
//!
//! [`Eyes`] implements the engine's port [`Vision`](deskhand_engine::ports::Vision) with three ways of looking, each with
//! a time of its own:
//!
//! - `template`: where does the picture look like the element did? Tolerant of another theme and another scale.
//! - `ocr`: where can its name be read? By tesseract, where that is installed.
//! - `model`: where does a vision model see it? Off unless one is configured, and asked only when the others are not sure.
//!
//! ```
//! use deskhand_vision::{Eyes, EyesOptions};
//!
//! let eyes = Eyes::new(EyesOptions::default())?;
//! # Ok::<(), deskhand_model::Error>(())
//! ```

mod eyes;
mod model;
mod ocr;
mod options;
mod picture;
mod template;
mod way;

pub use eyes::Eyes;
pub use model::{Answer, Key, Model, ModelKind, ModelOptions, Question};
pub use ocr::OcrOptions;
pub use options::EyesOptions;
