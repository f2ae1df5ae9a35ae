//! The options, and what they come to together with the file.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use deskhand::{ConnectOptions, HealingMode, Mirroring, Strategy};
use deskhand_model::Result;

use super::HealingConfig;
use crate::values;

/// Options about healing and live trees.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Healing options")]
pub(crate) struct HealingArgs {
    /// Remember in this file how elements look, and find them by it when their locators no longer match
    #[arg(long, global = true, value_name = "FILE", env = "DESKHAND_FINGERPRINTS")]
    pub(crate) fingerprints: Option<PathBuf>,
    /// Report heals to this file, instead of the one beside the fingerprints
    #[arg(long, global = true, value_name = "FILE", env = "DESKHAND_HEAL_REPORT")]
    pub(crate) heal_report: Option<PathBuf>,
    /// What to do about a locator that matches nothing [default: on]
    #[arg(
        long,
        global = true,
        value_enum,
        env = "DESKHAND_HEAL",
        hide_possible_values = true,
        value_name = "off|report|on"
    )]
    pub(crate) heal: Option<HealName>,
    /// Heal by these strategies only: data_testid, aria_label, identifier, title, xpath, position, visual_vlm
    #[arg(long, global = true, value_name = "NAMES", value_delimiter = ',', value_parser = values::strategy)]
    pub(crate) heal_strategies: Option<Vec<Strategy>>,
    /// Time that healing may take [default: 100ms]
    #[arg(long, global = true, allow_hyphen_values = true, value_name = "TIME", value_parser = values::heal_budget)]
    pub(crate) heal_budget: Option<Duration>,
    /// Least confidence, above 0 and up to 1, at which an element is taken for the one that was meant [default: 0.9]
    #[arg(long, global = true, allow_hyphen_values = true, value_name = "NUMBER", value_parser = values::confidence)]
    pub(crate) heal_threshold: Option<f64>,
    /// Read an application anew when its last full reading is older than this [default: any age]
    #[arg(long, global = true, allow_hyphen_values = true, value_name = "TIME", value_parser = values::duration)]
    pub(crate) max_age: Option<Duration>,
    /// Whether live trees are kept [default: on]
    #[arg(
        long,
        global = true,
        value_enum,
        env = "DESKHAND_MIRROR",
        hide_possible_values = true,
        value_name = "off|on|checked"
    )]
    pub(crate) mirror: Option<MirrorName>,
}

/// What to do about a locator that matches nothing, on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum HealName {
    /// Nothing.
    Off,
    /// Say what it would be now, and act on nothing.
    Report,
    /// Go on with what it is now, where that is certain enough.
    On,
}

impl From<HealName> for HealingMode {
    fn from(name: HealName) -> HealingMode {
        match name {
            HealName::Off => HealingMode::Off,
            HealName::Report => HealingMode::Report,
            HealName::On => HealingMode::On,
        }
    }
}

/// Whether live trees are kept, on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MirrorName {
    /// No.
    Off,
    /// Yes.
    On,
    /// Yes, and each answer is compared with a new reading.
    Checked,
}

impl From<MirrorName> for Mirroring {
    fn from(name: MirrorName) -> Mirroring {
        match name {
            MirrorName::Off => Mirroring::Off,
            MirrorName::On => Mirroring::On,
            MirrorName::Checked => Mirroring::Checked,
        }
    }
}

