//! Which vision model is asked.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use deskhand_model::{Error, ErrorKind, Result};

use super::endpoint::Endpoint;
use super::{Key, tls};
use crate::way::check_budget;

/// The interface that a server of models speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ModelKind {
    /// That of Ollama.
    Ollama,
    /// That of OpenAI, which MLX, llama.cpp, vLLM and most hosted models speak too.
    OpenAi,
}

impl ModelKind {
    /// All of them.
    pub const ALL: &[ModelKind] = &[ModelKind::Ollama, ModelKind::OpenAi];

    /// The name in settings.
    pub const fn name(self) -> &'static str {
        match self {
            ModelKind::Ollama => "ollama",
            ModelKind::OpenAi => "openai",
        }
    }
}

impl fmt::Display for ModelKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for ModelKind {
    type Err = Error;

    fn from_str(name: &str) -> Result<ModelKind> {
        ModelKind::ALL.iter().copied().find(|kind| kind.name() == name).ok_or_else(|| {
            let message = format!("There is no kind of vision model `{name}`");
            Error::new(ErrorKind::InvalidArgument, message).hint("there are ollama, openai")
        })
    }
}

/// Settings of asking a vision model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelOptions {
    /// What its server speaks.
    pub kind: ModelKind,
    /// Where its server is: `http://127.0.0.1:11434`.
    pub url: String,
    /// The model's name on that server.
    pub model: String,
    /// What the server wants to know, if anything.
    pub key: Option<Key>,
    /// The time that asking may take, on top of healing's budget.
    pub budget: Duration,
}

impl ModelOptions {
    /// A model on a server that wants no key, with two seconds to answer.
    pub fn new(kind: ModelKind, url: impl Into<String>, model: impl Into<String>) -> ModelOptions {
        ModelOptions { kind, url: url.into(), model: model.into(), key: None, budget: Duration::from_secs(2) }
    }

    pub(crate) fn validate(&self) -> Result<()> {
        self.endpoint()?;
        if self.model.trim().is_empty() {
            return Err(Error::new(ErrorKind::InvalidArgument, "The vision model has no name")
                .hint("Give the name that its server knows it by."));
        }
        check_budget("Asking the vision model", self.budget)
    }

    /// Its server, if one can and may speak with it.
    pub(super) fn endpoint(&self) -> Result<Endpoint> {
        let endpoint = Endpoint::parse(&self.url)?;
        endpoint.check_key(self.key.as_ref())?;
        if endpoint.encrypted && !tls::BUILT_IN {
            let message =
                format!("Encrypted connections are not built in, so {} cannot be asked", endpoint.told());
            return Err(Error::new(ErrorKind::InvalidArgument, message).hint("Build with the feature `tls`."));
        }
        Ok(endpoint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_read_back() {
        for kind in ModelKind::ALL {
            assert_eq!(kind.name().parse::<ModelKind>().unwrap(), *kind);
        }
        assert_eq!("gemini".parse::<ModelKind>().unwrap_err().kind(), ErrorKind::InvalidArgument);
    }

    #[test]
    fn settings_that_make_no_sense_are_refused() {
        let good = ModelOptions::new(ModelKind::Ollama, "http://127.0.0.1:11434", "llava");
        assert!(good.validate().is_ok());
        for bad in [
            ModelOptions { url: "nonsense".into(), ..good.clone() },
            ModelOptions { model: " ".into(), ..good.clone() },
            ModelOptions { budget: Duration::ZERO, ..good.clone() },
            ModelOptions { budget: Duration::MAX, ..good.clone() },
            ModelOptions { url: "http://example.org".into(), key: Key::new("s3cret").ok(), ..good.clone() },
        ] {
            let error = bad.validate().unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{bad:?}");
        }
        let encrypted = ModelOptions { url: "https://example.org".into(), ..good };
        assert_eq!(encrypted.validate().is_ok(), cfg!(feature = "tls"));
    }

    #[test]
    fn the_key_is_not_shown() {
        let key = Key::new("s3cret").unwrap();
        let options =
            ModelOptions { key: Some(key), ..ModelOptions::new(ModelKind::OpenAi, "http://[::1]", "m") };
        assert!(!format!("{options:?}").contains("s3cret"));
    }
}
