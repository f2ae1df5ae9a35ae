//! `deskhand.toml`: defaults for options that one does not want to repeat.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::ValueEnum;
use deskhand_model::{Error, ErrorKind, Size, did_you_mean, nearest_names};
use toml::{Table, Value};

use crate::commands::run::HomeName;
use crate::failure::Result;
use crate::healing::{HealingConfig, beside};
use crate::settings::{Color, LogLevel, ModeName};
use crate::values;

/// Name of the file.
const FILE: &str = "deskhand.toml";

/// What the file says.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Config {
    /// `timeout`.
    pub(crate) timeout: Option<Duration>,
    /// `mode`.
    pub(crate) mode: Option<ModeName>,
    /// `desktop`.
    pub(crate) desktop: Option<String>,
    /// `remote`.
    pub(crate) remote: Option<String>,
    /// `color`.
    pub(crate) color: Option<Color>,
    /// `log_level`.
    pub(crate) log_level: Option<LogLevel>,
    /// `trace`.
    pub(crate) trace: Option<PathBuf>,
    /// `private_desktop.size`.
    pub(crate) size: Option<Size>,
    /// `private_desktop.window_manager`.
    pub(crate) window_manager: Option<String>,
    /// `private_desktop.home`.
    pub(crate) home: Option<HomeName>,
    /// `fingerprints`, `mirror` and `healing`.
    pub(crate) healing: HealingConfig,
}

impl Config {
    /// The file that applies: `given`, or the nearest one from `folder` upwards, or the user's own. No file at all
    /// is an empty one; a `given` file must exist.
    pub(crate) fn load(given: Option<&Path>, folder: Option<&Path>, user: Option<&Path>) -> Result<Config> {
        if let Some(file) = given {
            let text = fs::read_to_string(file).map_err(|error| unreadable(file, &error))?;
            return Ok(Config::parse(&text, file)?);
        }
        let upwards = folder.into_iter().flat_map(Path::ancestors).map(|folder| folder.join(FILE));
        let own = user.map(|folder| folder.join("deskhand").join(FILE));
        for file in upwards.chain(own) {
            match fs::read_to_string(&file) {
                Ok(text) => return Ok(Config::parse(&text, &file)?),
                Err(error)
                    if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {}
                Err(error) => return Err(unreadable(&file, &error).into()),
            }
        }
        Ok(Config::default())
    }

    fn parse(text: &str, file: &Path) -> Result<Config, Error> {
        let table: Table = text.parse().map_err(|error: toml::de::Error| {
            bad(file, &format!("is not valid TOML: {}", error.to_string().trim()))
        })?;
        let mut config = Config::default();
        for (key, value) in &table {
            match (key.as_str(), value) {
                ("timeout", value) => {
                    config.timeout = Some(span_of(value).map_err(|why| wrong(file, key, &why))?)
                }
                ("mode", value) => config.mode = Some(choice(file, key, value)?),
                ("desktop", value) => config.desktop = Some(text_of(file, key, value)?),
                ("remote", value) => config.remote = Some(text_of(file, key, value)?),
                ("color", value) => config.color = Some(choice(file, key, value)?),
                ("trace", value) => config.trace = Some(text_of(file, key, value)?.into()),
                ("log_level", value) => config.log_level = Some(choice(file, key, value)?),
                ("private_desktop", Value::Table(inner)) => config.read_private_desktop(inner, file)?,
                ("fingerprints", value) => {
                    config.healing.fingerprints = Some(beside(file, &text_of(file, key, value)?));
                }
                ("mirror", value) => config.healing.mirror = Some(choice(file, key, value)?),
                ("healing", Value::Table(inner)) => config.healing.read(inner, file)?,
                ("private_desktop" | "healing", _) => return Err(wrong(file, key, "must be a table")),
                _ => {
                    let keys = [
                        "timeout",
                        "mode",
                        "desktop",
                        "remote",
                        "color",
                        "log_level",
                        "trace",
                        "private_desktop",
                        "fingerprints",
                        "mirror",
                        "healing",
                    ];
                    return Err(unknown(file, key, "", &keys));
                }
            }
        }
        Ok(config)
    }

    fn read_private_desktop(&mut self, table: &Table, file: &Path) -> Result<(), Error> {
        for (key, value) in table {
            let full = format!("private_desktop.{key}");
            match key.as_str() {
                "size" => {
                    let text = text_of(file, &full, value)?;
                    self.size = Some(values::size(&text).map_err(|why| wrong(file, &full, &why))?);
                }
                "window_manager" => self.window_manager = Some(text_of(file, &full, value)?),
                "home" => self.home = Some(choice(file, &full, value)?),
                _ => return Err(unknown(file, key, "private_desktop.", &["size", "window_manager", "home"])),
            }
        }
        Ok(())
    }
}

/// Where the user's own file is looked for.
pub(crate) fn user_folder() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    folder("XDG_CONFIG_HOME").or_else(|| Some(folder("HOME")?.join(".config")))
}

/// A span of time, as a number of seconds or a text.
pub(crate) fn span_of(value: &Value) -> Result<Duration, String> {
    match value {
        Value::Integer(seconds) => values::duration(&seconds.to_string()),
        Value::Float(seconds) => values::duration(&seconds.to_string()),
        Value::String(text) => values::duration(text),
        _ => Err("expected a number of seconds, or a duration such as \"500ms\"".to_owned()),
    }
}

