//! `deskhand webdriver`.

mod grid;

use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroUsize;

use clap::Args;
use deskhand::Registry;
use deskhand_model::{Error, ErrorKind};
use deskhand_schema as schema;
use deskhand_webdriver::{DEFAULT_PORT, ServerOptions};

use crate::failure::Result;
use crate::output::Output;
use crate::settings::Settings;
use crate::webdriver::{Server, Stop};
use crate::{memory, values};

/// Serves the pages of Tauri applications by W3C WebDriver.
#[derive(Debug, Args)]
pub(crate) struct Webdriver {
    /// Address to listen on: an IP address or localhost
    #[arg(long, value_name = "ADDRESS", value_parser = values::host, default_value = "127.0.0.1")]
    host: IpAddr,
    /// Port to listen on; 0 takes one that is free
    #[arg(long, value_name = "NUMBER", default_value_t = DEFAULT_PORT)]
    port: u16,
    /// Most sessions at a time [default: as many as are asked for]
    #[arg(long, value_name = "NUMBER")]
    max_sessions: Option<NonZeroUsize>,
    /// Names that clients may call this server by, besides addresses and localhost
    #[arg(long, value_name = "NAME", value_delimiter = ',', num_args = 1..)]
    allow_hosts: Vec<String>,
    /// Origins of web pages that may use this server; none without this
    #[arg(long, value_name = "ORIGIN", value_delimiter = ',', num_args = 1..)]
    allow_origins: Vec<String>,
    /// The application of sessions that name none
    #[arg(long, value_name = "FILE")]
    binary: Option<String>,
    /// Listen beyond this machine: everybody who reaches the address can start any program as you
    #[arg(long)]
    insecure_no_auth: bool,
    /// Print the configuration of a Selenium Grid node that hands sessions on to this server, and end
    #[arg(long)]
    grid_config: bool,
}

impl Webdriver {
    pub(crate) async fn run(self, settings: &Settings, out: &mut Output) -> Result<()> {
        let address = SocketAddr::new(self.host, self.port);
        if self.grid_config {
            return self.print_grid_config(address, out);
        }
        if settings.trace.is_some() {
            memory::warn("`--trace` has no effect: what WebDriver clients do is not recorded");
        }
        // From now on a signal ends the server in good order, also while it starts.
        let stop = Stop::on_signals()?;
        let current = match &settings.desktop {
            Some(name) => Registry::of_user().lookup(name)?.variables,
            None => Default::default(),
        };
        let apps = deskhand::pages_on(current, settings.new_desktop.clone());
        let server = Server::bind(address, self.insecure_no_auth).await?;
        let address = server.address();
        if !address.ip().is_loopback() {
            let _ = writeln!(
                std::io::stderr(),
                "warning: no token is asked for: everybody who reaches {address} can start any program as you"
            );
        }
        let listening = || schema::Listening {
            protocol: "webdriver".to_owned(),
            address: address.to_string(),
            port: address.port(),
            tls: false,
        };
        out.answer(listening, |_| format!("listening on {address}"))?;
        server.serve(apps, self.options(), stop).await?;
        Ok(())
    }

    fn options(self) -> ServerOptions {
        ServerOptions {
            default_binary: self.binary,
            max_sessions: self.max_sessions.map(NonZeroUsize::get),
            hosts: self.allow_hosts,
            origins: self.allow_origins,
            ..ServerOptions::default()
        }
    }

    fn print_grid_config(&self, address: SocketAddr, out: &mut Output) -> Result<()> {
        if address.port() == 0 {
            let message = "A Grid node has to know the port of this server, and port 0 is any";
            return Err(Error::new(ErrorKind::InvalidArgument, message).hint("give --port").into());
        }
        // A desktop, an application and its web processes keep about one processor busy while pages load.
        let sessions = self.max_sessions.or_else(|| std::thread::available_parallelism().ok());
        let config = grid::config(address, sessions.map_or(1, NonZeroUsize::get))
            .map_err(|error| Error::new(ErrorKind::Internal, error.to_string()))?;
        out.answer(|| schema::Text { text: config.clone() }, |_| config.clone())
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::{Cli, Command};

    fn read(line: &[&str]) -> Webdriver {
        let cli = Cli::try_parse_from(["deskhand", "webdriver"].iter().chain(line)).unwrap();
        let Command::Webdriver(webdriver) = cli.command else { panic!() };
        webdriver
    }

    #[test]
    fn it_listens_on_loopback_and_takes_all_sessions_unless_told_otherwise() {
        let webdriver = read(&[]);
        assert_eq!((webdriver.host.to_string(), webdriver.port), ("127.0.0.1".to_owned(), 4444));
        let options = webdriver.options();
        assert_eq!((options.max_sessions, options.default_binary), (None, None));
        assert!(options.hosts.is_empty() && options.origins.is_empty());
    }

    #[test]
    fn lists_are_written_with_commas_or_with_spaces() {
        for line in [vec!["--allow-hosts", "a,b"], vec!["--allow-hosts", "a", "b"]] {
            assert_eq!(read(&line).options().hosts, ["a", "b"]);
        }
        let options = read(&["--allow-origins", "http://a:1", "--max-sessions", "2"]).options();
        assert_eq!((options.origins, options.max_sessions), (vec!["http://a:1".to_owned()], Some(2)));
    }

    #[test]
    fn a_grid_cannot_be_told_any_port() {
        let (webdriver, mut out) = (read(&["--port", "0"]), Output::plain(Vec::new(), false));
        let address = SocketAddr::new(webdriver.host, webdriver.port);
        let failure = webdriver.print_grid_config(address, &mut out).unwrap_err();
        assert_eq!(failure.exit_code(), crate::exit::USAGE);
    }
}