impl HealingArgs {
    /// The first option given that has no meaning for a desktop behind an agent, which remembers and heals by its own
    /// settings.
    pub(crate) fn local_only(&self) -> Option<&'static str> {
        [
            ("--fingerprints", self.fingerprints.is_some()),
            ("--heal-report", self.heal_report.is_some()),
            ("--heal", self.heal.is_some()),
            ("--heal-strategies", self.heal_strategies.is_some()),
            ("--heal-budget", self.heal_budget.is_some()),
            ("--heal-threshold", self.heal_threshold.is_some()),
            ("--mirror", self.mirror.is_some()),
        ]
        .into_iter()
        .find_map(|(name, given)| given.then_some(name))
    }

    /// How to connect, by these over what the file says, to look for elements. Where a vision model may be asked for them,
    /// its key is read from where the file says.
    pub(crate) fn locate_options(&self, config: &HealingConfig) -> Result<ConnectOptions> {
        let mut options = self.connect_options(config);
        let healing = &options.engine.healing;
        let asks = options.fingerprints.is_some()
            && healing.mode != HealingMode::Off
            && healing.strategies.contains(&Strategy::VisualVlm);
        if let Some(vision) = config.vision.as_ref().filter(|_| asks) {
            options.vision.model = Some(vision.model()?);
        }
        Ok(options)
    }

    /// The same for whoever looks for no elements, and so asks no vision model.
    pub(crate) fn connect_options(&self, config: &HealingConfig) -> ConnectOptions {
        let mut options = ConnectOptions {
            fingerprints: self.fingerprints.clone().or_else(|| config.fingerprints.clone()),
            heal_report: self.heal_report.clone().or_else(|| config.report.clone()),
            ..ConnectOptions::default()
        };
        options.engine.mirror.max_age = self.max_age;
        if let Some(mirror) = self.mirror.or(config.mirror) {
            options.engine.mirror.mode = mirror.into();
        }
        let healing = &mut options.engine.healing;
        if let Some(mode) = self.heal.or(config.mode) {
            healing.mode = mode.into();
        }
        if let Some(strategies) = self.heal_strategies.clone().or_else(|| config.strategies.clone()) {
            healing.strategies = strategies;
        }
        healing.budget = self.heal_budget.or(config.budget).unwrap_or(healing.budget);
        healing.threshold = self.heal_threshold.or(config.threshold).unwrap_or(healing.threshold);
        healing.cache = config.cache.unwrap_or(healing.cache);
        healing.after = config.after;
        options
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn an_option_wins_over_the_file_and_the_file_over_the_default() {
        let config = HealingConfig {
            mode: Some(HealName::Report),
            threshold: Some(0.8),
            fingerprints: Some("a.json".into()),
            ..HealingConfig::default()
        };
        let given = HealingArgs {
            heal: Some(HealName::Off),
            heal_budget: Some(Duration::from_millis(7)),
            ..HealingArgs::default()
        };
        let options = given.connect_options(&config);
        let healing = &options.engine.healing;
        assert_eq!((healing.mode, healing.threshold), (HealingMode::Off, 0.8));
        assert_eq!(healing.budget, Duration::from_millis(7));
        assert_eq!(options.fingerprints, Some("a.json".into()));
        assert_eq!(healing.strategies, Strategy::ALL);
        let given = HealingArgs { fingerprints: Some("b.json".into()), ..HealingArgs::default() };
        assert_eq!(given.connect_options(&config).fingerprints, Some("b.json".into()));
    }

    #[test]
    fn without_a_word_nothing_is_remembered() {
        let options = HealingArgs::default().locate_options(&HealingConfig::default()).unwrap();
        assert_eq!(options.fingerprints, None);
        assert!(options.vision.model.is_none());
    }

    #[test]
    fn the_key_of_a_model_is_read_only_where_the_model_may_be_asked() {
        let mut config = HealingConfig { fingerprints: Some("a.json".into()), ..HealingConfig::default() };
        let table = "vision_url = 'http://127.0.0.1:1'\nvision_model = 'm'\nvision_key_file = 'nowhere/key'";
        config.read(&table.parse().unwrap(), Path::new("/nowhere/deskhand.toml")).unwrap();
        let given = HealingArgs::default();
        assert!(given.locate_options(&config).unwrap_err().message().contains("nowhere/key"));
        assert!(given.connect_options(&config).vision.model.is_none());
        let off = HealingArgs { heal: Some(HealName::Off), ..HealingArgs::default() };
        let by_title = HealingArgs { heal_strategies: Some(vec![Strategy::Title]), ..HealingArgs::default() };
        for blind in [off, by_title] {
            assert!(blind.locate_options(&config).unwrap().vision.model.is_none());
        }
        let forgetful = HealingConfig { fingerprints: None, ..config };
        assert!(given.locate_options(&forgetful).unwrap().vision.model.is_none());
    }
}
