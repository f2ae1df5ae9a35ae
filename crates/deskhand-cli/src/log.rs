//! What goes on inside: on standard error, and in the trace where one is recorded.

use std::io::{self, IsTerminal};

use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, fmt};

use crate::settings::{LogLevel, Settings};

/// Starts logging; costs nothing when it is off.
pub(crate) fn start(settings: &Settings) {
    let level = match settings.log_level {
        LogLevel::Off => LevelFilter::OFF,
        LogLevel::Error => LevelFilter::ERROR,
        LogLevel::Warn => LevelFilter::WARN,
        LogLevel::Info => LevelFilter::INFO,
        LogLevel::Debug => LevelFilter::DEBUG,
        LogLevel::Trace => LevelFilter::TRACE,
    };
    let recorded =
        settings.trace.is_some().then(|| settings.log_lines.clone().with_filter(LevelFilter::INFO));
    if level == LevelFilter::OFF && recorded.is_none() {
        return;
    }
    let told = fmt::layer()
        .with_writer(io::stderr)
        .with_ansi(settings.color.applies(io::stderr().is_terminal()))
        .with_filter(level);
    tracing_subscriber::registry().with(told).with(recorded).init();
}
