//! Which ways of looking there are.

use deskhand_model::Result;

use crate::{ModelOptions, OcrOptions};

/// Settings of [`Eyes`](crate::Eyes).
#[derive(Clone, Debug)]
pub struct EyesOptions {
    /// Whether to look for what looks like the element did.
    pub template: bool,
    /// How to look for its name as text; not at all when not given.
    pub ocr: Option<OcrOptions>,
    /// The vision model to ask; none when not given. A part of the window's picture is sent to it.
    pub model: Option<ModelOptions>,
}

impl Default for EyesOptions {
    fn default() -> EyesOptions {
        EyesOptions { template: true, ocr: Some(OcrOptions::default()), model: None }
    }
}

impl EyesOptions {
    /// Whether they make sense; an error of the kind `invalid_argument` says what does not.
    pub fn validate(&self) -> Result<()> {
        self.ocr.as_ref().map_or(Ok(()), OcrOptions::validate)?;
        self.model.as_ref().map_or(Ok(()), ModelOptions::validate)
    }
}
