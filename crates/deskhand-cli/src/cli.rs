//! The command line as a whole.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};

use crate::commands::{
    act, agent, apps, click, clipboard, completions, desktop, detached, doctor, drag, find, get, grpc, heal,
    key, run, schema, screenshot, scroll, set_value, trace, tree, type_text, wait, webdriver, window,
    windows,
};
use crate::healing::HealingArgs;
use crate::settings::{Color, LogLevel, ModeName, Platform};
use crate::{exit, values};

/// Find, press, type and look: desktop applications in the background, on this desktop or a private one.
///
/// Commands that concern an element take the application first (its name, executable, desktop id or pid) and a query
/// second: plain text (`Save`), fields (`role:button title:Save`), CSS (`window button:enabled`) or XPath
/// (`//button[@name='Save']`).
#[derive(Debug, Parser)]
#[command(name = "deskhand", version, after_help = exit::HELP, subcommand_required = true, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Options of every command.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Global options")]
pub(crate) struct Global {
    /// Use the private desktop with this name, instead of the desktop of the environment
    #[arg(long, global = true, value_name = "NAME")]
    pub(crate) desktop: Option<String>,
    /// Use the desktop behind the agent at this address, instead of one of this machine
    #[arg(long, global = true, value_name = "HOST:PORT", env = "DESKHAND_REMOTE")]
    pub(crate) remote: Option<String>,
    /// File with the token of that agent; without it, that of the environment variable DESKHAND_TOKEN
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) remote_token_file: Option<PathBuf>,
    /// Use this kind of desktop: the one of this system, or a simulated one [default: linux]
    #[arg(
        long,
        global = true,
        value_enum,
        env = "DESKHAND_PLATFORM",
        hide_possible_values = true,
        value_name = "linux|sim"
    )]
    pub(crate) platform: Option<Platform>,
    /// Decides how a simulated desktop looks and what goes wrong on it [default: 0]
    #[arg(long, global = true, value_name = "NUMBER", env = "DESKHAND_SIM_SEED")]
    pub(crate) sim_seed: Option<u64>,
    /// Time that a command may take: seconds, or a duration such as 500ms [default: 5s]
    #[arg(long, global = true, value_name = "TIME", value_parser = values::duration, env = "DESKHAND_TIMEOUT")]
    pub(crate) timeout: Option<Duration>,
    /// How far actions may go [default: background]
    #[arg(
        long,
        global = true,
        value_enum,
        env = "DESKHAND_MODE",
        hide_possible_values = true,
        value_name = "background|focus|auto"
    )]
    pub(crate) mode: Option<ModeName>,
    /// Answer in JSON, errors too
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Tell on standard error what goes on inside
    #[arg(long, global = true, value_enum, env = "DESKHAND_LOG_LEVEL", value_name = "LEVEL")]
    pub(crate) log_level: Option<LogLevel>,
    /// When to colour the output [default: auto]
    #[arg(
        long,
        global = true,
        value_enum,
        env = "DESKHAND_COLOR",
        hide_possible_values = true,
        value_name = "auto|always|never"
    )]
    pub(crate) color: Option<Color>,
    /// Read defaults from this file, instead of the nearest deskhand.toml
    #[arg(long, global = true, value_name = "FILE", env = "DESKHAND_CONFIG")]
    pub(crate) config: Option<PathBuf>,
    /// Record every step into this file, for `deskhand trace show`; a trace that is there goes on
    #[arg(long, global = true, value_name = "FILE", env = "DESKHAND_TRACE")]
    pub(crate) trace: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) healing: HealingArgs,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the applications that can be driven
    Apps(apps::Apps),
    /// Show an application's elements as a tree
    Tree(tree::Tree),
    /// Find an element
    Find(find::Find),
    /// Read one thing of an element: its text, or what is asked for
    Get(get::Get),
    /// Wait until an element is there, gone or says something, or until an application is idle
    Wait(wait::Wait),
    /// Press an element, as a click would
    Click(click::Click),
    /// Give an element the keyboard focus within its application
    Focus(click::Focus),
    /// Open the context menu of an element
    Menu(click::Menu),
    /// Do any other thing that an element offers: toggle, select, expand, …
    Act(act::ActOn),
    /// Type text into an element, after what is there
    Type(type_text::TypeText),
    /// Replace the text or the number of an element
    SetValue(set_value::SetValue),
    /// Strike keys in an application (real input)
    Key(key::KeyCommand),
    /// Drag an element (real input)
    Drag(drag::Drag),
    /// Turn the wheel over an element (real input)
    Scroll(scroll::Scroll),
    /// List windows, from back to front
    Windows(windows::Windows),
    /// Change a window
    Window(window::Window),
    /// Take a picture of the screen, a window or an element
    Screenshot(screenshot::Screenshot),
    /// Read or write the clipboard
    Clipboard(clipboard::Clipboard),
    /// Run a program on a private desktop of its own
    Run(run::Run),
    /// Start, list and stop private desktops that have a name
    Desktop(desktop::Desktop),
    /// Serve a desktop to test drivers over HTTP, until interrupted
    Agent(agent::Agent),
    /// Serve windows and what happens to them over gRPC, until interrupted
    Grpc(grpc::Grpc),
    /// Serve the pages of Tauri applications to WebDriver clients, until interrupted
    Webdriver(webdriver::Webdriver),
    /// Look at what was recorded with --trace
    Trace(trace::TraceCommand),
    /// Review what was healed, and write it into the tests
    Heal(heal::Heal),
    /// Say what works here, what is missing and how to fix it
    Doctor(doctor::Doctor),
    /// Print the completion script of a shell
    Completions(completions::Completions),
    /// Print the manual page
    #[command(hide = true)]
    Man(completions::Man),
    /// Become another program, in a session of its own
    #[command(hide = true)]
    Detached(detached::Detached),
    /// Print the JSON Schema of what --json answers
    Schema(schema::Schema),
}

