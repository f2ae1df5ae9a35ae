//! What locators are healed by, and how far live trees are trusted: options, environment and file.

mod file;
mod options;
mod vision;

pub(crate) use file::{HealingConfig, beside};
pub(crate) use options::{HealName, HealingArgs, MirrorName};
pub(crate) use vision::VisionConfig;
