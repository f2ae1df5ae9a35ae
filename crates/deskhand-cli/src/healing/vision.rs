//! Which vision model is asked, and where its key is.

use std::path::{Path, PathBuf};
use std::time::Duration;

use deskhand::vision::{Key, ModelKind, ModelOptions};
use deskhand_model::{Error, ErrorKind, Result};
use toml::Value;

use super::file::beside;
use crate::config::{span_of, text_of, wrong};

/// `healing.vision_*` of the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct VisionConfig {
    url: Option<String>,
    model: Option<String>,
    kind: Option<ModelKind>,
    budget: Option<Duration>,
    /// The key itself never stands in the file, which may be in version control.
    key_file: Option<PathBuf>,
    key_env: Option<String>,
}

impl VisionConfig {
    pub(super) fn read(&mut self, key: &str, value: &Value, file: &Path) -> Result<()> {
        let full = format!("healing.{key}");
        if key == "vision_budget" {
            self.budget = Some(span_of(value).map_err(|why| wrong(file, &full, &why))?);
            return Ok(());
        }
        let text = text_of(file, &full, value)?;
        match key {
            "vision_url" => self.url = Some(text),
            "vision_model" => self.model = Some(text),
            "vision_kind" => {
                let kind = text.parse().map_err(|error: Error| {
                    let advice = error.advice().unwrap_or_default();
                    wrong(file, &full, &format!("{}; {advice}", error.message()))
                })?;
                self.kind = Some(kind);
            }
            "vision_key_file" => self.key_file = Some(beside(file, &text)),
            _ => self.key_env = Some(text),
        }
        Ok(())
    }

    /// Refuses what is only half said.
    pub(super) fn check(&self, file: &Path) -> Result<()> {
        match (&self.url, &self.model) {
            (None, _) => return Err(wrong(file, "healing.vision_url", "a vision model needs its address")),
            (_, None) => return Err(wrong(file, "healing.vision_model", "a vision model needs its name")),
            _ => {}
        }
        if self.key_file.is_some() && self.key_env.is_some() {
            let why = "the key comes from a file or from the environment, not both";
            return Err(wrong(file, "healing.vision_key_file", why));
        }
        Ok(())
    }

    /// The model, with its key from where it is kept.
    pub(crate) fn model(&self) -> Result<ModelOptions> {
        let (url, model) = (self.url.clone().unwrap_or_default(), self.model.clone().unwrap_or_default());
        let mut options = ModelOptions::new(self.kind.unwrap_or(ModelKind::Ollama), url, model);
        options.budget = self.budget.unwrap_or(options.budget);
        options.key = self.key()?;
        Ok(options)
    }

    fn key(&self) -> Result<Option<Key>> {
        let text = match (&self.key_file, &self.key_env) {
            (Some(file), _) => std::fs::read_to_string(file)
                .map_err(|error| unusable(format!("{} cannot be read: {error}", file.display())))?,
            (None, Some(name)) => std::env::var(name)
                .map_err(|error| unusable(format!("the environment variable {name}: {error}")))?,
            (None, None) => return Ok(None),
        };
        Key::new(&text).map(Some)
    }
}

fn unusable(why: String) -> Error {
    Error::new(ErrorKind::InvalidArgument, format!("The key of the vision model is not there: {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_comes_from_its_file_and_is_never_shown() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("key");
        std::fs::write(&file, "secret\n").unwrap();
        let config = VisionConfig {
            url: Some("http://127.0.0.1:1".to_owned()),
            model: Some("m".to_owned()),
            key_file: Some(file.clone()),
            ..VisionConfig::default()
        };
        let model = config.model().unwrap();
        assert!(model.key.is_some());
        assert!(!format!("{model:?}").contains("secret"));
        std::fs::remove_file(&file).unwrap();
        assert_eq!(config.model().unwrap_err().kind(), ErrorKind::InvalidArgument);
    }
}
