//! `deskhand agent`.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use clap::Args;
use deskhand::Registry;
use deskhand_agent::{DEFAULT_PORT, ExecOptions, FilesOptions, Options, Server, Token, check_address};
use deskhand_schema as schema;

use super::run::Signals;
use super::{detached, token};
use crate::connect::Connected;
use crate::failure::Result;
use crate::output::Output;
use crate::settings::Settings;
use crate::values;

/// Serves a desktop over HTTP, by the TestAnyware agent contract.
#[derive(Debug, Args)]
pub(crate) struct Agent {
    /// Address to listen on: an IP address or localhost; beyond loopback only with a token
    #[arg(long, value_name = "ADDRESS", value_parser = values::host, default_value = "127.0.0.1")]
    host: IpAddr,
    /// Port to listen on; 0 takes one that is free
    #[arg(long, value_name = "NUMBER", default_value_t = DEFAULT_PORT)]
    port: u16,
    /// Token that clients have to send. Others on this machine can see it here; better in a file, or in the
    /// environment variable DESKHAND_TOKEN
    #[arg(long, value_name = "TOKEN", conflicts_with = "token_file")]
    token: Option<String>,
    /// File with the token that clients have to send; without it, that of the environment variable DESKHAND_TOKEN
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// Ask for no token, whatever the address: everybody who reaches it can do everything
    #[arg(long, conflicts_with_all = ["token", "token_file"])]
    insecure_no_auth: bool,
    /// Run no commands
    #[arg(long)]
    no_exec: bool,
    /// Write and read files in this folder only
    #[arg(long, value_name = "ROOT", conflicts_with = "no_files")]
    files: Option<PathBuf>,
    /// Write and read no files
    #[arg(long)]
    no_files: bool,
    /// Names that clients may call this server by, besides addresses and localhost
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    allow_hosts: Vec<String>,
    /// File that gets a line for every call that changes something; - is standard error
    #[arg(long, value_name = "FILE")]
    audit: Option<PathBuf>,
}

/// What to do about an address that needs a token.
const NEEDS_A_TOKEN: &str = "Give a token (--token-file FILE, or DESKHAND_TOKEN), or listen on 127.0.0.1. With \
    --insecure-no-auth everybody who reaches this address can do everything.";

impl Agent {
    pub(crate) async fn run(self, settings: &Settings, out: &mut Output) -> Result<()> {
        // From now on a signal ends the server in good order, also while it starts.
        let mut signals = Signals::new()?;
        let options = self.options(std::env::var(token::VARIABLE).ok(), settings)?;
        let opened = options.without_token.then(|| opened(&options));
        let connected = Connected::new(settings)?;
        let server = Server::bind(connected.session.clone(), options).await?;
        let address = server.address();
        if let Some(opened) = opened {
            // Nobody who starts it like this in the background reads it either.
            let _ = writeln!(std::io::stderr(), "{}", opened.replace("{address}", &address.to_string()));
        }
        let listening = || schema::Listening {
            protocol: "http".to_owned(),
            address: address.to_string(),
            port: address.port(),
            tls: false,
        };
        out.answer(listening, |_| format!("listening on {address}"))?;
        let stop = async {
            signals.any().await;
        };
        server.serve(stop).await?;
        connected.save();
        Ok(())
    }

    /// How the server is to be; `token` is that of the environment.
    fn options(self, token: Option<String>, settings: &Settings) -> Result<Options> {
        let address = SocketAddr::new(self.host, self.port);
        let token = self.token(token)?;
        if !self.insecure_no_auth {
            check_address(self.host, token.as_ref()).map_err(|error| error.hint(NEEDS_A_TOKEN))?;
        }
        let exec = if self.no_exec { None } else { Some(commands(settings)?) };
        let files = match self.files {
            Some(root) => FilesOptions::Beneath(root),
            None if self.no_files => FilesOptions::Off,
            None => FilesOptions::Anywhere,
        };
        Ok(Options {
            address,
            token,
            without_token: self.insecure_no_auth,
            hosts: self.allow_hosts,
            exec,
            files,
            mode: settings.chosen_mode,
            within: settings.timeout,
            audit: self.audit,
            ..Options::default()
        })
    }

