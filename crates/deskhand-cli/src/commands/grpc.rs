//! `deskhand grpc`.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use deskhand_grpc::{DEFAULT_PORT, Options, Server, Tls};
use deskhand_schema as schema;

use super::run::Signals;
use super::token;
use crate::connect::Connected;
use crate::failure::Result;
use crate::output::Output;
use crate::settings::Settings;
use crate::values;

/// Serves windows over gRPC.
#[derive(Debug, Args)]
pub(crate) struct Grpc {
    /// Address to listen on: an IP address or localhost; beyond loopback only with a token
    #[arg(long, value_name = "ADDRESS", value_parser = values::host, default_value = "127.0.0.1")]
    host: IpAddr,
    /// Port to listen on; 0 takes one that is free
    #[arg(long, value_name = "NUMBER", default_value_t = DEFAULT_PORT)]
    port: u16,
    /// File with the token that clients have to send; without it, that of the environment variable DESKHAND_TOKEN
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// A name that clients may call this server by, besides addresses and localhost; can be repeated
    #[arg(long, value_name = "NAME")]
    allow_host: Vec<String>,
    /// Certificate for encrypted connections (PEM), where they are built in
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,
    /// Key of the certificate (PEM)
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
}

impl Grpc {
    pub(crate) async fn run(self, settings: &Settings, out: &mut Output) -> Result<()> {
        // From now on a signal ends the server in good order, also while it starts.
        let mut signals = Signals::new()?;
        let options = self.options(std::env::var(token::VARIABLE).ok(), settings.timeout)?;
        let tls = options.tls.is_some();
        let connected = Connected::new(settings)?;
        let server = Server::bind(connected.session.clone(), options).await?;
        let address = server.address();
        let listening = || schema::Listening {
            protocol: "grpc".to_owned(),
            address: address.to_string(),
            port: address.port(),
            tls,
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
    fn options(self, token: Option<String>, within: Duration) -> Result<Options> {
        let token = token::of_file_or(token, self.token_file.as_deref())?;
        let tls = match (&self.tls_cert, &self.tls_key) {
            (Some(certificate), Some(key)) => {
                Some(Tls { certificate: token::read(certificate)?, key: token::read(key)? })
            }
            _ => None,
        };
        Ok(Options {
            address: SocketAddr::new(self.host, self.port),
            token,
            hosts: self.allow_host,
            tls,
            within,
        })
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::{Cli, Command};
    use crate::exit;

    fn options(line: &[&str], token: Option<&str>) -> Result<Options> {
        let cli = Cli::try_parse_from(["deskhand", "grpc"].iter().chain(line)).unwrap();
        let Command::Grpc(grpc) = cli.command else { panic!() };
        grpc.options(token.map(str::to_owned), Duration::from_secs(5))
    }

    #[test]
    fn it_listens_on_loopback_unless_told_otherwise() {
        assert_eq!(options(&[], None).unwrap().address, SocketAddr::from(([127, 0, 0, 1], 50051)));
        for (host, expected) in [("localhost", "127.0.0.1:7"), ("::1", "[::1]:7"), ("[::1]", "[::1]:7")] {
            let options = options(&["--host", host, "--port", "7"], None).unwrap();
            assert_eq!(options.address.to_string(), expected);
        }
    }

    #[test]
    fn the_token_of_a_file_wins_over_that_of_the_environment() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("token");
        std::fs::write(&file, "from-file\n").unwrap();
        let file = file.display().to_string();
        assert!(options(&[], None).unwrap().token.is_none());
        assert!(options(&[], Some("")).unwrap().token.is_none());
        assert!(options(&[], Some("from-environment")).unwrap().token.is_some());
        assert!(options(&["--token-file", &file], Some("not a token")).unwrap().token.is_some());
    }

    #[test]
    fn files_that_are_no_use_are_mistakes_of_usage() {
        let folder = tempfile::tempdir().unwrap();
        let empty = folder.path().join("empty");
        std::fs::write(&empty, "\n").unwrap();
        let missing = folder.path().join("missing").display().to_string();
        let empty = empty.display().to_string();
        for line in [
            vec!["--token-file", &missing],
            vec!["--token-file", &empty],
            vec!["--tls-cert", &missing, "--tls-key", &missing],
        ] {
            let failure = options(&line, None).unwrap_err();
            assert_eq!(failure.exit_code(), exit::USAGE, "{line:?}");
        }
    }
}
