//! `tauri-wd`: the WebDriver server under the name, and with the options, that suites for Tauri applications know.

#[path = "../values/host.rs"]
mod host;
#[path = "../webdriver.rs"]
mod webdriver;

use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::process::ExitCode;

use clap::{Parser, ValueEnum};
use deskhand_model::{Error, ErrorKind, Result};
use deskhand_webdriver::{DEFAULT_PORT, ServerOptions};
use tracing_subscriber::filter::LevelFilter;

use crate::webdriver::{Server, Stop};

/// W3C WebDriver server for Tauri applications.
#[derive(Debug, Parser)]
#[command(name = "tauri-wd", version)]
struct Cli {
    /// WebDriver server port
    #[arg(long, default_value_t = DEFAULT_PORT)]
    port: u16,
    /// WebDriver server host
    #[arg(long, value_parser = host::host, default_value = "127.0.0.1")]
    host: IpAddr,
    /// Log level
    #[arg(long, value_enum, default_value_t, value_name = "LEVEL")]
    log_level: Level,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Level {
    Error,
    Warn,
    #[default]
    Info,
    Debug,
    Trace,
}

impl From<Level> for LevelFilter {
    fn from(level: Level) -> LevelFilter {
        match level {
            Level::Error => LevelFilter::ERROR,
            Level::Warn => LevelFilter::WARN,
            Level::Info => LevelFilter::INFO,
            Level::Debug => LevelFilter::DEBUG,
            Level::Trace => LevelFilter::TRACE,
        }
    }
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_max_level(LevelFilter::from(cli.log_level))
        .init();
    match run(&cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let hint = error.advice().map(|hint| format!("\n{hint}")).unwrap_or_default();
            let _ = writeln!(std::io::stderr(), "error: {error}{hint}");
            ExitCode::FAILURE
        }
    }
}

fn run(cli: &Cli) -> Result<()> {
    let runtime = webdriver::runtime()
        .map_err(|error| Error::new(ErrorKind::Internal, format!("cannot start the runtime: {error}")))?;
    runtime.block_on(async {
        let stop = Stop::on_signals()?;
        let server = Server::bind(SocketAddr::new(cli.host, cli.port), false).await?;
        let mut stdout = std::io::stdout();
        // Whoever does not read this has asked for a port and knows where to look.
        let _ = writeln!(stdout, "tauri-wd listening on {}", server.address()).and_then(|()| stdout.flush());
        server.serve(deskhand::pages(), ServerOptions::default(), stop).await
    })
}