impl Command {
    /// Whether it looks for an element on a desktop, so that a locator may have to be healed.
    pub(crate) fn locates(&self) -> bool {
        match self {
            Command::Apps(_)
            | Command::Tree(_)
            | Command::Windows(_)
            | Command::Window(_)
            | Command::Clipboard(_) => false,
            Command::Key(key) => key.locates(),
            Command::Screenshot(screenshot) => screenshot.locates(),
            _ => true,
        }
    }

    /// Whether it goes on while the user does something else, so that its time has to be the user's.
    pub(crate) fn takes_real_time(&self) -> bool {
        match self {
            Command::Windows(windows) => windows.is_watching(),
            Command::Agent(_) | Command::Grpc(_) | Command::Webdriver(_) => true,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    fn parses(line: &str) -> Result<Cli, clap::Error> {
        Cli::try_parse_from(std::iter::once("deskhand").chain(line.split_whitespace()))
    }

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn the_documented_forms_are_understood() {
        for line in [
            "apps",
            "apps --json",
            "--json apps",
            "tree gedit --depth 3 --interactive",
            "tree gedit --fields role,name,bounds",
            "tree 4242 --all",
            "find gedit Save",
            "find gedit role:button --all",
            "find gedit role:button --nth 2 --timeout 500ms",
            "click gedit role:button",
            "click gedit Save --double",
            "click gedit Save --right --mode auto",
            "click gedit Save --until Saved",
            "click gedit Save --until-gone Saving",
            "click gedit Save --until-change",
            "act toggle gedit Wrap",
            "act scroll-into-view gedit Wrap",
            "type gedit role:textfield hello",
            "type gedit role:textfield -5",
            "type gedit role:textfield hello --json --nth 1",
            "type gedit role:textfield -- --nth",
            "set-value gedit role:slider 5",
            "set-value gedit role:slider -5",
            "set-value gedit role:slider 5 --text",
            "get gedit Save",
            "get gedit Save bounds",
            "focus gedit Save",
            "menu gedit Save",
            "key gedit ctrl+s Return --mode focus",
            "key gedit ctrl+a --query role:textfield",
            "drag gedit A --to B",
            "drag gedit A --by -10,5",
            "drag gedit A --to-point 10,5",
            "scroll gedit A --down 3 --left 1",
            "wait gedit Save",
            "wait gedit Save --gone --timeout 20",
            "wait gedit role:status --text Saved",
            "wait gedit role:textfield --text -5",
            "wait gedit --idle --json",
            "windows",
            "windows --app gedit",
            "trace show run.zip",
            "trace show run.zip -o run.html",
            "trace list run.zip --json",
            "click gedit Save --trace run.zip",
            "windows --watch --app 4242 --count 3",
            "window show gedit",
            "window close gedit --force",
            "window focus 0x1400003",
            "window move gedit -10 -20 --json",
            "window move gedit -10,20 --json",
            "window move gedit 10,20",
            "window resize gedit 800x600",
            "window resize gedit 800 600",
            "window minimize gedit",
            "window restore gedit",
            "window maximize gedit",
            "window fullscreen gedit",
            "window close gedit",
            "window workspace gedit 1",
            "screenshot -o x.png",
            "screenshot --window gedit -o -",
            "screenshot --app gedit --query Save -o x.png",
            "screenshot --part 0,0,10,10",
            "clipboard read",
            "clipboard write hello",
            "clipboard write -",
            "clipboard write",
            "run -- sleep 1",
            "run sleep --help",
            "run --size 800x600 --wm xfwm4 -- sleep 1",
            "desktop start",
            "desktop start ci --size 800x600",
            "desktop list",
            "desktop stop ci",
            "desktop stop --all",
            "desktop env ci",
            "desktop env ci --shell fish",
            "agent",
            "agent --host 0.0.0.0 --port 0 --token-file t --allow-hosts desk.example,ci --audit -",
            "agent --token t --no-exec --no-files --mode background",
            "agent --host :: --insecure-no-auth --files /srv",
            "detached -- sh -c true",
            "grpc",
            "grpc --port 0 --json",
            "grpc --host 0.0.0.0 --port 50052 --token-file t --allow-host desk.example --allow-host ci",
            "grpc --host ::1 --tls-cert c.pem --tls-key k.pem",
            "webdriver",
            "webdriver --host ::1 --port 0 --max-sessions 4 --binary ./app --log-level debug --json",
            "webdriver --allow-hosts desk.example,ci --allow-origins http://localhost:8000",
            "webdriver --host 0.0.0.0 --insecure-no-auth",
            "webdriver --grid-config --max-sessions 2",
            "doctor",
            "completions bash",
            "man",
            "schema",
            "schema tree",
            "apps --platform sim",
            "--platform sim --sim-seed 7 windows",
            "apps --platform linux",
            "apps --remote vm:8648 --remote-token-file t",
            "--remote [::1]:1 tree gedit",
            "click gedit Save --fingerprints f.json --heal report --heal-strategies title,xpath",
            "--heal-budget 100ms --heal-threshold 0.95 --heal-report r.json find gedit Save",
            "heal review",
            "heal review deskhand.heals.json --json",
            "heal apply --write tests more --dry-run",
            "heal apply deskhand.heals.json --query Save --by-hand",
            "find gedit Save --max-age 0 --mirror checked",
        ] {
            if let Err(error) = parses(line) {
                panic!("deskhand {line}\n{error}");
            }
        }
    }

    #[test]
    fn contradictions_are_refused() {
        for line in [
            "",
            "click gedit",
            "click gedit Save --double --right",
            "click gedit Save --until a --until-change",
            "find gedit Save --all --nth 1",
            "wait gedit",
            "wait gedit Save --idle",
            "wait gedit --gone",
            "wait gedit --idle --gone",
            "wait gedit --idle --text Saved",
            "wait gedit Save --gone --text Saved",
            "drag gedit A",
            "drag gedit A --by 1,2 --to B",
            "scroll gedit A",
            "scroll gedit A --up 1 --down 1",
            "key gedit",
            "key gedit hyper+x",
            "set-value gedit A 5 --text --number",
            "screenshot --app gedit",
            "screenshot --window a --part 0,0,1,1",
            "desktop stop",
            "desktop stop a --all",
            "agent --host desk.example",
            "agent --files /srv --no-files",
            "agent --token t --token-file f",
            "agent --token t --insecure-no-auth",
            "detached",
            "grpc --host desk.example",
            "grpc --port 65536",
            "grpc --tls-cert c.pem",
            "grpc --tls-key k.pem",
            "webdriver --host desk.example",
            "webdriver --port 65536",
            "webdriver --max-sessions 0",
            "run",
            "apps --timeout soon",
            "apps --platform plan9",
            "apps --platform sim --sim-seed -1",
            "window resize gedit",
            "windows --count 3",
            "find gedit Save --heal maybe",
            "find gedit Save --heal-strategies titel",
            "find gedit Save --heal-threshold 0",
            "find gedit Save --heal-threshold 2",
            "find gedit Save --heal-budget soon",
            "find gedit Save --heal-budget 2m",
            "find gedit Save --heal-budget 5m",
            "find gedit Save --mirror always",
            "heal",
            "heal apply --by-hand",
            "heal apply --by-hand --query Save --write tests",
        ] {
            assert!(parses(line).is_err(), "deskhand {line}");
        }
    }
}
