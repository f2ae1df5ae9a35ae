//! What applies to every command: options over environment variables over `deskhand.toml` over defaults.

use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;
use deskhand::{ConnectOptions, Simulation};
use deskhand_engine::Mode;
use deskhand_engine::ports::DesktopOptions;
use deskhand_trace::LogLines;

use crate::cli::Global;
use crate::config::Config;
use crate::failure::Result;
use crate::healing::{HealingArgs, HealingConfig};

/// When to colour the output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless `NO_COLOR` is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Color {
    /// Whether to colour what goes to a place that is, or is not, a terminal.
    pub(crate) fn applies(self, terminal: bool) -> bool {
        let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        match self {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => {
                terminal && !set("NO_COLOR") && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
            }
        }
    }
}

/// Time that one look at the desktop gets at least.
const ONE_LOOK: Duration = Duration::from_secs(1);

/// How much to tell about what goes on inside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogLevel {
    #[default]
    Off,
    Error,
    Warn,
    Info,
    Debug,
    Trace,
}

/// How far an action may go, on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ModeName {
    /// Never touch focus, pointer or keyboard; an error where that is impossible.
    Background,
    /// Use real input: activate the window, act, give focus and pointer back.
    Focus,
    /// In the background where possible, with real input where not.
    Auto,
}

impl From<ModeName> for Mode {
    fn from(mode: ModeName) -> Mode {
        match mode {
            ModeName::Background => Mode::Background,
            ModeName::Focus => Mode::Focus,
            ModeName::Auto => Mode::Auto,
        }
    }
}

/// Which kind of desktop to use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Platform {
    /// The desktop of this system, or a private one.
    #[default]
    Linux,
    /// A simulated one.
    Sim,
}

/// An agent to go through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Remote {
    /// Where it is: `HOST:PORT`.
    pub(crate) address: String,
    /// The file with its token.
    pub(crate) token_file: Option<PathBuf>,
}

/// What applies to every command.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// Time that a command may take.
    pub(crate) timeout: Duration,
    /// How far actions may go.
    pub(crate) mode: Mode,
    /// The same, when an option, the environment or a file says so.
    pub(crate) chosen_mode: Option<Mode>,
    /// The named private desktop to use; the one of the environment when not given.
    pub(crate) desktop: Option<String>,
    /// The agent whose desktop to use instead of any other.
    pub(crate) remote: Option<Remote>,
    /// The simulated desktop to use instead of any other.
    pub(crate) simulation: Option<Simulation>,
    /// How new private desktops are made.
    pub(crate) new_desktop: DesktopOptions,
    /// How much to log.
    pub(crate) log_level: LogLevel,
    /// When to colour.
    pub(crate) color: Color,
    /// The file that every step is recorded into.
    pub(crate) trace: Option<PathBuf>,
    /// What is logged, for the trace.
    pub(crate) log_lines: LogLines,
    /// What the options say about healing and live trees.
    pub(crate) healing: HealingArgs,
    /// What the file says about them.
    pub(crate) healing_config: HealingConfig,
}

impl Settings {
    /// The time for a command that looks once and waits for nothing: with none at all it could not even look.
    pub(crate) fn time_to_look(&self) -> Duration {
        self.timeout.max(ONE_LOOK)
    }

    /// How to connect to a desktop of this machine, to look for elements there.
    pub(crate) fn locate_options(&self) -> Result<ConnectOptions> {
        Ok(self.healing.locate_options(&self.healing_config)?)
    }

    /// How to connect to a desktop of this machine, to do anything else.
    pub(crate) fn connect_options(&self) -> ConnectOptions {
        self.healing.connect_options(&self.healing_config)
    }

