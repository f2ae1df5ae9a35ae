//! What `deskhand.toml` says about it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use deskhand::Strategy;
use deskhand_model::Error;
use toml::{Table, Value};

use super::{HealName, MirrorName, VisionConfig};
use crate::config::{choice, span_of, text_of, unknown, wrong};
use crate::values;

/// Keys of the table `healing`.
const KEYS: &[&str] = &[
    "mode",
    "strategies",
    "budget",
    "threshold",
    "cache",
    "after",
    "report",
    "vision_url",
    "vision_model",
    "vision_kind",
    "vision_budget",
    "vision_key_file",
    "vision_key_env",
];

/// What the file says about healing and live trees.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct HealingConfig {
    /// `fingerprints`.
    pub(crate) fingerprints: Option<PathBuf>,
    /// `mirror`.
    pub(crate) mirror: Option<MirrorName>,
    /// `healing.mode`.
    pub(crate) mode: Option<HealName>,
    /// `healing.strategies`.
    pub(crate) strategies: Option<Vec<Strategy>>,
    /// `healing.budget`.
    pub(crate) budget: Option<Duration>,
    /// `healing.threshold`.
    pub(crate) threshold: Option<f64>,
    /// `healing.cache`.
    pub(crate) cache: Option<bool>,
    /// `healing.after`.
    pub(crate) after: Option<Duration>,
    /// `healing.report`.
    pub(crate) report: Option<PathBuf>,
    /// `healing.vision_*`.
    pub(crate) vision: Option<VisionConfig>,
}

impl HealingConfig {
    /// The first key that has no meaning for a desktop behind an agent, which remembers and heals by its own settings.
    pub(crate) fn local_only(&self) -> Option<&'static str> {
        let HealingConfig { fingerprints, mirror, .. } = self;
        let rest =
            HealingConfig { fingerprints: fingerprints.clone(), mirror: *mirror, ..Default::default() };
        [("fingerprints", fingerprints.is_some()), ("mirror", mirror.is_some()), ("healing", *self != rest)]
            .into_iter()
            .find_map(|(name, given)| given.then_some(name))
    }

    /// Reads the table `healing` of a file.
    pub(crate) fn read(&mut self, table: &Table, file: &Path) -> Result<(), Error> {
        for (key, value) in table {
            let full = format!("healing.{key}");
            let bad = |why: String| wrong(file, &full, &why);
            match key.as_str() {
                "mode" => self.mode = Some(choice(file, &full, value)?),
                "strategies" => self.strategies = Some(strategies(value).map_err(bad)?),
                "budget" => self.budget = Some(budget(value).map_err(bad)?),
                "threshold" => self.threshold = Some(threshold(value).map_err(bad)?),
                "cache" => {
                    let cache = value.as_bool().ok_or_else(|| bad("must be true or false".to_owned()))?;
                    self.cache = Some(cache);
                }
                "after" => self.after = Some(span_of(value).map_err(bad)?),
                "report" => self.report = Some(beside(file, &text_of(file, &full, value)?)),
                key if key.starts_with("vision_") && KEYS.contains(&key) => {
                    self.vision.get_or_insert_default().read(key, value, file)?;
                }
                _ => return Err(unknown(file, key, "healing.", KEYS)),
            }
        }
        match &self.vision {
            Some(vision) => vision.check(file),
            None => Ok(()),
        }
    }
}

/// A path in a file is meant from the file's folder, wherever the command is run.
pub(crate) fn beside(file: &Path, path: &str) -> PathBuf {
    file.parent().unwrap_or(Path::new("")).join(path)
}

fn budget(value: &Value) -> Result<Duration, String> {
    // Both readings are of the same text; the one has the limits, the other knows how values can be written.
    let seconds = span_of(value)?.as_secs_f64();
    values::heal_budget(&seconds.to_string())
}

fn strategies(value: &Value) -> Result<Vec<Strategy>, String> {
    let names = value.as_array().ok_or("must be a list of names")?;
    let name = |name: &Value| values::strategy(name.as_str().ok_or("must be a list of names")?);
    names.iter().map(name).collect()
}

fn threshold(value: &Value) -> Result<f64, String> {
    let text = match value {
        Value::Float(number) => number.to_string(),
        Value::Integer(number) => number.to_string(),
        _ => return Err("must be a number".to_owned()),
    };
    values::confidence(&text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<HealingConfig, String> {
        let mut config = HealingConfig::default();
        let table: Table = text.parse().unwrap();
        config.read(&table, Path::new("/a/deskhand.toml")).map_err(|error| error.to_string())?;
        Ok(config)
    }

    #[test]
    fn every_key_is_read() {
        let config = read(
            "mode = 'report'\nstrategies = ['title', 'xpath']\nbudget = '50ms'\nthreshold = 0.95\ncache = false\n\
             after = 1\nreport = 'heals.json'\nvision_url = 'http://127.0.0.1:11434'\nvision_model = 'llava'\n\
             vision_kind = 'ollama'\nvision_budget = '3s'\nvision_key_file = 'key'\n",
        )
        .unwrap();
        assert_eq!(config.mode, Some(HealName::Report));
        assert_eq!(config.strategies, Some(vec![Strategy::Title, Strategy::Xpath]));
        assert_eq!(
            (config.budget, config.after),
            (Some(Duration::from_millis(50)), Some(Duration::from_secs(1)))
        );
        assert_eq!((config.threshold, config.cache), (Some(0.95), Some(false)));
        assert_eq!(config.report, Some("/a/heals.json".into()));
        assert!(config.vision.is_some());
    }

    #[test]
    fn what_an_agent_would_not_heed_is_named() {
        assert_eq!(HealingConfig::default().local_only(), None);
        assert_eq!(read("mode = 'off'").unwrap().local_only(), Some("healing"));
        let mirror = HealingConfig { mirror: Some(MirrorName::Off), ..HealingConfig::default() };
        assert_eq!(mirror.local_only(), Some("mirror"));
        let both = HealingConfig { fingerprints: Some("a.json".into()), ..mirror };
        assert_eq!(both.local_only(), Some("fingerprints"));
    }

    #[test]
    fn a_wrong_value_names_its_key() {
        for (text, told) in [
            ("mode = 'maybe'", "`healing.mode`"),
            ("strategies = ['titel']", "did you mean `title`"),
            ("strategies = 'title'", "list"),
            ("budget = 'soon'", "`healing.budget`"),
            ("budget = '2m'", "`healing.budget`"),
            ("threshold = 0", "`healing.threshold`"),
            ("threshold = 1.5", "`healing.threshold`"),
            ("threshold = nan", "`healing.threshold`"),
            ("cache = 'yes'", "`healing.cache`"),
            ("tresholt = 1", "did you mean `threshold`"),
            ("vision_url = 'http://127.0.0.1:1'", "vision_model"),
            ("vision_model = 'llava'", "vision_url"),
            ("vision_url = 'http://h'\nvision_model = 'm'\nvision_kind = 'x'", "vision_kind"),
            ("vision_key_env = 'A'\nvision_key_file = 'b'\nvision_url = 'u'\nvision_model = 'm'", "not both"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(told), "{text}: {error}");
        }
    }
}