    fn token(&self, environment: Option<String>) -> Result<Option<Token>> {
        match &self.token {
            _ if self.insecure_no_auth => Ok(None),
            Some(token) => Ok(Some(Token::new(token)?)),
            None => token::of_file_or(environment, self.token_file.as_deref()),
        }
    }
}

/// How commands are run: on the desktop that is served, without what only the server has to know.
fn commands(settings: &Settings) -> Result<ExecOptions> {
    let mut environment: BTreeMap<OsString, Option<OsString>> = match &settings.desktop {
        Some(name) => {
            let variables = Registry::of_user().lookup(name)?.variables.into_iter();
            variables.map(|(name, value)| (name.into(), value.map(Into::into))).collect()
        }
        None => BTreeMap::new(),
    };
    environment.insert(token::VARIABLE.into(), None);
    Ok(ExecOptions { environment, detach_through: detached::through()? })
}

/// What everybody can do who reaches the address.
fn opened(options: &Options) -> String {
    let mut can = vec!["see and control this desktop"];
    if options.exec.is_some() {
        can.push("run any command as you");
    }
    match options.files {
        FilesOptions::Anywhere => can.push("read and write all your files"),
        FilesOptions::Beneath(_) => can.push("read and write the files in the folder of --files"),
        FilesOptions::Off => {}
    }
    let (last, others) = can.split_last().unwrap_or((&"", &[]));
    let all =
        if others.is_empty() { (*last).to_owned() } else { format!("{} and {last}", others.join(", ")) };
    format!("warning: no token is asked for: everybody who reaches {{address}} can {all}")
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use deskhand_engine::Mode;

    use super::*;
    use crate::cli::{Cli, Command};
    use crate::config::Config;
    use crate::exit;

    fn options(line: &[&str], token: Option<&str>) -> Result<Options> {
        let cli = Cli::try_parse_from(["deskhand", "agent"].iter().chain(line)).unwrap();
        let settings = Settings::resolve(&cli.global, Config::default(), false);
        let Command::Agent(agent) = cli.command else { panic!() };
        agent.options(token.map(str::to_owned), &settings)
    }

    #[test]
    fn it_listens_on_loopback_and_lets_requests_choose() {
        let options = options(&[], None).unwrap();
        assert_eq!(options.address, SocketAddr::from(([127, 0, 0, 1], 8648)));
        assert_eq!((options.mode, options.files), (None, FilesOptions::Anywhere));
        assert!(options.token.is_none() && !options.without_token);
    }

    #[test]
    fn the_mode_is_kept_where_it_is_said() {
        assert_eq!(options(&["--mode", "background"], None).unwrap().mode, Some(Mode::Background));
    }

    #[test]
    fn beyond_loopback_it_needs_a_token_or_to_be_told() {
        let failure = options(&["--host", "0.0.0.0"], None).unwrap_err();
        assert_eq!(failure.exit_code(), exit::USAGE);
        assert!(options(&["--host", "0.0.0.0", "--token", "t"], None).unwrap().token.is_some());
        assert!(options(&["--host", "0.0.0.0"], Some("t")).unwrap().token.is_some());
        let open = options(&["--host", "0.0.0.0", "--insecure-no-auth"], Some("t")).unwrap();
        assert!(open.token.is_none() && open.without_token);
    }

    #[test]
    fn commands_do_not_get_the_token_and_can_be_switched_off() {
        let exec = options(&[], Some("t")).unwrap().exec.unwrap();
        assert_eq!(exec.environment.get(&OsString::from("DESKHAND_TOKEN")), Some(&None));
        assert!(options(&["--no-exec"], None).unwrap().exec.is_none());
    }

    #[test]
    fn what_is_opened_is_said_in_plain_words() {
        for (line, expected) in [
            (
                vec![],
                "see and control this desktop, run any command as you and read and write all your files",
            ),
            (
                vec!["--no-exec", "--files", "/srv"],
                "see and control this desktop and read and write the files in the folder of --files",
            ),
            (vec!["--no-exec", "--no-files"], "see and control this desktop"),
        ] {
            let told = opened(&options(&line, None).unwrap());
            assert!(told.ends_with(&format!("everybody who reaches {{address}} can {expected}")), "{told}");
        }
    }
}