pub(crate) fn text_of(file: &Path, key: &str, value: &Value) -> Result<String, Error> {
    value.as_str().map(str::to_owned).ok_or_else(|| wrong(file, key, "must be a text in quotes"))
}

pub(crate) fn choice<V: ValueEnum>(file: &Path, key: &str, value: &Value) -> Result<V, Error> {
    let text = text_of(file, key, value)?;
    V::from_str(&text, false).map_err(|_| {
        let names: Vec<String> = V::value_variants()
            .iter()
            .filter_map(|variant| variant.to_possible_value())
            .map(|value| value.get_name().to_owned())
            .collect();
        wrong(file, key, &format!("must be one of {}", names.join(", ")))
    })
}

pub(crate) fn unknown(file: &Path, key: &str, prefix: &str, keys: &[&str]) -> Error {
    let near = nearest_names(key, keys.iter().copied(), 1);
    bad(file, &format!("has an unknown key `{prefix}{key}`{}", did_you_mean(&near)))
        .hint(format!("Keys that can stand there: {}.", keys.join(", ")))
}

pub(crate) fn wrong(file: &Path, key: &str, why: &str) -> Error {
    bad(file, &format!("has a wrong value for `{key}`: {why}"))
}

fn bad(file: &Path, what: &str) -> Error {
    Error::new(ErrorKind::InvalidArgument, format!("{} {what}", file.display()))
}

fn unreadable(file: &Path, error: &io::Error) -> Error {
    bad(file, &format!("cannot be read: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::healing::MirrorName;

    fn parse(text: &str) -> Result<Config, String> {
        Config::parse(text, Path::new(FILE)).map_err(|error| error.to_string())
    }

    #[test]
    fn every_key_is_read() {
        let config = parse(
            "timeout = '500ms'\nmode = 'auto'\ndesktop = 'ci'\nremote = 'vm:1'\ncolor = 'never'\nlog_level = 'debug'\ntrace = 't.zip'\n\
             fingerprints = 'prints.json'\nmirror = 'checked'\n[healing]\nthreshold = 0.8\n\
             [private_desktop]\nsize = '800x600'\nwindow_manager = 'xfwm4'\nhome = 'private'\n",
        )
        .unwrap();
        assert_eq!(
            config,
            Config {
                timeout: Some(Duration::from_millis(500)),
                mode: Some(ModeName::Auto),
                desktop: Some("ci".to_owned()),
                remote: Some("vm:1".to_owned()),
                color: Some(Color::Never),
                log_level: Some(LogLevel::Debug),
                trace: Some(PathBuf::from("t.zip")),
                size: Some(Size { width: 800, height: 600 }),
                window_manager: Some("xfwm4".to_owned()),
                home: Some(HomeName::Private),
                healing: HealingConfig {
                    fingerprints: Some("prints.json".into()),
                    mirror: Some(MirrorName::Checked),
                    threshold: Some(0.8),
                    ..HealingConfig::default()
                },
            }
        );
        assert_eq!(parse("timeout = 2").unwrap().timeout, Some(Duration::from_secs(2)));
    }

    #[test]
    fn an_unknown_key_names_its_neighbour() {
        let error = parse("timout = 5").unwrap_err();
        assert_eq!(error, "deskhand.toml has an unknown key `timout`; did you mean `timeout`?");
        let error = parse("[private_desktop]\nsice = '1x1'").unwrap_err();
        assert_eq!(error, "deskhand.toml has an unknown key `private_desktop.sice`; did you mean `size`?");
    }

    #[test]
    fn a_wrong_value_names_its_key() {
        for (text, key) in [
            ("timeout = 'soon'", "timeout"),
            ("timeout = -1", "timeout"),
            ("mode = 'backgroud'", "mode"),
            ("mode = 5", "mode"),
            ("private_desktop = 1", "private_desktop"),
            ("healing = true", "healing"),
            ("mirror = 'always'", "mirror"),
            ("fingerprints = 5", "fingerprints"),
            ("[private_desktop]\nsize = 'big'", "private_desktop.size"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.contains(&format!("`{key}`")), "{error}");
        }
        assert!(parse("timeout = ").unwrap_err().contains("is not valid TOML"));
    }

    #[test]
    fn the_nearest_file_upwards_wins_over_the_users_own() {
        let place = tempfile::tempdir().unwrap();
        let (project, user) = (place.path().join("a"), place.path().join("user"));
        let deep = project.join("b/c");
        fs::create_dir_all(&deep).unwrap();
        fs::create_dir_all(user.join("deskhand")).unwrap();
        fs::write(user.join("deskhand").join(FILE), "timeout = 1").unwrap();
        let load = || Config::load(None, Some(&deep), Some(&user)).unwrap().timeout.map(|t| t.as_secs());
        assert_eq!(load(), Some(1));
        fs::write(project.join(FILE), "timeout = 2").unwrap();
        assert_eq!(load(), Some(2));
        fs::write(deep.join(FILE), "timeout = 3").unwrap();
        assert_eq!(load(), Some(3));
    }

    #[test]
    fn a_file_that_was_asked_for_must_exist() {
        assert!(Config::load(Some(Path::new("/nowhere/deskhand.toml")), None, None).is_err());
    }
}