    /// Lays the options over the file's defaults. Whoever is `inside` a private desktop means that one, whatever the
    /// file says, and whoever asks for a simulated one or goes through an agent means that.
    pub(crate) fn resolve(global: &Global, config: Config, inside: bool) -> Settings {
        let mut new_desktop = DesktopOptions::default();
        if let Some(size) = config.size {
            new_desktop.size = size;
        }
        if let Some(window_manager) = config.window_manager {
            new_desktop.window_manager = window_manager;
        }
        if let Some(home) = config.home {
            new_desktop.home = home.into();
        }
        let chosen_mode = global.mode.or(config.mode).map(Mode::from);
        let simulated = global.platform.unwrap_or_default() == Platform::Sim;
        let given = inside || simulated || global.desktop.is_some() || global.remote.is_some();
        let address = global.remote.clone().or(config.remote.filter(|_| !given));
        let remote = address.map(|address| Remote { address, token_file: global.remote_token_file.clone() });
        Settings {
            timeout: global.timeout.or(config.timeout).unwrap_or(Duration::from_secs(5)),
            mode: chosen_mode.unwrap_or(Mode::Background),
            chosen_mode,
            desktop: global.desktop.clone().or(config.desktop.filter(|_| !given)),
            remote,
            simulation: simulated.then(|| Simulation::new(global.sim_seed.unwrap_or_default())),
            new_desktop,
            log_level: global.log_level.or(config.log_level).unwrap_or_default(),
            color: global.color.or(config.color).unwrap_or_default(),
            trace: global.trace.clone().or(config.trace),
            log_lines: LogLines::new(),
            healing: global.healing.clone(),
            healing_config: config.healing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_wins_over_the_file_and_the_file_over_the_default() {
        let config = Config { timeout: Some(Duration::from_secs(9)), ..Config::default() };
        let from_file = Settings::resolve(&Global::default(), config.clone(), false);
        assert_eq!(from_file.timeout, Duration::from_secs(9));
        assert_eq!(from_file.mode, Mode::Background);
        let global = Global { timeout: Some(Duration::from_secs(1)), ..Global::default() };
        assert_eq!(Settings::resolve(&global, config, false).timeout, Duration::from_secs(1));
    }

    #[test]
    fn inside_a_private_desktop_only_an_option_leads_elsewhere() {
        let config = Config { desktop: Some("ci".to_owned()), ..Config::default() };
        let desktop = |given: Option<&str>, inside: bool| {
            let global = Global { desktop: given.map(str::to_owned), ..Global::default() };
            Settings::resolve(&global, config.clone(), inside).desktop
        };
        assert_eq!(desktop(None, false).as_deref(), Some("ci"));
        assert_eq!(desktop(None, true), None);
        assert_eq!(desktop(Some("x"), true).as_deref(), Some("x"));
    }

    #[test]
    fn a_simulated_desktop_is_used_when_asked_for_and_never_the_one_of_the_file() {
        let config = Config { desktop: Some("ci".to_owned()), ..Config::default() };
        let settings = |platform: Option<Platform>, seed: Option<u64>| {
            let global = Global { platform, sim_seed: seed, ..Global::default() };
            let settings = Settings::resolve(&global, config.clone(), false);
            (settings.simulation.map(|simulation| simulation.seed()), settings.desktop)
        };
        assert_eq!(settings(Some(Platform::Sim), Some(7)), (Some(7), None));
        assert_eq!(settings(Some(Platform::Sim), None), (Some(0), None));
        assert_eq!(settings(None, Some(7)), (None, Some("ci".to_owned())));
    }

    #[test]
    fn an_agent_of_the_file_is_used_unless_something_else_is_asked_for() {
        let config =
            Config { desktop: Some("ci".to_owned()), remote: Some("vm".to_owned()), ..Config::default() };
        let resolve = |global: Global, inside: bool| {
            let settings = Settings::resolve(&global, config.clone(), inside);
            (settings.remote.map(|remote| remote.address), settings.desktop)
        };
        let (vm, ci) = (Some("vm".to_owned()), Some("ci".to_owned()));
        assert_eq!(resolve(Global::default(), false), (vm, ci.clone()), "a contradiction that is told later");
        assert_eq!(resolve(Global::default(), true), (None, None));
        let other = Some("other".to_owned());
        assert_eq!(resolve(Global { remote: other.clone(), ..Global::default() }, true), (other, None));
        assert_eq!(resolve(Global { desktop: ci.clone(), ..Global::default() }, false), (None, ci));
        let simulated = Global { platform: Some(Platform::Sim), ..Global::default() };
        assert_eq!(resolve(simulated, false), (None, None));
    }

    #[test]
    fn one_look_is_always_possible() {
        let at = |seconds| {
            let global = Global { timeout: Some(Duration::from_secs(seconds)), ..Global::default() };
            Settings::resolve(&global, Config::default(), false).time_to_look()
        };
        assert_eq!((at(0), at(9)), (ONE_LOOK, Duration::from_secs(9)));
    }

    #[test]
    fn colour_can_be_forced_and_forbidden() {
        assert!(Color::Always.applies(false));
        assert!(!Color::Never.applies(true));
        assert!(!Color::Auto.applies(false));
    }
}
