//! How text in pictures is read.

use std::path::PathBuf;
use std::time::Duration;

use deskhand_model::{Error, ErrorKind, Result};

use crate::way::check_budget;

/// Settings of reading text by tesseract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OcrOptions {
    /// The program; `tesseract` in the search path when not given.
    pub program: Option<PathBuf>,
    /// The languages to read, as tesseract calls them (`eng`, `deu+eng`); its own default when not given.
    pub languages: Option<String>,
    /// The time that reading may take, on top of healing's budget.
    pub budget: Duration,
}

impl Default for OcrOptions {
    fn default() -> OcrOptions {
        OcrOptions { program: None, languages: None, budget: Duration::from_secs(1) }
    }
}

impl OcrOptions {
    pub(crate) fn validate(&self) -> Result<()> {
        check_budget("Reading text", self.budget)?;
        if let Some(program) = self.program.as_ref().filter(|program| !program.is_file()) {
            let message = format!("There is no program {} to read text with", program.display());
            return Err(nonsense(message));
        }
        if let Some(languages) = self.languages.as_ref().filter(|languages| !are_languages(languages)) {
            let message = format!("Tesseract knows no languages `{languages}`");
            return Err(nonsense(message)
                .hint("They are written as in `deu+eng`; `tesseract --list-langs` lists them."));
        }
        Ok(())
    }
}

/// Whether these are names of languages with `+` in between, and nothing that the program would take for an option.
fn are_languages(text: &str) -> bool {
    text.split('+').all(|name| {
        let mut bytes = name.bytes();
        bytes.next().is_some_and(|first| first.is_ascii_alphanumeric())
            && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    })
}

fn nonsense(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::InvalidArgument, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_that_make_no_sense_are_refused() {
        let good = OcrOptions::default();
        assert!(good.validate().is_ok());
        for bad in [
            OcrOptions { budget: Duration::ZERO, ..good.clone() },
            OcrOptions { budget: Duration::MAX, ..good.clone() },
            OcrOptions { program: Some("/nowhere/tesseract".into()), ..good.clone() },
            OcrOptions { languages: Some(String::new()), ..good.clone() },
            OcrOptions { languages: Some("--version".into()), ..good.clone() },
            OcrOptions { languages: Some("eng+".into()), ..good.clone() },
        ] {
            assert_eq!(bad.validate().unwrap_err().kind(), ErrorKind::InvalidArgument, "{bad:?}");
        }
        assert!(OcrOptions { languages: Some("deu+chi_sim".into()), ..good }.validate().is_ok());
    }
}
